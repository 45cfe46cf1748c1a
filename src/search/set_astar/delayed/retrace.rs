//! From the goal back to the start.
//!
//! A state one move nearer to the start that leads here was closed in the layer
//! of its depth and heuristic. Which one was, the runs say: those of the layers
//! in question are read once for each move.

use super::blockers::Blockers;
use super::run::Reader;
use super::search::{DelayedSearch, GoalInLayer};
use crate::board::{Axes, Square};
use crate::games::{ActiveRobotPuzzle, SlideFrom};
use crate::search::limits::{Budget, Stop};
use crate::search::set_astar::retrace::{visit_active_predecessors, visit_origins};

/// A state from which a move leads to the one at hand, and the layer in which
/// it was closed if it was reached in the fewest moves.
#[derive(Clone, Copy)]
struct Predecessor {
    key: u64,
    active: Square,
    axes: Axes,
    layer: u32,
    played: SlideFrom,
}

/// Returns the slides of the solution that ends as `found` says, or `None` if
/// none is found.
///
/// # Errors
///
/// [`Stop`] where the search is to stop.
pub(super) fn retrace<const C: usize>(
    layers: &DelayedSearch<'_, C>,
    found: &GoalInLayer<C>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<SlideFrom>>, Stop> {
    let h = layers.puzzle().heuristic().moves(found.active, found.axes);
    let depth = found.layer.saturating_sub(h.unwrap_or(0));
    let mut path: Vec<_> = found.tail.iter().rev().copied().collect();
    let (mut key, mut active, mut axes) = (found.record.key, found.active, found.axes);
    for depth in (0..depth).rev() {
        let before = predecessors(layers.puzzle(), key, (active, axes), depth);
        let Some(one) = find_closed(layers, found, &before, budget)? else {
            return Ok(None);
        };
        path.push(one.played);
        (key, active, axes) = (one.key, one.active, one.axes);
    }
    path.reverse();
    Ok(Some(path))
}

/// Returns the states from which one move leads to this one, layer by layer, and
/// each layer in the order of their keys.
fn predecessors(
    puzzle: &ActiveRobotPuzzle,
    key: u64,
    (active, axes): (Square, Axes),
    depth: u32,
) -> Vec<Predecessor> {
    let mut before = Vec::new();
    let mut add = |key, active, axes, played| {
        if let Some(h) = puzzle.heuristic().moves(active, axes) {
            before.push(Predecessor {
                key,
                active,
                axes,
                layer: depth + h,
                played,
            });
        }
    };
    let placement = Blockers::of(puzzle, key);
    visit_active_predecessors(
        puzzle,
        (active, axes),
        &placement.lines,
        |from, axes, played| {
            add(key, from, axes, played);
        },
    );
    let mut lines = placement.lines;
    lines.toggle(active);
    for (blocker, &stop) in placement.blockers().iter().enumerate() {
        visit_origins(puzzle, stop, &lines, |square, direction| {
            let key = placement.moved(blocker, square);
            add(key, active, axes, SlideFrom { square, direction });
        });
    }
    before.sort_by_key(|one| (one.layer, one.key));
    before
}

/// Returns one of these states, which are in that order, that was closed in its
/// layer.
fn find_closed<const C: usize>(
    layers: &DelayedSearch<'_, C>,
    found: &GoalInLayer<C>,
    before: &[Predecessor],
    budget: &Budget<'_>,
) -> Result<Option<Predecessor>, Stop> {
    for same_layer in before.chunk_by(|one, other| one.layer == other.layer) {
        let Some(layer) = same_layer.first().map(|one| one.layer) else {
            continue;
        };
        // The layer of the goal was not kept.
        if layer == found.layer {
            let mut here = same_layer.iter().filter(|one| one.key == found.record.key);
            if let Some(one) = here.find(|one| found.record.sets.contains(one.active, one.axes)) {
                return Ok(Some(*one));
            }
            continue;
        }
        let Some(run) = layers.closed_in(layer) else {
            continue;
        };
        let mut reader = Reader::<_, C>::new(run, budget)?;
        for one in same_layer {
            while reader.key().is_some_and(|key| key < one.key) {
                reader.advance(budget)?;
            }
            let record = reader.record().filter(|record| record.key == one.key);
            if record.is_some_and(|record| record.sets.contains(one.active, one.axes)) {
                return Ok(Some(*one));
            }
        }
    }
    Ok(None)
}
