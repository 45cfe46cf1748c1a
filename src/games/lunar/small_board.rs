//! A board of few squares, as sets of squares that fit a word.
//!
//! Whatever is asked is worked out for all squares of a set at once, by steps of
//! the whole set, so nothing is laid up for a board but a few words.

use crate::board::{Bitboard, Board, Direction, Square};

/// A set of squares, a bit each: `a1` is the lowest, and rank follows upon rank
/// without a gap.
pub(super) type Set = u32;

/// No number of moves, and larger than any.
pub(super) const NEVER: u8 = u8::MAX;

/// A board of up to 32 squares.
pub(super) struct SmallBoard {
    files: u32,
    /// The first file.
    file_a: Set,
    squares: [Square; Set::BITS as usize],
    /// For each direction the squares from which the board lets a piece step.
    free: [Set; 4],
    /// For each direction the squares on which a block or a wall stops a piece.
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

/// Returns the squares of a set as sets of one, the lowest first.
pub(super) fn singles(mut set: Set) -> impl Iterator<Item = Set> {
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
        let blocks = small.set(board.blocks());
        small.free = board.free().map(|free| small.set(free));
        let all = Set::MAX >> (Set::BITS - files * ranks);
        small.ends = Direction::ALL.map(|direction| {
            let last = match direction {
                Direction::Up => !(all >> files),
                Direction::Right => file_a << (files - 1),
                Direction::Down => !(all << files),
                Direction::Left => file_a,
            };
            all & !blocks & !last & !small.free[direction.index()]
        });
        Some(small)
    }

    /// Returns a set of squares of the board.
    pub(super) fn set(&self, squares: Bitboard) -> Set {
        let ranks = (0..).zip(singles(self.file_a));
        ranks.fold(0, |set, (rank, first)| {
            set | Set::from(squares.rank(rank)) * first
        })
    }

    /// Returns the square of a set of one.
    #[inline]
    pub(super) const fn square(&self, single: Set) -> Square {
        self.squares[(single.trailing_zeros() & (Set::BITS - 1)) as usize]
    }

    /// Returns where the squares of a set lead that can step.
    #[inline]
    const fn after(&self, set: Set, direction: Direction) -> Set {
        let set = set & self.free[direction.index()];
        match direction {
            Direction::Up => set << self.files,
            Direction::Right => set << 1,
            Direction::Down => set >> self.files,
            Direction::Left => set >> 1,
        }
    }

    /// Returns the squares that lead to those of a set by a step.
    #[inline]
    const fn before(&self, set: Set, direction: Direction) -> Set {
        self.free[direction.index()]
            & match direction {
                Direction::Up => set >> self.files,
                Direction::Right => set >> 1,
                Direction::Down => set << self.files,
                Direction::Left => set << 1,
            }
    }

    /// Returns the slides in `direction` of the pieces on `occupied`.
    #[inline]
    pub(super) const fn slides(&self, occupied: Set, direction: Direction) -> Slides {
        let blocked = self.before(occupied, direction) | self.ends[direction.index()];
        let stops = blocked & !occupied;
        // Back from the stops, to the first piece of each line.
        let (mut movers, mut way) = (0, stops);
        while way != 0 {
            let before = self.before(way, direction);
            movers |= before & occupied;
            way = before & !occupied;
        }
        Slides { movers, stops }
    }

    /// Returns where the piece on `from`, which is one of the movers, stops.
    #[inline]
    pub(super) const fn stop(&self, from: Set, slides: Slides, direction: Direction) -> Set {
        // Squares on from its stop are stops of other pieces, if any.
        let Slides { stops, .. } = slides;
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
                let highest = (line & below).leading_zeros() & (Set::BITS - 1);
                1 << (Set::BITS - 1 - highest)
            }
        }
    }

    /// Returns, for each square, the moves a human needs from there to one of
    /// `targets` if every other piece stood wherever it helps, or [`NEVER`]: the
    /// fewest moves of a relaxed puzzle, so never more than those of the real
    /// one.
    pub(super) fn moves_home(&self, pieces: Set, targets: Set) -> [u8; Set::BITS as usize] {
        let mut moves = [NEVER; Set::BITS as usize];
        let mut set = |squares: Set, number: u8| {
            for square in singles(squares) {
                moves[square.trailing_zeros() as usize] = number;
            }
        };
        let (reached, stops) = self.reached(pieces);
        let mut waiting = reached & !targets;
        let mut frontier = targets;
        for number in 0..NEVER {
            set(frontier, number);
            let mut near = 0;
            for direction in Direction::ALL {
                let mut way = frontier & stops[direction.index()];
                while way != 0 {
                    way = self.before(way, direction);
                    near |= way;
                }
            }
            frontier = near & waiting;
            waiting ^= frontier;
            if frontier == 0 {
                break;
            }
        }
        moves
    }

    /// Returns a superset of the squares that any piece ever stands on, the
    /// least set that holds `pieces` and each stop another of its squares makes
    /// possible; and for each direction where pieces may stop.
    fn reached(&self, pieces: Set) -> (Set, [Set; 4]) {
        let mut reached = pieces;
        loop {
            let stops = Direction::ALL.map(|direction| {
                self.before(reached, direction) | self.ends[direction.index()]
            });
            let mut grown = reached;
            for direction in Direction::ALL {
                let mut way = reached;
                while way != 0 {
                    way = self.after(way, direction);
                    grown |= way & stops[direction.index()];
                }
            }
            if grown == reached {
                return (reached, stops);
            }
            reached = grown;
        }
    }
}
