//! Questions to the solver.

use std::time::Duration;

use super::Identity;
use crate::games::{Move, Position};
use crate::search::Scope;

/// The limits of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of positions.
    pub max_positions: u64,
    /// Memory in bytes.
    pub max_memory: u64,
    /// Time.
    pub time: Option<Duration>,
}

/// The most bytes for attempts.
const ATTEMPTS: u64 = 16 << 20;

impl Limits {
    /// Returns the bytes for [attempts](super::Solver::try_answer), which run beside the searches.
    pub const fn memory_of_attempts(self) -> u64 {
        let part = self.max_memory / 4;
        if part < ATTEMPTS { part } else { ATTEMPTS }
    }

    /// Returns the bytes for the searches: all others.
    pub const fn memory_of_searches(self) -> u64 {
        self.max_memory - self.memory_of_attempts()
    }
}

/// The extras that are requested besides the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for or not")]
pub struct Wants {
    /// Pieces that can be removed without changing the optimum.
    pub redundant_pieces: bool,
    /// Walls that can be removed without changing the optimum or the number of optimal
    /// solutions.
    pub idle_walls: bool,
    /// The same for pieces and blocks, single or in pairs.
    pub idle_pieces: bool,
    /// The puzzle without all idle objects, if `idle_walls` or `idle_pieces` found some.
    pub minimal: bool,
    /// Whether blocks and walls may be removed at all. Boards of tiles have no glyphs for them.
    pub changed_boards: bool,
    /// The squares on which no piece can ever be.
    pub unreachable_squares: bool,
    /// In a duel: the values of the moves of the author's line, and of their alternatives.
    pub line_values: bool,
    /// In a duel: the value of each first move even without a line, for an author who starts to
    /// write one. It costs as much as the answer.
    pub move_values: bool,
    /// Whether the optimal solution is unique.
    pub uniqueness: bool,
    /// The robots that move in some optimal solution.
    pub movers: bool,
}

/// A position, the requested extras and the limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    position: Position,
    identity: Identity,
    limits: Limits,
    line: Vec<Move>,
    wants: Wants,
}

impl Question {
    /// Creates a question for the answer of a position with this `identity`.
    pub fn new(position: Position, identity: Identity, limits: Limits) -> Self {
        Self { position, identity, limits, line: Vec::new(), wants: Wants::default() }
    }

    /// Also requests extras; `line` contains the legal moves of the author's line.
    #[must_use]
    pub fn wanting(mut self, wants: Wants, line: &[Move]) -> Self {
        let is_duel = self.position.game().is_duel();
        let values_line = wants.line_values && is_duel && !line.is_empty();
        self.line = if values_line { line.to_vec() } else { Vec::new() };
        self.wants = Wants {
            line_values: values_line,
            move_values: wants.move_values && is_duel,
            uniqueness: wants.uniqueness && !is_duel,
            movers: wants.movers && !is_duel,
            ..wants
        };
        self
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the identity, by which a [`Memory`](super::Memory) finds the question. Mirrored
    /// positions have the same, but different moves in their solutions.
    pub const fn identity(&self) -> Identity {
        self.identity
    }

    /// Returns the limits.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the author's line, if its values are requested.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Returns the requested extras.
    pub const fn wants(&self) -> Wants {
        self.wants
    }

    /// Whether only the answer is requested.
    pub fn wants_nothing_more(&self) -> bool {
        self.wants == Wants::default()
    }

    /// Whether values of the moves of a line are requested. The line may be empty.
    pub const fn wants_values(&self) -> bool {
        self.wants.line_values || self.wants.move_values
    }

    /// Whether a result for `other` with this scope is also the result for this question.
    pub fn is_served(&self, other: &Self, scope: &Scope) -> bool {
        let Limits { max_positions, time, .. } = self.limits;
        self.position == other.position
            && scope.holds(max_positions, self.limits.memory_of_searches())
            && (!scope.is_timed() || time == other.limits.time)
    }

    /// Whether both request the same extras.
    pub fn wants_same(&self, other: &Self) -> bool {
        self.wants == other.wants && self.line == other.line
    }
}
