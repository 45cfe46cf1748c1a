//! The numbers of a run.

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
    /// Reports with a fix that writes what was proved over what was claimed.
    pub claims: usize,
    /// Fixes that were applied before the files were checked.
    pub fixed: usize,
    /// Files that could not be read or written, and broken configurations.
    pub unreadable: usize,
    /// Puzzles whose answer a limit left unknown.
    pub unknown: usize,
}
