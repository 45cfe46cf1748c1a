//! Places that take what is written as it comes, and must not be replaced by a
//! file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Stderr, Stdout, Write};
use std::path::{Path, PathBuf};

use super::output::named;

/// A pipe, a device, or what is open already.
#[derive(Debug)]
pub(super) enum Stream {
    /// What this process writes to anyway.
    Output(Stdout),
    /// The same for its messages.
    Messages(Stderr),
    /// What was opened by its path.
    File(File),
}

/// Returns whether what stands at a path is a pipe, a device, or the name of
/// something that is open already, such as `/dev/stdout`. The last may be a
/// file, to which others write too.
pub(super) fn is_stream(path: &Path) -> bool {
    let is_none_kept = |metadata: fs::Metadata| !metadata.is_file() && !metadata.is_dir();
    descriptor(path).is_some() || fs::metadata(path).is_ok_and(is_none_kept)
}

impl Stream {
    /// Opens what [`is_stream`].
    ///
    /// # Errors
    ///
    /// Where it cannot be opened.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        match descriptor(path) {
            Some(1) => return Ok(Self::Output(io::stdout())),
            Some(2) => return Ok(Self::Messages(io::stderr())),
            _ => {}
        }
        // If it is a file, what is in it was written for this one too.
        let file = OpenOptions::new().append(true).open(path);
        Ok(Self::File(file.map_err(|error| named(path, &error))?))
    }
}

impl Write for Stream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Output(stream) => stream.write(buffer),
            Self::Messages(stream) => stream.write(buffer),
            Self::File(stream) => stream.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Output(stream) => stream.flush(),
            Self::Messages(stream) => stream.flush(),
            Self::File(stream) => stream.flush(),
        }
    }
}

/// Links that are followed to find a descriptor at most.
const MAX_LINKS: usize = 8;

/// Returns the number of the descriptor that a path names.
fn descriptor(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Some(number) = named_descriptor(&path) {
            return Some(number);
        }
        // A link counts from the folder that it lies in.
        let target = fs::read_link(&path).ok()?;
        path = path
            .parent()
            .map_or(PathBuf::new(), Path::to_owned)
            .join(target);
    }
    None
}

/// Returns the number where a path is one of the system's names of descriptors.
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
