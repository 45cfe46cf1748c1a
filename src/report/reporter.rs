//! What a run tells those who write about it.

use std::io;
use std::time::Duration;

use super::Summary;
use crate::analysis::{FileDiagnostic, FileText, Puzzle, Severity, State};
use crate::search::{Answer, Limit, Optima};

/// Something that is told of a run as it goes on, in the order of the input.
///
/// First comes [`begin`](Self::begin) and last [`end`](Self::end), once each.
/// A file is between its [`begin_file`](Self::begin_file) and its
/// [`end_file`](Self::end_file); there, the reports of a puzzle come before the
/// [`puzzle`](Self::puzzle) itself, and those of the file's head before and
/// after all puzzles. A [`failure`](Self::failure) stands between files.
///
/// # Errors
///
/// Every method fails as the stream does that it writes to.
pub trait Reporter {
    /// The run begins.
    fn begin(&mut self, _start: &Start<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A file was read, and its puzzles follow.
    fn begin_file(&mut self, _file: FileText<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Something is reported of the file.
    fn report(&mut self, _file: FileText<'_>, _reported: &FileDiagnostic) -> io::Result<()> {
        Ok(())
    }

    /// A puzzle of the file is checked, whether or not anything was reported.
    fn puzzle(&mut self, _file: FileText<'_>, _checked: &Checked<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A puzzle of the file is answered, by who asks for nothing else.
    fn answer(&mut self, _file: FileText<'_>, _answered: &Answered<'_>) -> io::Result<()> {
        Ok(())
    }

    /// The file is at its end.
    fn end_file(&mut self, _file: FileText<'_>) -> io::Result<()> {
        Ok(())
    }

    /// A file could not be read or written, or a configuration is broken.
    fn failure(&mut self, _failure: &Failure<'_>) -> io::Result<()> {
        Ok(())
    }

    /// The run is over.
    fn end(&mut self, _summary: &Summary) -> io::Result<()> {
        Ok(())
    }
}

/// What is known of a run before it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start<'a> {
    /// The version of the program.
    pub version: &'a str,
    /// The command, such as `check`.
    pub command: &'a str,
    /// The number of files that were found.
    pub files: usize,
    /// Whether what can be corrected safely is corrected.
    pub is_fixing: bool,
}

/// A puzzle that was checked.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// Its name.
    pub name: Option<&'a str>,
    /// The line of its header, from 1.
    pub line: u32,
    /// What is known of its answer.
    pub state: State,
    /// The positions that its search went through.
    pub positions: u64,
    /// The time that took.
    pub time: Duration,
    /// What was reported of it.
    pub reports: &'a [FileDiagnostic],
}

impl Checked<'_> {
    /// The gravest of its reports; none where all is well.
    pub fn severity(&self) -> Option<Severity> {
        self.reports.iter().map(|reported| reported.severity).min()
    }
}

/// A puzzle that was read, and answered where it could be.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Where its section starts in the file, in bytes.
    pub offset: u32,
    /// Its text, as a puzzle file says it.
    pub text: &'a str,
    /// Its answer; none where it is malformed.
    pub answer: Option<&'a Answer>,
    /// Its optimal solutions, or the limit that was reached, where they were
    /// asked for and there are any.
    pub optima: Option<&'a Result<Optima, Limit>>,
    /// The time its search took.
    pub time: Duration,
}

impl<'a> Answered<'a> {
    /// What is known of its answer, in a word.
    pub fn state(&self) -> State {
        self.answer.map_or(State::Invalid, State::of)
    }

    /// The line of its header, from 1.
    pub fn line(&self, file: FileText<'_>) -> u32 {
        let header = self.puzzle.place(self.offset);
        file.index.line(header.start) + 1
    }

    /// The same for who has checked it, with what was reported of it.
    pub fn checked(&self, file: FileText<'_>, reports: &'a [FileDiagnostic]) -> Checked<'a> {
        Checked {
            name: self.puzzle.name(),
            line: self.line(file),
            state: self.state(),
            positions: self.answer.map_or(0, |answer| answer.positions),
            time: self.time,
            reports,
        }
    }
}

/// Something that could not be done, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<'a> {
    /// The file or folder, if one is known.
    pub file: Option<&'a str>,
    /// The line of it, from 1, if one is known.
    pub line: Option<u32>,
    /// The reason.
    pub reason: &'a str,
}
