//! The goal look-ahead: solutions found before their layer is expanded.

use std::ops::ControlFlow;

use super::nodes::NodeId;
use crate::games::SearchHints;

/// The shortest solution that a look-ahead has found so far.
pub(super) struct Incumbent<S> {
    /// The number of its moves, from the start.
    pub(super) length: u32,
    /// Its last state that is a node.
    pub(super) node: NodeId,
    /// The states after that node, the last one first.
    pub(super) tail: Vec<S>,
}

/// Returns the states from `state` to a goal by moves that each lower *h* by one, the last one
/// first, or `None` if there are no such moves. `h` is the heuristic of `state`.
pub(super) fn descend<P: SearchHints>(
    puzzle: &P,
    state: P::State,
    h: u32,
) -> Option<Vec<P::State>> {
    let mut tail = Vec::new();
    if !reaches_goal(puzzle, &state, h, &mut tail) {
        return None;
    }
    tail.push(state);
    Some(tail)
}

/// Adds the states after `state` to `tail`. Such paths hardly ever meet, so visited states are
/// not stored.
fn reaches_goal<P: SearchHints>(
    puzzle: &P,
    state: &P::State,
    h: u32,
    tail: &mut Vec<P::State>,
) -> bool {
    if h == 0 {
        return puzzle.is_solved(state);
    }
    let flow = puzzle.may_bring_nearer(state, |next| {
        if puzzle.lower_bound(&next) == Some(h - 1) && reaches_goal(puzzle, &next, h - 1, tail) {
            tail.push(next);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    flow.is_break()
}
