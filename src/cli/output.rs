//! The two streams: results on one, messages on the other.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

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

/// Standard error, and whether it takes colours.
pub(super) fn messages() -> (Box<dyn Write>, bool) {
    let stderr = io::stderr();
    let choice = AutoStream::choice(&stderr);
    (Box::new(stderr.lock()), choice != ColorChoice::Never)
}

/// The beginning of a run over so many files.
pub(super) const fn start(command: &str, files: usize) -> Start<'_> {
    Start {
        version: env!("CARGO_PKG_VERSION"),
        command,
        files,
        is_fixing: false,
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

/// Says something on standard error. That it cannot be said is no reason to
/// stop.
pub(super) fn say(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}
