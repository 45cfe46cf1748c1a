//! What is asked of the solver.

use std::time::Duration;

use super::Identity;
use crate::games::{Move, Position};
use crate::search::Scope;

/// What a search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions to search.
    pub max_positions: u64,
    /// Bytes to hold at a time.
    pub max_memory: u64,
    /// Time for each search.
    pub time: Option<Duration>,
}

/// What is wanted beside the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for or not")]
pub struct Wants {
    /// Which pieces could go without changing the optimum.
    pub redundant_pieces: bool,
    /// Which walls could go without changing the optimum or the number of
    /// optimal solutions.
    pub idle_walls: bool,
    /// Which pieces and blocks could go in the same way, alone or two together.
    pub idle_pieces: bool,
    /// What is left when all of that has gone; of a puzzle where `idle_walls`
    /// or `idle_pieces` were looked for and found.
    pub minimal: bool,
    /// Whether blocks and walls may go at all: not where no character draws
    /// them, as on tiles.
    pub changed_boards: bool,
    /// On which squares no piece can ever stand.
    pub unreachable_squares: bool,
    /// Of a game for two sides, what the moves of the author's line of play are
    /// worth, and those that could have been played instead.
    pub line_values: bool,
    /// Of a game for two sides, what each first move is worth even where there
    /// is no line of play: who writes one wants to know. It costs as much as
    /// the answer does.
    pub move_values: bool,
    /// Whether there is one optimal solution alone.
    pub uniqueness: bool,
    /// Which robots move in some optimal solution.
    pub movers: bool,
}

/// A position, what of it is wanted, and how much that may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    position: Position,
    identity: Identity,
    limits: Limits,
    line: Vec<Move>,
    wants: Wants,
}

impl Question {
    /// Asks for the answer of a position, which is known by `identity`.
    pub fn new(position: Position, identity: Identity, limits: Limits) -> Self {
        Self {
            position,
            identity,
            limits,
            line: Vec::new(),
            wants: Wants::default(),
        }
    }

    /// Asks for more, `line` being the legal moves of the author's line of play.
    #[must_use]
    pub fn wanting(mut self, wants: Wants, line: &[Move]) -> Self {
        let is_duel = self.position.game().is_duel();
        let values_line = wants.line_values && is_duel && !line.is_empty();
        self.line = if values_line {
            line.to_vec()
        } else {
            Vec::new()
        };
        self.wants = Wants {
            line_values: values_line,
            move_values: wants.move_values && is_duel,
            uniqueness: wants.uniqueness && !is_duel,
            movers: wants.movers && !is_duel,
            ..wants
        };
        self
    }

    /// The position that is asked about.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Where the question is filed. Mirrored positions share an identity, but
    /// not the moves of a solution.
    pub const fn identity(&self) -> Identity {
        self.identity
    }

    /// What the answer may cost.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// The author's line of play, where its values are wanted.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// What is wanted beside the answer.
    pub const fn wants(&self) -> Wants {
        self.wants
    }

    /// Whether nothing is wanted beside the answer.
    pub fn wants_nothing_more(&self) -> bool {
        self.wants == Wants::default()
    }

    /// Whether the moves of a line of play, maybe an empty one, are to be
    /// valued.
    pub const fn wants_values(&self) -> bool {
        self.wants.line_values || self.wants.move_values
    }

    /// Whether what was found for `other` is what would be found for this one,
    /// if the search of it was of this scope.
    pub fn is_served(&self, other: &Self, scope: &Scope) -> bool {
        let Limits {
            max_positions,
            max_memory,
            time,
        } = self.limits;
        self.position == other.position
            && scope.holds(max_positions, max_memory)
            && (!scope.is_timed() || time == other.limits.time)
    }

    /// Whether both want the same beside the answer.
    pub fn wants_same(&self, other: &Self) -> bool {
        self.wants == other.wants && self.line == other.line
    }
}
