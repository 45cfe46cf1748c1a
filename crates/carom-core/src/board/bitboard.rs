//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::{Direction, Square};

/// A set of squares of a board of up to 16×16, one bit per square.
#[derive(
    serde::Serialize, serde::Deserialize, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord,
)]
pub struct Bitboard([u64; 4]);

// The library's `Default` of an array is not inlined, so it is not derived.
impl Default for Bitboard {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);

    // A square's number is below 256, so its word is always one of the four.
    const fn word(&self, square: Square) -> u64 {
        self.0[square.index() >> 6]
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.word(square) & (1 << (square.index() & 63)) != 0
    }

    /// Adds `square` and returns whether it was new.
    #[inline]
    pub const fn insert(&mut self, square: Square) -> bool {
        let new = !self.contains(square);
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
        new
    }

    /// Removes `square` and returns whether it was in the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) -> bool {
        let there = self.contains(square);
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
        there
    }

    /// Removes and returns the lowest square.
    #[inline]
    pub fn pop(&mut self) -> Option<Square> {
        for (word, number) in self.0.iter_mut().zip(0..) {
            if *word != 0 {
                let square = lowest(number, *word);
                *word &= *word - 1;
                return Some(square);
            }
        }
        None
    }

    /// Moves all squares by one step. Squares that would leave the 16×16 board
    /// are dropped.
    #[inline]
    #[must_use]
    pub const fn shifted(self, direction: Direction) -> Self {
        // A word has four rows, so only up and down cross words.
        const COLUMN_A: u64 = 0x0001_0001_0001_0001;
        const COLUMN_P: u64 = COLUMN_A << 15;
        let [a, b, c, d] = self.0;
        Self(match direction {
            Direction::Up => [a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48],
            Direction::Down => [a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16],
            Direction::Right => [
                (a & !COLUMN_P) << 1,
                (b & !COLUMN_P) << 1,
                (c & !COLUMN_P) << 1,
                (d & !COLUMN_P) << 1,
            ],
            Direction::Left => [
                (a & !COLUMN_A) >> 1,
                (b & !COLUMN_A) >> 1,
                (c & !COLUMN_A) >> 1,
                (d & !COLUMN_A) >> 1,
            ],
        })
    }

    pub(super) const fn words(self) -> [u64; 4] {
        self.0
    }

    pub(super) const fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    /// Returns the first `columns` columns and `rows` rows, each at most 16.
    pub(super) fn corner(columns: u8, rows: u8) -> Self {
        let row_bits = (1 << columns) - 1;
        let mut words = [0; 4];
        for row in 0..usize::from(rows) {
            words[row / 4] |= row_bits << (16 * (row % 4));
        }
        Self(words)
    }

    /// Transposes the set: exchanges columns and rows.
    #[must_use]
    pub fn turned(self) -> Self {
        // Exchange the bits of column and row numbers: the lower two within a
        // word, which has four rows, the higher two between words.
        let within = |word| {
            let word = exchanged(word, 15, 0x0000_AAAA_0000_AAAA);
            exchanged(word, 30, 0x0000_0000_CCCC_CCCC)
        };
        let [a, b, c, d] = self.0;
        let [a, b, c, d] = [within(a), within(b), within(c), within(d)];
        let ((a, b), (c, d)) = (
            exchanged_between(a, b, 4, 0x0F0F_0F0F_0F0F_0F0F),
            exchanged_between(c, d, 4, 0x0F0F_0F0F_0F0F_0F0F),
        );
        let ((a, c), (b, d)) = (
            exchanged_between(a, c, 8, 0x00FF_00FF_00FF_00FF),
            exchanged_between(b, d, 8, 0x00FF_00FF_00FF_00FF),
        );
        Self([a, b, c, d])
    }

    /// Converts the set to bytes, the lowest squares first.
    pub fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(self.0) {
            *to = word.to_le_bytes();
        }
        bytes
    }

    /// Converts bytes to a set.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        let mut set = Self::EMPTY;
        for (word, from) in set.0.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*from);
        }
        set
    }

    /// Returns the squares between two squares of a row or column, both
    /// included.
    #[inline]
    pub const fn line(from: Square, to: Square) -> Self {
        let (low, high) = if from.to_u8() < to.to_u8() { (from, to) } else { (to, from) };
        let between = and(at_least(low.to_u8()), not(above(high.to_u8())));
        if low.row() == high.row() {
            Self(between)
        } else {
            let column = 0x0001_0001_0001_0001 << low.column();
            Self(and(between, [column; 4]))
        }
    }

    /// Returns the squares of a row, the lowest bit for the first column.
    #[inline]
    #[expect(clippy::cast_possible_truncation)]
    pub const fn row(&self, row: u8) -> u16 {
        let row = row & 15;
        (self.0[(row >> 2) as usize] >> (16 * (row & 3))) as u16
    }

    /// Returns the squares of a column, the lowest bit for the first row.
    #[inline]
    pub const fn column(&self, column: u8) -> u16 {
        const COLUMN_A: u64 = 0x0001_0001_0001_0001;
        // Shifts each row to its own bits at the top: by 48, 33, 18 or 3, so
        // that no two bits of the product overlap.
        const GATHER: u64 = 0x0001_0002_0004_0008;
        let column = column & 15;
        let [a, b, c, d] = self.0;
        let (a, b) = (a >> column & COLUMN_A, b >> column & COLUMN_A);
        let (c, d) = (c >> column & COLUMN_A, d >> column & COLUMN_A);
        let spread = a | b << 4 | c << 8 | d << 12;
        (spread.wrapping_mul(GATHER) >> 48) as u16
    }

    /// Returns the number of squares.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Iterates over the squares in order of their numbers.
    #[inline]
    pub const fn iter(&self) -> Squares {
        Squares { words: self.0, at: 0 }
    }

    /// Returns the row and the column of a square.
    #[inline]
    pub const fn cross(square: Square) -> Self {
        let mut words = [0x0001_0001_0001_0001 << square.column(); 4];
        words[square.index() >> 6] |= 0xFFFF << (16 * (square.row() & 3));
        Self(words)
    }
}

/// Exchanges the bits of `mask` with those `by` places above them.
const fn exchanged(word: u64, by: u32, mask: u64) -> u64 {
    let differing = (word ^ word >> by) & mask;
    word ^ differing ^ differing << by
}

/// Exchanges the bits of `mask` in `high` with those `by` places above them in
/// `low`.
const fn exchanged_between(low: u64, high: u64, by: u32, mask: u64) -> (u64, u64) {
    let differing = (low >> by ^ high) & mask;
    (low ^ differing << by, high ^ differing)
}

/// An iterator over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares {
    words: [u64; 4],
    /// The number of the current word.
    at: u8,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        loop {
            let word = self.words.get_mut(usize::from(self.at))?;
            if *word != 0 {
                let square = lowest(self.at, *word);
                *word &= *word - 1;
                return Some(square);
            }
            self.at += 1;
        }
    }

    // Internal iteration needs no current word.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, start: B, mut add: F) -> B {
        let mut sum = start;
        for (number, mut word) in (0..).zip(self.words) {
            while word != 0 {
                sum = add(sum, lowest(number, word));
                word &= word - 1;
            }
        }
        sum
    }
}

/// Returns the lowest square of a non-empty word with this number.
#[inline]
const fn lowest(number: u8, word: u64) -> Square {
    #[expect(clippy::cast_possible_truncation, reason = "below 64")]
    let bit = word.trailing_zeros() as u8;
    Square::from_index(number << 6 | bit)
}

const fn and([a, b, c, d]: [u64; 4], [e, f, g, h]: [u64; 4]) -> [u64; 4] {
    [a & e, b & f, c & g, d & h]
}

const fn not([a, b, c, d]: [u64; 4]) -> [u64; 4] {
    [!a, !b, !c, !d]
}

/// Returns the squares from this one up.
#[inline]
const fn at_least(square: u8) -> [u64; 4] {
    let word = u64::MAX << (square & 63);
    match square >> 6 {
        0 => [word, u64::MAX, u64::MAX, u64::MAX],
        1 => [0, word, u64::MAX, u64::MAX],
        2 => [0, 0, word, u64::MAX],
        _ => [0, 0, 0, word],
    }
}

#[inline]
const fn above(square: u8) -> [u64; 4] {
    match square {
        u8::MAX => [0; 4],
        _ => at_least(square + 1),
    }
}

impl FromIterator<Square> for Bitboard {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([!a, !b, !c, !d])
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_is_a_row_and_a_column() {
        for square in (0..=255).map(Square::from_index) {
            let all = (0..=255).map(Square::from_index);
            let on_line =
                all.filter(|one| one.row() == square.row() || one.column() == square.column());
            let cross = Bitboard::cross(square);
            assert!(on_line.clone().eq(cross.iter()), "{square}");
            assert_eq!(cross, on_line.collect());
        }
    }

    #[test]
    fn transposed_set_swaps_columns_and_rows() {
        let mut seed = 11_u64;
        for _ in 0..200 {
            let set: Bitboard = (0..=255)
                .filter(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    seed >> 62 == 0
                })
                .map(Square::from_index)
                .collect();
            let squares = set.iter();
            let turned = squares.map(|square| Square::new(square.row(), square.column()));
            assert_eq!(set.turned(), turned.collect());
            assert_eq!(set.turned().turned(), set);
            for number in 0..16 {
                assert_eq!(set.column(number), set.turned().row(number));
            }
        }
    }

    #[test]
    fn set_contains_exactly_the_inserted_squares() {
        let squares: Vec<Square> =
            [0, 1, 63, 64, 127, 128, 200, 255].map(Square::from_index).to_vec();
        let mut set: Bitboard = squares.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), squares.len());
        assert!(set.remove(Square::from_index(64)));
        assert!(!set.remove(Square::from_index(64)));
        assert!(!set.contains(Square::from_index(64)));
        assert_eq!((set & !set), Bitboard::EMPTY);
        assert_eq!((!set | set).len(), 256);
        assert_eq!(Bitboard::from_bytes(set.to_bytes()), set);
    }

    #[test]
    fn line_excludes_its_terminators() {
        for (from, to, line) in [
            ("c3", "e3", "c3 d3 e3"),
            ("e3", "c3", "c3 d3 e3"),
            ("p15", "p16", "p15 p16"),
            ("b8", "b5", "b5 b6 b7 b8"),
            ("a1", "a1", "a1"),
            ("o16", "p16", "o16 p16"),
        ] {
            let [from, to] = [from, to].map(|name| name.parse().unwrap());
            let line = line.split(' ').map(|name| name.parse::<Square>().unwrap());
            assert_eq!(Bitboard::line(from, to), line.collect());
        }
    }
    #[test]
    fn shift_of_a_set_shifts_every_square() {
        let set: Bitboard = (0..=255).step_by(3).map(Square::from_index).collect();
        for direction in Direction::ALL {
            let stepped = set.iter().filter_map(|square| square.step(direction));
            assert_eq!(set.shifted(direction), stepped.collect());
        }
    }
}
