//! The squares of a runner, as sets.

use std::ops::{Index, IndexMut};

use crate::board::{Axes, Bitboard, Square};

/// The squares of a runner for each of its axes: for all four, or, with an `A`
/// of 1, for both axes alone, where axes do not matter.
#[derive(Clone, Copy)]
pub(super) struct RunnerSets<const A: usize>([Bitboard; A]);

// There are four sets of axes, and `A` is 4 or 1.
#[expect(clippy::indexing_slicing)]
impl<const A: usize> RunnerSets<A> {
    /// The axes that occur.
    pub(super) const AXES: [Axes; A] = {
        let mut axes = [Axes::BOTH; A];
        let mut at = 0;
        while at < A {
            axes[at] = Axes::ALL[4 - A + at];
            at += 1;
        }
        axes
    };

    /// Returns the same axes. The compiler sees that they are both where none but
    /// those occur.
    #[inline(always)]
    pub(super) const fn known(axes: Axes) -> Axes {
        if A == 1 { Axes::BOTH } else { axes }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Bitboard::is_empty)
    }

    /// Takes one of the states out.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(Square, Axes)> {
        // Most runners have slid along both axes.
        for axes in Self::AXES.into_iter().rev() {
            if let Some(runner) = self[axes].pop() {
                return Some((runner, Self::known(axes)));
            }
        }
        None
    }

    /// Returns the states that are in these sets or in the others.
    #[inline]
    pub(super) fn with(mut self, other: &Self) -> Self {
        for axes in Self::AXES {
            self[axes] |= other[axes];
        }
        self
    }

    /// Returns the states that are not in the other sets.
    #[inline]
    pub(super) fn without(mut self, other: &Self) -> Self {
        for axes in Self::AXES {
            self[axes] &= !other[axes];
        }
        self
    }
}

impl<const A: usize> Default for RunnerSets<A> {
    #[inline]
    fn default() -> Self {
        Self([Bitboard::EMPTY; A])
    }
}

#[expect(clippy::indexing_slicing)]
impl<const A: usize> Index<Axes> for RunnerSets<A> {
    type Output = Bitboard;

    #[inline]
    fn index(&self, axes: Axes) -> &Bitboard {
        &self.0[axes.index() % A]
    }
}

#[expect(clippy::indexing_slicing)]
impl<const A: usize> IndexMut<Axes> for RunnerSets<A> {
    #[inline]
    fn index_mut(&mut self, axes: Axes) -> &mut Bitboard {
        &mut self.0[axes.index() % A]
    }
}
