//! Pipes, devices and open descriptors as output. They are written directly, and never replaced by
//! a file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Stderr, Stdout, Write};
use std::path::{Path, PathBuf};

use super::output::named;

/// A pipe, a device, or an open descriptor.
#[derive(Debug)]
pub(super) enum SpecialFile {
    Stdout(Stdout),
    Stderr(Stderr),
    Path(File),
}

/// Whether a path is a pipe, a device, or the name of an open descriptor, such as `/dev/stdout`. A
/// descriptor may be a file that other processes write, too.
pub(super) fn is_special(path: &Path) -> bool {
    let is_device = |metadata: fs::Metadata| !metadata.is_file() && !metadata.is_dir();
    descriptor(path).is_some() || fs::metadata(path).is_ok_and(is_device)
}

impl SpecialFile {
    /// Opens a path for which [`is_special`] holds.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        match descriptor(path) {
            Some(1) => return Ok(Self::Stdout(io::stdout())),
            Some(2) => return Ok(Self::Stderr(io::stderr())),
            _ => {}
        }
        // Append: a redirected descriptor may already have content.
        let file = OpenOptions::new().append(true).open(path);
        Ok(Self::Path(file.map_err(|error| named(path, &error))?))
    }
}

impl Write for SpecialFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stream) => stream.write(buffer),
            Self::Stderr(stream) => stream.write(buffer),
            Self::Path(stream) => stream.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stream) => stream.flush(),
            Self::Stderr(stream) => stream.flush(),
            Self::Path(stream) => stream.flush(),
        }
    }
}

/// The number of links that are followed to find a descriptor.
const MAX_LINKS: usize = 8;

/// Returns the number of the descriptor that a path names.
fn descriptor(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Some(number) = named_descriptor(&path) {
            return Some(number);
        }
        // The target is relative to the folder of the link.
        let target = fs::read_link(&path).ok()?;
        path = path
            .parent()
            .map_or(PathBuf::new(), Path::to_owned)
            .join(target);
    }
    None
}

/// Parses a path such as `/dev/fd/3`.
fn named_descriptor(path: &Path) -> Option<u32> {
    match path.to_str()? {
        "/dev/stdin" => Some(0),
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        path => {
            let folders = ["/dev/fd/", "/proc/self/fd/"];
            let mut numbers = folders
                .iter()
                .filter_map(|folder| path.strip_prefix(folder));
            numbers.next()?.parse().ok()
        }
    }
}
