//! `carom rate`: features of the difficulty of puzzles.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::cache::CacheFlags;
use super::input::{Paths, view};
use super::limits::LimitFlags;
use super::parallel::map_in_order;
use super::ratings::RatedPuzzle;
use super::session::{CheckedPuzzle, Event, Session};
use super::{Status, output};
use crate::analysis::PuzzleState;
use crate::config::Config;
use crate::games::Position;
use crate::project::in_order_of_paths;
use crate::search::{MAX_STATES, Solution};
use crate::solving::{Difficulty, MOST_SOLUTIONS, Outcome, Quality};
use crate::words::{count, group_digits};

/// Rate the difficulty of puzzles by features of their solutions
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "`carom explain making-puzzles` defines the features. Puzzles without a known solution and games
for two sides have none; their number is printed.

Examples:
  carom rate levels
  carom rate --format json levels | jq -s 'sort_by(.walk)'"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Write the features in this format
    #[arg(long, value_enum, default_value_t = RateFormat::Text)]
    format: RateFormat,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    cache: CacheFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RateFormat {
    /// A table
    Text,
    /// A JSON object per puzzle
    Json,
}

/// A solved puzzle whose features are not known yet.
struct SolvedPuzzle {
    rated: RatedPuzzle,
    position: Position,
    solution: Solution,
}

/// The ratings of the puzzles of files.
pub(super) struct Ratings {
    pub(super) puzzles: Vec<RatedPuzzle>,
    /// The number of files.
    files: usize,
    /// The numbers of puzzles that cannot be rated, by the reason.
    unrated: BTreeMap<&'static str, usize>,
    pub(super) status: Status,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let Ratings { puzzles, files, unrated, mut status } =
        rate(&arguments.paths, &arguments.limits, &arguments.cache)?;
    let counts = unrated.iter();
    let reasons: Vec<String> =
        counts.map(|(why, number)| format!("{} {why}", group_digits(*number))).collect();
    if !reasons.is_empty() {
        let number = count(unrated.values().sum::<usize>(), "puzzle");
        output::warn(&format!("{number} not rated: {}", reasons.join(", ")));
        if puzzles.is_empty() {
            status = status.max(Status::Faulty);
        }
    } else if puzzles.is_empty() {
        status = status.max(arguments.paths.without_puzzles(files));
    }
    arguments.format.write(&puzzles)?;
    Ok(status)
}

impl RateFormat {
    /// Writes the features of puzzles.
    pub(super) fn write(self, puzzles: &[RatedPuzzle]) -> io::Result<()> {
        let (mut out, _) = output::results();
        match self {
            Self::Text => write_table(&mut out, puzzles)?,
            Self::Json => {
                for puzzle in puzzles {
                    writeln!(out, "{}", serde_json::to_string(puzzle)?)?;
                }
            }
        }
        out.flush()
    }
}

/// Writes a line per puzzle, with a header.
fn write_table(out: &mut impl Write, puzzles: &[RatedPuzzle]) -> io::Result<()> {
    if puzzles.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "score quality moves solutions robots switches branching away optimal   states      walk  puzzle"
    )?;
    for puzzle in puzzles {
        writeln!(
            out,
            "{:>5} {:>7} {:>5} {:>9} {:>6} {:>8} {:>9} {:>4} {:>7} {:>8} {:>9}  {}",
            text(puzzle.score),
            text(puzzle.quality),
            puzzle.moves,
            text(puzzle.optimal_solutions),
            text(puzzle.robots),
            text(puzzle.switches),
            text(puzzle.branching.map(|branching| format!("{branching:.1}"))),
            text(puzzle.away),
            text(puzzle.optimal_share.map(|share| format!("{:.0} %", share * 100.0))),
            text(puzzle.states),
            text(puzzle.walk.map(|walk| format!("{walk:.0}"))),
            puzzle.place()
        )?;
    }
    Ok(())
}

/// Formats a feature, or a dash if it is not known.
fn text(feature: Option<impl ToString>) -> String {
    feature.map_or_else(|| "-".to_owned(), |feature| feature.to_string())
}

/// Solves and rates the puzzles of files, in order.
pub(super) fn rate(paths: &Paths, limits: &LimitFlags, cache: &CacheFlags) -> io::Result<Ratings> {
    let mut status = Status::Clean;
    let sources = in_order_of_paths(paths.sources_of(None));
    let cache = cache.cache(&paths.configs());
    let session = Session {
        optima: Some(MOST_SOLUTIONS),
        ..Session::new(paths, sources, None, limits, cache)
    };
    let mut solved = Vec::new();
    let (mut files, mut unrated) = (0, BTreeMap::new());
    session.run(&mut |event| {
        match event {
            Event::Failure(failure) => {
                output::error(&failure);
                status = Status::Failed;
            }
            Event::Puzzle(puzzle) => {
                let state = puzzle.answered().state();
                if matches!(state, PuzzleState::Invalid | PuzzleState::Unknown) {
                    status = status.max(Status::Faulty);
                }
                match with_solution(&puzzle) {
                    Some(puzzle) => solved.push(puzzle),
                    None => *unrated.entry(why_unrated(state)).or_default() += 1,
                }
            }
            Event::BeginFile { .. } => files += 1,
            Event::EndFile { .. } => {}
        }
        Ok(())
    })?;
    let mut rated = Vec::with_capacity(solved.len());
    let result: Result<(), Infallible> = map_in_order(
        limits.jobs(&Config::default()),
        solved.into_iter(),
        |_, puzzle| {
            let difficulty = Difficulty::of(&puzzle.position, &puzzle.solution, MAX_STATES);
            puzzle.rated.with(&difficulty)
        },
        |puzzle| {
            rated.push(puzzle);
            Ok(())
        },
    );
    let Ok(()) = result;
    Ok(Ratings { puzzles: rated, files, unrated, status })
}

/// Returns why a puzzle in this state has no solution to rate.
const fn why_unrated(state: PuzzleState) -> &'static str {
    match state {
        PuzzleState::Invalid => "malformed",
        PuzzleState::Unknown => "not solved within the limits",
        PuzzleState::Unsolvable => "without a solution",
        PuzzleState::Solved | PuzzleState::Solving => "of a game for two sides",
    }
}

fn with_solution(checked: &CheckedPuzzle) -> Option<SolvedPuzzle> {
    let position = checked.puzzle.position()?;
    let answered = checked.answered();
    let Outcome::Solved(solution) = &answered.answer?.outcome else {
        return None;
    };
    let optima = answered.optima.and_then(|optima| optima.as_ref().ok());
    let counted = optima.map(|optima| optima.number);
    // All of them are listed, or there are too many.
    let listed = optima.filter(|optima| optima.number == optima.solutions.len() as u64);
    let quality = listed.and_then(|optima| Quality::of(position, &optima.solutions));
    let rated = RatedPuzzle {
        source: Some(Arc::clone(&checked.file)),
        offset: checked.puzzle.place(checked.section.offset()).start,
        file: checked.file.name.to_string(),
        line: answered.line(view(&checked.file)),
        name: checked.puzzle.name().map(str::to_owned),
        game: position.game().name(),
        identity: checked.puzzle.identity?.to_string(),
        moves: solution.length,
        optimal_solutions: solution.optimal_solutions.or(counted),
        quality: quality.map(|quality| quality.score(None)),
        ..RatedPuzzle::default()
    };
    Some(SolvedPuzzle { rated, position: position.clone(), solution: solution.clone() })
}
