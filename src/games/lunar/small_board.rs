//! A board of few squares, as sets of squares that fit a word.
//!
//! Whatever is asked is worked out for all squares of a set at once, by steps of
//! the whole set, so nothing is laid up for a board but a few words.

use std::num::NonZero;

use super::reach::{AnyBoard, Ground, NEVER, moves_home};
use crate::board::{Bitboard, Board, Direction, Square};

/// A set of squares, a bit each: `a1` is the lowest, and rank follows upon rank
/// without a gap.
pub(super) type Set = u32;

/// The highest bit of a set.
const HIGHEST: Set = 1 << (Set::BITS - 1);

/// A board of up to 32 squares.
pub(super) struct SmallBoard {
    files: NonZero<u32>,
    ranks: u8,
    /// The file of `a1`, to be shifted up: a square and those above it.
    file_up: Set,
    /// The file that ends at the highest bit, to be shifted down: a square and those below it.
    file_down: Set,
    /// For each direction the squares from which the board lets a piece step.
    free: [Set; 4],
    /// See [`Ground::ends`].
    ends: [Set; 4],
}

/// The slides in one direction among the pieces of a position.
#[derive(Clone, Copy)]
pub(super) struct Slides {
    pub(super) direction: Direction,
    /// The pieces that can slide.
    pub(super) movers: Set,
    /// The squares that they stop on.
    stops: Set,
}

// Tables by direction have four entries, that of squares one for each bit.
#[expect(clippy::indexing_slicing)]
impl SmallBoard {
    /// Returns the board, if it has no more squares than fit.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let (files, ranks) = (NonZero::new(u32::from(board.files()))?, board.ranks());
        if files.get() * u32::from(ranks) > Set::BITS {
            return None;
        }
        let mut small = Self {
            files,
            ranks,
            file_up: 0,
            file_down: 0,
            free: [0; 4],
            ends: [0; 4],
        };
        for _ in 0..ranks {
            small.file_up = small.file_up << files.get() | 1;
            small.file_down = small.file_down >> files.get() | HIGHEST;
        }
        let AnyBoard { free, ends } = AnyBoard::new(board);
        for direction in Direction::ALL.map(Direction::index) {
            small.free[direction] = small.set(free[direction]);
            small.ends[direction] = small.set(ends[direction]);
        }
        Some(small)
    }

    /// Returns a set of squares of the board.
    pub(super) fn set(&self, squares: Bitboard) -> Set {
        let ranks = (0..self.ranks).rev();
        ranks.fold(0, |set, rank| {
            set << self.files.get() | Set::from(squares.rank(rank))
        })
    }

    /// Returns the square of a set of one.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below 32")]
    pub(super) fn square(&self, single: Set) -> Square {
        let number = single.trailing_zeros();
        Square::new((number % self.files) as u8, (number / self.files) as u8)
    }

    /// Returns the slides among pieces on `occupied` in each direction.
    #[inline]
    pub(super) fn slides(&self, occupied: Set) -> [Slides; 4] {
        [
            self.slides_to(Direction::Up, occupied),
            self.slides_to(Direction::Right, occupied),
            self.slides_to(Direction::Down, occupied),
            self.slides_to(Direction::Left, occupied),
        ]
    }

    #[inline]
    fn slides_to(&self, direction: Direction, occupied: Set) -> Slides {
        let blocked = self.before(occupied, direction) | self.ends(direction);
        let stops = blocked & !occupied;
        // Back from the stops, to the first piece of each line.
        let (mut movers, mut way) = (0, stops);
        while way != 0 {
            let before = self.before(way, direction);
            movers |= before & occupied;
            way = before & !occupied;
        }
        Slides {
            direction,
            movers,
            stops,
        }
    }

    /// Returns where the piece on `from`, which is one of the movers, stops.
    #[inline]
    pub(super) const fn stop(&self, from: Set, slides: &Slides) -> Set {
        // The first stop on its way is its own.
        let &Slides {
            direction, stops, ..
        } = slides;
        let number = from.trailing_zeros() & (Set::BITS - 1);
        let ahead = match direction {
            Direction::Up => self.file_up << number,
            Direction::Right => Set::MAX << number,
            Direction::Down => self.file_down >> (Set::BITS - 1 - number),
            Direction::Left => Set::MAX >> (Set::BITS - 1 - number),
        };
        let stops = stops & ahead;
        match direction {
            Direction::Up | Direction::Right => stops & stops.wrapping_neg(),
            Direction::Down | Direction::Left => {
                HIGHEST >> (stops.leading_zeros() & (Set::BITS - 1))
            }
        }
    }

    /// Returns, for each square, the moves of [`moves_home`], or [`NEVER`].
    pub(super) fn moves_home(&self, pieces: Set, targets: Set) -> [u8; Set::BITS as usize] {
        let mut table = [NEVER; Set::BITS as usize];
        moves_home(self, pieces, targets, |mut squares, moves| {
            while squares != 0 {
                table[squares.trailing_zeros() as usize] = moves;
                squares &= squares - 1;
            }
        });
        table
    }
}

// Tables by direction have four entries.
#[expect(clippy::indexing_slicing)]
impl Ground for SmallBoard {
    type Set = Set;

    #[inline]
    fn after(&self, set: Set, direction: Direction) -> Set {
        let set = set & self.free[direction.index()];
        match direction {
            Direction::Up => set << self.files.get(),
            Direction::Right => set << 1,
            Direction::Down => set >> self.files.get(),
            Direction::Left => set >> 1,
        }
    }

    #[inline]
    fn before(&self, set: Set, direction: Direction) -> Set {
        let before = match direction {
            Direction::Up => set >> self.files.get(),
            Direction::Right => set >> 1,
            Direction::Down => set << self.files.get(),
            Direction::Left => set << 1,
        };
        before & self.free[direction.index()]
    }

    #[inline]
    fn ends(&self, direction: Direction) -> Set {
        self.ends[direction.index()]
    }
}
