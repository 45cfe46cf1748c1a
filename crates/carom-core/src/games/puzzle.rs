//! The interface between a game for one player and its search.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::{ActiveRobotPuzzle, Duel, Move, Position, SlideFrom};
use crate::board::{Square, SquareSet};

/// A puzzle for one player in which every move costs one.
/// The search is generic over this trait, so each game gets a search compiled for it, and no
/// search knows a game. Several threads may call it at once.
pub trait SearchModel: Sync {
    /// A node of the search. Equal states have the same solutions, up to the pieces' names.
    type State: Copy + Eq + Hash + Send + Sync;
    /// A move of a state, which has no names. Equal moves count as one move of a solution.
    type Move: Copy + Eq;

    /// Returns the start state.
    fn start(&self) -> Self::State;

    /// Calls `visit` with each legal move and its successor, always in the same order, until
    /// one call breaks.
    ///
    /// Equal pieces are told apart here: each legal move of the position is visited once, even if
    /// two of them lead to equal states.
    ///
    /// # Errors
    ///
    /// The value that `visit` broke with.
    fn successors<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Whether the puzzle is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// Returns a lower bound on the moves of a solution from `state` (the heuristic), or `None`
    /// if there provably is no solution.
    ///
    /// It is consistent: one move lowers it by at most one, and it is 0 for a solved state.
    /// The successors of a state without a solution have none either.
    fn lower_bound(&self, state: &Self::State) -> Option<u32>;

    /// Returns the square that a move leaves, in a game in which pieces slide.
    fn origin(_played: &Self::Move) -> Option<Square> {
        None
    }

    /// Returns consecutive legal moves as an author writes them, starting from `position`.
    fn name_moves(&self, position: &Position, played: &[Self::Move]) -> Vec<Move>;
}

/// Properties of a puzzle that make its search faster or fairer. A game overrides those that
/// fit it.
pub trait SearchHints: SearchModel {
    /// Whether all moves of a state differ, so that the number of paths is the number of
    /// solutions.
    const HAS_DISTINCT_MOVES: bool = true;

    /// Like [`SearchModel::successors`], for states whose successors take long to generate: calls
    /// `visit` with `None` after each part of the work that takes about as long as expanding a
    /// state of other games, always after the same parts.
    ///
    /// # Errors
    ///
    /// The value that `visit` broke with.
    fn successors_or_pauses<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Option<(Self::Move, Self::State)>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.successors(state, |played, next| visit(Some((played, next))))
    }

    /// Whether [`Self::may_bring_nearer`] visits few states, so that looking ahead pays.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// Calls `visit` with all successors that have a smaller lower bound, once for each move
    /// that leads to them, and perhaps with other successors, until one call breaks.
    ///
    /// # Errors
    ///
    /// The value that `visit` broke with.
    fn may_bring_nearer<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.successors(state, |_, next| visit(next))
    }
}

/// A puzzle of slides in which consecutive slides of one piece count as one move
/// (`rules: grouped`). A node of its search is a state with the square of the piece that moved
/// last.
pub trait GroupedPuzzle: SearchHints + SearchModel<Move = SlideFrom> {
    /// Returns the square of the piece that moved last before the start, if there is one.
    fn last_moved(&self) -> Option<Square>;

    /// Calls `visit` with each legal slide, the square where its piece comes to rest, or `None`
    /// if it leaves the board, and the successor. The order is that of [`SearchModel::successors`].
    ///
    /// # Errors
    ///
    /// The value that `visit` broke with.
    fn slides<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(SlideFrom, Option<Square>, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Returns a lower bound on the groups of a solution, not counting the one that the piece on
    /// `last_moved` continues.
    ///
    /// It is consistent: it falls by at most one with a slide that starts a group, does not fall
    /// with one that continues a group, and is 0 for a solved state.
    fn groups_left(&self, state: &Self::State, last_moved: Option<Square>) -> u32;
}

/// A computation on the search model of a position, compiled for each game.
///
/// [`Position::visit`] calls the method that fits the position.
pub trait Visitor: Sized {
    /// The result.
    type Output;

    /// Visits a puzzle for one player.
    fn visit_puzzle<P: SearchHints>(self, puzzle: &P) -> Self::Output;

    /// Visits a puzzle that is solved exactly if one of several puzzles with one active robot each
    /// is solved. `puzzle` has the same moves, and visits them as single states.
    fn visit_active_robots<P: SearchHints>(
        self,
        puzzle: &P,
        _active_robots: &[ActiveRobotPuzzle],
    ) -> Self::Output {
        self.visit_puzzle(puzzle)
    }

    /// Visits a puzzle whose moves are grouped.
    fn visit_grouped<P: GroupedPuzzle>(self, puzzle: &P) -> Self::Output {
        self.visit_puzzle(puzzle)
    }

    /// Visits a duel.
    fn visit_duel<S: SquareSet>(self, duel: &Duel<S>) -> Self::Output;
}
