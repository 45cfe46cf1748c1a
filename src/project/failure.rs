//! Failures to read or write files.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::words::{escape_controls, path_name};

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

/// Commands end with an I/O error; its text is the failure.
impl From<Failure> for io::Error {
    fn from(failure: Failure) -> Self {
        Self::other(failure)
    }
}

/// Returns the path for messages, without a leading `./`.
pub(super) fn display(path: &Path) -> String {
    let short = path.strip_prefix(".").ok().filter(|short| !short.as_os_str().is_empty());
    path_name(short.unwrap_or(path))
}

/// Returns the reason of a system error in words that are the same on every system, or else those
/// of the system without its number and full stop.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let Some((of_system, _)) = text.split_once(" (os error") else {
        // The message is carom's own or that of a crate.
        return text;
    };
    let words = match error.kind() {
        // Systems disagree on a path below a file.
        ErrorKind::NotFound | ErrorKind::NotADirectory => "no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "the file exists",
        ErrorKind::IsADirectory => "is a folder",
        ErrorKind::AddrInUse => "another program uses the port",
        _ => of_system.trim_end_matches('.'),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn reasons_are_the_same_on_every_system() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "").unwrap();
        let reason = |error: Option<io::Error>| reason(&error.unwrap());
        assert_eq!(reason(fs::read(folder.path().join("b")).err()), "no such file or folder");
        assert_eq!(reason(fs::read(file.join("b")).err()), "no such file or folder");
        assert_eq!(reason(fs::File::create_new(&file).err()), "the file exists");
        assert_eq!(reason(Some(io::Error::other("it failed."))), "it failed.");
        let others = (1..200).map(io::Error::from_raw_os_error);
        for reason in others.map(|error| reason(Some(error))) {
            assert!(!reason.ends_with('.') && !reason.contains("os error"), "{reason}");
        }
    }
}
