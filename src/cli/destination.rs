//! The destination of commands that write many files.

use std::path::{Path, PathBuf};

use super::output_file::is_special;
use crate::text::DistinctNames;

/// The destination that `--output` names.
pub(super) enum Destination {
    Stdout,
    /// One file for all results.
    File(PathBuf),
    /// A folder with a file for each result.
    Folder(PathBuf),
}

impl Destination {
    /// Interprets `--output`: a folder if it exists as one, ends with a slash, or does not
    /// exist and has no extension.
    pub(super) fn new(path: Option<&Path>) -> Self {
        let Some(path) = path else {
            return Self::Stdout;
        };
        if is_special(path) {
            return Self::File(path.to_owned());
        }
        let text = path.to_string_lossy();
        let is_folder = path.is_dir()
            || text.ends_with(std::path::is_separator)
            || path.extension().is_none() && !path.exists();
        if is_folder { Self::Folder(path.to_owned()) } else { Self::File(path.to_owned()) }
    }
}

/// Assigns paths to new files, all different.
#[derive(Default)]
pub(super) struct NewPaths(DistinctNames);

impl NewPaths {
    /// Returns a path in `folder` that was not returned before: `stem.extension`, or with a number
    /// if that is taken.
    pub(super) fn path(&mut self, folder: &Path, stem: &str, extension: &str) -> PathBuf {
        let stem = shortened(stem, LONGEST.saturating_sub(extension.len()));
        let plain = folder.join(format!("{stem}.{extension}"));
        let numbered = |number| folder.join(format!("{stem}-{number}.{extension}"));
        let number = self.0.number(&name(&plain), |number| name(&numbered(number)));
        number.map_or(plain, numbered)
    }

    /// Reserves a path.
    pub(super) fn reserve(&mut self, path: &Path) {
        self.0.reserve(&name(path));
    }
}

/// Returns the name of a path, without case, which some file systems ignore.
fn name(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

/// The maximum length of a file name in bytes on most systems, without a dot and a number.
const LONGEST: usize = 255 - ".-1000000".len();

/// Returns the start of a text, at most this many bytes long.
fn shortened(text: &str, most: usize) -> &str {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(|&end| end <= most).last();
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}
