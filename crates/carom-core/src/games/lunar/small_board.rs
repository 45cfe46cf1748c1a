//! A board whose squares fit into a word.
//!
//! Every query is computed for all squares of a set at once, by steps of the whole set. So a
//! board needs no tables, only a few words.

use std::num::NonZero;

use super::reach::{SlideBoard, UNREACHABLE, relaxed_distances};
use crate::board::{Bitboard, Board, Direction, Square};

/// A set of squares, one bit each: `a1` is the lowest, and rows follow each other without gaps.
pub(super) type Set = u32;

/// The highest bit of a set.
const HIGHEST: Set = 1 << (Set::BITS - 1);

/// Returns the number of the square of a set of one.
#[inline]
const fn place(single: Set) -> u32 {
    single.trailing_zeros() & (Set::BITS - 1)
}

#[inline]
const fn lowest(set: Set) -> Set {
    set & set.wrapping_neg()
}

/// Returns the highest square of a set that has one.
#[inline]
const fn highest(set: Set) -> Set {
    HIGHEST >> (set.leading_zeros() & (Set::BITS - 1))
}

/// A board of up to 32 squares.
pub(super) struct SmallBoard {
    columns: NonZero<u32>,
    rows: u8,
    /// The first column. Shifted, it is a square and those above it.
    column_up: Set,
    /// A column that ends at the highest bit. Shifted, it is a square and those below it.
    column_down: Set,
    /// For each direction, the squares from which the board lets a piece step.
    free: [Set; 4],
    /// See [`SlideBoard::ends`].
    ends: [Set; 4],
}

/// The slides in one direction among the pieces of a position.
#[derive(Clone, Copy)]
pub(super) struct Slides {
    /// The pieces that can slide.
    pub(super) movers: Set,
    /// The squares that they stop on.
    stops: Set,
}

// Tables by direction have four entries, that of squares one for each bit.
impl SmallBoard {
    /// Returns the board, if it has no more squares than fit.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let (columns, rows) = (NonZero::new(u32::from(board.columns()))?, board.rows());
        if columns.get() * u32::from(rows) > Set::BITS {
            return None;
        }
        let (mut column_up, mut column_down) = (0, 0);
        for _ in 0..rows {
            column_up = column_up << columns.get() | 1;
            column_down = column_down >> columns.get() | HIGHEST;
        }
        let mut small = Self { columns, rows, column_up, column_down, free: [0; 4], ends: [0; 4] };
        let all = small.set(board.area());
        let floor = all & !small.set(board.blocks());
        // The squares with a square above, and those with one to the right.
        let (below, beside) = (all >> columns.get(), all & !(column_up << (columns.get() - 1)));
        let up = floor & floor >> columns.get() & !small.set(board.walls_above());
        let right = floor & floor >> 1 & beside & !small.set(board.walls_right());
        small.free = [up, right, up << columns.get(), right << 1];
        let has_next = [below, beside, below << columns.get(), beside << 1];
        for (direction, ends) in small.ends.iter_mut().enumerate() {
            *ends = has_next[direction] & floor & !small.free[direction];
        }
        Some(small)
    }

    pub(super) fn set(&self, squares: Bitboard) -> Set {
        let rows = (0..self.rows).rev();
        rows.fold(0, |set, row| set << self.columns.get() | Set::from(squares.row(row)))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below 32")]
    pub(super) fn square(&self, single: Set) -> Square {
        let number = single.trailing_zeros();
        Square::new((number % self.columns) as u8, (number / self.columns) as u8)
    }

    /// Returns the slides among pieces on `occupied`, by [`Direction::index`].
    #[inline]
    pub(super) fn slides(&self, occupied: Set) -> [Slides; 4] {
        let mut ways = [0; 4];
        for direction in Direction::ALL {
            let blocked = self.before(occupied, direction) | self.ends(direction);
            ways[direction.index()] = blocked & !occupied;
        }
        let [up, right, down, left] = ways;
        let slides = |stops| Slides { movers: 0, stops };
        let mut slides = [slides(up), slides(right), slides(down), slides(left)];
        // Step back from all stops at once, to the first piece of each line.
        while ways != [0; 4] {
            for direction in Direction::ALL {
                let at = direction.index();
                let before = self.before(ways[at], direction);
                slides[at].movers |= before & occupied;
                ways[at] = before & !occupied;
            }
        }
        slides
    }

    /// Returns the square above where the piece on `from`, one of the movers, stops. It is the
    /// first stop on its path.
    #[inline]
    pub(super) const fn stop_above(&self, from: Set, slides: &Slides) -> Set {
        lowest(slides.stops & self.column_up << place(from))
    }

    #[inline]
    pub(super) const fn stop_right(&self, from: Set, slides: &Slides) -> Set {
        lowest(slides.stops & Set::MAX << place(from))
    }

    #[inline]
    pub(super) const fn stop_below(&self, from: Set, slides: &Slides) -> Set {
        highest(slides.stops & self.column_down >> (Set::BITS - 1 - place(from)))
    }

    #[inline]
    pub(super) const fn stop_left(&self, from: Set, slides: &Slides) -> Set {
        highest(slides.stops & Set::MAX >> (Set::BITS - 1 - place(from)))
    }

    /// Returns the [`relaxed_distances`] of all squares, or [`UNREACHABLE`].
    pub(super) fn relaxed_distances(&self, pieces: Set, targets: Set) -> [u8; Set::BITS as usize] {
        let mut table = [UNREACHABLE; Set::BITS as usize];
        relaxed_distances(self, pieces, targets, |mut squares, moves| {
            while squares != 0 {
                table[squares.trailing_zeros() as usize] = moves;
                squares &= squares - 1;
            }
        });
        table
    }
}

// Tables by direction have four entries.
impl SlideBoard for SmallBoard {
    type Set = Set;

    #[inline]
    fn after(&self, set: Set, direction: Direction) -> Set {
        let set = set & self.free[direction.index()];
        match direction {
            Direction::Up => set << self.columns.get(),
            Direction::Right => set << 1,
            Direction::Down => set >> self.columns.get(),
            Direction::Left => set >> 1,
        }
    }

    #[inline]
    fn before(&self, set: Set, direction: Direction) -> Set {
        let before = match direction {
            Direction::Up => set >> self.columns.get(),
            Direction::Right => set >> 1,
            Direction::Down => set << self.columns.get(),
            Direction::Left => set << 1,
        };
        before & self.free[direction.index()]
    }

    #[inline]
    fn ends(&self, direction: Direction) -> Set {
        self.ends[direction.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::lunar::reach::AnyBoard;

    #[test]
    fn small_board_round_trips() {
        let mut seed = 5_u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % limit
        };
        let mut small_ones = 0;
        for _ in 0..400 {
            let mut board = Board::new(1 + below(16), 1 + below(16)).unwrap();
            for square in board.squares() {
                match below(8) {
                    0 => board.add_block(square),
                    1 => board.add_wall(square, Direction::Up),
                    2 => board.add_wall(square, Direction::Right),
                    _ => {}
                }
            }
            let Some(small) = SmallBoard::new(&board) else {
                continue;
            };
            let any = AnyBoard::new(&board);
            assert_eq!(small.free, any.free.map(|free| small.set(free)));
            assert_eq!(small.ends, any.ends.map(|ends| small.set(ends)));
            for square in board.squares() {
                let single = std::iter::once(square).collect();
                assert_eq!(small.square(small.set(single)), square);
            }
            small_ones += 1;
        }
        assert!(small_ones > 100, "{small_ones}");
    }
}
