//! `carom census`: counts every position of a family of puzzles.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::limits::threads;
use super::new::Size;
use super::progress::ProgressDisplay;
use super::share::Share;
use super::{Status, output};
use crate::analysis::MovesRange;
use crate::config::{MAX_MEMORY, Size as Bytes};
use crate::games::{Family, FamilyOptions, Game};
use crate::generate::census::{FamilyCounts, FamilyKey, NoCensus, count_families, name};
use crate::limited::{self, MAX_WRITTEN};
use crate::search::Watch;
use crate::words::{count, display_path, group_digits};

/// Count every position of a family of puzzles by its moves
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "`lunar` has one human, the target in the middle of an empty board, and a line for each number
of robots. `ricochet` has a line for each standard board and target, under `rules: direct`; the
robots without the target are alike. A board is minimal if it has no solution as
short without any one robot.

Each line is the same on every machine and for any number of threads. `--resume` continues a run
that was interrupted.

Examples:
  carom census lunar
  carom census lunar --robots 1..5 --format json
  carom census ricochet --tiles 4B,3B,2B,1A --target j4
  carom census ricochet --format json --resume tables.jsonl >> tables.jsonl"
)]
pub(super) struct Arguments {
    /// The game
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(games()))]
    game: String,
    /// The size of the board of `lunar` [default: 5x5]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The numbers of robots [default: all for `lunar`, 4 for `ricochet`]
    #[arg(long, value_name = "A..B", value_parser = robots)]
    robots: Option<MovesRange>,
    /// Only the board of these faces, clockwise from top left
    #[arg(long, value_name = "FACE,…", value_delimiter = ',', num_args = 1..)]
    tiles: Vec<String>,
    /// Only this target: a square or a symbol, such as `red-star`
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// Write the lines in this format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Skip the lines that this file has, from an earlier run with `--format json`
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Count only share K of N of the lines
    #[arg(long, value_name = "slice:K/N", value_parser = Share::slice)]
    partition: Option<Share>,
    /// Limit the memory, such as 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE")]
    max_memory: Option<Bytes>,
    /// Set the number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = threads)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for people
    Text,
    /// A JSON object per line
    Json,
}

/// Returns the names of the games that have families.
fn games() -> Vec<&'static str> {
    let games = Game::ALL.into_iter();
    let with_families = games.filter(|game| game.families().is_some());
    with_families.map(Game::name).collect()
}

fn robots(text: &str) -> Result<MovesRange, &'static str> {
    text.parse().map_err(|_| "expected numbers of robots such as 5, 1..5 or 3..")
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    count_all(arguments, &families(arguments)?)
}

/// Returns the families of the lines.
fn families(arguments: &Arguments) -> io::Result<Vec<Family>> {
    let families_of = Game::from_name(&arguments.game)
        .and_then(Game::families)
        .ok_or_else(|| io::Error::other("this game has no families for a census"))?;
    let families = families_of(&FamilyOptions {
        size: arguments.size.map(|Size(columns, rows)| (columns, rows)),
        tiles: arguments.tiles.clone(),
        target: arguments.target.clone(),
        least_robots: arguments.robots.and_then(|range| range.least),
        most_robots: arguments.robots.and_then(|range| range.most),
    })
    .map_err(io::Error::other)?;
    let counted = match &arguments.resume {
        Some(path) => counted(path)?,
        None => HashSet::new(),
    };
    let is_in_share = |number| {
        let share = arguments.partition;
        share.is_none_or(|share| share.takes(number, ""))
    };
    Ok((0..)
        .zip(families)
        .filter(|(number, family)| {
            is_in_share(*number) && !counted.contains(&FamilyKey::of(family))
        })
        .map(|(_, family)| family)
        .collect())
}

/// Returns the families that a file has, if it exists.
fn counted(path: &Path) -> io::Result<HashSet<FamilyKey>> {
    let text = match limited::read_text(path, MAX_WRITTEN) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
        text => text.map_err(|error| output::named(path, &error))?,
    };
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        serde_json::from_str(line).map_err(|_| {
            let place = display_path(path);
            io::Error::other(format!(
                "{place}:{number}: expected a line of `carom census --format json`"
            ))
        })
    });
    lines.collect()
}

fn count_all(arguments: &Arguments, mut families: &[Family]) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let progress = ProgressDisplay::new(output::is_interactive(), "lines");
    progress.set_total(families.len());
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.jobs.unwrap_or_else(cores).get();
    let max_memory = arguments.max_memory.map_or(MAX_MEMORY, |Bytes(bytes)| bytes);
    let mut status = Status::Clean;
    while let Some(first) = families.first() {
        let watch = Watch::default();
        progress.begin(0, Some(&name(first)), &watch);
        let counts = match count_families(families, threads, max_memory, &watch) {
            Ok(counts) => counts,
            Err(reason) => {
                let message = format!("{}: {reason}", name(first));
                progress.suspend(|| output::error(&message));
                status = Status::Failed;
                match reason {
                    NoCensus::Failed(_) => {
                        families = families.get(1..).unwrap_or_default();
                        continue;
                    }
                    NoCensus::DoesNotFit | NoCensus::Memory(_) => break,
                }
            }
        };
        for (family, counts) in families.iter().zip(&counts) {
            let line = match arguments.format {
                Format::Json => serde_json::to_string(counts)? + "\n",
                Format::Text => table(family, counts),
            };
            progress.suspend(|| out.write_all(line.as_bytes()).and_then(|()| out.flush()))?;
            progress.end(0);
        }
        families = families.get(counts.len().max(1)..).unwrap_or_default();
    }
    progress.finish();
    Ok(status)
}

/// Returns the counts of a family as text.
fn table(family: &Family, counts: &FamilyCounts) -> String {
    let FamilyCounts { boards, solvable, .. } = counts;
    let mut text = format!("{}: {}", name(family), count(*boards, "board"));
    let all = u128::from(*boards).max(1);
    let per_mille = (u128::from(*solvable) * 1000 + all / 2) / all;
    let _ = write!(text, ", {}.{} % solvable", per_mille / 10, per_mille % 10);
    if let Some(deepest) = counts.deepest {
        let _ = write!(text, ", deepest {deepest}");
    }
    if let Some(minimal) = counts.minimal {
        let _ = write!(text, ", {} minimal", group_digits(minimal));
    }
    text.push('\n');
    let minimal = counts.minimal_by_depth.as_deref().unwrap_or_default();
    for (depth, boards) in counts.by_depth.iter().enumerate() {
        let boards = group_digits(boards);
        let _ = write!(text, "{depth:>6} {boards:>14}");
        match minimal.get(depth) {
            Some(&minimal) if minimal > 0 => {
                let _ = writeln!(text, " {:>10} minimal", group_digits(minimal));
            }
            _ => text.push('\n'),
        }
    }
    text
}
