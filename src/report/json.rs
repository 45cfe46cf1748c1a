//! The JSON format of `check`: an object for each diagnostic, and the summary.

use std::io::{self, Write};

use serde::Serialize;

use super::{Reporter, Summary, lint_page};
use crate::analysis::{FileDiagnostic, FileText};
use crate::json::DiagnosticObject;

/// Writes JSON lines.
#[derive(Debug)]
pub struct Json<W> {
    out: W,
    has_pages: bool,
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
    malformed: usize,
}

impl<W: Write> Json<W> {
    /// Creates a reporter that writes to `out`, with a line of help in each diagnostic.
    pub const fn new(out: W) -> Self {
        Self {
            out,
            has_pages: false,
        }
    }

    /// Adds the page of its lint to each diagnostic.
    #[must_use]
    pub fn with_pages(self) -> Self {
        Self {
            has_pages: true,
            ..self
        }
    }

    fn line(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, object)?;
        self.out.write_all(b"\n")?;
        // Flushed at once, so that a reader need not wait for the next puzzle.
        self.out.flush()
    }
}

impl<W: Write> Reporter for Json<W> {
    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let page = self.has_pages.then(|| lint_page(reported.diagnostic.lint));
        self.line(&DiagnosticObject::new(file, reported, page))
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
            malformed,
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
                malformed,
            },
        })
    }
}
