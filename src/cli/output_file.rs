//! Files that receive results instead of standard output.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf, Prefix};

use super::interrupt::Temporary;
use super::output::named;
use crate::config::FILE_NAME;
use crate::limited;
use crate::project::{Failure, Source, is_puzzle_file};
use crate::words::display_path;

/// An output file, written when all results are complete.
pub(super) struct OutputFile {
    path: PathBuf,
    /// The results so far.
    pub(super) bytes: Vec<u8>,
    /// The file that will replace the one at the path. `None` for a pipe or a device.
    temporary: Option<Temporary>,
}

impl OutputFile {
    /// Opens an output file. `flag` is the flag that names it, for messages.
    ///
    /// # Errors
    ///
    /// Fails if `path` is a puzzle file, a configuration or one of the `inputs`, or if
    /// its folder cannot be written.
    pub(super) fn new(
        flag: &str,
        path: &Path,
        inputs: &[Result<Source, Failure>],
    ) -> io::Result<Self> {
        let refused = |why: &str| {
            let path = display_path(path);
            io::Error::other(format!("{flag} {path}: {why}; name another file"))
        };
        let real = dunce::canonicalize(path).ok();
        for path in [Some(path), real.as_deref()].into_iter().flatten() {
            if is_puzzle_file(path) {
                return Err(refused("a puzzle file is not overwritten"));
            }
            if path.file_name().is_some_and(|name| name == FILE_NAME) {
                return Err(refused("a file of that name would be a configuration"));
            }
        }
        let is_input = |input: &Result<Source, Failure>| match input {
            Ok(Source::File(input)) => real.is_some() && dunce::canonicalize(input).ok() == real,
            _ => false,
        };
        if inputs.iter().any(is_input) {
            return Err(refused("it is one of the files that are read"));
        }
        if path.is_dir() {
            return Err(refused("it is a folder"));
        }
        // A symbolic link stays: the file it points to is replaced.
        let file = real.as_deref().unwrap_or(path);
        let (path, temporary) = match is_special(path) {
            true => (path, None),
            false => (file, Some(temporary_beside(file)?)),
        };
        Ok(Self { path: path.to_owned(), bytes: Vec::new(), temporary })
    }

    /// The final path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(super) fn persist(self) -> io::Result<()> {
        let Self { path, bytes, temporary } = self;
        let Some(mut temporary) = temporary else {
            return write_special(&path, &bytes);
        };
        let mut persist = || {
            temporary.write_all(&bytes)?;
            if let Ok(old) = fs::metadata(&path) {
                temporary.as_file().set_permissions(old.permissions())?;
            }
            io::Result::Ok(())
        };
        let persisted = persist().and_then(|()| temporary.persist(&path));
        persisted.map_err(|error| named(&path, &error))
    }
}

/// Whether a path is a pipe, a device such as `NUL`, or an open descriptor such as `/dev/stdout`.
/// They are written directly, and never replaced by a file.
pub(super) fn is_special(path: &Path) -> bool {
    let is_device = |metadata: fs::Metadata| !metadata.is_file() && !metadata.is_dir();
    descriptor(path).is_some() || is_device_name(path) || fs::metadata(path).is_ok_and(is_device)
}

/// Whether Windows takes the path for a device.
fn is_device_name(path: &Path) -> bool {
    let absolute = std::path::absolute(path);
    let first = absolute.as_ref().ok().and_then(|path| path.components().next());
    matches!(first, Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::DeviceNS(_)))
}

/// Whether Windows drops the end of a name in the path: a space or a dot.
fn is_shortened(path: &Path) -> bool {
    let is_dropped = |component: Component<'_>| match component {
        Component::Normal(name) => matches!(name.as_encoded_bytes(), [.., b' ' | b'.']),
        _ => false,
    };
    cfg!(windows) && path.components().any(is_dropped)
}

/// Returns the number of the open descriptor that a path names, itself or by a link.
fn descriptor(path: &Path) -> Option<u32> {
    let number = |path: &Path| match path.to_str()? {
        "/dev/stdin" => Some(0),
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        path => {
            let number =
                path.strip_prefix("/dev/fd/").or_else(|| path.strip_prefix("/proc/self/fd/"))?;
            number.parse().ok()
        }
    };
    number(path).or_else(|| number(&fs::read_link(path).ok()?))
}

/// Writes to a path for which [`is_special`] holds.
fn write_special(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = match descriptor(path) {
        Some(1) => io::stdout().write_all(bytes),
        Some(2) => io::stderr().write_all(bytes),
        // Append: a redirected descriptor may already have content.
        _ => OpenOptions::new().append(true).open(path).and_then(|mut file| file.write_all(bytes)),
    };
    written.map_err(|error| named(path, &error))
}

/// Writes a new file atomically. Does nothing if a file with these bytes exists. Writes
/// directly to pipes and devices.
///
/// # Errors
///
/// Fails if a file with other bytes exists, or if the folder cannot be written.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_special(path) {
        return write_special(path, bytes);
    }
    is_free_for(path, bytes)?;
    if path.symlink_metadata().is_ok() {
        return Ok(());
    }
    let mut temporary = temporary_beside(path)?;
    let written = temporary.write_all(bytes);
    written.map_err(|error| named(path, &error))?;
    match temporary.persist_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => is_free_for(path, bytes),
        result => result.map_err(|error| named(path, &error)),
    }
}

/// Checks that writing these bytes to a path would overwrite nothing.
///
/// # Errors
///
/// Fails if a file with other bytes exists.
pub(super) fn is_free_for(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let is_free = match path.symlink_metadata() {
        // Reading a pipe would wait for a writer.
        Ok(_) if is_special(path) => true,
        Ok(_) => limited::read(path, bytes.len() as u64).is_ok_and(|found| found == bytes),
        Err(_) => true,
    };
    is_free.then_some(()).ok_or_else(|| {
        io::Error::other(format!(
            "{}: a file stands there already, and is not overwritten; name another",
            display_path(path)
        ))
    })
}

/// Returns a name that is a file name on any system, also with an extension.
pub(super) fn file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '+');
    let words = name.split(|c| !is_plain(c)).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    match is_device_of_windows(&name) {
        true => name + "_",
        false => name,
    }
}

fn is_device_of_windows(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let port = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    matches!(&*name, "con" | "prn" | "aux" | "nul")
        || matches!(port.map(str::as_bytes), Some([b'1'..=b'9']))
}

/// Creates a temporary file in the folder of `path`, with the default mode.
pub(super) fn temporary_beside(path: &Path) -> io::Result<Temporary> {
    if is_shortened(path) {
        let error = io::Error::other("on Windows, no name ends in a space or a dot");
        return Err(named(path, &error));
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    // On Windows, only this name has no limit of length.
    #[cfg(windows)]
    #[expect(clippy::disallowed_methods, reason = "no other program reads the name")]
    let folder = &folder.canonicalize().map_err(|error| named(path, &error))?;
    Temporary::new(folder).map_err(|error| named(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_named_like_a_device_of_windows() {
        for name in ["CON", "nul", "Com1", "lpt9", "a: b", "console", "com10"] {
            let safe = file_name(name);
            assert!(!is_device_of_windows(&safe), "{safe}");
        }
        assert_eq!(file_name("Aux"), "Aux_");
        assert_eq!(file_name("a: b"), "a-b");
    }
}
