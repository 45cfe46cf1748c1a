//! The outcome of a search.

use std::fmt;

use super::limits::{Limit, Scope};
use super::no_solution::NoSolution;
use super::value::Verdict;
use crate::games::{Move, Position};
use crate::words::join_words;

/// The proved facts about a puzzle.
#[derive(serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This is a shortest solution.
    Solved(Solution),
    /// Every reachable position was searched, or a lower bound shows that none of them is solved.
    Unsolvable(NoSolution),
    /// A limit was reached first.
    Unknown {
        /// No solution has fewer moves than this.
        at_least: u32,
        /// The limit that stopped it.
        limit: Limit,
    },
    /// The value of a position of a game for two sides.
    Evaluated {
        /// The value for the side to move, as far as it is proved.
        verdict: Verdict,
        /// Best play of both sides, replayed by the rules: to the end or, in a draw, to the first
        /// repetition.
        line: Vec<Move>,
    },
}

impl Outcome {
    /// Whether the answer is known.
    pub const fn is_settled(&self) -> bool {
        match self {
            Self::Solved(_) | Self::Unsolvable(_) => true,
            Self::Unknown { .. } => false,
            Self::Evaluated { verdict, .. } => verdict.value().is_some(),
        }
    }

    /// Returns the optimal solution, if there is one.
    pub const fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// Returns the limit that stopped the search, if the answer is not known.
    pub const fn limit(&self) -> Option<Limit> {
        match self {
            Self::Unknown { limit, .. }
            | Self::Evaluated { verdict: Verdict::Unknown { limit, .. }, .. } => Some(*limit),
            Self::Solved(_) | Self::Unsolvable(_) | Self::Evaluated { .. } => None,
        }
    }
}

/// An optimal solution, replayed by the rules.
#[derive(serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, under `rules: grouped` each slide of its own.
    pub moves: Vec<Move>,
    /// The number of moves that they count as: groups under `rules: grouped`.
    pub length: u32,
    /// The number of slides under `rules: grouped`.
    pub slides: Option<u32>,
    /// How many optimal sequences of moves there are, where it was counted.
    pub optimal_solutions: Option<u64>,
}

impl Solution {
    /// Creates a solution of `position`.
    pub fn new(position: &Position, moves: Vec<Move>, optimal_solutions: Option<u64>) -> Self {
        let number = u32::try_from(moves.len()).expect("a solution has fewer than 2³² moves");
        Self {
            length: position.count_moves(&moves),
            slides: position.grouping().is_grouped().then_some(number),
            moves,
            optimal_solutions,
        }
    }
}

/// The moves in the notation of their game, with blanks between them.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join_words(&self.moves))
    }
}

/// An outcome and what it cost.
#[derive(serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The outcome.
    pub outcome: Outcome,
    /// Positions searched: the same on every machine.
    pub positions: u64,
    /// The limits under which the answer is the same, to the last number.
    #[serde(skip)]
    pub scope: Scope,
}
