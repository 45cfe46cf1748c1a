//! Expands all states of one placement by the slides of the active robot.

use std::cmp::Ordering;

use super::layer_mode::LayerMode;
use super::look_ahead::HelpfulMoves;
use super::state_set::StateSet;
use crate::board::{Axes, OccupiedLines, each_slide};
use crate::games::ActiveRobotPuzzle;

/// The states of a placement that are expanded in a layer, and the successors
/// of them in which the active robot has slid.
pub(super) struct Expansion<const C: usize> {
    /// The open states, and all that slides nearer to the goal reach from them: these
    /// have the same f.
    pub(super) expanded: StateSet<C>,
    /// The successors with the same h, which belong to the next layer.
    pub(super) sideways: StateSet<C>,
    /// The successors with a greater h, which belong to the layer after that. Empty
    /// unless the mode of the layer is eager.
    pub(super) away: StateSet<C>,
    /// The number of states expanded.
    pub(super) count: u64,
}

impl<const C: usize> Expansion<C> {
    /// Expands the states `open` of a placement whose blockers stand on `lines`. Where
    /// the layer looks ahead, records in `helpful` the moves that may matter there.
    // It has one caller, and would be copied on its way there.
    #[inline(always)]
    pub(super) fn new(
        puzzle: &ActiveRobotPuzzle,
        lines: &OccupiedLines,
        open: StateSet<C>,
        closed: &StateSet<C>,
        mode: LayerMode,
        helpful: &mut HelpfulMoves,
    ) -> Self {
        let heuristic = puzzle.heuristic();
        let mut expansion = Self {
            expanded: open,
            sideways: StateSet::EMPTY,
            away: StateSet::EMPTY,
            count: 0,
        };
        let mut waiting = open;
        while let Some((active, axes)) = waiting.pop(puzzle.start()) {
            expansion.count += 1;
            let Some(h) = heuristic.moves(active, axes) else {
                continue;
            };
            let slides = puzzle.stops().slides(active, lines);
            if mode.looks_ahead && h > 0 {
                helpful.add(heuristic, active, axes, h, &slides);
            }
            each_slide(slides, |direction, stop| {
                if stop == active {
                    return;
                }
                let to = StateSet::<C>::known(axes.union(Axes::of(direction)));
                let Some(h_next) = heuristic.moves(stop, to) else {
                    return;
                };
                if h_next == h {
                    expansion.sideways.insert(stop, to);
                } else if h_next < h {
                    if mode.looks_ahead {
                        helpful.add_nearer(active, stop);
                    }
                    if !closed.contains(stop, to) && expansion.expanded.insert(stop, to) {
                        waiting.insert(stop, to);
                    }
                } else if mode.is_eager() {
                    expansion.away.insert(stop, to);
                }
            });
        }
        expansion
    }
}

/// Returns where slides of the active robot lead from states of one placement after which its
/// bound is, compared with the one before, as `lead` says: equal where they bring it no
/// nearer, greater where they lead away.
#[inline(always)]
pub(super) fn slides<const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    lines: &OccupiedLines,
    mut from: StateSet<C>,
    lead: Ordering,
) -> StateSet<C> {
    let heuristic = puzzle.heuristic();
    let mut led_to = StateSet::EMPTY;
    while let Some((active, axes)) = from.pop(puzzle.start()) {
        let h = heuristic.moves(active, axes);
        each_slide(puzzle.stops().slides(active, lines), |direction, stop| {
            let to = StateSet::<C>::known(axes.union(Axes::of(direction)));
            if stop != active && heuristic.moves(stop, to).cmp(&h) == lead {
                led_to.insert(stop, to);
            }
        });
    }
    led_to
}
