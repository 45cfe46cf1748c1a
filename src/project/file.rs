//! A file that was read.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::sync::Arc;

use super::failure::display;
use super::{Failure, Source, reason};
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
                (stdin_name.to_owned(), read_whole(io::stdin().lock(), what_stdin_is()))
            }
            Source::File(path) => {
                let file = fs::File::open(path).map_err(|error| reason(&error));
                let bytes = file.and_then(|file| {
                    let metadata = file.metadata().ok();
                    read_whole(file, metadata)
                });
                (display(path), bytes)
            }
        };
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

/// The size limit of a file: 16 MiB.
pub(super) const MAX_FILE: u64 = 16 << 20;

/// The size limit of all ignore files of a walk: 1 MiB.
pub(super) const MAX_SETTINGS: u64 = 1 << 20;

/// The error for a larger file.
const TOO_LARGE: &str = "the file is larger than 16 MiB; split it";

/// Reads to the end or the size limit.
fn read_whole(from: impl Read, metadata: Option<Metadata>) -> Result<Vec<u8>, String> {
    let too_large = match &metadata {
        Some(metadata) if is_device(metadata) => "the device gives more than 16 MiB",
        _ => TOO_LARGE,
    };
    let size = metadata.map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::new();
    if size <= MAX_FILE {
        bytes
            .try_reserve_exact(usize::try_from(size).unwrap_or_default())
            .map_err(|error| error.to_string())?;
        let read = from.take(MAX_FILE + 1).read_to_end(&mut bytes);
        read.map_err(|error| reason(&error))?;
    }
    match size.max(bytes.len() as u64) > MAX_FILE {
        true => Err(too_large.to_owned()),
        false => Ok(bytes),
    }
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
const fn is_device(_: &Metadata) -> bool {
    false
}

/// Whether standard input is a file that a shell redirects. A pipe may have no writer.
pub fn is_stdin_a_file() -> bool {
    what_stdin_is().is_some_and(|metadata| metadata.is_file())
}

/// Returns the metadata of standard input.
#[cfg(unix)]
fn what_stdin_is() -> Option<Metadata> {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned().ok()?;
    fs::File::from(input).metadata().ok()
}

#[cfg(not(unix))]
const fn what_stdin_is() -> Option<Metadata> {
    None
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
