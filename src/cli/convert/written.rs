//! The output of `carom convert`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::work::{Converted, Group, Piece};
use crate::cli::destination::{Destination, NewPaths};
use crate::cli::output_file::{self, file_name};
use crate::cli::{Status, output};
use crate::exchange::Format;

/// Whether the files are named after their puzzles, so that the names are kept.
pub(super) const fn names_files_after_puzzles(destination: &Destination, to: &Format) -> bool {
    matches!(destination, Destination::Folder(_)) && to.between.is_none()
}

/// Writes the converted puzzles, and returns whether all of them were written. Skips files of which
/// a part could not be converted. If all puzzles go into one file, writes nothing in that case.
pub(super) fn write(
    destination: &Destination,
    to: &Format,
    converted: &mut Converted,
) -> io::Result<bool> {
    let puzzles = converted.puzzles();
    if puzzles == 0 {
        return Ok(false);
    }
    if to.between.is_none() && puzzles > 1 && !matches!(destination, Destination::Folder(_)) {
        let name = to.name;
        output::error(&format!("{name} has one puzzle a file: name a folder with `--output`"));
        converted.raise(Status::Failed);
        return Ok(false);
    }
    let groups = converted.groups.iter();
    let whole: Vec<&Group> = groups.clone().filter(|group| group.is_whole).collect();
    let pieces = whole.iter().flat_map(|group| &group.pieces);
    let files = match destination {
        Destination::Stdout => {
            let (mut out, _) = output::results();
            out.write_all(joined(pieces, to).as_bytes())?;
            out.flush()?;
            return Ok(true);
        }
        Destination::File(_) if groups.len() > whole.len() => {
            output::error(&"nothing is written, as not all of it could be converted");
            return Ok(false);
        }
        Destination::File(path) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let mut files = vec![(path.clone(), joined(pieces, to))];
            files.extend(companions(folder, to));
            files
        }
        Destination::Folder(folder) => {
            let mut files = files_in(folder, &whole, to);
            files.extend(companions(folder, to));
            files
        }
    };
    // Check all files first, so that either all are written or none.
    let mut is_free = true;
    for (path, text) in &files {
        if let Err(error) = output_file::is_free_for(path, text.as_bytes()) {
            output::error(&error);
            converted.raise(Status::Failed);
            is_free = false;
        }
    }
    if !is_free {
        return Ok(false);
    }
    for (path, text) in files {
        if let Err(error) = write_file(&path, &text, destination) {
            output::error(&error);
            converted.raise(Status::Failed);
        }
    }
    Ok(converted.status != Status::Failed)
}

/// Writes a file, and creates its folders in a destination folder.
fn write_file(path: &Path, text: &str, destination: &Destination) -> io::Result<()> {
    if let (Destination::Folder(_), Some(folder)) = (destination, path.parent()) {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| output::named(folder, &error))?;
    }
    output_file::write_new(path, text.as_bytes())
}

fn joined<'a>(pieces: impl Iterator<Item = &'a Piece>, to: &Format) -> String {
    to.join(pieces.map(|piece| piece.text.as_str()))
}

fn companions(folder: &Path, to: &Format) -> impl Iterator<Item = (PathBuf, String)> {
    let companions = to.companions.iter();
    companions.map(|(name, text)| (folder.join(name), (*text).to_owned()))
}

/// Returns the files of a folder: one for each input file, or one for each puzzle.
fn files_in(folder: &Path, groups: &[&Group], to: &Format) -> Vec<(PathBuf, String)> {
    let mut paths = NewPaths::default();
    for (companion, _) in companions(folder, to) {
        paths.reserve(&companion);
    }
    let extension = to.extensions.first().copied().unwrap_or_default();
    let mut path = |within: &Path, stem: &str| paths.path(&folder.join(within), stem, extension);
    let mut files = Vec::new();
    for group in groups.iter().filter(|group| !group.pieces.is_empty()) {
        if to.between.is_some() {
            files.push((path(&group.folder, &group.stem), joined(group.pieces.iter(), to)));
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
