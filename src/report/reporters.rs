//! Several reporters of one run.

use std::fmt;
use std::io;

use super::{Reporter, Summary};
use crate::analysis::{FileDiagnostic, FileLimit, FileText, PuzzleState, Safety, Severity};
use crate::json::Answered;
use crate::project::Failure;

/// Forwards events to all reporters and counts them.
pub struct Reporters<'a> {
    reporters: Vec<Box<dyn Reporter + 'a>>,
    /// Whether the pipes of all reporters are closed.
    is_unheard: bool,
    summary: Summary,
    limit: FileLimit,
}

impl fmt::Debug for Reporters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reporters")
            .field("reporters", &self.reporters.len())
            .field("summary", &self.summary)
            .finish()
    }
}

/// # Errors
///
/// Each method returns the first write error of a reporter. A closed pipe is no error:
/// it only removes its reporter.
impl<'a> Reporters<'a> {
    /// Creates the list of reporters.
    pub fn new(reporters: Vec<Box<dyn Reporter + 'a>>) -> Self {
        Self {
            reporters,
            is_unheard: false,
            summary: Summary::default(),
            limit: FileLimit::default(),
        }
    }

    /// Returns the summary so far.
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Whether there were reporters and all their pipes are closed.
    pub const fn is_unheard(&self) -> bool {
        self.is_unheard
    }

    /// Fails if the pipes of all reporters are closed.
    ///
    /// # Errors
    ///
    /// Returns `BrokenPipe`.
    pub fn heard(&self) -> io::Result<()> {
        match self.is_unheard {
            true => Err(io::ErrorKind::BrokenPipe.into()),
            false => Ok(()),
        }
    }

    /// Reports that a file was read.
    pub fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        self.summary.files += 1;
        self.limit = FileLimit::default();
        self.tell(|reporter| reporter.begin_file(file))
    }

    /// Counts a diagnostic, and reports it if the file does not have too many.
    pub fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        match reported.severity {
            Severity::Error => self.summary.errors += 1,
            Severity::Warning => self.summary.warnings += 1,
            Severity::Hint => self.summary.hints += 1,
        }
        let fixes = reported.diagnostic.fixes.iter();
        match fixes.map(|fix| fix.safety).min() {
            Some(Safety::Safe) => self.summary.fixable += 1,
            Some(Safety::Claim) => self.summary.claims += 1,
            _ => {}
        }
        match self.limit.shows(reported) {
            true => self.tell(|reporter| reporter.report(file, reported)),
            false => Ok(()),
        }
    }

    /// Counts fixes that were applied before the run.
    pub const fn fixed(&mut self, count: usize) {
        self.summary.fixed += count;
    }

    /// Counts and reports a puzzle.
    pub fn puzzle(
        &mut self,
        file: FileText<'_>,
        answered: &Answered<'_>,
        diagnostics: &[FileDiagnostic],
    ) -> io::Result<()> {
        let state = answered.state();
        self.summary.puzzles += 1;
        self.summary.unknown += usize::from(state == PuzzleState::Unknown);
        self.summary.malformed += usize::from(state == PuzzleState::Invalid);
        self.tell(|reporter| reporter.puzzle(file, answered, diagnostics))
    }

    /// Ends a file.
    pub fn end_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        if let Some(rest) = self.limit.rest() {
            self.tell(|reporter| reporter.report(file, &rest))?;
        }
        self.tell(|reporter| reporter.end_file(file))
    }

    /// Reports a failure.
    pub fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.summary.unreadable += 1;
        self.tell(|reporter| reporter.failure(failure))
    }

    /// Ends the run, and returns its summary.
    pub fn end(mut self) -> io::Result<Summary> {
        let summary = self.summary;
        self.tell(|reporter| reporter.end(&summary))?;
        Ok(summary)
    }

    fn tell(&mut self, event: impl Fn(&mut dyn Reporter) -> io::Result<()>) -> io::Result<()> {
        let mut at = 0;
        while let Some(reporter) = self.reporters.get_mut(at) {
            match event(reporter.as_mut()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    self.reporters.remove(at);
                    self.is_unheard = self.reporters.is_empty();
                }
                result => {
                    result?;
                    at += 1;
                }
            }
        }
        Ok(())
    }
}
