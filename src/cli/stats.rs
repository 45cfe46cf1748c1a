//! `carom stats`: statistics of a collection of puzzles.

use std::io::{self, Write};

use anstream::StripStream;
use clap::Args;

use super::cache::CacheFlags;
use super::input::{Paths, verbose_reporter};
use super::limits::LimitFlags;
use super::session::{Event, Session};
use super::{Status, output};
use crate::analysis::PuzzleState;
use crate::project::in_order_of_paths;
use crate::report::{Reporter, Reporters, Stats};

/// Summarize puzzles: counts by game, difficulty, unsolved puzzles, duplicates
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom stats                      summarize the puzzles below the current folder
  carom stats --top 20 levels")]
pub(super) struct StatsOptions {
    #[command(flatten)]
    paths: Paths,
    /// List this many hardest puzzles of each game, and slowest ones
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    cache: CacheFlags,
}

pub(super) fn run(options: &StatsOptions) -> io::Result<Status> {
    let (out, is_coloured) = output::results();
    let out: Box<dyn Write> = match is_coloured {
        true => out,
        false => Box::new(StripStream::new(out)),
    };
    let reporter: Box<dyn Reporter> = Box::new(Stats::new(out, output::width(), options.top));
    let mut reporters = vec![reporter];
    reporters.extend(verbose_reporter());
    let mut reporters = Reporters::new(reporters);
    let mut status = Status::Clean;
    let sources = in_order_of_paths(options.paths.sources_of(None));
    let cache = options.cache.cache(&options.paths.configs());
    let session = Session::new(&options.paths, sources, None, &options.limits, cache);
    session.run(&mut |event| {
        match &event {
            Event::Failure(_) => status = Status::Failed,
            Event::Puzzle(solved) if solved.answered().state() == PuzzleState::Invalid => {
                status = status.max(Status::Faulty);
            }
            _ => {}
        }
        event.report_to(&mut reporters)
    })?;
    let summary = reporters.end()?;
    if summary.puzzles == 0 {
        status = status.max(options.paths.without_puzzles(summary.files));
    }
    Ok(status)
}
