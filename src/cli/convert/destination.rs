//! The output of `carom convert`.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::work::{Converted, Group, Piece};
use crate::cli::output_file::{self, file_name};
use crate::cli::{Status, output};
use crate::exchange::Format;

/// The output of `carom convert`.
pub(super) enum Destination {
    Stdout,
    /// One file for all puzzles.
    File(PathBuf),
    /// A folder with a file for each input file or puzzle.
    Folder(PathBuf),
}

impl Destination {
    /// Interprets `--output`: a folder if it exists as one, ends with a slash, or has
    /// no extension.
    pub(super) fn new(path: Option<&Path>) -> Self {
        let Some(path) = path else {
            return Self::Stdout;
        };
        let text = path.to_string_lossy();
        let is_folder = path.is_dir()
            || text.ends_with(std::path::is_separator)
            || path.extension().is_none() && !path.exists();
        if is_folder {
            Self::Folder(path.to_owned())
        } else {
            Self::File(path.to_owned())
        }
    }

    /// Whether the name of a puzzle is kept in that of its file.
    pub(super) const fn names_files_after_puzzles(&self, to: &Format) -> bool {
        matches!(self, Self::Folder(_)) && to.between.is_none()
    }

    /// Writes what was converted, and returns whether that was done. Of a file that could not be converted as a whole nothing is
    /// written, and nothing at all where it was to go into one with others.
    pub(super) fn write(&self, to: &Format, converted: &mut Converted) -> io::Result<bool> {
        let puzzles = converted.puzzles();
        if puzzles == 0 {
            return Ok(false);
        }
        if to.between.is_none() && puzzles > 1 && !matches!(self, Self::Folder(_)) {
            let name = to.name;
            output::complain(&format!(
                "{name} has one puzzle a file: name a folder with `--output`"
            ));
            converted.raise(Status::Failed);
            return Ok(false);
        }
        let groups = converted.groups.iter();
        let whole: Vec<&Group> = groups.clone().filter(|group| group.is_whole).collect();
        let pieces = whole.iter().flat_map(|group| &group.pieces);
        let files = match self {
            Self::Stdout => {
                let (mut out, _) = output::results();
                out.write_all(joined(pieces, to).as_bytes())?;
                out.flush()?;
                return Ok(true);
            }
            Self::File(_) if groups.len() > whole.len() => {
                output::complain(&"nothing is written, as not all of it could be converted");
                return Ok(false);
            }
            Self::File(path) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                let mut files = vec![(path.clone(), joined(pieces, to))];
                files.extend(companions(folder, to));
                files
            }
            Self::Folder(folder) => {
                let mut files = files_in(folder, &whole, to);
                files.extend(companions(folder, to));
                files
            }
        };
        // Where one of them is taken, the others are not left there alone.
        let taken = files.iter();
        let taken = taken.filter_map(|(path, text)| output_file::is_free_for(path, text).err());
        let taken: Vec<io::Error> = taken.collect();
        for error in &taken {
            output::complain(error);
            converted.raise(Status::Failed);
        }
        if !taken.is_empty() {
            return Ok(false);
        }
        for (path, text) in files {
            if let Err(error) = write(&path, &text, self) {
                output::complain(&error);
                converted.raise(Status::Failed);
            }
        }
        Ok(converted.status() != Status::Failed)
    }
}

/// Writes a file, and the folders that one in a folder stands in.
fn write(path: &Path, text: &str, destination: &Destination) -> io::Result<()> {
    if let (Destination::Folder(_), Some(folder)) = (destination, path.parent()) {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| output::named(folder, &error))?;
    }
    output_file::write_new(path, text)
}

fn joined<'a>(pieces: impl Iterator<Item = &'a Piece>, to: &Format) -> String {
    to.join(pieces.map(|piece| piece.text.as_str()))
}

fn companions(folder: &Path, to: &Format) -> impl Iterator<Item = (PathBuf, String)> {
    let companions = to.companions.iter();
    companions.map(|(name, text)| (folder.join(name), (*text).to_owned()))
}

/// The files of a folder: one for each that was read, or for each puzzle.
fn files_in(folder: &Path, groups: &[&Group], to: &Format) -> Vec<(PathBuf, String)> {
    let companions = to.companions.iter();
    let mut names: HashSet<String> = companions
        .map(|(name, _)| folder.join(name).to_string_lossy().to_lowercase())
        .collect();
    let extension = to.extensions.first().copied().unwrap_or_default();
    let mut path = |within: &Path, stem: &str| {
        let stem = shortened(stem, LONGEST.saturating_sub(extension.len()));
        let folder = folder.join(within);
        let mut path = folder.join(format!("{stem}.{extension}"));
        let mut number = 2;
        // Files of one name may come from several folders. Some systems take
        // small letters and capitals for the same.
        while !names.insert(path.to_string_lossy().to_lowercase()) {
            path = folder.join(format!("{stem}-{number}.{extension}"));
            number += 1;
        }
        path
    };
    let mut files = Vec::new();
    for group in groups.iter().filter(|group| !group.pieces.is_empty()) {
        if to.between.is_some() {
            files.push((
                path(&group.folder, &group.stem),
                joined(group.pieces.iter(), to),
            ));
            continue;
        }
        for (number, piece) in (1..).zip(&group.pieces) {
            let stem = match piece.name.as_deref().map(file_name) {
                Some(name) if !name.is_empty() => name,
                _ if group.pieces.len() == 1 => group.stem.clone(),
                _ => format!("{}-{number}", group.stem),
            };
            files.push((path(&group.folder, &stem), piece.text.clone()));
        }
    }
    files
}

/// The bytes that the name of a file has at most on most systems, less what is
/// for a dot and a number.
const LONGEST: usize = 255 - ".-1000000".len();

/// The beginning of a text, of this many bytes at most.
fn shortened(text: &str, most: usize) -> &str {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(|&end| end <= most).last();
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}
