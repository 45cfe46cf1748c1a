//! Solutions found before their layer is expanded.

use std::ops::ControlFlow;

use super::nodes::NodeId;
use crate::games::SearchHints;

/// The shortest solution that a look-ahead has found yet.
pub(super) struct Incumbent<S> {
    /// Its moves, from the start.
    pub(super) length: u32,
    /// The last node of it that was generated.
    pub(super) node: NodeId,
    /// The states after that node, the last one first.
    pub(super) tail: Vec<S>,
}

/// Returns the states from `state`, of which the heuristic is `h`, to a solved
/// one by moves that each lower it by one; the last one first. `None` where
/// there are no such moves.
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

/// Puts the states after `state` in `tail`. Two such ways hardly ever meet, so
/// what was seen is not remembered.
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
