//! The files of pictures.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use memchr::memmem;

use crate::cli::destination::{Destination, NewPaths};
use crate::cli::output;
use crate::cli::output_file::is_free_for;
use crate::cli::replace::write_own;
use crate::limited::{self, MAX_WRITTEN};
use crate::words::display_path;

/// The start of an HTML file with a page of paper for each SVG document.
pub(super) const HTML_START: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
<meta name=\"generator\" content=\"carom\"><title>Puzzles</title>\
<style>@page{size:A4;margin:0}body{margin:0}.carom-sheet{display:block;break-after:page}</style>\n";

/// A picture and the name of its file.
pub(super) struct PictureFile {
    /// The folder within that of the output.
    pub(super) folder: PathBuf,
    /// The name without the extension.
    pub(super) stem: String,
    pub(super) bytes: Vec<u8>,
}

/// Writes the pictures: all of them or, if a file is in the way, none.
/// `noun` names them in messages.
pub(super) fn write_all(
    pictures: &[PictureFile],
    noun: &str,
    extension: &str,
    destination: &Destination,
) -> io::Result<()> {
    let count = pictures.len();
    match (pictures, destination) {
        ([picture], Destination::Stdout) => {
            let (mut out, _) = output::results();
            out.write_all(&picture.bytes)?;
            out.flush()
        }
        ([picture], Destination::File(path)) => write_own(path, &picture.bytes, is_ours),
        (_, Destination::Stdout) => Err(io::Error::other(format!(
            "{count} {noun} do not go to standard output; name a folder with `--output`"
        ))),
        (_, Destination::File(path)) => Err(io::Error::other(format!(
            "{count} {noun} do not go into one file; name a folder such as {}/",
            display_path(&path.with_extension(""))
        ))),
        (_, Destination::Folder(output)) => {
            let mut paths = NewPaths::default();
            let files: Vec<_> = pictures
                .iter()
                .map(|picture| {
                    let folder = output.join(&picture.folder);
                    let path = paths.path(&folder, &picture.stem, extension);
                    (folder, path, &picture.bytes)
                })
                .collect();
            for (_, path, bytes) in &files {
                match old_picture(path) {
                    Some(_) => Ok(()),
                    None => is_free_for(path, bytes),
                }?;
            }
            files.iter().try_for_each(|(folder, path, bytes)| {
                fs::create_dir_all(folder).map_err(|error| output::named(folder, &error))?;
                write_own(path, bytes, is_ours)
            })
        }
    }
}

/// Returns the bytes of a picture that carom drew.
fn old_picture(path: &Path) -> Option<Vec<u8>> {
    limited::read_regular(path, MAX_WRITTEN).filter(|bytes| is_ours(bytes))
}

/// Whether carom made a file, by what it writes at the start of each format.
fn is_ours(bytes: &[u8]) -> bool {
    // The header of a PNG, the number of its frames, and the name of the program.
    let start = bytes.get(..100).unwrap_or(bytes);
    let is_png = start.starts_with(b"\x89PNG") && memmem::find(start, b"Software\0carom").is_some();
    let starts: [&[u8]; 2] = [b"<svg class=\"carom-", HTML_START.as_bytes()];
    is_png || starts.iter().any(|start| bytes.starts_with(start))
}
