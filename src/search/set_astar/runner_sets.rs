//! The squares of a runner, as sets.

use super::cross::Cross;
use crate::board::{Axes, Bitboard, Square};

/// States of one placement: the squares of a runner that has slid along both axes, and,
/// with a `C` of 1, those of one that has not, in one cross. With a `C` of 0 axes do not
/// matter, and a runner counts as one that has.
///
/// One `home` goes with all sets of a puzzle: the square on which its runner starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RunnerSets<const C: usize> {
    both: Bitboard,
    crosses: [Cross; C],
}

/// Returns whether a runner that started at `home` may come to a square by slides along all
/// of these axes and no other.
#[inline]
pub(super) fn may_come(home: Square, square: Square, axes: Axes) -> bool {
    (axes.contains(Axes::VERTICAL) || square.row() == home.row())
        && (axes.contains(Axes::HORIZONTAL) || square.column() == home.column())
}

impl<const C: usize> RunnerSets<C> {
    /// No state.
    pub(super) const EMPTY: Self = Self {
        both: Bitboard::EMPTY,
        crosses: [Cross::EMPTY; C],
    };

    /// Returns states of which those that have slid along both axes are `both`; a `cross`
    /// is left out where axes do not matter.
    #[inline(always)]
    pub(super) const fn new(both: Bitboard, cross: Cross) -> Self {
        Self {
            both,
            crosses: [cross; C],
        }
    }

    /// Returns one state.
    #[inline]
    pub(super) fn one(runner: Square, axes: Axes) -> Self {
        let mut sets = Self::EMPTY;
        sets.insert(runner, axes);
        sets
    }

    /// Returns the same axes. The compiler sees that they are both where none but
    /// those occur.
    #[inline(always)]
    pub(super) const fn known(axes: Axes) -> Axes {
        if C == 0 { Axes::BOTH } else { axes }
    }

    /// Returns the squares of the runners that have slid along both axes.
    #[inline(always)]
    pub(super) const fn both(&self) -> Bitboard {
        self.both
    }

    /// Returns the states of the other runners.
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

    /// Adds a state that [may come](may_come); returns whether it was new.
    #[inline(always)]
    pub(super) fn insert(&mut self, runner: Square, axes: Axes) -> bool {
        match self.crosses.first_mut() {
            Some(cross) if axes != Axes::BOTH => cross.insert(runner, axes),
            _ => self.both.insert(runner),
        }
    }

    /// Returns whether a state that [may come](may_come) is one of these.
    #[inline(always)]
    pub(super) fn contains(&self, runner: Square, axes: Axes) -> bool {
        match self.crosses.first() {
            Some(cross) if axes != Axes::BOTH => cross.contains(runner, axes),
            _ => self.both.contains(runner),
        }
    }

    /// Takes one of the states out.
    #[inline(always)]
    pub(super) fn pop(&mut self, home: Square) -> Option<(Square, Axes)> {
        // Most runners have slid along both axes.
        if let Some(runner) = self.both.pop() {
            return Some((runner, Axes::BOTH));
        }
        self.crosses.first_mut()?.pop(home)
    }

    /// Returns the states that are in these sets or in the others.
    #[inline]
    pub(super) fn with(&self, other: &Self) -> Self {
        Self::new(self.both | other.both, self.cross().with(other.cross()))
    }

    /// Returns the states that are not in the other sets.
    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        Self::new(self.both & !other.both, self.cross().without(other.cross()))
    }

    /// Returns the states in which the runner stands on one of the squares of `area`.
    #[inline]
    pub(super) fn within(&self, area: Bitboard, home: Square) -> Self {
        let mut cross = self.cross();
        if !cross.is_empty() {
            cross = cross.within(area, home);
        }
        Self::new(self.both & area, cross)
    }

    /// Returns the squares of all runners.
    #[inline]
    pub(super) fn squares(&self, home: Square) -> Bitboard {
        let mut squares = self.both;
        if !self.cross().is_empty() {
            squares |= self.cross().squares(home);
        }
        squares
    }
}
