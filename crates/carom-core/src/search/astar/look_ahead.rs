//! The goal look-ahead: solutions found before their layer is expanded.

use std::ops::ControlFlow;

use super::nodes::NodeId;
use crate::games::SearchHints;
use crate::search::limits::{Budget, Limit};

/// The shortest solution that a look-ahead has found so far.
pub(super) struct Incumbent<S> {
    /// The number of its moves, from the start.
    pub(super) length: u32,
    /// Its last state that is a node.
    pub(super) node: NodeId,
    /// The states after that node, the last one first.
    pub(super) tail: Vec<S>,
}

/// The states visited between two polls of the flag and the clock.
const POLL_INTERVAL: u32 = 1 << 10;

/// Returns the states from `state` to a goal by moves that each lower *h* by one, the last one
/// first, or `None` if there are no such moves. `h` is the heuristic of `state`.
///
/// # Errors
///
/// [`Limit`] if the search is to stop: in a large descent, many paths may end without a goal.
pub(super) fn descend<P: SearchHints>(
    puzzle: &P,
    state: P::State,
    h: u32,
    budget: &Budget<'_>,
) -> Result<Option<Vec<P::State>>, Limit> {
    let mut descent = Descent { puzzle, budget, visited: 0, tail: Vec::new() };
    match descent.reaches_goal(&state, h) {
        ControlFlow::Continue(()) => Ok(None),
        ControlFlow::Break(found) => found.map(|()| {
            descent.tail.push(state);
            Some(descent.tail)
        }),
    }
}

struct Descent<'a, 'b, P: SearchHints> {
    puzzle: &'a P,
    budget: &'a Budget<'b>,
    visited: u32,
    tail: Vec<P::State>,
}

impl<P: SearchHints> Descent<'_, '_, P> {
    /// Breaks at a goal, with the states after `state` in the tail, or at a limit. Such paths
    /// hardly ever meet, so visited states are not stored.
    fn reaches_goal(&mut self, state: &P::State, h: u32) -> ControlFlow<Result<(), Limit>> {
        self.visited += 1;
        if self.visited.is_multiple_of(POLL_INTERVAL)
            && let Err(stop) = self.budget.poll()
        {
            return ControlFlow::Break(Err(stop));
        }
        let puzzle = self.puzzle;
        if h == 0 {
            return match puzzle.is_solved(state) {
                true => ControlFlow::Break(Ok(())),
                false => ControlFlow::Continue(()),
            };
        }
        puzzle.may_bring_nearer(state, |next| {
            if puzzle.lower_bound(&next) != Some(h - 1) {
                return ControlFlow::Continue(());
            }
            let flow = self.reaches_goal(&next, h - 1);
            if let ControlFlow::Break(Ok(())) = flow {
                self.tail.push(next);
            }
            flow
        })
    }
}
