//! From the goal back to the start.
//!
//! No state holds how it was reached. But all moves can be taken back: a state
//! one move nearer to the start that leads here was closed in the layer of its
//! depth and heuristic, and whether one was says the log.

use super::closed_log::{ClosedLog, Entry};
use super::helpers::PlacementKey;
use super::lists::Lists;
use super::runner_sets::may_come;
use super::state::{GoalPath, State};
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
pub(super) struct Closed<'a, const N: usize, const C: usize> {
    pub(super) lists: &'a [Lists<N, C>],
    pub(super) logs: &'a [ClosedLog<N, C>],
}

impl<const N: usize, const C: usize> Closed<'_, N, C> {
    /// Returns whether only one placement was seen, so that no helper has slid.
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
        slot.is_some_and(|slot| placements.closed(slot).contains(state.runner, state.axes))
    }
}

/// The states closed and the slides that lead from one to the other.
struct Retrace<'a, const N: usize, const C: usize> {
    puzzle: &'a ActiveRobotPuzzle,
    closed: Closed<'a, N, C>,
}

/// Returns the moves that lead to the state of `goal`, which was closed in
/// `layer`, and on from there.
///
/// # Errors
///
/// [`Stop::Limit`] where the search is to stop.
pub(super) fn retrace<const N: usize, const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    closed: Closed<'_, N, C>,
    goal: &GoalPath,
    layer: u32,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    let retrace = Retrace { puzzle, closed };
    let mut state = goal.state;
    let to_go = puzzle.heuristic().moves(state.runner, state.axes);
    let depth = layer.saturating_sub(to_go.unwrap_or(0));
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
        let helpers: [Square; N] = state.key.unpack();
        let bound = self.puzzle.heuristic();
        let mut add = |key, runner, axes, played| {
            let is_closed = self.closed.has(State { key, runner, axes });
            if is_closed && let Some(to_go) = bound.moves(runner, axes) {
                found.push(Predecessor {
                    state: State { key, runner, axes },
                    layer: depth + to_go,
                    played,
                });
            }
        };
        let mut lines: OccupiedLines = helpers.into_iter().collect();
        let after = (state.runner, state.axes);
        take_back_runner(self.puzzle, after, &lines, |runner, axes, played| {
            add(state.key, runner, axes, played);
        });
        if self.closed.is_single() {
            return;
        }
        lines.toggle(state.runner);
        for (helper, &square) in helpers.iter().enumerate() {
            take_back(self.puzzle, square, &lines, |square, direction| {
                let before = PlacementKey::moved(&helpers, helper, square);
                let played = SlideFrom { square, direction };
                add(before, state.runner, state.axes, played);
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
pub(super) fn take_back(
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

/// Calls `visit` with each state of the runner from which it may have come to this one by
/// a slide among the helpers of `lines`, and with the slide.
pub(super) fn take_back_runner(
    puzzle: &ActiveRobotPuzzle,
    (runner, axes): (Square, Axes),
    lines: &OccupiedLines,
    mut visit: impl FnMut(Square, Axes, SlideFrom),
) {
    let home = puzzle.start();
    take_back(puzzle, runner, lines, |square, direction| {
        let axis = Axes::of(direction);
        if !axes.contains(axis) {
            return;
        }
        let played = SlideFrom { square, direction };
        for before in [axes, axes.without(axis)] {
            if before.contains(puzzle.axes()) && may_come(home, square, before) {
                visit(square, before, played);
            }
        }
    });
}

/// Returns whether an entry of the log names a state.
fn names<const C: usize>(entry: &Entry<C>, state: State) -> bool {
    entry.key == state.key && entry.sets.contains(state.runner, state.axes)
}
