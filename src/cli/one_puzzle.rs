//! The one puzzle that a command works on.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::input::{ConfigFlags, Paths};
use super::limits::LimitFlags;
use super::output;
use super::session::{CheckedPuzzle, Event, Session};
use crate::config::Config;
use crate::exchange::SourceFile;
use crate::project::Source;
use crate::text::Span;

/// The reason why a command cannot use a puzzle without a position.
pub(super) const MALFORMED: &str = "the puzzle is malformed; `carom check` says why";

#[derive(Args, Clone, Debug)]
pub(super) struct OnePuzzle {
    /// The puzzle file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The puzzle with this name or number; needed if the file has several
    #[arg(long, value_name = "NAME|N")]
    puzzle: Option<String>,
}

impl OnePuzzle {
    /// Returns the selected puzzle and the configuration of its file.
    ///
    /// # Errors
    ///
    /// Fails if there is not exactly one. Prints all failures but the last.
    pub(super) fn read(
        &self,
        limits: &LimitFlags,
        config: &ConfigFlags,
    ) -> io::Result<(Box<CheckedPuzzle>, Arc<Config>)> {
        let source = match self.file.as_os_str() == "-" {
            true => Source::StandardInput,
            false => Source::File(self.file.clone()),
        };
        let paths = Paths::of_file(&self.file, config);
        let session = Session {
            is_solving: false,
            puzzle: self.puzzle.as_deref(),
            ..Session::new(&paths, vec![Ok(source)], None, limits, None)
        };
        let (mut puzzles, mut opened, mut failed) = (Vec::new(), None, None);
        session.run(&mut |event| {
            match event {
                Event::Failure(failure) => {
                    if let Some(earlier) = failed.replace(failure) {
                        output::error(&earlier);
                    }
                }
                Event::BeginFile { file, config, .. } => opened = Some((file, config)),
                Event::Puzzle(puzzle) => puzzles.push(puzzle),
                Event::EndFile { .. } => {}
            }
            Ok(())
        })?;
        if let Some(failure) = failed {
            return Err(failure.into());
        }
        let (file, config) = opened.ok_or(io::ErrorKind::NotFound)?;
        let reason = match (puzzles.pop(), &self.puzzle) {
            (Some(puzzle), _) if puzzles.is_empty() => return Ok((puzzle, config)),
            (Some(_), None) => "the file has several puzzles; name one with `--puzzle`",
            (Some(_), Some(_)) => "several puzzles have this name; give its number",
            (None, _) => "no puzzles found; `carom convert` reads foreign formats",
        };
        Err(file.failure(reason).into())
    }
}

/// Returns the lines before the first puzzle, which apply to all puzzles of the file.
pub(super) fn head(checked: &CheckedPuzzle) -> &str {
    let file = &checked.file;
    let sections = SourceFile::split(&file.text, None).sections;
    let first = sections.first().map_or(0, |section| section.span.start);
    match checked.puzzle.is_foreign() {
        true => "",
        false => Span::new(0, first).slice(&file.text),
    }
}
