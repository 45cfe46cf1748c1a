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
use crate::project::{Failure, Source};
use crate::text::Span;

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
    /// Returns the selected puzzle and the configuration of its file. Prints an error if there is
    /// not exactly one.
    pub(super) fn read(
        &self,
        limits: &LimitFlags,
        config: &ConfigFlags,
    ) -> io::Result<Option<(Box<CheckedPuzzle>, Arc<Config>)>> {
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
        let (mut puzzles, mut opened, mut has_failed) = (Vec::new(), None, false);
        session.run(&mut |event| {
            match event {
                Event::Failure(failure) => {
                    output::error(&failure);
                    has_failed = true;
                }
                Event::BeginFile { file, config, .. } => opened = Some((file, config)),
                Event::Puzzle(puzzle) => puzzles.push(puzzle),
                Event::EndFile { .. } => {}
            }
            Ok(())
        })?;
        let Some((file, config)) = opened.filter(|_| !has_failed) else {
            return Ok(None);
        };
        let reason = match (puzzles.pop(), &self.puzzle) {
            (Some(puzzle), _) if puzzles.is_empty() => return Ok(Some((puzzle, config))),
            (Some(_), None) => "the file has several puzzles; name one with `--puzzle`".to_owned(),
            (Some(_), Some(_)) => "several puzzles have this name; give its number".to_owned(),
            (None, _) => "no puzzles found; `carom convert` reads foreign formats".to_owned(),
        };
        output::error(&Failure::new(&*file.name, reason));
        Ok(None)
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
