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
struct SummaryLine<'a> {
    summary: &'a Summary,
}

impl<W: Write> Json<W> {
    /// Creates a reporter that writes to `out`. With `has_pages`, each diagnostic has the page of
    /// its lint.
    pub const fn new(out: W, has_pages: bool) -> Self {
        Self { out, has_pages }
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
        self.line(&SummaryLine { summary })
    }
}
