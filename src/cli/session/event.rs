//! The steps of a check or a search over files, and the results of their puzzles.

use std::io;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use crate::analysis::{Diagnostic, FileDiagnostic, FileHead, Lint, Puzzle};
use crate::cli::input::view;
use crate::cli::output;
use crate::config::Config;
use crate::exchange::PuzzleSource;
use crate::json::Answered;
use crate::project::{Failure, File};
use crate::report::Reporters;
use crate::search::{Outcome, Scope};
use crate::solving::{Answer, Failed, Limit, Optima};
use crate::words::count;

/// A step of a session.
pub(in crate::cli) enum Event {
    /// A file or folder cannot be read, a configuration is malformed, or a search of the puzzle
    /// before failed.
    Failure(Failure),
    BeginFile {
        file: Arc<File>,
        head: Arc<FileHead>,
        config: Arc<Config>,
        /// Whether the lines before the first puzzle are new.
        is_selected: bool,
        /// The diagnostics of these lines.
        diagnostics: Vec<FileDiagnostic>,
    },
    Puzzle(Box<CheckedPuzzle>),
    EndFile {
        file: Arc<File>,
        /// The diagnostics that depend on the whole file.
        diagnostics: Vec<FileDiagnostic>,
    },
}

impl Event {
    /// Returns the failure of a search.
    pub(super) fn failure(&self) -> Option<Failure> {
        let Self::Puzzle(checked) = self else {
            return None;
        };
        let answered = checked.answered();
        let line = answered.line(view(&checked.file));
        Some(Failure { line: Some(line), ..checked.file.failure(answered.failed?) })
    }

    /// Passes it on to reporters. A failure is printed, too.
    pub(in crate::cli) fn report_to(&self, reporters: &mut Reporters<'_>) -> io::Result<()> {
        match self {
            Self::Failure(failure) => {
                output::error(failure);
                reporters.failure(failure)
            }
            Self::BeginFile { file, .. } => reporters.begin_file(view(file)),
            Self::Puzzle(checked) => {
                reporters.puzzle(view(&checked.file), &checked.answered(), &[])
            }
            Self::EndFile { file, .. } => reporters.end_file(view(file)),
        }
    }
}

/// A puzzle after solving and checking.
pub(in crate::cli) struct CheckedPuzzle {
    pub(in crate::cli) file: Arc<File>,
    pub(in crate::cli) section: PuzzleSource,
    /// Its number in its file, from 1.
    pub(in crate::cli) number: usize,
    pub(in crate::cli) puzzle: Puzzle,
    pub(in crate::cli) result: PuzzleResult,
    /// The duration of the search.
    pub(in crate::cli) time: Duration,
    /// All diagnostics of the puzzle, except suppressed ones.
    pub(in crate::cli) diagnostics: Vec<FileDiagnostic>,
}

/// The result of solving a puzzle.
pub(in crate::cli) enum PuzzleResult {
    /// The puzzle has not changed since the revision, or is not in the share. It is read to find
    /// duplicates.
    Skipped,
    /// The puzzle is malformed, or was only to be read.
    Unsolved,
    /// One of the searches failed.
    Failed(Failed),
    /// The run had reached its limit before the puzzle: an unknown answer, and its diagnostic.
    LeftOut(Answer, Diagnostic),
    Answered {
        answer: Arc<Answer>,
        optima: Option<Result<Optima, Limit>>,
        /// The diagnostics that depend on the answer.
        diagnostics: Vec<Diagnostic>,
        /// Whether no limit was reached, so that the diagnostics are complete.
        is_settled: bool,
    },
}

impl PuzzleResult {
    /// Returns the diagnostics that depend on the answer.
    pub(in crate::cli) fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Skipped | Self::Unsolved | Self::Failed(_) => &[],
            Self::LeftOut(_, diagnostic) => slice::from_ref(diagnostic),
            Self::Answered { diagnostics, .. } => diagnostics,
        }
    }
}

impl CheckedPuzzle {
    pub(in crate::cli) fn answered(&self) -> Answered<'_> {
        let (answer, failed, optima) = match &self.result {
            PuzzleResult::Skipped | PuzzleResult::Unsolved => (None, None, None),
            PuzzleResult::Failed(failed) => (None, Some(failed), None),
            PuzzleResult::LeftOut(answer, _) => (Some(answer), None, None),
            PuzzleResult::Answered { answer, optima, .. } => {
                (Some(&**answer), None, optima.as_ref())
            }
        };
        Answered {
            puzzle: &self.puzzle,
            text: self.section.text(&self.file.text),
            offset: self.section.offset(),
            answer,
            failed,
            optima,
            time: self.time,
        }
    }

    /// Replaces the answer, because the earlier puzzles of the run reached its limit.
    pub(super) fn leave_out(&mut self, total_positions: u64) {
        if matches!(self.result, PuzzleResult::Skipped) || self.puzzle.identity.is_none() {
            return;
        }
        let limit = count(total_positions, "position");
        let message = format!("the run reached its limit of {limit} before this puzzle");
        let unknown = Diagnostic::new(Lint::UnknownAnswer, self.puzzle.header_span(), message);
        let help = "raise the limit with `--total-positions`";
        let answer = Answer {
            outcome: Outcome::Unknown { at_least: 0, limit: Limit::Positions },
            positions: 0,
            scope: Scope::ANY,
        };
        self.result = PuzzleResult::LeftOut(answer, unknown.with_help(help));
        self.time = Duration::ZERO;
    }
}
