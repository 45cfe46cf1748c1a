//! From the goal back to the start.
//!
//! No state holds how it was reached. But all moves can be taken back: a state
//! one move nearer to the start that leads here was closed in the layer of its
//! depth and heuristic, and whether one was says the log.

use super::closed_log::Entry;
use super::helpers::PlacementKey;
use super::lists::Lists;
use super::state::{GoalPath, State};
use crate::board::{Axes, Bitboard, Direction, Square};
use crate::games::{RunnerPuzzle, SlideFrom};
use crate::search::limits::{Budget, Stop};

/// A state from which a move leads to the one at hand, and the layer in which
/// it was closed if it was reached in the fewest moves.
struct Predecessor {
    state: State,
    layer: u32,
    played: SlideFrom,
}

/// The states closed and the slides that lead from one to the other.
struct Retrace<'a, const N: usize, const A: usize> {
    puzzle: &'a RunnerPuzzle,
    lists: &'a Lists<N, A>,
}

/// Returns the moves that lead to the state of `goal`, which was closed in
/// `layer`, and on from there.
///
/// # Errors
///
/// [`Stop::Limit`] where the search is to stop.
pub(super) fn retrace<const N: usize, const A: usize>(
    puzzle: &RunnerPuzzle,
    lists: &Lists<N, A>,
    goal: &GoalPath,
    layer: u32,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    let retrace = Retrace { puzzle, lists };
    let mut state = goal.state;
    let to_go = puzzle.lower_bound().moves(state.runner, state.axes);
    let depth = layer.saturating_sub(to_go.unwrap_or(0));
    let mut path: Vec<_> = goal.tail.iter().rev().copied().collect();
    let mut predecessors = Vec::with_capacity(64);
    for depth in (0..depth).rev() {
        retrace.add_predecessors(state, depth, &mut predecessors);
        let Some(found) = retrace.find_closed(&predecessors, budget)? else {
            return Ok(None);
        };
        path.push(found.played);
        state = found.state;
        predecessors.clear();
    }
    path.reverse();
    Ok(Some(path))
}

/// Slots are told apart by these many low bits before entries are compared.
const FILTER_LEN: usize = 1 << 10;

/// Entries between two looks at the flag and the clock.
const POLL_INTERVAL: u32 = 1 << 14;

// Slots are cut down to the length of the filter.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const A: usize> Retrace<'_, N, A> {
    /// Adds the states of placements that were seen from which one move leads
    /// to `state`.
    fn add_predecessors(&self, state: State, depth: u32, found: &mut Vec<Predecessor>) {
        let helpers: [Square; N] = self.lists.placements().helpers(state.slot);
        let bound = self.puzzle.lower_bound();
        let mut add = |slot, runner, axes, played| {
            if let Some(to_go) = bound.moves(runner, axes) {
                found.push(Predecessor {
                    state: State { slot, runner, axes },
                    layer: depth + to_go,
                    played,
                });
            }
        };
        take_back(
            self.puzzle,
            state.runner,
            helpers.into_iter(),
            |square, direction| {
                let axis = Axes::of(direction);
                let played = SlideFrom { square, direction };
                if self.puzzle.axes() == Axes::BOTH {
                    add(state.slot, square, Axes::BOTH, played);
                } else if state.axes.contains(axis) {
                    add(state.slot, square, state.axes, played);
                    add(state.slot, square, state.axes.without(axis), played);
                }
            },
        );
        for (helper, &square) in helpers.iter().enumerate() {
            let others = helpers.iter().copied().filter(|&other| other != square);
            let others = others.chain(std::iter::once(state.runner));
            take_back(self.puzzle, square, others, |square, direction| {
                let before = PlacementKey::moved(&helpers, helper, square);
                if let Some(slot) = self.lists.placements().find(before) {
                    let played = SlideFrom { square, direction };
                    add(slot, state.runner, state.axes, played);
                }
            });
        }
    }

    /// Returns the first of `predecessors` that the log names in its layer.
    fn find_closed<'p>(
        &self,
        predecessors: &'p [Predecessor],
        budget: &Budget<'_>,
    ) -> Result<Option<&'p Predecessor>, Stop> {
        let layer_from = |least: u32| {
            let layers = predecessors.iter().map(|one| one.layer);
            layers.filter(|&layer| layer >= least).min()
        };
        let mut next = layer_from(0);
        while let Some(layer) = next {
            next = layer_from(layer + 1);
            let here = |one: &&Predecessor| one.layer == layer;
            let mut filter = [false; FILTER_LEN];
            for one in predecessors.iter().filter(here) {
                filter[one.state.slot as usize % FILTER_LEN] = true;
            }
            let mut closed = self.lists.closed_in(Some(layer));
            let mut entries = 0_u32;
            while let Some(entry) = self.lists.next_closed(&mut closed) {
                entries += 1;
                if entries.is_multiple_of(POLL_INTERVAL) {
                    budget.poll()?;
                }
                if !filter[entry.slot as usize % FILTER_LEN] {
                    continue;
                }
                let mut named = predecessors.iter().filter(here);
                let found = named.find(|one| names(&entry, one.state));
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }
}

/// Calls `visit` with each square and direction from which a slide ends on
/// `stop`, with `others` in the way.
pub(super) fn take_back(
    puzzle: &RunnerPuzzle,
    stop: Square,
    others: impl Iterator<Item = Square>,
    mut visit: impl FnMut(Square, Direction),
) {
    let occupied: Bitboard = others.collect();
    let free = puzzle.free(occupied);
    for (direction, free) in Direction::ALL.into_iter().zip(free) {
        if free.contains(stop) {
            continue;
        }
        let mut square = stop;
        while let Some(before) = square.step(direction.opposite())
            && free.contains(before)
            && !occupied.contains(before)
        {
            visit(before, direction);
            square = before;
        }
    }
}

/// Returns whether an entry of the log names a state.
fn names(entry: &Entry, state: State) -> bool {
    entry.slot == state.slot && entry.axes == state.axes && entry.set.contains(state.runner)
}
