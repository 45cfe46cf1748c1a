//! Where texts come from.

use std::path::PathBuf;

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// The standard input of the process.
    StandardInput,
    /// A file.
    File(PathBuf),
}
