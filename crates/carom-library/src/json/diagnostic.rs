//! A diagnostic.

use serde::Serialize;

use crate::analysis::{FileDiagnostic, FileText, Fix, RelatedPlace, Safety};
use crate::text::{self, Span};

/// A diagnostic, as `check --format json` writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiagnosticObject {
    file: String,
    puzzle: Option<String>,
    code: String,
    severity: String,
    message: String,
    start: Place,
    end: Place,
    related: Vec<RelatedObject>,
    fixes: Vec<FixObject>,
    help: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct RelatedObject {
    file: String,
    message: String,
    start: Place,
    end: Place,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct FixObject {
    title: String,
    safe: bool,
    edits: Vec<EditObject>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct EditObject {
    start: Place,
    end: Place,
    text: String,
}

/// Lines and columns from 1, in Unicode scalar values; bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Place {
    line: u32,
    column: u32,
    byte: u32,
}

impl Place {
    const fn new(place: text::LineColumn, byte: u32) -> Self {
        Self { line: place.line + 1, column: place.column + 1, byte }
    }

    fn both(file: FileText<'_>, span: Span) -> (Self, Self) {
        let at = |offset| Self::new(file.place(offset), offset);
        (at(span.start), at(span.end))
    }
}

impl DiagnosticObject {
    /// Converts a diagnostic of a file. Its help is `page`, or else a line of advice.
    pub fn new(file: FileText<'_>, reported: &FileDiagnostic, page: Option<&str>) -> Self {
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
            RelatedObject { file: name.to_string(), message: related.message.clone(), start, end }
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
            fixes: diagnostic.fixes.iter().map(|fix| FixObject::new(file, fix)).collect(),
            help: page
                .or(diagnostic.help.as_deref())
                .unwrap_or_else(|| diagnostic.lint.summary())
                .to_owned(),
        }
    }
}

impl FixObject {
    fn new(file: FileText<'_>, fix: &Fix) -> Self {
        let edits = fix.edits.iter().map(|edit| {
            let (start, end) = Place::both(file, edit.span);
            EditObject { start, end, text: edit.replacement.clone() }
        });
        Self { title: fix.title.clone(), safe: fix.safety == Safety::Safe, edits: edits.collect() }
    }
}
