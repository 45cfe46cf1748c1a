//! What a search has to know of a game.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::{ActiveRobotPuzzle, Move, Position};
use crate::board::Square;

/// A puzzle for one player in which every move costs one. Several threads may ask it at
/// once.
///
/// The search is generic over this trait, so each game gets a search compiled
/// for it, and no search knows a game.
pub trait Puzzle: Sync {
    /// A node of the search. Two states that are equal have the same solutions,
    /// up to the pieces' names.
    type State: Copy + Eq + Hash + Send + Sync;
    /// A move of a state, which has no names.
    type Move: Copy + Eq;

    /// Whether each move of a state is one move of the author's, so that
    /// counting the ones counts the others. If it is not, [`Self::are_alike`] tells.
    const COUNTABLE: bool = true;

    /// Whether [`Self::selects_successors`] may say so: for other puzzles, the search that
    /// asks for it is not compiled.
    const MAY_SELECT_SUCCESSORS: bool = false;

    /// The state the puzzle starts from.
    fn start(&self) -> Self::State;

    /// Calls `visit` with each legal move and the state it leads to, always in
    /// the same order, until one call breaks.
    ///
    /// Pieces that are alike are told apart here: each legal move of the
    /// position is visited once, even where two of them lead to equal states.
    ///
    /// # Errors
    ///
    /// What `visit` broke with.
    fn successors<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The same for a state whose successors may be long in coming: `visit` is
    /// called with nothing after each part of the work that takes about as long
    /// as expanding a state does elsewhere, always after the same parts.
    ///
    /// # Errors
    ///
    /// What `visit` broke with.
    fn successors_or_pauses<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Option<(Self::Move, Self::State)>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.successors(state, |played, next| visit(Some((played, next))))
    }

    /// Whether the puzzle is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// A number of moves that no solution from `state` goes below, or `None`
    /// where there provably is no solution.
    ///
    /// It is consistent: one move lowers it by at most one, and it is 0 for a
    /// solved state. What cannot be solved leads only to what cannot be solved.
    fn lower_bound(&self, state: &Self::State) -> Option<u32>;

    /// Whether [`Self::successors_within`] does with less than a bound for each successor,
    /// so that it pays to visit those of a small bound before the others.
    fn selects_successors(&self) -> bool {
        false
    }

    /// Calls `visit` with the states one move after `state` that need at most so many
    /// moves by a lower bound, until one call breaks; returns whether others may be left
    /// that need more.
    ///
    /// The bound is consistent, and no less than [`Self::lower_bound`]. It is called for one
    /// number after the other, from one less than the bound of `state` on, or an earlier
    /// one; what is visited for one number may be left out for the next.
    ///
    /// # Errors
    ///
    /// What `visit` broke with.
    fn successors_within<B>(
        &self,
        state: &Self::State,
        at_most: u32,
        visit: impl FnMut(Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B, bool> {
        successors_within(self, state, at_most, visit)
    }

    /// Whether [`Self::may_bring_nearer`] visits few states, so that it pays to
    /// look ahead with it.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// Calls `visit` with the states one move after `state` of which the lower
    /// bound is less, once for each move that leads there, and perhaps with
    /// others, until one call breaks.
    ///
    /// # Errors
    ///
    /// What `visit` broke with.
    fn may_bring_nearer<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.successors(state, |_, next| visit(next))
    }

    /// The puzzle as a choice of ones in which one piece runs and the others
    /// help, one of which has to be solved; `None` where it is no such.
    fn active_robot_puzzles(&self) -> Option<Vec<ActiveRobotPuzzle>> {
        None
    }

    /// Whether two moves of states are one move to those who count solutions.
    fn are_alike(one: &Self::Move, other: &Self::Move) -> bool {
        one == other
    }

    /// The square that a move leaves, in a game in which pieces slide.
    fn origin(_played: &Self::Move) -> Option<Square> {
        None
    }

    /// Moves one after the other as an author writes them, `position` being that
    /// of the state in which the first is played; `None` where one that others
    /// follow cannot be played.
    fn name_moves(&self, position: &Position, played: &[Self::Move]) -> Option<Vec<Move>>;
}

/// [`Puzzle::successors_within`] by the lower bound of each successor.
pub(super) fn successors_within<P: Puzzle + ?Sized, B>(
    puzzle: &P,
    state: &P::State,
    at_most: u32,
    mut visit: impl FnMut(P::State) -> ControlFlow<B>,
) -> ControlFlow<B, bool> {
    let mut are_left = false;
    puzzle.successors(state, |_, next| match puzzle.lower_bound(&next) {
        Some(moves) if moves <= at_most => visit(next),
        moves => {
            are_left |= moves.is_some();
            ControlFlow::Continue(())
        }
    })?;
    ControlFlow::Continue(are_left)
}
