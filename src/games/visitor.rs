//! Something to be done with a position of whatever game, as searches see it.

use super::{Armies, Puzzle};

/// Work on a position that is compiled for each game.
///
/// A position is either a puzzle for one player or a duel, and
/// [`Position::visit`](super::Position::visit) calls the one or the other.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with a puzzle for one player.
    fn visit_puzzle<P: Puzzle>(self, puzzle: &P) -> Self::Output;

    /// Does it with a game of two sides.
    fn visit_duel<D: Armies>(self, duel: &D) -> Self::Output;
}
