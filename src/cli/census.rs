//! `carom census`: counts every position of a family of puzzles.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use rusqlite::{Connection, OptionalExtension, params};

use super::limits::threads;
use super::new::Size;
use super::progress::Progress;
use super::{Status, output};
use crate::analysis::MovesRange;
use crate::config::{MAX_MEMORY, Size as Bytes};
use crate::games::{Family, FamilyOptions, Game};
use crate::generate::census::{CountedFamily, FamilyCounts, FamilyPuzzle, count_families, name};
use crate::project::{Partition, PartitionKind};
use crate::search::{VERSION, Watch};
use crate::words::{count, group_digits};

/// Count every position of a family of puzzles by its moves
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "`lunar` has one human, the target in the middle of an empty board, and a line for each number
of robots. `ricochet` has a line for each standard board and target, under `rules: direct`; the
robots without the target are alike. A board is minimal if it has no solution as
short without any one robot.

Each line is the same on every machine and for any number of threads. A database continues a run
that was interrupted.

Examples:
  carom census lunar
  carom census lunar --robots 1..5 --format json
  carom census ricochet --tiles 4B,3B,2B,1A --target l4
  carom census ricochet --partition slice:1/96 --database census.db"
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
    /// Write the lines and the hardest puzzles to this SQLite database, and skip lines that it has
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Count only share K of N of the lines
    #[arg(long, value_name = "slice:K/N")]
    partition: Option<Partition>,
    /// Limit the memory, such as 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE")]
    max_memory: Option<Bytes>,
    /// Set the number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
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
    let games = games.filter(|game| game.generation().is_some());
    games.map(Game::name).collect()
}

fn robots(text: &str) -> Result<MovesRange, &'static str> {
    text.parse()
        .map_err(|_| "expected numbers of robots such as 5, 1..5 or 3..")
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let families = match families(arguments) {
        Ok(families) => families,
        Err(reason) => {
            output::complain(&reason);
            return Ok(Status::Failed);
        }
    };
    let database = arguments.database.as_deref().map(Database::open);
    let database = match database.transpose() {
        Ok(database) => database,
        Err(reason) => {
            output::complain(&reason);
            return Ok(Status::Failed);
        }
    };
    count_all(arguments, &families, database)
}

/// Returns the families of the lines, or a reason.
fn families(arguments: &Arguments) -> Result<Vec<Family>, String> {
    let partition = arguments.partition;
    if partition.is_some_and(|partition| partition.way() != PartitionKind::Slice) {
        return Err("lines are shared as `--partition slice:K/N`".to_owned());
    }
    let game = Game::from_name(&arguments.game).ok_or("unknown game")?;
    let families = game.families(&FamilyOptions {
        size: arguments.size.map(|Size(columns, rows)| (columns, rows)),
        tiles: arguments.tiles.clone(),
        target: arguments.target.clone(),
        least_robots: arguments.robots.and_then(|range| range.least),
        most_robots: arguments.robots.and_then(|range| range.most),
    })?;
    let families = (0..).zip(families);
    let families = families
        .filter(|(number, _)| partition.is_none_or(|partition| partition.takes(*number, "")));
    Ok(families.map(|(_, family)| family).collect())
}

fn count_all(
    arguments: &Arguments,
    mut families: &[Family],
    mut database: Option<Database>,
) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let progress = Progress::new(output::is_interactive(), "lines");
    progress.set_total(families.len());
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.jobs.unwrap_or_else(cores).get();
    let max_memory = arguments
        .max_memory
        .map_or(MAX_MEMORY, |Bytes(bytes)| bytes);
    let mut status = Status::Clean;
    while let Some(first) = families.first() {
        let counts = match next_counts(families, &mut database, |families| {
            let watch = Watch::default();
            progress.begin(0, Some(&name(first)), &watch);
            let counted = count_families(families, threads, max_memory, &watch);
            counted.map_err(|reason| format!("{}: {reason}", name(first)))
        }) {
            Ok(counts) => counts,
            Err(reason) => {
                progress.suspend(|| output::complain(&reason));
                status = Status::Failed;
                break;
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

/// Returns the counts of the first families, at least one: from the database, or counted and
/// stored there.
fn next_counts(
    families: &[Family],
    database: &mut Option<Database>,
    count: impl FnOnce(&[Family]) -> Result<Vec<CountedFamily>, String>,
) -> Result<Vec<FamilyCounts>, String> {
    let Some(database) = database else {
        let counted = count(families)?.into_iter();
        return Ok(counted.map(|counted| counted.counts).collect());
    };
    let mut unknown = 0;
    for family in families {
        match database.find(family)? {
            Some(counts) if unknown == 0 => return Ok(vec![counts]),
            Some(_) => break,
            None => unknown += 1,
        }
    }
    let families = families.get(..unknown).unwrap_or_default();
    let counted = count(families)?;
    for (family, counted) in families.iter().zip(&counted) {
        database.keep(family, counted)?;
    }
    let counted = counted.into_iter();
    Ok(counted.map(|counted| counted.counts).collect())
}

/// Returns the counts of a family as text.
fn table(family: &Family, counts: &FamilyCounts) -> String {
    let FamilyCounts {
        boards, solvable, ..
    } = counts;
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

/// An SQLite database of counted families.
struct Database {
    connection: Connection,
    path: String,
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS family (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        game TEXT NOT NULL,
        board TEXT NOT NULL,
        target TEXT NOT NULL,
        robots INTEGER NOT NULL,
        boards INTEGER NOT NULL,
        solvable INTEGER NOT NULL,
        deepest INTEGER,
        minimal INTEGER,
        digest TEXT NOT NULL,
        counts TEXT NOT NULL,
        UNIQUE (name, version)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS depth (
        family INTEGER NOT NULL REFERENCES family (id),
        moves INTEGER NOT NULL,
        boards INTEGER NOT NULL,
        minimal INTEGER,
        PRIMARY KEY (family, moves)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS puzzle (
        family INTEGER NOT NULL REFERENCES family (id),
        is_minimal INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        text TEXT NOT NULL
    ) STRICT;";

impl Database {
    fn open(path: &Path) -> Result<Self, String> {
        let path_name = crate::words::display_path(path).to_string();
        let open = || {
            let connection = Connection::open(path)?;
            connection.busy_timeout(std::time::Duration::from_secs(30))?;
            connection.execute_batch(SCHEMA)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| Self::fault(&path_name, &error))?;
        Ok(Self {
            connection,
            path: path_name,
        })
    }

    fn fault(path: &str, error: &rusqlite::Error) -> String {
        format!("cannot use the database {path}: {error}")
    }

    /// Returns the counts of a family, if it was counted by this version of the search.
    fn find(&self, family: &Family) -> Result<Option<FamilyCounts>, String> {
        let query = "SELECT counts FROM family WHERE name = ?1 AND version = ?2";
        let key = params![name(family), VERSION];
        let found = self.connection.query_row(query, key, |row| row.get(0));
        let found: Option<String> = found
            .optional()
            .map_err(|error| Self::fault(&self.path, &error))?;
        Ok(found.and_then(|counts| serde_json::from_str(&counts).ok()))
    }

    /// Stores a family, whole or not at all.
    fn keep(&mut self, family: &Family, counted: &CountedFamily) -> Result<(), String> {
        let CountedFamily { counts, puzzles } = counted;
        let mut keep = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            let json = serde_json::to_string(counts).unwrap_or_default();
            transaction.execute(
                "INSERT INTO family (name, version, game, board, target, robots, boards, solvable,
                    deepest, minimal, digest, counts)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                 ON CONFLICT DO NOTHING",
                params![
                    name(family),
                    VERSION,
                    family.game.name(),
                    counts.board,
                    counts.target,
                    counts.robots,
                    counts.boards.cast_signed(),
                    counts.solvable.cast_signed(),
                    counts.deepest,
                    counts.minimal.map(u64::cast_signed),
                    counts.digest,
                    json,
                ],
            )?;
            if transaction.changes() == 0 {
                // Another run has counted it meanwhile.
                return Ok(());
            }
            let id = transaction.last_insert_rowid();
            let minimal = counts.minimal_by_depth.as_ref();
            for (moves, boards) in counts.by_depth.iter().enumerate() {
                let minimal =
                    minimal.map(|minimal| minimal.get(moves).copied().unwrap_or_default());
                transaction.execute(
                    "INSERT INTO depth (family, moves, boards, minimal) VALUES (?1, ?2, ?3, ?4)",
                    params![
                        id,
                        u32::try_from(moves).unwrap_or(u32::MAX),
                        boards.cast_signed(),
                        minimal.map(u64::cast_signed)
                    ],
                )?;
            }
            for FamilyPuzzle {
                is_minimal,
                moves,
                text,
            } in puzzles
            {
                transaction.execute(
                    "INSERT INTO puzzle (family, is_minimal, moves, text) VALUES (?1, ?2, ?3, ?4)",
                    params![id, is_minimal, moves, text],
                )?;
            }
            transaction.commit()
        };
        keep().map_err(|error| Self::fault(&self.path, &error))
    }
}
