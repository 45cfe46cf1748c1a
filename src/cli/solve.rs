//! `carom solve`: one answer a puzzle.

use std::io;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::answers::{Event, Input, Wanted, answers};
use super::input::{Paths, told, view};
use super::limits::Limits;
use super::{Status, output};
use crate::analysis::State;
use crate::report::{AnswerJson, AnswerText, Reporter, Sinks};
use crate::solving::{Nothing, Wants};

/// Find the fewest moves, with proof
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom solve deck.carom
  carom solve deck.carom --puzzle \"First contact\"
  carom solve --format json levels")]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Only the puzzles of this name, or of this number in their file
    #[arg(long, value_name = "NAME|N")]
    puzzle: Option<String>,
    /// How to write the answers
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// An object a line
    Json,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (out, _) = output::results();
    let reporter: Box<dyn Reporter> = match arguments.format {
        Format::Text => Box::new(AnswerText(out)),
        Format::Json => Box::new(AnswerJson(out)),
    };
    let mut sinks = Sinks::new(vec![reporter]);
    let mut status = Status::Clean;
    let wanted = Wanted {
        extras: &|_| Wants::default(),
        puzzle: arguments.puzzle.as_deref(),
    };
    let input = Input {
        sources: arguments.paths.sources(),
        read: &|source| arguments.paths.read(source).map(Arc::new),
    };
    answers(
        input,
        &arguments.limits,
        wanted,
        Nothing,
        |event| match event {
            Event::Start(files) => sinks.begin(&output::start("solve", files)),
            Event::Failure(failure) => {
                output::complain(&failure);
                status = Status::Failed;
                sinks.failure(&told(&failure))
            }
            Event::Begin(file, ..) => sinks.begin_file(view(&file)),
            Event::Puzzle(done) => {
                let checked = done.checked(&[]);
                if checked.state() != State::Solved {
                    status = status.max(Status::Faulty);
                }
                sinks.puzzle(view(&done.file), &checked)
            }
            Event::End(file) => sinks.end_file(view(&file)),
        },
    )?;
    let summary = sinks.end()?;
    if let (0, Some(puzzle)) = (summary.puzzles, &arguments.puzzle) {
        output::complain(&format!("no puzzle has the name or number {puzzle:?}"));
        status = Status::Failed;
    }
    Ok(status)
}
