//! A board of few squares, as sets of squares that fit a word.
//!
//! Whatever is asked is worked out for all squares of a set at once, by steps of
//! the whole set, so nothing is laid up for a board but a few words.

use super::reach::{AnyBoard, Ground, NEVER, moves_home};
use crate::board::{Bitboard, Board, Direction, Square};

/// A set of squares, a bit each: `a1` is the lowest, and rank follows upon rank
/// without a gap.
pub(super) type Set = u32;

/// A board of up to 32 squares.
pub(super) struct SmallBoard {
    files: u32,
    /// The first file.
    file_a: Set,
    squares: [Square; Set::BITS as usize],
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

/// Returns the squares of a set as sets of one, the lowest first.
fn singles(mut set: Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

// Tables by direction have four entries, that of squares one for each bit.
#[expect(clippy::indexing_slicing)]
impl SmallBoard {
    /// Returns the board, if it has no more squares than fit.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let (files, ranks) = (u32::from(board.files()), u32::from(board.ranks()));
        if files * ranks > Set::BITS {
            return None;
        }
        let mut squares = [Square::new(0, 0); Set::BITS as usize];
        for (at, square) in squares.iter_mut().zip(board.squares()) {
            *at = square;
        }
        let file_a = (0..ranks).fold(0, |file, rank| file | 1 << (files * rank));
        let mut small = Self {
            files,
            file_a,
            squares,
            free: [0; 4],
            ends: [0; 4],
        };
        let AnyBoard { free, ends } = AnyBoard::new(board);
        small.free = free.map(|free| small.set(free));
        small.ends = ends.map(|ends| small.set(ends));
        Some(small)
    }

    /// Returns a set of squares of the board.
    pub(super) fn set(&self, squares: Bitboard) -> Set {
        let mut set = 0;
        for (rank, first) in (0..).zip(singles(self.file_a)) {
            set |= Set::from(squares.rank(rank)) << first.trailing_zeros();
        }
        set
    }

    /// Returns the square of a set of one.
    #[inline]
    pub(super) const fn square(&self, single: Set) -> Square {
        self.squares[(single.trailing_zeros() & (Set::BITS - 1)) as usize]
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
        let below = from - 1;
        let line = match direction {
            Direction::Left | Direction::Right => stops,
            Direction::Up | Direction::Down => {
                stops & self.file_a << (self.square(from).file() as u32)
            }
        };
        match direction {
            Direction::Up | Direction::Right => {
                let beyond = line & !below;
                beyond & beyond.wrapping_neg()
            }
            Direction::Down | Direction::Left => {
                let zeros = (line & below).leading_zeros() & (Set::BITS - 1);
                1 << (Set::BITS - 1 - zeros)
            }
        }
    }

    /// Returns, for each square, the moves of [`moves_home`], or [`NEVER`].
    pub(super) fn moves_home(&self, pieces: Set, targets: Set) -> [u8; Set::BITS as usize] {
        let mut table = [NEVER; Set::BITS as usize];
        moves_home(self, pieces, targets, |squares, moves| {
            for square in singles(squares) {
                table[square.trailing_zeros() as usize] = moves;
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
            Direction::Up => set << self.files,
            Direction::Right => set << 1,
            Direction::Down => set >> self.files,
            Direction::Left => set >> 1,
        }
    }

    #[inline]
    fn before(&self, set: Set, direction: Direction) -> Set {
        let before = match direction {
            Direction::Up => set >> self.files,
            Direction::Right => set >> 1,
            Direction::Down => set << self.files,
            Direction::Left => set << 1,
        };
        before & self.free[direction.index()]
    }

    #[inline]
    fn ends(&self, direction: Direction) -> Set {
        self.ends[direction.index()]
    }
}
