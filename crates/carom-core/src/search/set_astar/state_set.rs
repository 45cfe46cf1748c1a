//! The squares of an active robot, as sets.

use super::cross::Cross;
use crate::board::{Axes, Bitboard, Square};

/// States of one placement: the squares of an active robot that has slid along both axes, and,
/// with a `C` of 1, those of one that has not, in one cross. With a `C` of 0 axes do not
/// matter, and an active robot counts as one that has.
///
/// One `start` goes with all sets of a puzzle: the square on which its active robot starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct StateSet<const C: usize> {
    both: Bitboard,
    crosses: [Cross; C],
}

/// Returns whether an active robot that started at `start` may come to a square by slides along all
/// of these axes and no other.
#[inline]
pub(super) fn is_reachable(start: Square, square: Square, axes: Axes) -> bool {
    (axes.contains(Axes::VERTICAL) || square.row() == start.row())
        && (axes.contains(Axes::HORIZONTAL) || square.column() == start.column())
}

impl<const C: usize> StateSet<C> {
    /// No state.
    pub(super) const EMPTY: Self = Self { both: Bitboard::EMPTY, crosses: [Cross::EMPTY; C] };

    /// Returns states of which those that have slid along both axes are `both`; a `cross`
    /// is left out where axes do not matter.
    #[inline(always)]
    pub(super) const fn new(both: Bitboard, cross: Cross) -> Self {
        Self { both, crosses: [cross; C] }
    }

    #[inline]
    pub(super) fn one(active: Square, axes: Axes) -> Self {
        let mut sets = Self::EMPTY;
        sets.insert(active, axes);
        sets
    }

    /// Returns `axes`, or both axes if they do not matter, which the compiler can use.
    #[inline(always)]
    pub(super) const fn tracked(axes: Axes) -> Axes {
        if C == 0 { Axes::BOTH } else { axes }
    }

    /// Returns the squares of the active robots that have slid along both axes.
    #[inline(always)]
    pub(super) const fn both(&self) -> Bitboard {
        self.both
    }

    /// Returns the states of the other active robots.
    #[inline(always)]
    pub(super) const fn cross(&self) -> Cross {
        match self.crosses.first() {
            Some(cross) => *cross,
            None => Cross::EMPTY,
        }
    }

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.both.is_empty() && self.cross().is_empty()
    }

    /// Adds a state that [may come](is_reachable); returns whether it was new.
    #[inline(always)]
    pub(super) fn insert(&mut self, active: Square, axes: Axes) -> bool {
        match self.crosses.first_mut() {
            Some(cross) if axes != Axes::BOTH => cross.insert(active, axes),
            _ => self.both.insert(active),
        }
    }

    /// Returns whether a state that [may come](is_reachable) is one of these.
    #[inline(always)]
    pub(super) fn contains(&self, active: Square, axes: Axes) -> bool {
        match self.crosses.first() {
            Some(cross) if axes != Axes::BOTH => cross.contains(active, axes),
            _ => self.both.contains(active),
        }
    }

    /// Takes one of the states out.
    #[inline(always)]
    pub(super) fn pop(&mut self, start: Square) -> Option<(Square, Axes)> {
        // Most active robots have slid along both axes.
        if let Some(active) = self.both.pop() {
            return Some((active, Axes::BOTH));
        }
        self.crosses.first_mut()?.pop(start)
    }

    #[inline]
    pub(super) fn with(&self, other: &Self) -> Self {
        Self::new(self.both | other.both, self.cross().with(other.cross()))
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        Self::new(self.both & !other.both, self.cross().without(other.cross()))
    }

    /// Returns the states in which the active robot stands on one of the squares of `area`.
    #[inline]
    pub(super) fn within(&self, area: Bitboard, start: Square) -> Self {
        let mut cross = self.cross();
        if !cross.is_empty() {
            cross = cross.within(area, start);
        }
        Self::new(self.both & area, cross)
    }

    /// Returns the squares of all active robots.
    #[inline]
    pub(super) fn squares(&self, start: Square) -> Bitboard {
        let mut squares = self.both;
        if !self.cross().is_empty() {
            squares |= self.cross().squares(start);
        }
        squares
    }
}
