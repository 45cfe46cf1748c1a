//! Slides of all pieces of a set at once, by bit-parallel fills.
//!
//! The input is the squares of the pieces and the free squares, from which a
//! piece can move one step in the direction. The last square of a line is never
//! free, so no slide crosses the end of a line.

use super::{Bitboard, Direction};

type Words = [u64; 4];

/// Shifts towards higher squares by less than a word.
const fn up(words: Words, by: u32) -> Words {
    let [a, b, c, d] = words;
    let rest = u64::BITS - by;
    [a << by, b << by | a >> rest, c << by | b >> rest, d << by | c >> rest]
}

/// Shifts towards lower squares by less than a word.
const fn down(words: Words, by: u32) -> Words {
    let [a, b, c, d] = words;
    let rest = u64::BITS - by;
    [a >> by | b << rest, b >> by | c << rest, c >> by | d << rest, d >> by]
}

/// Shifts each row to the right. No set bit may cross the end of its row.
const fn right(words: Words, by: u32) -> Words {
    let [a, b, c, d] = words;
    [a << by, b << by, c << by, d << by]
}

/// Shifts each row to the left. No set bit may cross the end of its row.
const fn left(words: Words, by: u32) -> Words {
    let [a, b, c, d] = words;
    [a >> by, b >> by, c >> by, d >> by]
}

const fn and(a: Words, b: Words) -> Words {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]]
}

const fn and_not(a: Words, b: Words) -> Words {
    [a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]]
}

const fn or(a: Words, b: Words) -> Words {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}

/// Shifts each square by up to eight steps. No set bit may cross the end of its
/// line.
#[inline(always)]
const fn shifted(words: Words, direction: Direction, by: u32) -> Words {
    let [a, b, c, d] = words;
    match (direction, by) {
        // A row is 16 bits of one word, and ends before the next one.
        (Direction::Right, _) => right(words, by),
        (Direction::Left, _) => left(words, by),
        (Direction::Up, 8) => [0, 0, a, b],
        (Direction::Up, 4) => [0, a, b, c],
        (Direction::Up, _) => up(words, 16 * by),
        (Direction::Down, 8) => [c, d, 0, 0],
        (Direction::Down, 4) => [b, c, d, 0],
        (Direction::Down, _) => down(words, 16 * by),
    }
}

/// Slides in one direction of a board: a Kogge-Stone fill, which doubles its reach with
/// each step, and the masks of its steps.
struct Fill {
    /// The squares from which the next one can be entered.
    free: Words,
    /// The squares that can be entered by one step, by two, by four and by eight.
    ways: [Words; 4],
}

impl Fill {
    /// Creates the slides of a direction, in which the next square can be entered from those of
    /// `free`.
    #[inline(always)]
    pub(crate) const fn new(free: Bitboard, direction: Direction) -> Self {
        let free = free.words();
        let one = shifted(free, direction, 1);
        let two = and(one, shifted(one, direction, 1));
        let four = and(two, shifted(two, direction, 2));
        let eight = and(four, shifted(four, direction, 4));
        let ways = [one, two, four, eight];
        Self { free, ways }
    }

    /// Returns the squares that pieces on these squares enter when they slide, each alone,
    /// the last ones included. The direction is that of [`Self::new`].
    #[inline(always)]
    pub(crate) const fn entered(&self, from: Bitboard, direction: Direction) -> Bitboard {
        let [one, two, four, eight] = self.ways;
        let mut reach = shifted(and(from.words(), self.free), direction, 1);
        reach = or(reach, and(one, shifted(reach, direction, 1)));
        reach = or(reach, and(two, shifted(reach, direction, 2)));
        reach = or(reach, and(four, shifted(reach, direction, 4)));
        reach = or(reach, and(eight, shifted(reach, direction, 8)));
        Bitboard::from_words(reach)
    }
}

impl Bitboard {
    /// The squares that pieces on these squares enter when they slide, each
    /// alone, in `direction`, where `free` are the squares from which the next
    /// one can be entered.
    #[inline]
    pub fn entered(self, free: Self, direction: Direction) -> Self {
        Fill::new(free, direction).entered(self, direction)
    }

    /// The squares on which those slides end.
    #[inline]
    pub fn slid(self, free: Self, direction: Direction) -> Self {
        let free = free.words();
        let reach = match direction {
            // A run of free squares is a run of ones: what is added to it is
            // carried to the square behind its end.
            Direction::Right => {
                let from = and(self.words(), free);
                let [a, b, c, d] = from;
                [
                    free[0].wrapping_add(a),
                    free[1].wrapping_add(b),
                    free[2].wrapping_add(c),
                    free[3].wrapping_add(d),
                ]
            }
            _ => self.entered(Self::from_words(free), direction).words(),
        };
        Self::from_words(and_not(reach, free))
    }

    /// The squares one step from these against `direction`: those from which a
    /// step in `direction` leads here. Beyond the end of a line lies nothing
    /// that can be told from the next line; `free` squares never lie there.
    #[inline]
    pub fn before(self, direction: Direction) -> Self {
        let words = self.words();
        Self::from_words(match direction {
            Direction::Up => down(words, 16),
            Direction::Down => up(words, 16),
            Direction::Right => down(words, 1),
            Direction::Left => up(words, 1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Square};
    use super::*;

    #[test]
    fn set_slides_agree_with_slides_of_single_squares() {
        let mut seed = 7_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        for _ in 0..500 {
            let (columns, rows) = (1 + next() % 16, 1 + next() % 16);
            let mut board = Board::new(columns as usize, rows as usize).unwrap();
            for square in board.squares() {
                match next() % 12 {
                    0 => board.add_wall(square, Direction::Right),
                    1 => board.add_wall(square, Direction::Up),
                    2 => board.add_block(square),
                    _ => {}
                }
            }
            let set: Bitboard = board.squares().filter(|_| next() % 5 == 0).collect();
            let set = set & !board.blocks();
            for direction in Direction::ALL {
                let free: Bitboard = board
                    .squares()
                    .filter(|&square| board.step(square, direction).is_ok())
                    .collect();
                let (mut entered, mut ends) = (Bitboard::EMPTY, Bitboard::EMPTY);
                for from in set.iter() {
                    let mut square: Square = from;
                    while let Ok(next) = board.step(square, direction) {
                        square = next;
                        entered.insert(square);
                    }
                    if square != from {
                        ends.insert(square);
                    }
                }
                assert_eq!(set.entered(free, direction), entered);
                assert_eq!(set.slid(free, direction), ends);
            }
        }
    }
}
