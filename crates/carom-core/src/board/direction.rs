//! Directions and axes.

use std::fmt;

/// A direction on the board; `Up` is towards the higher rows.
#[derive(
    serde::Serialize, serde::Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
)]
#[repr(u8)]
pub enum Direction {
    /// Towards the higher rows, written `^`.
    Up,
    /// Towards the higher columns, written `>`.
    Right,
    /// Towards the lower rows, written `v`.
    Down,
    /// Towards the lower columns, written `<`.
    Left,
}

/// The axis of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Left and right.
    Horizontal,
    /// Up and down.
    Vertical,
}

impl Direction {
    /// All directions, clockwise from `Up`.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Returns the direction with this number: 0 to 3 clockwise from `Up`,
    /// modulo 4.
    pub const fn from_index(index: u8) -> Self {
        match index & 3 {
            0 => Self::Up,
            1 => Self::Right,
            2 => Self::Down,
            _ => Self::Left,
        }
    }

    /// Returns 0 to 3, clockwise from `Up`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Self {
        Self::from_index(self as u8 + 2)
    }

    /// Returns the next direction clockwise.
    pub const fn clockwise(self) -> Self {
        Self::from_index(self as u8 + 1)
    }

    /// Returns the axis.
    pub const fn axis(self) -> Axis {
        match self {
            Self::Up | Self::Down => Axis::Vertical,
            Self::Left | Self::Right => Axis::Horizontal,
        }
    }

    /// Returns the direction after a bounce off a diagonal like `/`.
    pub const fn deflected_by_slash(self) -> Self {
        match self {
            Self::Up => Self::Right,
            Self::Right => Self::Up,
            Self::Down => Self::Left,
            Self::Left => Self::Down,
        }
    }

    /// Returns the direction after a bounce off a diagonal like `\`.
    pub const fn deflected_by_backslash(self) -> Self {
        self.deflected_by_slash().opposite()
    }

    /// Returns the name: `up`, `right`, `down`, `left`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
        }
    }

    /// Returns the character of the move notation.
    pub const fn symbol(self) -> char {
        match self {
            Self::Up => '^',
            Self::Right => '>',
            Self::Down => 'v',
            Self::Left => '<',
        }
    }

    /// Returns the direction of a character of the move notation.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|direction| direction.symbol() == symbol)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of axes, such as those along which a piece has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axes(u8);

impl Axes {
    /// The empty set.
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

    /// Returns the axes in either set.
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

    /// Returns the set with these bits, ignoring others.
    #[inline]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 3)
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Whether `direction` is in the set.
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// Adds `direction`.
    pub const fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    /// Removes `direction`.
    pub const fn remove(&mut self, direction: Direction) {
        self.0 &= !(1 << direction as u8);
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the directions, clockwise from `Up`.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.contains(direction))
    }
}

impl FromIterator<Direction> for DirectionSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Self::EMPTY;
        for direction in directions {
            set.insert(direction);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounce_and_its_reverse_are_one_path() {
        for direction in Direction::ALL {
            for deflect in [Direction::deflected_by_slash, Direction::deflected_by_backslash] {
                let out = deflect(direction);
                assert_ne!(out.axis(), direction.axis());
                assert_eq!(deflect(out.opposite()), direction.opposite());
            }
        }
        assert_eq!(Direction::Right.deflected_by_slash(), Direction::Up);
        assert_eq!(Direction::Right.deflected_by_backslash(), Direction::Down);
    }
}
