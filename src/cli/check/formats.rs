//! How reports are written.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// An object a line
    Json,
    /// Annotations of a workflow run
    Github,
}
