//! From the goal back to the start.
//!
//! No state stores its parent, but its predecessors can be enumerated: all states from
//! which one move leads to it. A predecessor on a shortest path was closed in layer *g* + *h*,
//! with *g* one less than here, and the log of that layer contains it.

use super::closed_log::{ClosedLog, Entry};
use super::lists::Lists;
use super::placement_key::PlacementKey;
use super::state::{GoalPath, State};
use super::state_set::is_reachable;
use crate::board::{Axes, Direction, OccupiedLines, Square};
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Stop};

/// A state from which a move leads to the one at hand, and the layer in which
/// it was closed if it was reached in the fewest moves.
struct Predecessor {
    state: State,
    layer: u32,
    played: SlideFrom,
}

/// All closed states, in one shard or several.
#[derive(Clone, Copy)]
pub(super) struct ClosedStates<'a, const N: usize, const C: usize> {
    pub(super) lists: &'a [Lists<N, C>],
    pub(super) logs: &'a [ClosedLog<N, C>],
}

impl<const N: usize, const C: usize> ClosedStates<'_, N, C> {
    /// Returns whether only one placement was seen, so that no blocker has slid.
    fn is_single(self) -> bool {
        matches!(self.lists, [lists] if lists.placements().is_single())
    }

    /// Returns whether a state was closed.
    #[inline]
    fn has(self, state: State) -> bool {
        let shard = state.key.shard::<N>(self.lists.len());
        let Some(placements) = self.lists.get(shard).map(Lists::placements) else {
            return false;
        };
        let slot = placements.find(state.key);
        slot.is_some_and(|slot| placements.closed(slot).contains(state.active, state.axes))
    }
}

/// The states closed and the slides that lead from one to the other.
struct Retrace<'a, const N: usize, const C: usize> {
    puzzle: &'a ActiveRobotPuzzle,
    closed: ClosedStates<'a, N, C>,
}

/// Returns the moves from the start to the state of `goal`, which was closed in `layer`,
/// followed by the tail of `goal`.
///
/// # Errors
///
/// [`Stop::Limit`] where the search is to stop.
pub(super) fn retrace<const N: usize, const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    closed: ClosedStates<'_, N, C>,
    goal: &GoalPath,
    layer: u32,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    let retrace = Retrace { puzzle, closed };
    let mut state = goal.state;
    let h = puzzle.heuristic().moves(state.active, state.axes);
    let depth = layer.saturating_sub(h.unwrap_or(0));
    let mut path: Vec<_> = goal.tail.iter().rev().copied().collect();
    let mut predecessors = Vec::new();
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

/// Placements are told apart by some bits of a hash, one for each bit of these words,
/// before entries are compared.
const FILTER_LEN: usize = 1 << 4;

/// Returns the word of the filter that a placement has a bit in, and the bit.
const fn place(key: PlacementKey) -> (usize, u64) {
    let bits = key.word().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54;
    (bits as usize / 64 % FILTER_LEN, 1 << (bits % 64))
}

/// Entries between two looks at the flag and the clock.
const POLL_INTERVAL: u32 = 1 << 14;

// Hashes are cut down to the length of the filter.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const C: usize> Retrace<'_, N, C> {
    /// Adds the closed states from which one move leads to `state`.
    fn add_predecessors(&self, state: State, depth: u32, found: &mut Vec<Predecessor>) {
        let blockers: [Square; N] = state.key.unpack();
        let heuristic = self.puzzle.heuristic();
        let mut add = |key, active, axes, played| {
            let is_closed = self.closed.has(State { key, active, axes });
            if is_closed && let Some(h) = heuristic.moves(active, axes) {
                found.push(Predecessor {
                    state: State { key, active, axes },
                    layer: depth + h,
                    played,
                });
            }
        };
        let mut lines: OccupiedLines = blockers.into_iter().collect();
        let after = (state.active, state.axes);
        visit_active_predecessors(self.puzzle, after, &lines, |active, axes, played| {
            add(state.key, active, axes, played);
        });
        if self.closed.is_single() {
            return;
        }
        lines.toggle(state.active);
        for (blocker, &square) in blockers.iter().enumerate() {
            visit_origins(self.puzzle, square, &lines, |square, direction| {
                let before = PlacementKey::moved(&blockers, blocker, square);
                let played = SlideFrom { square, direction };
                add(before, state.active, state.axes, played);
            });
        }
    }

    /// Returns the first of `predecessors` that the log names in its layer.
    fn find_closed<'p>(
        &self,
        predecessors: &'p [Predecessor],
        budget: &Budget<'_>,
    ) -> Result<Option<&'p Predecessor>, Stop> {
        // The only one that was closed at all was closed there.
        if let [only] = predecessors {
            return Ok(Some(only));
        }
        let layer_from = |least: u32| {
            let layers = predecessors.iter().map(|one| one.layer);
            layers.filter(|&layer| layer >= least).min()
        };
        let mut next = layer_from(0);
        while let Some(layer) = next {
            next = layer_from(layer + 1);
            let here = |one: &&Predecessor| one.layer == layer;
            let mut filter = [0_u64; FILTER_LEN];
            for one in predecessors.iter().filter(here) {
                let (word, bit) = place(one.state.key);
                filter[word] |= bit;
            }
            let mut entries = 0_u32;
            for log in self.closed.logs {
                let mut closed = log.layer(layer);
                while let Some(entry) = log.read(&mut closed) {
                    entries += 1;
                    if entries.is_multiple_of(POLL_INTERVAL) {
                        budget.poll()?;
                    }
                    let (word, bit) = place(entry.key);
                    if filter[word] & bit == 0 {
                        continue;
                    }
                    let mut named = predecessors.iter().filter(here);
                    let found = named.find(|one| names(&entry, one.state));
                    if found.is_some() {
                        return Ok(found);
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Calls `visit` with each square and direction from which a slide among the
/// pieces of `lines` ends on `stop`; whether the one that slides is among them
/// makes no difference.
pub(super) fn visit_origins(
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

/// Calls `visit` with each state of the active robot from which it may have come to this one by
/// a slide among the blockers of `lines`, and with the slide.
pub(super) fn visit_active_predecessors(
    puzzle: &ActiveRobotPuzzle,
    (active, axes): (Square, Axes),
    lines: &OccupiedLines,
    mut visit: impl FnMut(Square, Axes, SlideFrom),
) {
    let start = puzzle.start();
    visit_origins(puzzle, active, lines, |square, direction| {
        let axis = Axes::of(direction);
        if !axes.contains(axis) {
            return;
        }
        let played = SlideFrom { square, direction };
        for before in [axes, axes.without(axis)] {
            if before.contains(puzzle.axes()) && is_reachable(start, square, before) {
                visit(square, before, played);
            }
        }
    });
}

/// Returns whether an entry of the log names a state.
fn names<const C: usize>(entry: &Entry<C>, state: State) -> bool {
    entry.key == state.key && entry.sets.contains(state.active, state.axes)
}
