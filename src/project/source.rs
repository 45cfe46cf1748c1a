//! The sources of files.

use std::path::PathBuf;

/// The source of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// Standard input.
    StandardInput,
    /// A file at a path.
    File(PathBuf),
}
