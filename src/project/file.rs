//! A file that was read.

use std::fs;
use std::io::{self, Read};
use std::sync::Arc;

use super::failure::display;
use super::{Failure, Source, reason};
use crate::text::LineIndex;

/// A file that was read.
#[derive(Debug)]
pub struct File {
    /// Where it comes from.
    pub source: Source,
    /// What messages call it.
    pub name: Arc<str>,
    /// What stands in it.
    pub text: String,
    /// Its lines.
    pub index: LineIndex,
}

impl File {
    /// Reads a source; standard input is called `stdin_name`.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, is no UTF-8, or is larger than 4 GiB.
    pub fn read(source: Source, stdin_name: &str) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let (name, result) = match &source {
            Source::StandardInput => (
                stdin_name.to_owned(),
                io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
            ),
            Source::File(path) => (display(path), fs::read(path).map(|read| bytes = read)),
        };
        let text = result.map_err(|error| reason(&error));
        let text = text.and_then(|()| decode(bytes));
        let text = text.map_err(|reason| Failure::new(&name, reason))?;
        Ok(Self {
            source,
            name: name.into(),
            index: LineIndex::new(&text),
            text,
        })
    }
}

impl File {
    /// The same file with another text.
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

/// The text of a file.
///
/// # Errors
///
/// Where it is no UTF-8, or is larger than 4 GiB.
pub fn decode(bytes: Vec<u8>) -> Result<String, String> {
    if u32::try_from(bytes.len()).is_err() {
        return Err("the file is larger than 4 GiB".to_owned());
    }
    String::from_utf8(bytes).map_err(|error| not_utf8(&error))
}

fn not_utf8(error: &std::string::FromUtf8Error) -> String {
    let valid = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    let byte = bytes.get(valid).copied().unwrap_or_default();
    let before = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
    let line = LineIndex::new(&before).line(u32::MAX) + 1;
    format!(
        "not UTF-8: byte 0x{byte:02X} at offset {valid}, in line {line}; \
         save the file as UTF-8"
    )
}
