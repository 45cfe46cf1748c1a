//! The slides of the runner from all states of one placement at once.

use std::cmp::Ordering;

use super::helpful::HelpfulMoves;
use super::layer_mode::LayerMode;
use super::runner_sets::RunnerSets;
use crate::board::{Axes, OccupiedLines, each_slide};
use crate::games::ActiveRobotPuzzle;

/// The states of a placement that are expanded in a layer, and the successors
/// of them in which the runner has slid.
pub(super) struct Expansion<const C: usize> {
    /// The states: those that were open, and those to which slides lead that
    /// bring the runner one move nearer, and so stay in the layer.
    pub(super) expanded: RunnerSets<C>,
    /// Where slides lead that bring it no nearer: into the next layer.
    pub(super) level: RunnerSets<C>,
    /// Where slides lead away from the goal: into the layer after that. Left out
    /// where the mode of the layer is not eager.
    pub(super) away: RunnerSets<C>,
    /// How many states were expanded.
    pub(super) count: u64,
}

impl<const C: usize> Expansion<C> {
    /// Expands the states `open` of a placement whose helpers stand on `lines`. Where
    /// the layer looks ahead, adds to `helpful` what may matter there.
    // It has one caller, and would be copied on its way there.
    #[inline(always)]
    pub(super) fn new(
        puzzle: &ActiveRobotPuzzle,
        lines: &OccupiedLines,
        open: RunnerSets<C>,
        closed: &RunnerSets<C>,
        mode: LayerMode,
        helpful: &mut HelpfulMoves,
    ) -> Self {
        let bound = puzzle.heuristic();
        let mut expansion = Self {
            expanded: open,
            level: RunnerSets::EMPTY,
            away: RunnerSets::EMPTY,
            count: 0,
        };
        let mut waiting = open;
        while let Some((runner, axes)) = waiting.pop(puzzle.start()) {
            expansion.count += 1;
            let Some(moves) = bound.moves(runner, axes) else {
                continue;
            };
            let slides = puzzle.stops().slides(runner, lines);
            if mode.looks_ahead() && moves > 0 {
                helpful.add(bound, runner, axes, moves, &slides);
            }
            each_slide(slides, |direction, stop| {
                if stop == runner {
                    return;
                }
                let to = RunnerSets::<C>::known(axes.union(Axes::of(direction)));
                let Some(left) = bound.moves(stop, to) else {
                    return;
                };
                if left == moves {
                    expansion.level.insert(stop, to);
                } else if left < moves {
                    if mode.looks_ahead() {
                        helpful.add_nearer(runner, stop);
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

/// Returns where slides of the runner lead from states of one placement after which its
/// bound is, compared with the one before, as `lead` says: equal where they bring it no
/// nearer, greater where they lead away.
#[inline(always)]
pub(super) fn slides<const C: usize>(
    puzzle: &ActiveRobotPuzzle,
    lines: &OccupiedLines,
    mut from: RunnerSets<C>,
    lead: Ordering,
) -> RunnerSets<C> {
    let bound = puzzle.heuristic();
    let mut led_to = RunnerSets::EMPTY;
    while let Some((runner, axes)) = from.pop(puzzle.start()) {
        let moves = bound.moves(runner, axes);
        each_slide(puzzle.stops().slides(runner, lines), |direction, stop| {
            let to = RunnerSets::<C>::known(axes.union(Axes::of(direction)));
            if stop != runner && bound.moves(stop, to).cmp(&moves) == lead {
                led_to.insert(stop, to);
            }
        });
    }
    led_to
}
