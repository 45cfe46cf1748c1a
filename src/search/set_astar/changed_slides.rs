//! The slides of runners that a slide of a helper changes.

use super::runner_sets::RunnerSets;
use crate::board::{Axes, OccupiedLines, Square, each_bit, line_bits, path_bits};
use crate::games::ActiveRobotPuzzle;

/// A slide of a helper in one placement, and the runners there.
pub(super) struct ChangedSlides<'a, const C: usize> {
    pub(super) puzzle: &'a ActiveRobotPuzzle,
    pub(super) runners: &'a RunnerSets<C>,
    /// The helpers after the slide.
    pub(super) lines: &'a OccupiedLines,
    /// Where the helper came from.
    pub(super) from: Square,
    /// Where it has come to.
    pub(super) stop: Square,
}

impl<const C: usize> ChangedSlides<'_, C> {
    /// Adds where slides end that bring a runner nearer, and that the helper stops now.
    pub(super) fn add_stopped(&self, nearer: &mut RunnerSets<C>) {
        let (file, rank) = (self.stop.column(), self.stop.row());
        self.visit_runners_in_sight(self.stop, |state, axis, _| {
            let (runner, _) = state;
            let beside = match axis {
                Axes::HORIZONTAL if runner.column() > file => Square::new(file + 1, rank),
                Axes::HORIZONTAL => Square::new(file.saturating_sub(1), rank),
                _ if runner.row() > rank => Square::new(file, rank + 1),
                _ => Square::new(file, rank.saturating_sub(1)),
            };
            self.add_if_nearer(state, beside, axis, nearer);
        });
    }

    /// Adds where slides end that bring a runner nearer, and that the helper stopped before.
    pub(super) fn add_going_on(&self, nearer: &mut RunnerSets<C>) {
        self.visit_runners_in_sight(self.from, |state, axis, end| {
            self.add_if_nearer(state, end, axis, nearer);
        });
    }

    /// Calls `visit` with each runner that nothing parts from `square`, with the axis along
    /// which it can slide towards it, and where that slide ends if nothing stands there.
    #[inline(always)]
    fn visit_runners_in_sight(
        &self,
        square: Square,
        mut visit: impl FnMut((Square, Axes), Axes, Square),
    ) {
        let (file, rank) = (square.column(), square.row());
        let [(_, up), (_, right), (_, down), (_, left)] =
            self.puzzle.stops().slides(square, self.lines);
        // A runner on its way would have stopped the helper.
        let (way_across, way_along) = path_bits(self.from, self.stop);
        let on_rank = line_bits(left.column(), right.column()) & !way_across & !(1 << file);
        let on_file = line_bits(down.row(), up.row()) & !way_along & !(1 << rank);
        let mut see = |across, along, axes| {
            for place in each_bit(across & on_rank) {
                let end = if place > file { left } else { right };
                visit((Square::new(place, rank), axes), Axes::HORIZONTAL, end);
            }
            for place in each_bit(along & on_file) {
                let end = if place > rank { down } else { up };
                visit((Square::new(file, place), axes), Axes::VERTICAL, end);
            }
        };
        let both = self.runners.both();
        see(both.row(rank), both.column(file), Axes::BOTH);
        let mut cross = self.runners.cross();
        while let Some((runner, axes)) = cross.pop(self.puzzle.start()) {
            let across = u16::from(runner.row() == rank) << runner.column();
            let along = u16::from(runner.column() == file) << runner.row();
            see(across, along, axes);
        }
    }

    /// Adds where a slide ends, if that brings the runner nearer.
    #[inline(always)]
    fn add_if_nearer(
        &self,
        (runner, axes): (Square, Axes),
        stop: Square,
        axis: Axes,
        nearer: &mut RunnerSets<C>,
    ) {
        let bound = self.puzzle.heuristic();
        let to = RunnerSets::<C>::known(axes.union(axis));
        let left = bound.moves(stop, to);
        if stop != runner && left.is_some() && left < bound.moves(runner, axes) {
            nearer.insert(stop, to);
        }
    }
}
