//! The numbers of a run.

use serde::Serialize;

/// The numbers of files, puzzles and diagnostics in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Files that were read.
    pub files: usize,
    /// Puzzles in them.
    pub puzzles: usize,
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Hints.
    pub hints: usize,
    /// Diagnostics with a safe fix.
    pub fixable: usize,
    /// Diagnostics whose fix corrects a claim.
    #[serde(skip)]
    pub claims: usize,
    /// Fixes that were applied before the files were checked.
    pub fixed: usize,
    /// Files that cannot be read or written, and malformed configurations.
    pub unreadable: usize,
    /// Puzzles that a limit left unsolved.
    pub unknown: usize,
    /// Malformed puzzles, which are not solved.
    pub malformed: usize,
}
