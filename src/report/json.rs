//! One JSON object a diagnostic, and one for the summary.

use std::io::{self, Write};

use serde::Serialize;

use super::{Reporter, Summary};
use crate::analysis::{FileText, RelatedPlace, Reported, Safety};
use crate::text::{Place, Span};

/// Writes lines of JSON.
#[derive(Debug)]
pub struct Json<W> {
    out: W,
    help: Help,
}

/// What the member `help` of a report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Help {
    Line,
    Page,
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    puzzle: Option<&'a str>,
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    start: Position,
    end: Position,
    related: Vec<RelatedObject<'a>>,
    fixes: Vec<FixObject<'a>>,
    help: &'a str,
}

#[derive(Serialize)]
struct RelatedObject<'a> {
    file: &'a str,
    message: &'a str,
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct FixObject<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<EditObject<'a>>,
}

#[derive(Serialize)]
struct EditObject<'a> {
    start: Position,
    end: Position,
    text: &'a str,
}

/// Lines and columns from 1, in Unicode scalar values; bytes from 0.
#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
    byte: u32,
}

impl Position {
    const fn new(place: Place, byte: u32) -> Self {
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
}

#[derive(Serialize)]
struct SummaryLine {
    summary: SummaryObject,
}

#[derive(Serialize)]
struct SummaryObject {
    files: usize,
    puzzles: usize,
    errors: usize,
    warnings: usize,
    hints: usize,
    fixable: usize,
    fixed: usize,
    unreadable: usize,
    unknown: usize,
}

impl<W: Write> Json<W> {
    /// Writes to `out`, with a line of help in each report.
    pub const fn new(out: W) -> Self {
        Self {
            out,
            help: Help::Line,
        }
    }

    /// The same with the page of its rule in each report.
    #[must_use]
    pub fn with_pages(self) -> Self {
        Self {
            help: Help::Page,
            ..self
        }
    }

    fn line(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, object)?;
        self.out.write_all(b"\n")
    }
}

impl<W: Write> Reporter for Json<W> {
    fn report(&mut self, file: FileText<'_>, reported: &Reported) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let (start, end) = Position::both(file, diagnostic.span);
        let related = diagnostic.related.iter().map(|related| {
            let (name, (start, end)) = match &related.place {
                RelatedPlace::Here(span) => (file.name, Position::both(file, *span)),
                RelatedPlace::Elsewhere(there) => (
                    &there.file,
                    (
                        Position::new(there.start, there.span.start),
                        Position::new(there.end, there.span.end),
                    ),
                ),
            };
            RelatedObject {
                file: name,
                message: &related.message,
                start,
                end,
            }
        });
        let fixes = diagnostic.fixes.iter().map(|fix| FixObject {
            title: &fix.title,
            safe: fix.safety == Safety::Certain,
            edits: fix
                .edits
                .iter()
                .map(|edit| {
                    let (start, end) = Position::both(file, edit.span);
                    EditObject {
                        start,
                        end,
                        text: &edit.replacement,
                    }
                })
                .collect(),
        });
        let object = Object {
            file: file.name,
            puzzle: reported.puzzle.as_deref(),
            code: diagnostic.rule.code(),
            severity: reported.severity.name(),
            message: &diagnostic.message,
            start,
            end,
            related: related.collect(),
            fixes: fixes.collect(),
            help: match (self.help, &diagnostic.help) {
                (Help::Page, _) => diagnostic.rule.page(),
                (Help::Line, Some(help)) => help,
                (Help::Line, None) => diagnostic.rule.summary(),
            },
        };
        self.line(&object)
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        let Summary {
            files,
            puzzles,
            errors,
            warnings,
            hints,
            fixable,
            fixed,
            unreadable,
            unknown,
            claims: _,
        } = *summary;
        self.line(&SummaryLine {
            summary: SummaryObject {
                files,
                puzzles,
                errors,
                warnings,
                hints,
                fixable,
                fixed,
                unreadable,
                unknown,
            },
        })?;
        self.out.flush()
    }
}
