//! The interface between a run and its reports.

use std::io;
use std::time::Duration;

use super::Summary;
use crate::analysis::{FileDiagnostic, FileText, Severity, State};
use crate::json::Answered;

/// A report format. Receives the events of a run in the order of the input.
///
/// The first event is [`begin`](Self::begin) and the last is [`end`](Self::end). A file
/// starts with [`begin_file`](Self::begin_file) and ends with
/// [`end_file`](Self::end_file). In between, the diagnostics of a puzzle precede its
/// [`puzzle`](Self::puzzle) event, and those outside puzzles come before and after all
/// puzzles. A [`failure`](Self::failure) comes between files.
///
/// # Errors
///
/// Every method returns write errors of its stream.
pub trait Reporter {
    /// The run begins.
    fn begin(&mut self, _start: &Start<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A file was read, and its puzzles follow.
    fn begin_file(&mut self, _file: FileText<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Reports a diagnostic of the file.
    fn report(&mut self, _file: FileText<'_>, _reported: &FileDiagnostic) -> io::Result<()> {
        Ok(())
    }

    /// A puzzle was checked, with or without diagnostics.
    fn puzzle(&mut self, _file: FileText<'_>, _checked: &Checked<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A puzzle was solved, in commands that do not check.
    fn answer(&mut self, _file: FileText<'_>, _answered: &Answered<'_>) -> io::Result<()> {
        Ok(())
    }

    /// The file ends.
    fn end_file(&mut self, _file: FileText<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A file cannot be read or written, or a configuration is malformed.
    fn failure(&mut self, _failure: &Failure<'_>) -> io::Result<()> {
        Ok(())
    }

    /// The run ends.
    fn end(&mut self, _summary: &Summary) -> io::Result<()> {
        Ok(())
    }
}

/// The start of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start<'a> {
    /// The version of the program.
    pub version: &'a str,
    /// The command, such as `check`.
    pub command: &'a str,
    /// The number of files.
    pub files: usize,
    /// Whether `--fix` is given.
    pub is_fixing: bool,
    /// Whether only some puzzles of the files are checked.
    pub is_partial: bool,
}

/// A puzzle that was checked.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// The line of its header, from 1.
    pub line: u32,
    /// The state of its answer.
    pub state: State,
    /// The number of positions searched.
    pub positions: u64,
    /// The duration of the search.
    pub time: Duration,
    /// Its diagnostics.
    pub diagnostics: &'a [FileDiagnostic],
}

impl<'a> Checked<'a> {
    /// Returns a puzzle with its answer and its diagnostics.
    pub fn of(
        answered: &Answered<'a>,
        file: FileText<'_>,
        diagnostics: &'a [FileDiagnostic],
    ) -> Self {
        Self {
            name: answered.puzzle.name(),
            line: answered.line(file),
            state: answered.state(),
            positions: answered.answer.map_or(0, |answer| answer.positions),
            time: answered.time,
            diagnostics,
        }
    }

    /// The highest severity of its diagnostics, if it has any.
    pub fn severity(&self) -> Option<Severity> {
        self.diagnostics
            .iter()
            .map(|reported| reported.severity)
            .min()
    }
}

/// A failure to read or write a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<'a> {
    /// The file or folder, if known.
    pub file: Option<&'a str>,
    /// The line, from 1, if known.
    pub line: Option<u32>,
    /// The reason.
    pub reason: &'a str,
}
