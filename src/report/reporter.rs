//! The interface between a run and its reports.

use std::io;

use super::Summary;
use crate::analysis::{FileDiagnostic, FileText};
use crate::json::Answered;
use crate::project::Failure;

/// A report format. Receives the events of a run in the order of the input.
///
/// A file starts with [`begin_file`](Self::begin_file) and ends with
/// [`end_file`](Self::end_file). In between, the diagnostics of a puzzle precede its
/// [`puzzle`](Self::puzzle) event, and those outside puzzles come before and after all
/// puzzles. A [`failure`](Self::failure) comes between files. The last event is
/// [`end`](Self::end).
///
/// # Errors
///
/// Every method returns write errors of its stream.
pub trait Reporter {
    /// A file was read, and its puzzles follow.
    fn begin_file(&mut self, _file: FileText<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Reports a diagnostic of the file.
    fn report(&mut self, _file: FileText<'_>, _reported: &FileDiagnostic) -> io::Result<()> {
        Ok(())
    }

    /// A puzzle was solved and, in commands that check, has these diagnostics.
    fn puzzle(
        &mut self,
        _file: FileText<'_>,
        _answered: &Answered<'_>,
        _diagnostics: &[FileDiagnostic],
    ) -> io::Result<()> {
        Ok(())
    }

    /// The file ends.
    fn end_file(&mut self, _file: FileText<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A file cannot be read or written, or a configuration is malformed.
    fn failure(&mut self, _failure: &Failure) -> io::Result<()> {
        Ok(())
    }

    /// The run ends.
    fn end(&mut self, _summary: &Summary) -> io::Result<()> {
        Ok(())
    }
}
