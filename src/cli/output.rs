//! Standard output for results, standard error for messages.

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

use crate::analysis::FileLimit;
use crate::project::reason;
use crate::words::{count, display_path, escape_controls, is_invisible};

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal or with `FORCE_COLOR`, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The messages that are printed in addition to results and errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verbosity {
    /// Nothing.
    Quiet,
    /// Warnings, a summary, and progress on a terminal.
    Normal,
    /// Also each file and puzzle, and skipped links.
    Verbose,
}

/// The verbosity of the process.
static VERBOSITY: OnceLock<Verbosity> = OnceLock::new();

/// Whether only results and errors are printed.
pub(super) fn is_quiet() -> bool {
    VERBOSITY.get() == Some(&Verbosity::Quiet)
}

/// Whether each file and puzzle is printed.
pub(super) fn is_verbose() -> bool {
    VERBOSITY.get() == Some(&Verbosity::Verbose)
}

impl Verbosity {
    /// Sets the verbosity of the process.
    pub(super) fn apply(self) {
        VERBOSITY.get_or_init(|| self);
    }
}

impl Color {
    /// Applies the choice to the process.
    pub(super) fn apply(self) {
        match self {
            Self::Auto if is_forced() => ColorChoice::Always,
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// Whether `FORCE_COLOR` asks for colours, and `NO_COLOR` does not forbid them.
fn is_forced() -> bool {
    let value = |name| env::var_os(name).filter(|value| !value.is_empty());
    value("FORCE_COLOR").is_some_and(|value| value != "0") && value("NO_COLOR").is_none()
}

/// Returns standard error, which drops colours unless they are enabled.
pub(super) fn stderr() -> AutoStream<io::Stderr> {
    let stderr = io::stderr();
    let choice = AutoStream::choice(&stderr);
    AutoStream::new(stderr, choice)
}

/// Returns buffered standard output, and whether it is coloured.
pub(super) fn results() -> (Box<dyn Write>, bool) {
    let stdout = io::stdout();
    let is_coloured = AutoStream::choice(&stdout) != ColorChoice::Never;
    let out: Box<dyn Write> = match stdout.is_terminal() {
        true => Box::new(Escaping::new(stdout.lock(), is_coloured)),
        false => Box::new(BufWriter::new(stdout.lock())),
    };
    (out, is_coloured)
}

/// Writes lines to a terminal, with escapes for the characters that would control it. What is
/// coloured contains only carom's own colours, because quoted text is escaped before.
struct Escaping<W: Write> {
    out: W,
    is_coloured: bool,
    /// The bytes written since the last line end or flush.
    rest: Vec<u8>,
}

impl<W: Write> Escaping<W> {
    const fn new(out: W, is_coloured: bool) -> Self {
        Self { out, is_coloured, rest: Vec::new() }
    }

    fn write_rest(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.rest);
        let text = String::from_utf8_lossy(&rest);
        for line in text.split_inclusive('\n') {
            let ends = ["\r\n", "\n"];
            let end = ends.into_iter().find(|end| line.ends_with(end)).unwrap_or_default();
            let mut text = line.strip_suffix(end).unwrap_or(line);
            let mut escaped = String::new();
            while let Some(at) = text.find(|c| is_invisible(c) && c != '\t') {
                let (plain, control) = text.split_at(at);
                escaped.push_str(plain);
                let colour = self.is_coloured.then(|| colour(control)).flatten();
                text = match (colour, control.chars().next()) {
                    (Some(colour), _) => {
                        escaped.push_str(colour);
                        control.strip_prefix(colour).unwrap_or_default()
                    }
                    (None, Some(first)) => {
                        escaped.extend(first.escape_default());
                        control.strip_prefix(first).unwrap_or_default()
                    }
                    (None, None) => "",
                };
            }
            write!(self.out, "{escaped}{text}{end}")?;
        }
        Ok(())
    }
}

/// Returns the colour sequence that a text starts with.
fn colour(text: &str) -> Option<&str> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let length = parameters.find(|c: char| !matches!(c, '0'..='9' | ';'))?;
    parameters.get(length..)?.starts_with('m').then(|| text.get(..length + 3)).flatten()
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        if bytes.contains(&b'\n') {
            self.write_rest()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_rest()?;
        self.out.flush()
    }
}

impl<W: Write> Drop for Escaping<W> {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// Returns the width of the terminal at standard output in columns, or 80.
pub(super) fn width() -> usize {
    let width = terminal_size::terminal_size_of(io::stdout());
    width.map_or(80, |(width, _)| usize::from(width.0))
}

/// Returns standard error, and whether it is coloured.
pub(super) fn messages() -> (Box<dyn Write>, bool) {
    let stderr = io::stderr();
    let is_coloured = AutoStream::choice(&stderr) != ColorChoice::Never;
    let out: Box<dyn Write> = match stderr.is_terminal() {
        true => Box::new(Escaping::new(stderr.lock(), is_coloured)),
        false => Box::new(stderr.lock()),
    };
    (out, is_coloured)
}

/// Whether standard error is a terminal.
pub(super) fn is_interactive() -> bool {
    !is_quiet()
        && io::stderr().is_terminal()
        && AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Prints an error.
pub(super) fn error(message: &dyn Display) {
    print(&format!("error: {message}"));
}

/// Prints a warning, unless `--quiet` is given.
pub(super) fn warn(message: &str) {
    say(&format!("warning: {message}"));
}

/// Prints the problems of the puzzles of a file, as many as `check` shows of one.
#[derive(Default)]
pub(super) struct FileProblems(FileLimit);

impl FileProblems {
    /// Prints an error.
    pub(super) fn error(&mut self, message: &dyn Display) {
        if self.0.shows_next() {
            error(message);
        }
    }

    /// Prints a warning, unless `--quiet` is given.
    pub(super) fn warn(&mut self, message: &str) {
        if self.0.shows_next() {
            warn(message);
        }
    }

    /// Ends the file with this name.
    pub(super) fn end(&mut self, file: &str) {
        match std::mem::take(self).0.hidden() {
            0 => {}
            hidden => error(&format!("{file}: not shown: {}", count(hidden, "more problem"))),
        }
    }
}

/// Prints a message, unless `--quiet` is given.
pub(super) fn say(message: &str) {
    if !is_quiet() {
        print(message);
    }
}

/// Prints a message to standard error. Ignores write errors.
fn print(message: &str) {
    let lines: Vec<String> = message.split('\n').map(escape_controls).collect();
    let message = lines.join("\n");
    let _ = writeln!(stderr(), "{message}");
}

/// Adds the name of a file to an error message.
pub(super) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", display_path(path), reason(error)))
}
