//! Sets of axes.

use super::{Axis, Direction};

/// A set of axes: those along which a piece has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axes(u8);

impl Axes {
    /// Neither axis.
    pub const NONE: Self = Self(0);
    /// The horizontal axis alone.
    pub const HORIZONTAL: Self = Self(1);
    /// The vertical axis alone.
    pub const VERTICAL: Self = Self(2);
    /// Both axes.
    pub const BOTH: Self = Self(3);
    /// All sets, in the order of their [`index`](Self::index).
    pub const ALL: [Self; 4] = [Self::NONE, Self::HORIZONTAL, Self::VERTICAL, Self::BOTH];

    /// Returns the axis of a direction.
    #[inline]
    pub const fn of(direction: Direction) -> Self {
        match direction.axis() {
            Axis::Horizontal => Self::HORIZONTAL,
            Axis::Vertical => Self::VERTICAL,
        }
    }

    /// Returns the axes that are in this set or in the other.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the axes of this set that are not in the other.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether all axes of the other set are in this one.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the number of the set, 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Returns the set as bits, 0 to 3.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the set with these bits, others left out.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 3)
    }
}
