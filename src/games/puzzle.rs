//! What a search has to know of a game.

use std::hash::Hash;

/// A puzzle for one player in which every move costs one.
///
/// The search is generic over this trait, so each game gets a search compiled
/// for it, and no search knows a game.
pub trait Puzzle {
    /// A node of the search. Two states are equal exactly when every sequence
    /// of moves that solves one solves the other, up to the pieces' names.
    type State: Copy + Eq + Hash;
    /// A move, as small as it can be.
    type Move: Copy + Eq;

    /// The state the puzzle starts from.
    fn start(&self) -> Self::State;

    /// Calls `visit` with each legal move and the state it leads to, always in
    /// the same order.
    fn successors(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// Whether the puzzle is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// A number of moves that no solution from `state` goes below, or `None`
    /// where there provably is no solution.
    ///
    /// It is consistent: one move lowers it by at most one, and it is 0 for a
    /// solved state.
    fn lower_bound(&self, state: &Self::State) -> Option<u32>;
}
