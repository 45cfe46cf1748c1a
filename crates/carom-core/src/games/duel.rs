//! The interface between a game for two sides and its search. Slider is the only such game.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::Move;
use crate::board::Square;

/// A game of two sides that move in turn, with perfect information and without chance.
///
/// The search is generic over this trait, as the search for one player is over
/// [`Puzzle`](super::Puzzle).
pub trait Duel: Sync {
    /// The squares of the pieces and the side to move.
    type State: Copy + Eq + Hash;
    /// A move, or a pass.
    type Move: Copy + Into<Move>;

    /// Returns the state the game starts from.
    fn start(&self) -> Self::State;

    /// Returns how the game has ended for the side to move, if it has.
    fn end(&self, state: &Self::State) -> Option<DuelEnd>;

    /// Calls `visit` with each legal move and its successor, always in the same order, until
    /// one call breaks. Where the game has not ended there is at least one move, perhaps a
    /// pass.
    ///
    /// # Errors
    ///
    /// The value that `visit` broke with.
    fn successors<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Returns, for the side to move and the other side, a lower bound on the number of its own
    /// moves until it wins, or `None` if it can never win.
    fn moves_to_win(&self, state: &Self::State) -> [Option<u32>; 2];
}

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

/// A duel of two armies. A move changes the placement of one army. Only a man of the other army on
/// the square that it enters can block it. An army that has left the board has won. A side without
/// a move passes.
///
/// So a state is a pair of placements, and the moves of each army form a graph of their own
/// that is small enough to store.
pub trait Armies: Duel {
    /// The men of one side.
    type Army: Army;

    /// Returns the two armies.
    fn armies(&self) -> [&Self::Army; 2];

    /// Whether the armies mirror each other: placements with the same number have the same
    /// steps, and two placements overlap exactly if they overlap with the armies exchanged.
    fn are_mirrored(&self) -> bool;

    /// Returns the placements of a state, or `None` if an army has left the board.
    fn locate(&self, state: &Self::State) -> Option<DuelPlacement>;
}

/// The numbered placements of one army.
pub trait Army {
    /// Returns the number of men at the start.
    fn men(&self) -> usize;

    /// Returns the number of placements of `men` men, or `u64::MAX` if it is at least that.
    /// They include all placements that can occur.
    fn placements(&self, men: usize) -> u64;

    /// Returns the squares of a placement.
    fn squares(&self, placement: ArmyPlacement) -> Vec<Square>;

    /// Returns the steps from a placement on an otherwise empty board, at most three for each
    /// man.
    fn steps(&self, placement: ArmyPlacement) -> Vec<ArmyStep>;
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
