//! `carom solve`: one answer for each puzzle.

use std::io;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;

use super::cache::CacheFlags;
use super::input::{FromFlag, Paths, verbose_reporter};
use super::limits::LimitFlags;
use super::session::{Event, Session};
use super::{Status, completions, jsonl, output};
use crate::analysis::PuzzleState;
use crate::report::{AnswerJson, AnswerText, Reporter, Reporters, ShownBoards};
use crate::syntax::Claim;

/// Find provably shortest solutions
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom solve a.carom
  carom solve a.carom --puzzle \"First contact\" --show=steps
  carom solve a.carom --puzzle 3 --all
  carom solve a.carom:19
  carom solve --format json levels
  carom solve --jsonl - <puzzles.jsonl")]
pub(super) struct SolveOptions {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    from: FromFlag,
    /// Solve only puzzles with this name, or this number in their file
    #[arg(long, value_name = "NAME|N", add = ArgValueCandidates::new(completions::puzzles))]
    puzzle: Option<String>,
    /// Write the answers in this format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    /// Draw each board; with `steps`, also after each move
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "board"
    )]
    show: Option<Show>,
    /// Count all optimal solutions and list up to 1000 of them
    #[arg(long)]
    all: bool,
    /// Read one {"id":…,"text":…} per line and write one answer per line
    #[arg(long, conflicts_with_all = ["from", "puzzle", "format", "show"])]
    jsonl: bool,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    cache: CacheFlags,
}

/// The number of optimal solutions listed.
const MAX_LISTED: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// The start position
    Board,
    /// The position after each move, too
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// Text for a terminal
    Text,
    /// One JSON object per line
    Json,
}

pub(super) fn run(options: &SolveOptions) -> io::Result<Status> {
    if options.jsonl {
        let configs = options.paths.configs();
        let jsonl_options = jsonl::JsonlOptions {
            paths: options.paths.given(),
            stdin_name: options.paths.stdin_name(),
            limits: &options.limits,
            configs: &configs,
            optima: options.all.then_some(MAX_LISTED),
        };
        return jsonl::run(&jsonl_options);
    }
    let at_line = options.paths.at_line(options.from.format())?;
    let (paths, puzzle) = match &at_line {
        Some((paths, number)) => (paths, Some(number.as_str())),
        None => (&options.paths, options.puzzle.as_deref()),
    };
    let mut reporters = Reporters::new(reporters(options));
    let mut status = Status::Clean;
    let format = options.from.format();
    let sources = paths.sources_of(format);
    let cache = options.cache.cache(&paths.configs());
    let session = Session {
        puzzle,
        optima: options.all.then_some(MAX_LISTED),
        ..Session::new(paths, sources, format, &options.limits, cache)
    };
    let result = session.run(&mut |mut event| {
        match &mut event {
            Event::Failure(failure) => {
                // `--show steps` parses `steps` as a path.
                if options.show.is_some()
                    && let Some(file) = &failure.file
                    && Show::from_str(file, false).is_ok()
                {
                    let suggestion = format!("; did you mean `--show={file}`?");
                    failure.reason.push_str(&suggestion);
                }
                status = Status::Failed;
            }
            Event::Puzzle(solved) => {
                let answered = solved.answered();
                // The author expects that there is no solution.
                let is_claimed = answered.state() == PuzzleState::Unsolvable
                    && answered
                        .puzzle
                        .section
                        .claim()
                        .is_some_and(|(_, claim)| claim == Claim::None);
                if answered.state() != PuzzleState::Solved && !is_claimed {
                    status = status.max(Status::Faulty);
                }
            }
            _ => {}
        }
        event.report_to(&mut reporters)?;
        reporters.heard()
    });
    match result {
        // The reader has closed the pipe.
        Err(_) if reporters.is_unheard() => return Ok(status),
        result => result?,
    }
    let summary = reporters.end()?;
    if summary.puzzles == 0 && puzzle.is_none() {
        status = status.max(paths.without_puzzles(summary.files));
    }
    Ok(status)
}

fn reporters(options: &SolveOptions) -> Vec<Box<dyn Reporter>> {
    let (out, is_coloured) = output::results();
    let shown = match options.show {
        None => ShownBoards::Answer,
        Some(Show::Board) => ShownBoards::Board,
        Some(Show::Steps) => ShownBoards::Steps,
    };
    let reporter: Box<dyn Reporter> = match options.format {
        OutputFormat::Text => Box::new(AnswerText::new(out, is_coloured, shown)),
        OutputFormat::Json => Box::new(AnswerJson(out)),
    };
    [reporter].into_iter().chain(verbose_reporter()).collect()
}
