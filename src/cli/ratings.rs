//! Rated puzzles: their features, and filters of them.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::analysis::MovesRange;
use crate::games::Game;
use crate::project::File;
use crate::solving::Difficulty;
use crate::words::escape_controls;

/// A rated puzzle.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct RatedPuzzle {
    #[serde(skip)]
    pub(super) source: Option<Arc<File>>,
    /// The place in its file where it begins. A line may have several puzzles.
    #[serde(skip)]
    pub(super) offset: u32,
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: u32,
    pub(super) name: Option<String>,
    pub(super) game: &'static str,
    pub(super) identity: String,
    pub(super) moves: u32,
    /// The number of optimal solutions, if it was counted.
    pub(super) optimal_solutions: Option<u64>,
    /// How well it is composed, from 0 to 100, unless there are too many optimal solutions.
    pub(super) quality: Option<u32>,
    /// The difficulty from 0 to 100, in games where it was fitted to labels.
    pub(super) score: Option<u32>,
    pub(super) groups: Option<u32>,
    pub(super) robots: Option<u32>,
    pub(super) switches: Option<u32>,
    pub(super) branching: Option<f64>,
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
        self.switches = difficulty.switches();
        let paths = difficulty.paths;
        self.groups = paths.groups;
        self.robots = paths.pieces;
        self.branching = paths.branching.map(rounded);
        self.away = paths.away;
        self.optimal_share = paths.optimal_share.map(rounded);
        self.states = paths.states;
        self.walk = paths.walk.map(rounded);
        self
    }

    /// Returns `file:line name`.
    pub(super) fn place(&self) -> String {
        let file = escape_controls(&self.file);
        let name = escape_controls(self.name.as_deref().unwrap_or_default());
        format!("{file}:{} {name}", self.line).trim_end().to_owned()
    }

    fn feature(&self, feature: Feature) -> Option<f64> {
        match feature {
            Feature::Moves => Some(self.moves.into()),
            Feature::Score => self.score.map(Into::into),
            Feature::Quality => self.quality.map(Into::into),
            Feature::Robots => self.robots.map(Into::into),
            Feature::Switches => self.switches.map(Into::into),
            Feature::Branching => self.branching,
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
    /// How well it is composed
    Quality,
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

#[derive(Args, Clone, Debug, Default, PartialEq)]
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
    #[arg(short = 'n', long, value_name = "N")]
    count: Option<usize>,
}

fn range(text: &str) -> Result<MovesRange, &'static str> {
    text.parse().map_err(|_| "expected numbers such as 8, 8..10 or 8..")
}

impl Filters {
    /// Whether any filter is given.
    pub(super) fn is_given(&self) -> bool {
        *self != Self::default()
    }

    /// Returns the matching puzzles, sorted.
    pub(super) fn select(&self, mut puzzles: Vec<RatedPuzzle>) -> Vec<RatedPuzzle> {
        let ranges = [
            (Feature::Moves, self.moves),
            (Feature::Robots, self.robots),
            (Feature::Switches, self.switches),
            (Feature::Score, self.score),
        ];
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
                && ranges.into_iter().all(is_in)
        });
        if let Some(feature) = self.sort {
            let key = |puzzle: &RatedPuzzle| puzzle.feature(feature).unwrap_or(f64::NEG_INFINITY);
            puzzles.sort_by(|a, b| key(b).total_cmp(&key(a)));
        }
        puzzles.truncate(self.count.unwrap_or(usize::MAX));
        puzzles
    }
}
