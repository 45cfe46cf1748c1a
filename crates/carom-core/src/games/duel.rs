//! The values that a [`Duel`](super::Duel), a game for two sides, gives to its search.

use crate::board::Square;

/// The end of a game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DuelEnd {
    /// The side to move has won.
    Won,
    /// The other side has won.
    Lost,
    /// The game is a draw.
    Drawn,
}

/// A placement of one army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArmyPlacement {
    /// The number of men that remain.
    pub men: usize,
    /// Its number among the placements of as many men.
    pub rank: u64,
}

/// The effect of a move on an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmyStep {
    /// A man enters a square, which must be empty.
    To {
        /// The number of the placement after it.
        rank: u64,
        /// The square.
        square: Square,
    },
    /// A man leaves the board.
    Leave {
        /// The number of the placement after it, with one man less.
        rank: u64,
    },
}

/// The placements of both armies in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DuelPlacement {
    /// The army to move: 0 or 1.
    pub to_move: usize,
    /// The placement of the army to move.
    pub own: ArmyPlacement,
    /// The placement of the other army.
    pub other: ArmyPlacement,
}
