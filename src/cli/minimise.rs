//! `carom minimise`: removes what a puzzle does not need.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::input::ConfigFlags;
use super::limits::Limits;
use super::replace::{Replaced, replace_if_unchanged};
use super::run_configs::failures;
use super::session::{PuzzleSolver, matches_puzzle};
use super::{Status, output};
use crate::analysis::{AnswerState, View, counted, minimised};
use crate::exchange::SourceFile;
use crate::project::{Failure, File, Source};
use crate::solving::{Call, NoStore, Wants};
use crate::text::{Edit, Span, apply};

/// Remove pieces, blocks and walls that a puzzle does not need
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The optimum stays the same. The smaller puzzle goes to standard output.

Examples:
  carom minimise level.carom
  carom minimise deck.carom --puzzle 3 --unique --write"
)]
pub(super) struct Arguments {
    /// The puzzle file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The puzzle with this name or number; needed if the file has several
    #[arg(long, value_name = "NAME|N")]
    puzzle: Option<String>,
    /// Also keep the number of optimal solutions
    #[arg(long)]
    unique: bool,
    /// Change the file instead
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    config: ConfigFlags,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    match minimise(arguments) {
        Ok(status) => Ok(status),
        Err(failures) => {
            failures
                .iter()
                .for_each(|failure| output::complain(failure));
            Ok(Status::Failed)
        }
    }
}

fn minimise(arguments: &Arguments) -> Result<Status, Vec<Failure>> {
    let source = match arguments.file.as_os_str() == "-" {
        true => Source::StandardInput,
        false => Source::File(arguments.file.clone()),
    };
    let configs = arguments.config.configs();
    let config = configs.of(&source).map_err(|malformed| {
        let failures = malformed.iter().flat_map(|malformed| failures(malformed));
        failures.collect::<Vec<_>>()
    })?;
    let file = File::read(source, "<stdin>").map_err(|failure| vec![failure])?;
    let fail = |reason: String| vec![Failure::new(&*file.name, reason)];
    let deck = SourceFile::split(&file.text, None);
    let puzzle = arguments.puzzle.as_deref();
    let sections = deck.sections.iter().enumerate();
    let mut selected = sections
        .filter(|(index, section)| matches_puzzle(puzzle, index + 1, section.text(&file.text)));
    let section = match (selected.next(), selected.next()) {
        (Some((_, section)), None) => section,
        (Some(_), Some(_)) if puzzle.is_none() => {
            return Err(fail(
                "the file has several puzzles; name one with `--puzzle`".to_owned(),
            ));
        }
        (Some(_), Some(_)) => {
            return Err(fail(
                "several puzzles have this name; give its number".to_owned(),
            ));
        }
        (None, _) if deck.sections.is_empty() => {
            let reason = "no puzzles found; `carom convert` reads foreign formats";
            return Err(fail(reason.to_owned()));
        }
        (None, _) => return Err(fail("no such puzzle".to_owned())),
    };
    let puzzle = section.read(&file.text, &deck.head);
    let text = section.text(&file.text);
    let solver = PuzzleSolver::new(&arguments.limits, &config, NoStore, None);
    let Some((question, answer)) = solver
        .solve(&puzzle, Wants::default(), &config, &Call::default())
        .answer
    else {
        return Err(fail(
            "the puzzle is malformed; `carom check` says why".to_owned(),
        ));
    };
    if answer.outcome.solution().is_none() {
        return Err(fail(
            "the puzzle has no solution that is proved optimal".to_owned(),
        ));
    }
    let minimal = solver.minimise(&question, arguments.unique);
    let view = View {
        text,
        puzzle: &puzzle,
        known: AnswerState::Answer(&answer),
        extras: None,
        time: None,
    };
    let transform = minimal
        .as_ref()
        .and_then(|minimal| minimised(&view, minimal));
    let edits = transform
        .as_ref()
        .map_or(&[][..], |transform| &transform.edits);
    output::say(&match &minimal {
        Some(minimal) => format!("removed {}", counted(&minimal.gone)),
        None => "nothing can be removed".to_owned(),
    });
    if arguments.write {
        let offset = section.offset();
        let edits: Vec<Edit> = edits
            .iter()
            .map(|edit| Edit::replace(edit.span.shifted(offset), &*edit.replacement))
            .collect();
        let new = apply(&file.text, &edits);
        return write(&arguments.file, &file, &new).map_err(fail);
    }
    // What the file says for all puzzles is needed, too.
    let first = deck
        .sections
        .first()
        .map_or(0, |section| section.span.start);
    let head = Span::new(0, first).slice(&file.text);
    let (mut out, _) = output::results();
    let written = write!(out, "{head}{}", apply(text, edits)).and_then(|()| out.flush());
    written.map_err(|error| fail(error.to_string()))?;
    Ok(Status::Clean)
}

fn write(path: &std::path::Path, file: &File, new: &str) -> Result<Status, String> {
    if file.source == Source::StandardInput {
        return Err("standard input cannot be changed; leave out `--write`".to_owned());
    }
    if file.text == new {
        return Ok(Status::Clean);
    }
    match replace_if_unchanged(path, file.text.as_bytes(), new.as_bytes()) {
        Ok(Replaced::Yes) => Ok(Status::Clean),
        Ok(Replaced::Changed) => Err("the file was saved in the meantime; run again".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
