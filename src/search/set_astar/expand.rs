//! The slides of the runner from all states of one placement at once.

use super::helpful::HelpfulMoves;
use super::layer_mode::LayerMode;
use super::runner_sets::RunnerSets;
use crate::board::{Axes, Lines, Square, each_slide};
use crate::games::RunnerPuzzle;

/// The states of a placement that are expanded in a layer, and the successors
/// of them in which the runner has slid.
pub(super) struct Expansion<const A: usize> {
    /// The states: those that were open, and those to which slides lead that
    /// bring the runner one move nearer, and so stay in the layer.
    pub(super) expanded: RunnerSets<A>,
    /// Where slides lead that bring it no nearer: into the next layer.
    pub(super) level: RunnerSets<A>,
    /// Where slides lead away from the goal: into the layer after that. Left out
    /// where the mode of the layer is not eager.
    pub(super) away: RunnerSets<A>,
    /// How many states were expanded.
    pub(super) count: u64,
}

impl<const A: usize> Expansion<A> {
    /// Expands the states `open` of a placement whose helpers stand on `lines`. Where
    /// the layer looks ahead, adds to `helpful` what may matter there.
    // It has one caller, and would be copied on its way there.
    #[inline(always)]
    pub(super) fn new(
        puzzle: &RunnerPuzzle,
        lines: &Lines,
        open: RunnerSets<A>,
        closed: &RunnerSets<A>,
        mode: LayerMode,
        helpful: &mut HelpfulMoves,
    ) -> Self {
        let bound = puzzle.lower_bound();
        let mut expansion = Self {
            expanded: open,
            level: RunnerSets::default(),
            away: RunnerSets::default(),
            count: 0,
        };
        let mut waiting = open;
        while let Some((runner, axes)) = waiting.pop() {
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
                let to = RunnerSets::<A>::known(axes.and(Axes::of(direction)));
                let Some(left) = bound.moves(stop, to) else {
                    return;
                };
                if left == moves {
                    expansion.level[to].insert(stop);
                } else if left < moves {
                    if mode.looks_ahead() {
                        helpful.add_nearer(runner, stop);
                    }
                    if !closed[to].contains(stop) && expansion.expanded[to].insert(stop) {
                        waiting[to].insert(stop);
                    }
                } else if mode.is_eager() {
                    expansion.away[to].insert(stop);
                }
            });
        }
        expansion
    }
}

/// Returns where slides of the runner lead away from the goal, from a set of
/// states of one placement with the same axes.
pub(super) fn slides_away<const A: usize>(
    puzzle: &RunnerPuzzle,
    lines: &Lines,
    runners: impl Iterator<Item = Square>,
    axes: Axes,
) -> RunnerSets<A> {
    let bound = puzzle.lower_bound();
    let mut away = RunnerSets::default();
    for runner in runners {
        let moves = bound.moves(runner, RunnerSets::<A>::known(axes));
        each_slide(puzzle.stops().slides(runner, lines), |direction, stop| {
            let to = RunnerSets::<A>::known(axes.and(Axes::of(direction)));
            if bound.moves(stop, to) > moves {
                away[to].insert(stop);
            }
        });
    }
    away
}
