//! Diagnostics in the shapes that people and programs read.

mod github;
mod json;
mod text;

use std::io;

use crate::analysis::{FileText, Reported, Severity};

pub use github::GitHub;
pub use json::Json;
pub use text::Text;

/// Something that writes reports as they come, file by file.
pub trait Reporter {
    /// Writes one report.
    ///
    /// # Errors
    ///
    /// What the stream it writes to says.
    fn report(&mut self, file: FileText<'_>, reported: &Reported) -> io::Result<()>;

    /// Ends the run.
    ///
    /// # Errors
    ///
    /// What the stream it writes to says.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that were read.
    pub files: usize,
    /// Puzzles in them.
    pub puzzles: usize,
    /// Reports that are errors.
    pub errors: usize,
    /// Reports that are warnings.
    pub warnings: usize,
    /// Reports that are hints.
    pub hints: usize,
    /// Reports with a fix that can be applied without asking.
    pub fixable: usize,
}

impl Summary {
    /// Counts one report.
    pub fn count(&mut self, reported: &Reported) {
        match reported.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Hint => self.hints += 1,
        }
        let mut fixes = reported.diagnostic.fixes.iter();
        if fixes.any(|fix| fix.is_safe) {
            self.fixable += 1;
        }
    }
}

/// The name of a severity in machine-readable reports.
const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "hint",
    }
}
