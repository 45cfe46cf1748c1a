//! The slides of blockers from the states of one placement.

use super::state_set::StateSet;
use crate::board::{Bitboard, Direction, Square};

/// The states of one placement, with the squares on which the active robot may block a slide.
pub(super) struct BlockedStates<'a, const C: usize> {
    sets: &'a StateSet<C>,
    start: Square,
    /// The squares of the active robot in these states.
    pub(super) squares: Bitboard,
}

impl<'a, const C: usize> BlockedStates<'a, C> {
    /// Returns these states of a puzzle whose active robot starts at `start`.
    #[inline]
    pub(super) fn new(sets: &'a StateSet<C>, start: Square) -> Self {
        let squares = sets.squares(start);
        Self {
            sets,
            start,
            squares,
        }
    }

    /// Calls `visit` with each square on which a slide of a blocker from `from` ends, and with
    /// the states in which it ends there. It ends on `stop` unless the active robot is in its
    /// way. A slide that does not leave `from` is no move.
    #[inline]
    pub(super) fn slide(
        &self,
        from: Square,
        (direction, stop): (Direction, Square),
        mut visit: impl FnMut(Square, StateSet<C>),
    ) {
        if stop == from {
            return;
        }
        let way = Bitboard::line(from, stop);
        let beside = self.squares & !way;
        if !beside.is_empty() {
            visit(stop, self.sets.within(beside, self.start));
        }
        // An active robot in the way stops the blocker one square earlier.
        for active in (self.squares & way).iter() {
            if let Some(stop) = active.step(direction.opposite())
                && stop != from
            {
                let here = std::iter::once(active).collect();
                visit(stop, self.sets.within(here, self.start));
            }
        }
    }
}
