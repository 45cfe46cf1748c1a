//! What could not be done.

use std::fmt;
use std::io;
use std::path::Path;

use crate::words::escape_controls;

/// A file or folder that could not be read or written, or a configuration that
/// cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its name, if it is known.
    pub file: Option<String>,
    /// The line of it, from 1, if it is known.
    pub line: Option<u32>,
    /// The reason.
    pub reason: String,
    /// The same with the lines of the file that show it, if there are any.
    pub drawn: Option<String>,
}

impl Failure {
    /// A file and what the matter is with it.
    pub fn new(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            file: Some(file.into()),
            line: None,
            reason: reason.into(),
            drawn: None,
        }
    }

    /// Something that has to do with no file that could be named.
    pub fn unnamed(reason: impl Into<String>) -> Self {
        Self {
            file: None,
            line: None,
            reason: reason.into(),
            drawn: None,
        }
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

/// The path as messages show it, without a leading `./`.
pub(super) fn display(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    path.display().to_string()
}

/// What the system says, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}
