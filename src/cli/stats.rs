//! `carom stats`: summarizes a collection of puzzles.

use std::io;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::answers::{Event, Input, Wanted, answers};
use super::cache::{self, CacheFlags};
use super::input::{Paths, told, view};
use super::limits::Limits;
use super::{Status, output};
use crate::analysis::{Policy, State};
use crate::project::in_order_of_paths;
use crate::report::{Reporter, Sinks, Stats, StatsFormat};

/// Summarize puzzles: games, difficulty, unsolved puzzles and duplicates
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom stats                      summarize the puzzles below the current folder
  carom stats --top 20 levels
  carom stats --format markdown >> \"$GITHUB_STEP_SUMMARY\"")]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Select the format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// List the N hardest puzzles of each game, and the N slowest
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with histograms
    Text,
    /// One JSON object
    Json,
    /// Markdown, for example for a job summary
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (out, is_coloured) = output::results();
    let format = match arguments.format {
        Format::Text => StatsFormat::Text {
            width: output::width(),
            is_coloured,
        },
        Format::Json => StatsFormat::Json,
        Format::Markdown => StatsFormat::Markdown,
    };
    let reporter: Box<dyn Reporter> = Box::new(Stats::new(out, format, arguments.top));
    let mut sinks = Sinks::new(vec![reporter]);
    let mut status = Status::Clean;
    let wanted = Wanted {
        policy: &|_| Policy::default(),
        puzzle: None,
        since: None,
        partition: None,
        optima: None,
        known: None,
    };
    let input = Input {
        sources: in_order_of_paths(arguments.paths.sources_of(None)),
        read: &|source| arguments.paths.read(source).map(Arc::new),
        form: None,
    };
    let limits = &arguments.limits;
    let store = Arc::new(arguments.cache.store(cache::warn()));
    answers(input, limits, wanted, store, &mut |event| match event {
        Event::Start(files) => sinks.begin(&output::start("stats", files)),
        Event::Failure(failure) => {
            output::complain(&failure);
            status = Status::Failed;
            sinks.failure(&told(&failure))
        }
        Event::Begin(file, ..) => sinks.begin_file(view(&file)),
        Event::Puzzle(done) => {
            let answered = done.answered();
            if answered.state() == State::Invalid {
                status = status.max(Status::Faulty);
            }
            sinks.answer(view(&done.file), &answered)
        }
        // Nothing is said to be known of any file.
        Event::Passing(_) => Ok(()),
        Event::End(file) => sinks.end_file(view(&file)),
    })?;
    sinks.end()?;
    Ok(status)
}
