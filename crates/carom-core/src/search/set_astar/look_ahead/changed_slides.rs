//! The slides of active robots that a slide of a blocker changes.

use super::super::state_set::StateSet;
use crate::board::{Axes, OccupiedLines, Square, each_bit, line_bits, path_bits};
use crate::games::ActiveRobotPuzzle;

/// A slide of a blocker in one placement, and the active robots there.
pub(super) struct ChangedSlides<'a, const C: usize> {
    pub(super) puzzle: &'a ActiveRobotPuzzle,
    pub(super) states: &'a StateSet<C>,
    /// The blockers after the slide.
    pub(super) lines: &'a OccupiedLines,
    /// Where the blocker came from.
    pub(super) from: Square,
    /// Where it has come to.
    pub(super) stop: Square,
}

impl<const C: usize> ChangedSlides<'_, C> {
    /// Adds where slides end that bring the active robot nearer, and that the blocker stops now.
    pub(super) fn add_stopped(&self, nearer: &mut StateSet<C>) {
        let (column, row) = (self.stop.column(), self.stop.row());
        self.visit_active_in_sight(self.stop, |state, axis, _| {
            let (active, _) = state;
            let beside = match axis {
                Axes::HORIZONTAL if active.column() > column => Square::new(column + 1, row),
                Axes::HORIZONTAL => Square::new(column - 1, row),
                _ if active.row() > row => Square::new(column, row + 1),
                _ => Square::new(column, row - 1),
            };
            self.add_if_nearer(state, beside, axis, nearer);
        });
    }

    /// Adds where slides end that bring the active robot nearer, and that the blocker stopped
    /// before.
    pub(super) fn add_going_on(&self, nearer: &mut StateSet<C>) {
        self.visit_active_in_sight(self.from, |state, axis, end| {
            self.add_if_nearer(state, end, axis, nearer);
        });
    }

    /// Calls `visit` with each active robot that nothing parts from `square`, with the axis along
    /// which it can slide towards it, and where that slide ends if nothing stands there.
    #[inline(always)]
    fn visit_active_in_sight(
        &self,
        square: Square,
        mut visit: impl FnMut((Square, Axes), Axes, Square),
    ) {
        let (column, row) = (square.column(), square.row());
        let [(_, up), (_, right), (_, down), (_, left)] =
            self.puzzle.stops().slides(square, self.lines);
        // An active robot on its way would have stopped the blocker.
        let (way_across, way_along) = path_bits(self.from, self.stop);
        let on_row = line_bits(left.column(), right.column()) & !way_across & !(1 << column);
        let on_column = line_bits(down.row(), up.row()) & !way_along & !(1 << row);
        let mut see = |across, along, axes| {
            for place in each_bit(across & on_row) {
                let end = if place > column { left } else { right };
                visit((Square::new(place, row), axes), Axes::HORIZONTAL, end);
            }
            for place in each_bit(along & on_column) {
                let end = if place > row { down } else { up };
                visit((Square::new(column, place), axes), Axes::VERTICAL, end);
            }
        };
        let both = self.states.both();
        see(both.row(row), both.column(column), Axes::BOTH);
        let mut cross = self.states.cross();
        while let Some((active, axes)) = cross.pop(self.puzzle.start()) {
            let across = u16::from(active.row() == row) << active.column();
            let along = u16::from(active.column() == column) << active.row();
            see(across, along, axes);
        }
    }

    /// Adds where a slide ends, if that brings the active robot nearer.
    #[inline(always)]
    fn add_if_nearer(
        &self,
        (active, axes): (Square, Axes),
        stop: Square,
        axis: Axes,
        nearer: &mut StateSet<C>,
    ) {
        let heuristic = self.puzzle.heuristic();
        let to = StateSet::<C>::tracked(axes.union(axis));
        let h_next = heuristic.moves(stop, to);
        if stop != active && h_next.is_some() && h_next < heuristic.moves(active, axes) {
            nearer.insert(stop, to);
        }
    }
}
