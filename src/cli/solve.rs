//! `carom solve`: one answer per puzzle.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use super::answers::{Event, Input, Wanted, answers};
use super::cache::{self, CacheFlags};
use super::input::{FromFlag, Paths, told, view};
use super::limits::Limits;
use super::partition::PartitionFlag;
use super::{Status, completions, jsonl, output};
use crate::analysis::{Policy, State, nearest};
use crate::report::{AnswerJson, AnswerText, Reporter, Seen, Sinks};
use crate::syntax;

/// Find the fewest moves of each puzzle, with proof
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom solve a.carom
  carom solve a.carom --puzzle \"First contact\" --show=steps
  carom solve a.carom --puzzle 3 --all
  carom solve --format json levels
  carom solve --jsonl - <puzzles.jsonl")]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    from: FromFlag,
    /// Solve only the puzzle with this name, or this number in its file
    #[arg(long, value_name = "NAME|N", add = ArgValueCandidates::new(completions::puzzles))]
    puzzle: Option<String>,
    /// Select the format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Draw each board; with `steps`, also the board after each move
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "board"
    )]
    show: Option<Show>,
    /// List the optimal solutions (at most 1000) and their number
    #[arg(long)]
    all: bool,
    /// Read one JSON object {"id":…,"text":…} per line, and write one answer per line
    #[arg(long, conflicts_with_all = ["from", "puzzle", "format", "show", "partition"])]
    jsonl: bool,
    #[command(flatten)]
    partition: PartitionFlag,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
}

/// The most solutions that `--all` lists.
const LISTED: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// The board
    Board,
    /// The board, and the board after each move
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text
    Text,
    /// One JSON object per line
    Json,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    if arguments.jsonl {
        let asked = jsonl::Asked {
            paths: arguments.paths.given(),
            stdin_name: arguments.paths.stdin_name(),
            limits: &arguments.limits,
            optima: arguments.all.then_some(LISTED),
        };
        return jsonl::run(&asked, arguments.cache.store(cache::warn()));
    }
    let (out, is_coloured) = output::results();
    let seen = match arguments.show {
        None => Seen::Answer,
        Some(Show::Board) => Seen::Board,
        Some(Show::Steps) => Seen::Steps,
    };
    let reporter: Box<dyn Reporter> = match arguments.format {
        Format::Text => Box::new(AnswerText::new(out, is_coloured, seen)),
        Format::Json => Box::new(AnswerJson(out)),
    };
    let mut sinks = Sinks::new(vec![reporter]);
    let mut status = Status::Clean;
    // To suggest a name if `--puzzle` names none.
    let mut names = BTreeSet::new();
    let wanted = Wanted {
        policy: &|_| Policy::default(),
        puzzle: arguments.puzzle.as_deref(),
        since: None,
        partition: arguments.partition.get()?,
        optima: arguments.all.then_some(LISTED),
        known: None,
    };
    let input = Input {
        sources: arguments.paths.sources_of(arguments.from.form()),
        read: &|source| arguments.paths.read(source).map(Arc::new),
        form: arguments.from.form(),
    };
    let store = Arc::new(arguments.cache.store(cache::warn()));
    let result = answers(input, &arguments.limits, wanted, store, &mut |event| {
        match event {
            Event::Start(files) => sinks.begin(&output::start("solve", files)),
            Event::Failure(mut failure) => {
                // In `--show steps`, `steps` is read as a path.
                if arguments.show.is_some()
                    && let Some(file) = &failure.file
                    && Show::from_str(file, false).is_ok()
                {
                    let meant = format!("; did you mean `--show={file}`?");
                    failure.reason.push_str(&meant);
                }
                output::complain(&failure);
                status = Status::Failed;
                sinks.failure(&told(&failure))
            }
            Event::Begin(file, ..) => {
                if arguments.puzzle.is_some() {
                    let sections = syntax::sections(&file.text).into_iter();
                    names.extend(sections.filter_map(|span| syntax::name(span.slice(&file.text))));
                }
                sinks.begin_file(view(&file))
            }
            // `known` is None.
            Event::Passing(_) => Ok(()),
            Event::Puzzle(done) if !done.is_ours => Ok(()),
            Event::Puzzle(done) => {
                let answered = done.answered();
                if answered.state() != State::Solved {
                    status = status.max(Status::Faulty);
                }
                sinks.answer(view(&done.file), &answered)
            }
            Event::End(file) => sinks.end_file(view(&file)),
        }?;
        sinks.heard()
    });
    match result {
        // The reader closed the pipe.
        Err(_) if sinks.is_unheard() => return Ok(status),
        result => result?,
    }
    let summary = sinks.end()?;
    if let (0, Some(puzzle)) = (summary.puzzles, &arguments.puzzle) {
        let mut message = format!("no puzzle with the name or number {puzzle:?}");
        let lower: Vec<(String, &String)> = names
            .iter()
            .map(|name| (name.to_lowercase(), name))
            .collect();
        let meant = nearest(puzzle, lower.iter().map(|(lower, _)| lower.as_str()));
        let meant = meant.and_then(|meant| lower.iter().find(|(lower, _)| lower == meant));
        if let Some((_, name)) = meant {
            message.push_str(&format!("; did you mean {name:?}?"));
        }
        output::complain(&message);
        status = Status::Failed;
    }
    Ok(status)
}
