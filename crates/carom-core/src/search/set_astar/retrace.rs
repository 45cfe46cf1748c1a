//! From the goal back to the start.
//!
//! No state stores its parent, but its predecessors can be enumerated: all states from
//! which one move leads to it. A predecessor on a shortest path was closed in layer *g* + *h*,
//! with *g* one less than here, and the storage finds it there.

use super::placement::PlacementKey;
use super::state::{GoalPath, Predecessor, State};
use super::state_set::is_reachable;
use super::storage::Storage;
use crate::board::{Axes, Direction, OccupiedLines, Square};
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Limit};

/// The largest number of blockers.
const MAX: usize = ActiveRobotPuzzle::MAX_BLOCKERS;

/// Returns the moves from the start to the state of `goal`, which was closed in layer `f`,
/// followed by the tail of `goal`.
///
/// # Errors
///
/// [`Limit`] if the search is to stop.
pub(super) fn retrace(
    puzzle: &ActiveRobotPuzzle,
    storage: &dyn Storage,
    goal: &GoalPath,
    f: u32,
    budget: &Budget<'_>,
) -> Result<Vec<SlideFrom>, Limit> {
    let mut state = goal.state;
    let h = puzzle
        .heuristic()
        .moves(state.active, state.axes)
        .expect("from a closed state the goal can be reached");
    let mut path: Vec<_> = goal.tail.iter().rev().copied().collect();
    for g in (0..f - h).rev() {
        let found = storage.find_predecessor(puzzle, state, g, budget)?;
        path.push(found.played);
        state = found.state;
    }
    path.reverse();
    Ok(path)
}

/// Returns the states at depth `g` from which one move may lead to `state`, in the order of
/// their layers. Leaves out those that are not closed according to `may_be_closed`.
pub(super) fn predecessors(
    puzzle: &ActiveRobotPuzzle,
    state: State,
    g: u32,
    may_be_closed: &dyn Fn(State) -> bool,
) -> Vec<Predecessor> {
    let mut predecessors = Vec::new();
    visit_predecessors(puzzle, state, |state, played| {
        if may_be_closed(state)
            && let Some(h) = puzzle.heuristic().moves(state.active, state.axes)
        {
            predecessors.push(Predecessor { state, layer: g + h, played });
        }
    });
    predecessors.sort_by_key(|one| one.layer);
    predecessors
}

/// Calls `visit` with each state from which one move may lead to `state`, and with the move.
fn visit_predecessors(
    puzzle: &ActiveRobotPuzzle,
    state: State,
    mut visit: impl FnMut(State, SlideFrom),
) {
    let State { key, active, axes } = state;
    let squares: [Square; MAX] = key.unpack();
    let blockers = &squares[..puzzle.blockers().len()];
    let mut lines: OccupiedLines = blockers.iter().copied().collect();
    visit_origins(puzzle, active, &lines, |square, direction| {
        let axis = Axes::of(direction);
        if !axes.contains(axis) {
            return;
        }
        for before in [axes, axes.without(axis)] {
            if before.contains(puzzle.axes()) && is_reachable(puzzle.start(), square, before) {
                let state = State { key, active: square, axes: before };
                visit(state, SlideFrom { square, direction });
            }
        }
    });
    lines.toggle(active);
    for (blocker, &stop) in blockers.iter().enumerate() {
        visit_origins(puzzle, stop, &lines, |square, direction| {
            let key = key_of_moved(squares, blockers.len(), blocker, square);
            visit(State { key, ..state }, SlideFrom { square, direction });
        });
    }
}

/// Returns the key of the placement of the first `count` blockers after one has moved to
/// `square`.
fn key_of_moved(
    mut squares: [Square; MAX],
    count: usize,
    blocker: usize,
    square: Square,
) -> PlacementKey {
    let blockers = &mut squares[..count];
    blockers[blocker] = square;
    blockers.sort_unstable();
    PlacementKey::pack(blockers)
}

/// Calls `visit` with each square and direction from which a slide among the pieces of `lines`
/// ends on `stop`. Whether the sliding piece is among them makes no difference.
fn visit_origins(
    puzzle: &ActiveRobotPuzzle,
    stop: Square,
    lines: &OccupiedLines,
    mut visit: impl FnMut(Square, Direction),
) {
    let [up, right, down, left] = puzzle.stops().slides(stop, lines);
    for ((direction, end), (back, farthest)) in
        [(up, down), (right, left), (down, up), (left, right)]
    {
        // A piece that could go on would not have stopped.
        if end != stop {
            continue;
        }
        let mut square = stop;
        while square != farthest
            && let Some(before) = square.step(back)
        {
            visit(before, direction);
            square = before;
        }
    }
}
