//! Rated puzzles: their features, filters, and a database of them.

use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Row, params_from_iter};
use serde::Serialize;

use crate::analysis::MovesRange;
use crate::games::Game;
use crate::solving::Difficulty;
use crate::words::display_path;

/// A rated puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct RatedPuzzle {
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: u32,
    pub(super) name: Option<String>,
    pub(super) game: &'static str,
    pub(super) identity: String,
    pub(super) moves: u32,
    /// The number of optimal solutions, if it was counted.
    pub(super) optimal_solutions: Option<u64>,
    /// The difficulty from 0 to 100, in games where it was fitted to labels.
    pub(super) score: Option<u32>,
    pub(super) groups: Option<u32>,
    pub(super) robots: Option<u32>,
    pub(super) switches: Option<u32>,
    pub(super) branching: f64,
    pub(super) away: Option<u32>,
    pub(super) optimal_share: Option<f64>,
    pub(super) states: Option<u64>,
    pub(super) walk: Option<f64>,
}

/// Rounds to three decimals, so that a line is readable.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

impl RatedPuzzle {
    /// Sets the features of a puzzle.
    pub(super) fn with(mut self, difficulty: &Difficulty) -> Self {
        self.moves = difficulty.moves;
        self.score = difficulty.score();
        self.groups = difficulty.groups;
        self.robots = difficulty.pieces;
        self.switches = difficulty.switches();
        self.branching = rounded(difficulty.branching);
        self.away = difficulty.away;
        self.optimal_share = difficulty.paths.optimal_share.map(rounded);
        self.states = difficulty.paths.states;
        self.walk = difficulty.paths.walk.map(rounded);
        self
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let game: String = row.get("game")?;
        Ok(Self {
            file: row.get("file")?,
            line: row.get("line")?,
            name: row.get("name")?,
            game: Game::from_name(&game).map_or("", Game::name),
            identity: row.get("identity")?,
            moves: row.get("moves")?,
            optimal_solutions: row
                .get::<_, Option<i64>>("optimal_solutions")?
                .map(i64::cast_unsigned),
            score: row.get("score")?,
            groups: row.get("groups")?,
            robots: row.get("robots")?,
            switches: row.get("switches")?,
            branching: row.get("branching")?,
            away: row.get("away")?,
            optimal_share: row.get("optimal_share")?,
            states: row.get::<_, Option<i64>>("states")?.map(i64::cast_unsigned),
            walk: row.get("walk")?,
        })
    }

    /// Returns `file:line name`.
    pub(super) fn place(&self) -> String {
        use crate::words::escape_controls;
        let file = escape_controls(&self.file);
        let name = escape_controls(self.name.as_deref().unwrap_or_default());
        format!("{file}:{} {name}", self.line).trim_end().to_owned()
    }

    fn feature(&self, feature: Feature) -> Option<f64> {
        match feature {
            Feature::Moves => Some(self.moves.into()),
            Feature::Score => self.score.map(Into::into),
            Feature::Robots => self.robots.map(Into::into),
            Feature::Switches => self.switches.map(Into::into),
            Feature::Branching => Some(self.branching),
            Feature::Away => self.away.map(Into::into),
            Feature::OptimalShare => self.optimal_share,
            #[expect(clippy::cast_precision_loss, reason = "for an order only")]
            Feature::States => self.states.map(|states| states as f64),
            Feature::Walk => self.walk,
        }
    }
}

/// A feature by which puzzles are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Feature {
    /// The fewest moves
    Moves,
    /// The score
    Score,
    /// The robots that move
    Robots,
    /// The changes from one robot to another
    Switches,
    /// The legal moves at each step
    Branching,
    /// The moves away from the target
    Away,
    /// The share of moves that keep the optimum
    OptimalShare,
    /// The positions within the optimum
    States,
    /// The expected length of a greedy random walk
    Walk,
}

impl Feature {
    const fn column(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Score => "score",
            Self::Robots => "robots",
            Self::Switches => "switches",
            Self::Branching => "branching",
            Self::Away => "away",
            Self::OptimalShare => "optimal_share",
            Self::States => "states",
            Self::Walk => "walk",
        }
    }
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filters")]
pub(super) struct Filters {
    /// Only puzzles of this game
    #[arg(long, value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(Game::ALL.map(Game::name)))]
    game: Option<String>,
    /// The fewest moves, such as 8..10
    #[arg(long, value_name = "A..B", value_parser = range)]
    moves: Option<MovesRange>,
    /// Only puzzles with one optimal solution
    #[arg(long)]
    unique: bool,
    /// The robots that move in the solution
    #[arg(long, value_name = "A..B", value_parser = range)]
    robots: Option<MovesRange>,
    /// The changes from one robot to another
    #[arg(long, value_name = "A..B", value_parser = range)]
    switches: Option<MovesRange>,
    /// The score
    #[arg(long, value_name = "A..B", value_parser = range)]
    score: Option<MovesRange>,
    /// Sort by this feature, the highest first [default: the order of the files]
    #[arg(long, value_name = "FEATURE", value_enum)]
    sort: Option<Feature>,
    /// List at most this many puzzles
    #[arg(long, value_name = "N")]
    count: Option<usize>,
}

fn range(text: &str) -> Result<MovesRange, &'static str> {
    text.parse()
        .map_err(|_| "expected numbers such as 8, 8..10 or 8..")
}

impl Filters {
    /// Whether any filter is given.
    pub(super) const fn is_given(&self) -> bool {
        self.game.is_some()
            || self.moves.is_some()
            || self.unique
            || self.robots.is_some()
            || self.switches.is_some()
            || self.score.is_some()
            || self.sort.is_some()
            || self.count.is_some()
    }

    fn ranges(&self) -> [(Feature, Option<MovesRange>); 4] {
        [
            (Feature::Moves, self.moves),
            (Feature::Robots, self.robots),
            (Feature::Switches, self.switches),
            (Feature::Score, self.score),
        ]
    }

    /// Returns the matching puzzles, sorted.
    pub(super) fn select(&self, mut puzzles: Vec<RatedPuzzle>) -> Vec<RatedPuzzle> {
        puzzles.retain(|puzzle| {
            let is_in = |(feature, range): (Feature, Option<MovesRange>)| {
                let Some(range) = range else {
                    return true;
                };
                let value = puzzle.feature(feature);
                value.is_some_and(|value| {
                    range.least.is_none_or(|least| f64::from(least) <= value)
                        && range.most.is_none_or(|most| value <= f64::from(most))
                })
            };
            self.game.as_deref().is_none_or(|game| game == puzzle.game)
                && (!self.unique || puzzle.optimal_solutions == Some(1))
                && self.ranges().into_iter().all(is_in)
        });
        if let Some(feature) = self.sort {
            let key = |puzzle: &RatedPuzzle| puzzle.feature(feature).unwrap_or(f64::NEG_INFINITY);
            puzzles.sort_by(|a, b| key(b).total_cmp(&key(a)));
        }
        puzzles.truncate(self.count.unwrap_or(usize::MAX));
        puzzles
    }

    /// Returns the filters as a query.
    fn query(&self) -> (String, Vec<Value>) {
        let (mut clauses, mut values) = (Vec::new(), Vec::new());
        if let Some(game) = &self.game {
            clauses.push("game = ?".to_owned());
            values.push(Value::from(game.clone()));
        }
        if self.unique {
            clauses.push("optimal_solutions = 1".to_owned());
        }
        for (feature, range) in self.ranges() {
            let Some(range) = range else {
                continue;
            };
            for (bound, operator) in [(range.least, ">="), (range.most, "<=")] {
                // The number is part of the text, so that the query planner can estimate the number
                // of matches.
                if let Some(bound) = bound {
                    clauses.push(format!("{} {operator} {bound}", feature.column()));
                }
            }
        }
        let mut query = "SELECT * FROM rated".to_owned();
        if !clauses.is_empty() {
            query.push_str(" WHERE ");
            query.push_str(&clauses.join(" AND "));
        }
        let order = self
            .sort
            .map(|feature| format!("{} DESC, ", feature.column()));
        query.push_str(" ORDER BY ");
        query.push_str(&order.unwrap_or_default());
        query.push_str("id");
        if let Some(count) = self.count {
            query.push_str(" LIMIT ?");
            values.push(Value::from(i64::try_from(count).unwrap_or(i64::MAX)));
        }
        (query, values)
    }
}

/// An SQLite database of rated puzzles.
pub(super) struct RatedDatabase {
    connection: Connection,
    name: String,
}

const SCHEMA: &str = "
    DROP TABLE IF EXISTS rated;
    CREATE TABLE rated (
        id INTEGER PRIMARY KEY,
        file TEXT NOT NULL,
        line INTEGER NOT NULL,
        name TEXT,
        game TEXT NOT NULL,
        identity TEXT NOT NULL,
        moves INTEGER NOT NULL,
        optimal_solutions INTEGER,
        score INTEGER,
        groups INTEGER,
        robots INTEGER,
        switches INTEGER,
        branching REAL NOT NULL,
        away INTEGER,
        optimal_share REAL,
        states INTEGER,
        walk REAL
    ) STRICT;";

/// Queries sort by one feature, and usually filter by game and moves.
const INDEXES: &str = "
    CREATE INDEX rated_game ON rated (game, moves, optimal_solutions);
    CREATE INDEX rated_moves ON rated (moves, optimal_solutions);
    CREATE INDEX rated_score ON rated (score);
    CREATE INDEX rated_robots ON rated (robots, switches);
    CREATE INDEX rated_switches ON rated (switches);
    CREATE INDEX rated_branching ON rated (branching);
    CREATE INDEX rated_away ON rated (away);
    CREATE INDEX rated_optimal_share ON rated (optimal_share);
    CREATE INDEX rated_states ON rated (states);
    CREATE INDEX rated_walk ON rated (walk);
    CREATE INDEX rated_identity ON rated (identity);
    ANALYZE;";

impl RatedDatabase {
    fn fault(name: &str, error: &rusqlite::Error) -> String {
        format!("cannot use the database {name}: {error}")
    }

    /// Replaces all puzzles of the database.
    ///
    /// # Errors
    ///
    /// A message.
    pub(super) fn write(path: &Path, puzzles: &[RatedPuzzle]) -> Result<(), String> {
        let write = || {
            let mut connection = Connection::open(path)?;
            connection.busy_timeout(Duration::from_secs(30))?;
            let transaction = connection.transaction()?;
            transaction.execute_batch(SCHEMA)?;
            {
                let mut insert = transaction.prepare(
                    "INSERT INTO rated VALUES
                     (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                )?;
                for puzzle in puzzles {
                    insert.execute(rusqlite::params![
                        puzzle.file,
                        puzzle.line,
                        puzzle.name,
                        puzzle.game,
                        puzzle.identity,
                        puzzle.moves,
                        puzzle.optimal_solutions.map(u64::cast_signed),
                        puzzle.score,
                        puzzle.groups,
                        puzzle.robots,
                        puzzle.switches,
                        puzzle.branching,
                        puzzle.away,
                        puzzle.optimal_share,
                        puzzle.states.map(u64::cast_signed),
                        puzzle.walk,
                    ])?;
                }
            }
            transaction.execute_batch(INDEXES)?;
            transaction.commit()
        };
        write().map_err(|error| Self::fault(&display_path(path).to_string(), &error))
    }

    /// Opens an existing database.
    ///
    /// # Errors
    ///
    /// A message.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let name = display_path(path).to_string();
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
        let connection = connection.map_err(|error| Self::fault(&name, &error))?;
        Ok(Self { connection, name })
    }

    /// Returns the matching puzzles, sorted.
    ///
    /// # Errors
    ///
    /// A message.
    pub(super) fn select(&self, filters: &Filters) -> Result<Vec<RatedPuzzle>, String> {
        let (query, values) = filters.query();
        let select = || {
            let mut statement = self.connection.prepare(&query)?;
            let rows = statement.query_map(params_from_iter(values), RatedPuzzle::from_row)?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        select().map_err(|error| Self::fault(&self.name, &error))
    }
}
