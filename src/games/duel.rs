//! What a search has to know of a game for two sides.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::Move;
use crate::board::Square;

/// A game of two sides that move in turn, with nothing hidden and no chance.
///
/// The search is generic over this trait, as the search for one player is over
/// [`Puzzle`](super::Puzzle).
pub trait Duel: Sync {
    /// Where the pieces stand and whose turn it is.
    type State: Copy + Eq + Hash;
    /// A move, or a pass.
    type Move: Copy + Into<Move>;

    /// The state the game starts from.
    fn start(&self) -> Self::State;

    /// How the game has ended for the side to move, if it has.
    fn end(&self, state: &Self::State) -> Option<DuelEnd>;

    /// Calls `visit` with each legal move and the state it leads to, always in
    /// the same order, until one call breaks. Where the game has not ended
    /// there is a move, be it a pass.
    ///
    /// # Errors
    ///
    /// What `visit` broke with.
    fn successors<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// For the side to move and for the other: a number of its own moves below
    /// which it cannot have won, or `None` where it can never win.
    fn moves_to_win(&self, state: &Self::State) -> [Option<u32>; 2];
}

/// How a game ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DuelEnd {
    /// The side to move has won.
    Won,
    /// The other side has won.
    Lost,
    /// Nobody has.
    Drawn,
}

/// A duel of two armies. A move changes where one army stands, and it is
/// barred only by a man of the other army on the square it enters; an army
/// that is gone has won; who has no move passes.
///
/// So the states are pairs of placements, and each army's moves form a graph
/// of its own, small enough to be kept.
pub trait Armies: Duel {
    /// One side's men.
    type Army: Army;

    /// The two armies.
    fn armies(&self) -> [&Self::Army; 2];

    /// Whether the armies have the same placements by number, with the same
    /// steps between them, and placements of the one and the other overlap
    /// when the same ones overlap with the armies exchanged.
    fn are_mirrored(&self) -> bool;

    /// Where in the armies' numbering a state lies; `None` where an army is
    /// gone.
    fn locate(&self, state: &Self::State) -> Option<DuelPlacement>;
}

/// Where one army may stand, numbered.
pub trait Army {
    /// The number of men at the start.
    fn men(&self) -> usize;

    /// The number of placements with so many men, or `u64::MAX` where it is
    /// no smaller. All placements that can come up are among them.
    fn placements(&self, men: usize) -> u64;

    /// The squares of a placement.
    fn squares(&self, placement: ArmyPlacement) -> Vec<Square>;

    /// The steps from a placement on an otherwise empty board, at most three
    /// for each man.
    fn steps(&self, placement: ArmyPlacement) -> Vec<ArmyStep>;
}

/// A placement of one army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArmyPlacement {
    /// How many men are left.
    pub men: usize,
    /// Its number among the placements with so many men.
    pub rank: u64,
}

/// What a move does to an army.
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

/// A state of two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DuelPlacement {
    /// Which of the two armies is to move: 0 or 1.
    pub to_move: usize,
    /// Its placement.
    pub own: ArmyPlacement,
    /// The placement of the other.
    pub other: ArmyPlacement,
}
