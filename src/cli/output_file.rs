//! Files that take results in the place of standard output.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::interrupt::Temporary;
use super::output::named;
use super::special_file::{SpecialFile, is_special};
use crate::config::FILE_NAME;
use crate::project::{Failure, Source, is_puzzle_file};
use crate::words::display_path;

/// A file for results, which is what it was until all of them are there. What
/// keeps no text, such as a pipe or a terminal, has them as they come.
#[derive(Debug)]
pub(super) struct OutputFile {
    path: PathBuf,
    out: BufWriter<Out>,
}

/// What is written to.
#[derive(Debug)]
enum Out {
    /// A file that is put in its place at the end.
    Temporary(Temporary),
    /// A pipe or a device.
    Special(SpecialFile),
}

impl OutputFile {
    /// A file at `path`, which must be no puzzle file, no configuration and none
    /// of the `inputs`. `flag` is what names it.
    ///
    /// # Errors
    ///
    /// Where it is one, or its folder takes no file.
    pub(super) fn new(
        flag: &str,
        path: &Path,
        inputs: &[Result<Source, Failure>],
    ) -> io::Result<Self> {
        let refused = |why: &str| {
            let path = display_path(path);
            io::Error::other(format!("{flag} {path}: {why}; name another file"))
        };
        let real = path.canonicalize().ok();
        for path in [Some(path), real.as_deref()].into_iter().flatten() {
            if is_puzzle_file(path) {
                return Err(refused("a puzzle file is not overwritten"));
            }
            if path.file_name().is_some_and(|name| name == FILE_NAME) {
                return Err(refused("a file of that name would be a configuration"));
            }
        }
        let is_input = |input: &Result<Source, Failure>| match input {
            Ok(Source::File(input)) => real.is_some() && input.canonicalize().ok() == real,
            _ => false,
        };
        if inputs.iter().any(is_input) {
            return Err(refused("it is one of the files that are read"));
        }
        if path.is_dir() {
            return Err(refused("it is a folder"));
        }
        if is_special(path) {
            return Ok(Self {
                path: path.to_owned(),
                out: BufWriter::new(Out::Special(SpecialFile::open(path)?)),
            });
        }
        // A link stays one: what it points at is replaced.
        let path = real.unwrap_or_else(|| path.to_owned());
        let temporary = temporary_beside(&path)?;
        Ok(Self {
            path,
            out: BufWriter::new(Out::Temporary(temporary)),
        })
    }

    /// Where it will be.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// Where that cannot be done.
    pub(super) fn persist(self) -> io::Result<()> {
        let Self { path, out } = self;
        let out = out.into_inner().map_err(io::IntoInnerError::into_error);
        let persisted = out.and_then(|out| match out {
            Out::Temporary(temporary) => {
                if let Ok(old) = fs::metadata(&path) {
                    temporary.as_file().set_permissions(old.permissions())?;
                }
                temporary.persist(&path)
            }
            Out::Special(_) => Ok(()),
        });
        persisted.map_err(|error| named(&path, &error))
    }
}

impl Write for &mut OutputFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.out.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Out {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Temporary(temporary) => temporary.write(buffer),
            Self::Special(file) => file.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Temporary(temporary) => temporary.flush(),
            Self::Special(file) => file.flush(),
        }
    }
}

/// Writes a new file, whole or not at all. One that holds the text already is
/// left as it is. A pipe or a device takes the text.
///
/// # Errors
///
/// Where another file stands there, or the folder takes none.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if is_special(path) {
        let mut stream = SpecialFile::open(path)?;
        let written = stream
            .write_all(text.as_bytes())
            .and_then(|()| stream.flush());
        return written.map_err(|error| named(path, &error));
    }
    is_free_for(path, text)?;
    if path.symlink_metadata().is_ok() {
        return Ok(());
    }
    let mut temporary = temporary_beside(path)?;
    let written = temporary.write_all(text.as_bytes());
    written.map_err(|error| named(path, &error))?;
    match temporary.persist_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => is_free_for(path, text),
        result => result.map_err(|error| named(path, &error)),
    }
}

/// Makes sure that nothing is lost where a text is written at a path: that
/// nothing stands there but perhaps this text, or what keeps none.
///
/// # Errors
///
/// Where something else stands there.
pub(super) fn is_free_for(path: &Path, text: &str) -> io::Result<()> {
    let is_free = match path.symlink_metadata() {
        // To read a pipe is to wait for whoever writes to it.
        Ok(_) if is_special(path) => true,
        Ok(_) => fs::read(path).is_ok_and(|found| found == text.as_bytes()),
        Err(_) => true,
    };
    let taken = || {
        io::Error::other(format!(
            "{}: a file stands there already, and is not overwritten; name another",
            display_path(path)
        ))
    };
    is_free.then_some(()).ok_or_else(taken)
}

/// A temporary file in the folder of `path`, with the mode of any new file.
fn temporary_beside(path: &Path) -> io::Result<Temporary> {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the process masks.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let temporary = Temporary::new(&builder, folder.unwrap_or(Path::new(".")));
    temporary.map_err(|error| named(path, &error))
}
