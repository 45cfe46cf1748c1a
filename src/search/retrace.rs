//! From the goal back to the start.

use super::closed_log::Place;
use super::placements::{pack_moved, unpack};
use super::setastar::{Goal, SetAStar};
use super::{Budget, Stop};
use crate::board::{Axis, Bitboard, Direction, Square};
use crate::games::SlideFrom;

/// A state, and the layer in which it was closed if it was reached in the
/// fewest moves.
#[derive(Clone, Copy)]
struct State {
    slot: u32,
    runner: Square,
    axes: usize,
    layer: u32,
}

/// A state from which a move leads to the one at hand.
struct Predecessor {
    state: State,
    played: SlideFrom,
}

// Helpers are below `N`, and slots are cut down to the length of the filter.
#[expect(clippy::indexing_slicing)]
impl<const N: usize, const A: usize> SetAStar<'_, N, A> {
    /// The moves that lead to `goal`, whose state was closed in `layer`, and
    /// on from there.
    ///
    /// No state holds how it was reached. But all moves can be taken back:
    /// a state one move nearer to the start that leads here was closed in the
    /// layer of its depth and heuristic, and whether one was says the log.
    pub(super) fn retrace(
        &self,
        goal: &Goal,
        layer: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<SlideFrom>>, Stop> {
        let mut state = State {
            slot: goal.slot,
            runner: goal.runner,
            axes: goal.axes,
            layer,
        };
        let to_go = self.puzzle.lower_bound(goal.runner, goal.axes);
        let to_go = to_go.and_then(|moves| u32::try_from(moves).ok());
        let mut path: Vec<_> = goal.tail.iter().rev().copied().collect();
        for depth in (0..layer.saturating_sub(to_go.unwrap_or(0))).rev() {
            let predecessors = self.predecessors(state, depth);
            let Some(found) = self.find_closed(&predecessors, budget)? else {
                return Ok(None);
            };
            path.push(found.played);
            state = found.state;
        }
        path.reverse();
        Ok(Some(path))
    }

    /// The states of placements that were seen from which one move leads to
    /// `state`.
    fn predecessors(&self, state: State, depth: u32) -> Vec<Predecessor> {
        let mut found = Vec::new();
        let helpers: [u8; N] = unpack(self.placements.helpers(state.slot));
        let mut add = |slot, runner, axes, played| {
            let bound = self.puzzle.lower_bound(runner, axes);
            if let Some(bound) = bound.and_then(|bound| u32::try_from(bound).ok()) {
                let layer = depth + bound;
                let state = State {
                    slot,
                    runner,
                    axes,
                    layer,
                };
                found.push(Predecessor { state, played });
            }
        };
        let squares = helpers.map(Square::from_index);
        self.take_back(state.runner, squares.into_iter(), |square, direction| {
            let axis = match direction.axis() {
                Axis::Horizontal => 1,
                Axis::Vertical => 2,
            };
            let played = SlideFrom { square, direction };
            if self.puzzle.axes() == 3 {
                add(state.slot, square, 3, played);
            } else if state.axes & axis != 0 {
                add(state.slot, square, state.axes, played);
                add(state.slot, square, state.axes & !axis, played);
            }
        });
        for (helper, &square) in squares.iter().enumerate() {
            let others = squares.iter().copied().filter(|&other| other != square);
            let others = others.chain(std::iter::once(state.runner));
            self.take_back(square, others, |square, direction| {
                let before = pack_moved(&helpers, helper, square);
                if let Some(slot) = self.placements.find(before) {
                    add(
                        slot,
                        state.runner,
                        state.axes,
                        SlideFrom { square, direction },
                    );
                }
            });
        }
        found
    }

    /// Calls `visit` with each square and direction from which a slide ends on
    /// `stop`.
    fn take_back(
        &self,
        stop: Square,
        others: impl Iterator<Item = Square>,
        mut visit: impl FnMut(Square, Direction),
    ) {
        let occupied: Bitboard = others.collect();
        let free = self.puzzle.free(occupied);
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

    /// The first of `predecessors` that the log names in its layer.
    fn find_closed<'a>(
        &self,
        predecessors: &'a [Predecessor],
        budget: &Budget<'_>,
    ) -> Result<Option<&'a Predecessor>, Stop> {
        let mut layers: Vec<u32> = predecessors.iter().map(|one| one.state.layer).collect();
        layers.sort_unstable();
        layers.dedup();
        for layer in layers {
            let Some((first, end)) = self.log.layer(layer) else {
                continue;
            };
            let here = |one: &&Predecessor| one.state.layer == layer;
            let mut filter = [false; 1024];
            for one in predecessors.iter().filter(here) {
                filter[one.state.slot as usize & 1023] = true;
            }
            let mut place: Place = first;
            let mut entries = 0_u32;
            while place != end
                && let Some((entry, next)) = self.log.read(place)
            {
                place = next;
                entries += 1;
                if entries.is_multiple_of(1 << 14) {
                    budget.poll()?;
                }
                if !filter[entry.slot as usize & 1023] {
                    continue;
                }
                let found = predecessors.iter().filter(here).find(|one| {
                    one.state.slot == entry.slot
                        && one.state.axes == entry.axes
                        && entry.set.contains(one.state.runner)
                });
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }
}
