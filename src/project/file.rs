//! A file that was read.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempPath;

use super::failure::display;
use super::{Failure, Source, reason};
use crate::limited;
use crate::text::LineIndex;

/// A file that was read.
#[derive(Debug)]
pub struct File {
    /// Its source.
    pub source: Source,
    /// Its name in messages.
    pub name: Arc<str>,
    /// Its text.
    pub text: String,
    /// Its lines.
    pub index: LineIndex,
}

impl File {
    /// Reads a source; standard input is called `stdin_name`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is not UTF-8, or is larger than 16 MiB.
    pub fn read(source: Source, stdin_name: &str) -> Result<Self, Failure> {
        let (name, bytes) = match &source {
            Source::StandardInput => {
                let metadata = what_stdin_is();
                let bytes = limited::read_from(io::stdin().lock(), metadata.as_ref(), MAX_FILE);
                (stdin_name.to_owned(), bytes)
            }
            Source::File(path) => (display(path), limited::read(path, MAX_FILE)),
        };
        let bytes = bytes.map_err(|error| match error.kind() {
            ErrorKind::FileTooLarge => TOO_LARGE.to_owned(),
            _ => reason(&error),
        });
        Self::of_bytes(&name, source, bytes.map_err(|reason| Failure::new(&name, reason))?)
    }

    /// Creates a file from its contents.
    ///
    /// # Errors
    ///
    /// Fails if it is not UTF-8 or larger than 16 MiB.
    pub(super) fn of_bytes(name: &str, source: Source, bytes: Vec<u8>) -> Result<Self, Failure> {
        let text = match bytes.len() as u64 > MAX_FILE {
            true => Err(TOO_LARGE.to_owned()),
            false => decode(bytes),
        };
        let text = text.map_err(|reason| Failure::new(name, reason))?;
        Ok(Self { source, name: name.into(), index: LineIndex::new(&text), text })
    }

    /// Creates a failure of this file.
    pub fn failure(&self, reason: impl ToString) -> Failure {
        Failure::new(&*self.name, reason.to_string())
    }

    /// Returns this file with another text.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        Self {
            source: self.source.clone(),
            name: Arc::clone(&self.name),
            index: LineIndex::new(&text),
            text,
        }
    }
}

/// Moves a temporary file to its place, and replaces the file there.
///
/// # Errors
///
/// Fails if the file cannot be moved; then it is removed.
pub fn persist(temporary: TempPath, place: &Path) -> io::Result<()> {
    persist_if(temporary, place, || Ok(true)).map(drop)
}

/// Moves a temporary file to its place as [`persist`] does, if a condition holds just before. Returns
/// whether it held.
///
/// # Errors
///
/// Fails if the condition cannot be determined, or the file cannot be moved; then it is removed.
pub fn persist_if(
    mut temporary: TempPath,
    place: &Path,
    condition: impl Fn() -> io::Result<bool>,
) -> io::Result<bool> {
    let end = Instant::now() + PATIENCE;
    loop {
        // The crate `tempfile` would not move a path of more than 260 characters on Windows.
        match condition().and_then(|holds| {
            if holds {
                fs::rename(&temporary, place)?;
            }
            Ok(holds)
        }) {
            Ok(holds) => {
                temporary.disable_cleanup(holds);
                return Ok(holds);
            }
            Err(error) if is_open_elsewhere(&error, place) && Instant::now() < end => {
                thread::sleep(Duration::from_millis(10));
            }
            Err(error) => return Err(error),
        }
    }
}

/// The time to wait for other processes that have a file open.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether a file could not be read or replaced because another process has it open. Only Windows
/// refuses that.
fn is_open_elsewhere(error: &io::Error, place: &Path) -> bool {
    let is_read_only = || fs::metadata(place).is_ok_and(|file| file.permissions().readonly());
    // The numbers of "access denied", "sharing violation" and "lock violation".
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 33)) && !is_read_only()
}

/// The size limit of a file: 16 MiB.
pub(crate) const MAX_FILE: u64 = 16 << 20;

/// The size limit of all ignore files of a walk, and of all `carom.toml` files: 128 KiB. Globs take
/// up to 500 times their size in memory.
pub(super) const MAX_SETTINGS: u64 = 128 << 10;

/// The error for a larger file.
const TOO_LARGE: &str = "the file is larger than 16 MiB; split it";

/// Whether standard input is a file that a shell redirects. A pipe may have no writer.
pub fn is_stdin_a_file() -> bool {
    what_stdin_is().is_some_and(|metadata| metadata.is_file())
}

/// Returns the metadata of standard input.
fn what_stdin_is() -> Option<Metadata> {
    #[cfg(unix)]
    let input = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let input = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    std::fs::File::from(input.ok()?).metadata().ok()
}

/// Decodes the text of a file.
///
/// # Errors
///
/// Fails if it is not UTF-8.
fn decode(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| not_utf8(&error))
}

fn not_utf8(error: &std::string::FromUtf8Error) -> String {
    let valid = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return "the file is UTF-16; save it as UTF-8".to_owned();
    }
    let byte = bytes.get(valid).copied().unwrap_or_default();
    let before = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
    let line = LineIndex::new(&before).line(u32::MAX) + 1;
    format!(
        "not UTF-8: byte 0x{byte:02X} at offset {valid}, in line {line}; \
         save the file as UTF-8"
    )
}
