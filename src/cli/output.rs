//! Standard output for results, standard error for messages.

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

use crate::project::reason;
use crate::words::{display_path, escape_controls};

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
    let choice = AutoStream::choice(&stdout);
    let is_coloured = choice != ColorChoice::Never;
    (Box::new(BufWriter::new(stdout.lock())), is_coloured)
}

/// Returns the width of the terminal at standard output in columns, or 80.
pub(super) fn width() -> usize {
    let width = terminal_size::terminal_size_of(io::stdout());
    width.map_or(80, |(width, _)| usize::from(width.0))
}

/// Returns standard error, and whether it is coloured.
pub(super) fn messages() -> (Box<dyn Write>, bool) {
    let stderr = io::stderr();
    let choice = AutoStream::choice(&stderr);
    (Box::new(stderr.lock()), choice != ColorChoice::Never)
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
