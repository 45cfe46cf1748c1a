//! Failures to read or write files.

use std::fmt;
use std::io;
use std::path::Path;

use crate::words::escape_controls;

/// A file or folder that cannot be read or written, or a malformed configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the file, if known.
    pub file: Option<String>,
    /// The line, from 1, if known.
    pub line: Option<u32>,
    /// The reason.
    pub reason: String,
    /// The reason with an excerpt of the file, if there is one.
    pub drawn: Option<String>,
}

impl Failure {
    /// Creates the failure of a file.
    pub fn new(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { file: Some(file.into()), line: None, reason: reason.into(), drawn: None }
    }

    /// Creates a failure without a file.
    pub fn unnamed(reason: impl Into<String>) -> Self {
        Self { file: None, line: None, reason: reason.into(), drawn: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(drawn) = &self.drawn {
            return f.write_str(drawn);
        }
        if let Some(file) = &self.file {
            write!(f, "{}: ", escape_controls(file))?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Failure {}

/// Returns the path for messages, without a leading `./`.
pub(super) fn display(path: &Path) -> String {
    let short = path.strip_prefix(".").ok().filter(|short| !short.as_os_str().is_empty());
    short.unwrap_or(path).display().to_string()
}

/// Returns the message of a system error without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}
