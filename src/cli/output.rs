//! The two streams, results on one and messages on the other, and files that
//! take the place of the first.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

use super::interrupt::Temporary;
use crate::project::{Failure, Source, reason};
use crate::report::Start;

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes this the choice of the process.
    pub(super) fn apply(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// Standard output with a buffer, and whether it takes colours.
pub(super) fn results() -> (Box<dyn Write>, bool) {
    let stdout = io::stdout();
    let choice = AutoStream::choice(&stdout);
    let is_coloured = choice != ColorChoice::Never;
    (Box::new(BufWriter::new(stdout.lock())), is_coloured)
}

/// The columns of standard output: those of the terminal, or as many as fit
/// on any page.
pub(super) fn width() -> usize {
    let width = terminal_size::terminal_size_of(io::stdout());
    width.map_or(80, |(width, _)| usize::from(width.0))
}

/// Standard error, and whether it takes colours.
pub(super) fn messages() -> (Box<dyn Write>, bool) {
    let stderr = io::stderr();
    let choice = AutoStream::choice(&stderr);
    (Box::new(stderr.lock()), choice != ColorChoice::Never)
}

/// The version of the program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The beginning of a run over so many files.
pub(super) const fn start(command: &str, files: usize) -> Start<'_> {
    Start {
        version: VERSION,
        command,
        files,
        is_fixing: false,
        partition: None,
    }
}

/// Whether a person is looking at the messages.
pub(super) fn is_interactive() -> bool {
    io::stderr().is_terminal() && AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Says on standard error what could not be done.
pub(super) fn complain(message: &dyn Display) {
    say(&format!("error: {message}"));
}

/// Says on standard error what is odd and costs no result.
pub(super) fn warn(message: &str) {
    say(&format!("warning: {message}"));
}

/// Says something on standard error. That it cannot be said is no reason to
/// stop.
pub(super) fn say(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// A file for results, which is what it was until all of them are there.
#[derive(Debug)]
pub(super) struct OutputFile {
    path: PathBuf,
    temporary: BufWriter<Temporary>,
}

impl OutputFile {
    /// A file at `path`, which must be no puzzle file and none of the `inputs`.
    /// `flag` is what names it.
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
            let path = path.display();
            io::Error::other(format!("{flag} {path}: {why}; name another file"))
        };
        if path
            .extension()
            .is_some_and(|extension| extension == "carom")
        {
            return Err(refused("a puzzle file is not overwritten"));
        }
        let real = path.canonicalize().ok();
        let is_input = |input: &Result<Source, Failure>| match input {
            Ok(Source::File(input)) => real.is_some() && input.canonicalize().ok() == real,
            _ => false,
        };
        if inputs.iter().any(is_input) {
            return Err(refused("it is one of the files that are read"));
        }
        if real.as_ref().is_some_and(|real| real.is_dir()) {
            return Err(refused("it is a folder"));
        }
        // A link stays one: what it points at is replaced.
        let path = real.unwrap_or_else(|| path.to_owned());
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let temporary = Temporary::new(&new_file(), folder.unwrap_or(Path::new(".")));
        let temporary = temporary.map_err(|error| named(&path, &error))?;
        Ok(Self {
            path,
            temporary: BufWriter::new(temporary),
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
        let Self { path, temporary } = self;
        let temporary = temporary
            .into_inner()
            .map_err(io::IntoInnerError::into_error);
        let temporary = temporary.map_err(|error| named(&path, &error))?;
        if let Ok(old) = std::fs::metadata(&path) {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        temporary
            .persist(&path)
            .map_err(|error| named(&path, &error))
    }
}

/// Writes a new file, whole or not at all. One that holds the text already is
/// left as it is.
///
/// # Errors
///
/// Where another file stands there, or the folder takes none.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    is_free_for(path, text)?;
    if path.symlink_metadata().is_ok() {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let temporary = Temporary::new(&new_file(), folder.unwrap_or(Path::new(".")));
    let mut temporary = temporary.map_err(|error| named(path, &error))?;
    let written = temporary.write_all(text.as_bytes());
    written.map_err(|error| named(path, &error))?;
    match temporary.persist_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => is_free_for(path, text),
        result => result.map_err(|error| named(path, &error)),
    }
}

/// Makes sure that nothing stands at a path but perhaps this text.
///
/// # Errors
///
/// Where something else stands there.
pub(super) fn is_free_for(path: &Path, text: &str) -> io::Result<()> {
    let is_free = match path.symlink_metadata() {
        Ok(_) => std::fs::read(path).is_ok_and(|found| found == text.as_bytes()),
        Err(_) => true,
    };
    let taken = || {
        io::Error::other(format!(
            "{}: a file stands there already, and is not overwritten; name another",
            path.display()
        ))
    };
    is_free.then_some(()).ok_or_else(taken)
}

/// Temporary files with the mode of any new file.
fn new_file() -> tempfile::Builder<'static, 'static> {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the process masks.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

pub(super) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{}: {}", path.display(), reason(error)),
    )
}

impl Write for &mut OutputFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.temporary.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}
