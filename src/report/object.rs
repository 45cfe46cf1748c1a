//! The JSON of a report, as it is written and read again.

use serde::{Deserialize, Serialize};

use super::carried::Carried;
use crate::analysis::{Diagnostic, FileText, Location, Related, RelatedPlace, Reported};
use crate::analysis::{Fix, Safety, Severity};
use crate::text::{self, Edit, Span};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DiagnosticObject {
    pub(super) file: String,
    puzzle: Option<String>,
    code: String,
    severity: String,
    message: String,
    start: Place,
    end: Place,
    related: Vec<RelatedObject>,
    fixes: Vec<FixObject>,
    help: String,
    /// With `--partition`: what merging needs beside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) share: Option<Carried>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RelatedObject {
    file: String,
    message: String,
    start: Place,
    end: Place,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FixObject {
    title: String,
    safe: bool,
    edits: Vec<EditObject>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EditObject {
    start: Place,
    end: Place,
    text: String,
}

/// Lines and columns from 1, in Unicode scalar values; bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    line: u32,
    column: u32,
    byte: u32,
}

impl Place {
    const fn new(place: text::LineColumn, byte: u32) -> Self {
        Self {
            line: place.line + 1,
            column: place.column + 1,
            byte,
        }
    }

    fn both(file: FileText<'_>, span: Span) -> (Self, Self) {
        let at = |offset| Self::new(file.place(offset), offset);
        (at(span.start), at(span.end))
    }

    const fn place(self) -> text::LineColumn {
        text::LineColumn {
            line: self.line.saturating_sub(1),
            column: self.column.saturating_sub(1),
        }
    }
}

/// The span between two places; none where the end is before the start.
fn span(start: Place, end: Place) -> Option<Span> {
    (start.byte <= end.byte).then(|| Span::new(start.byte, end.byte))
}

/// What the member `help` of a report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Help {
    /// A line of advice.
    Line,
    /// The page of the lint.
    Page,
}

impl DiagnosticObject {
    pub(super) fn new(file: FileText<'_>, reported: &Reported, help: Help) -> Self {
        let diagnostic = &reported.diagnostic;
        let (start, end) = Place::both(file, diagnostic.span);
        let related = diagnostic.related.iter().map(|related| {
            let (name, (start, end)) = match &related.place {
                RelatedPlace::Here(span) => (file.name, Place::both(file, *span)),
                RelatedPlace::Elsewhere(there) => (
                    &there.file,
                    (
                        Place::new(there.start, there.span.start),
                        Place::new(there.end, there.span.end),
                    ),
                ),
            };
            RelatedObject {
                file: name.to_string(),
                message: related.message.clone(),
                start,
                end,
            }
        });
        Self {
            file: file.name.to_string(),
            puzzle: reported.puzzle.clone(),
            code: diagnostic.lint.code().to_owned(),
            severity: reported.severity.name().to_owned(),
            message: diagnostic.message.clone(),
            start,
            end,
            related: related.collect(),
            fixes: diagnostic
                .fixes
                .iter()
                .map(|fix| FixObject::new(file, fix))
                .collect(),
            help: match (help, &diagnostic.help) {
                (Help::Page, _) => diagnostic.lint.page().to_owned(),
                (Help::Line, Some(help)) => help.clone(),
                (Help::Line, None) => diagnostic.lint.summary().to_owned(),
            },
            share: None,
        }
    }

    /// The same with what merging needs.
    pub(super) fn carrying(mut self, file: FileText<'_>, reported: &Reported) -> Self {
        self.share = Some(Carried::of(file, reported));
        self
    }

    /// The report; none where something in it cannot be meant, or where what
    /// merging needs is missing.
    pub(super) fn reported(&self) -> Option<Reported> {
        let carried = self.share.as_ref()?;
        let lint = self.code.parse().ok()?;
        let severities = [Severity::Error, Severity::Warning, Severity::Hint];
        let mut severities = severities.into_iter();
        let severity = severities.find(|severity| severity.name() == self.severity)?;
        let mut diagnostic = Diagnostic::new(lint, span(self.start, self.end)?, &self.message);
        diagnostic.help.clone_from(&carried.help);
        if self.related.len() != carried.here.len() || self.fixes.len() != carried.safety.len() {
            return None;
        }
        let related = self.related.iter().zip(&carried.here);
        let related = related.map(|(related, is_here)| related.related(*is_here));
        diagnostic.related = related.collect::<Option<_>>()?;
        let fixes = self.fixes.iter().zip(&carried.safety);
        let fixes = fixes.map(|(fix, safety)| fix.fix(safety.safety()));
        diagnostic.fixes = fixes.collect::<Option<_>>()?;
        Some(Reported {
            diagnostic,
            severity,
            puzzle: self.puzzle.clone(),
        })
    }
}

impl RelatedObject {
    fn related(&self, is_here: bool) -> Option<Related> {
        let span = span(self.start, self.end)?;
        let place = if is_here {
            RelatedPlace::Here(span)
        } else {
            RelatedPlace::Elsewhere(Location {
                file: self.file.as_str().into(),
                span,
                start: self.start.place(),
                end: self.end.place(),
            })
        };
        Some(Related {
            place,
            message: self.message.clone(),
        })
    }
}

impl FixObject {
    fn new(file: FileText<'_>, fix: &Fix) -> Self {
        let edits = fix.edits.iter().map(|edit| {
            let (start, end) = Place::both(file, edit.span);
            EditObject {
                start,
                end,
                text: edit.replacement.clone(),
            }
        });
        Self {
            title: fix.title.clone(),
            safe: fix.safety == Safety::Certain,
            edits: edits.collect(),
        }
    }

    fn fix(&self, safety: Safety) -> Option<Fix> {
        let edits = self.edits.iter();
        let edits = edits.map(|edit| Some(Edit::replace(span(edit.start, edit.end)?, &edit.text)));
        Some(Fix {
            title: self.title.clone(),
            edits: edits.collect::<Option<_>>()?,
            safety,
        })
    }
}
