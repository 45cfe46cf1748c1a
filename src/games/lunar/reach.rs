//! Where pieces stop at best, if everything else stood wherever it helps.

use std::iter;

use super::Position;
use crate::board::{Direction, Lines, Square};

/// No number of moves, and larger than any.
pub(super) const NEVER: u8 = u8::MAX;

/// The part of a rank or of a file that a piece could slide over, as bits.
#[derive(Clone, Copy, Default)]
pub(super) struct Stretch {
    places: u16,
    /// Its ends at which a block or a wall stops a piece; beyond the others
    /// is the border, which stops none.
    ends: u16,
}

impl Stretch {
    /// Returns the stretch around the place `at` of a line of `len` places.
    /// Between a place with a bit in `free` and the next there is nothing.
    const fn around(at: u8, free: u16, len: u8) -> Self {
        let free = free as u32;
        let high = at as u32 + (free >> at).trailing_ones();
        let low = at as u32 - (free << 1 << (31 - at)).leading_ones();
        let ends = (((high + 1 < len as u32) as u16) << high) | (((low > 0) as u16) << low);
        #[expect(clippy::cast_possible_truncation, reason = "a line has 16 places")]
        let places = ((2_u32 << high) - (1 << low)) as u16;
        Self { places, ends }
    }

    /// Returns the place where a block or a wall stops a piece that slides up or
    /// to the right; [`NEVER`] where it is the border.
    #[expect(clippy::cast_possible_truncation, reason = "a line has 16 places")]
    pub(super) const fn stop_above(self) -> u8 {
        let last = 15 - self.places.leading_zeros() as u8;
        if self.ends >> last & 1 == 0 {
            NEVER
        } else {
            last
        }
    }

    /// Returns one more than the place where a block or a wall stops a piece that
    /// slides down or to the left; 0 where it is the border.
    #[expect(clippy::cast_possible_truncation, reason = "a line has 16 places")]
    pub(super) const fn after_stop_below(self) -> u8 {
        let first = self.places.trailing_zeros() as u8;
        if self.ends >> first & 1 == 0 {
            0
        } else {
            first + 1
        }
    }

    /// Returns where a piece on the place `at` could stop if just the right ones
    /// of the places of `blockers` were taken.
    const fn stops(self, at: u8, blockers: u16) -> u16 {
        let here = 1 << at;
        let blockers = blockers & self.places;
        let above = blockers >> 1 & !(here | (here - 1));
        let below = blockers << 1 & (here - 1);
        (above | below | self.ends) & self.places & !here
    }
}

/// The stretches of all squares.
pub(super) struct Stretches {
    across: [Stretch; 256],
    along: [Stretch; 256],
}

// The tables have an entry for each of the 256 squares.
#[expect(clippy::indexing_slicing)]
impl Stretches {
    pub(super) fn new(position: &Position) -> Self {
        let board = position.board();
        let free = board.free();
        let across = free[Direction::Right.index()];
        let along = free[Direction::Up.index()].turned();
        let mut stretches = Self {
            across: [Stretch::default(); 256],
            along: [Stretch::default(); 256],
        };
        for square in board.squares() {
            let (file, rank) = (square.file(), square.rank());
            stretches.across[square.index()] =
                Stretch::around(file, across.rank(rank), board.files());
            stretches.along[square.index()] =
                Stretch::around(rank, along.rank(file), board.ranks());
        }
        stretches
    }

    /// Returns the stretch of the rank of `square`.
    pub(super) const fn across(&self, square: Square) -> Stretch {
        self.across[square.index()]
    }

    /// Returns the stretch of the file of `square`.
    pub(super) const fn along(&self, square: Square) -> Stretch {
        self.along[square.index()]
    }

    /// Returns where a piece on `from` could stop if just the right ones of
    /// `blockers` stood there, as places of its rank and of its file.
    fn stops(&self, from: Square, blockers: &Lines) -> (u16, u16) {
        let (file, rank) = (from.file(), from.rank());
        (
            self.across(from).stops(file, blockers.rank(rank)),
            self.along(from).stops(rank, blockers.file(file)),
        )
    }

    /// Returns a superset of the squares that any piece ever stands on: the
    /// least set that holds the pieces and each stop another of its squares
    /// makes possible.
    fn reached(&self, pieces: Lines) -> Lines {
        let mut reached = pieces;
        loop {
            let mut has_grown = false;
            for from in squares(&reached) {
                let (file, rank) = (from.file(), from.rank());
                let (across, along) = self.stops(from, &reached);
                for stop in places(across & !reached.rank(rank)) {
                    reached.insert(Square::new(stop, rank));
                    has_grown = true;
                }
                for stop in places(along & !reached.file(file)) {
                    reached.insert(Square::new(file, stop));
                    has_grown = true;
                }
            }
            if !has_grown {
                return reached;
            }
        }
    }

    /// Returns, for each square, the moves a human needs from there to a target
    /// if every other piece stood wherever it helps, or [`NEVER`]: the fewest
    /// moves of a relaxed puzzle, so never more than those of the real one.
    pub(super) fn moves_home(&self, position: &Position) -> [u8; 256] {
        let mut moves = [NEVER; 256];
        let targets = position.targets();
        let pieces = position.pieces().iter().map(|piece| piece.square);
        let reached = self.reached(pieces.collect());
        // From where a human has yet to go, and where it can stop from there.
        let mut waiting: Vec<(Square, (u16, u16))> = squares(&reached)
            .filter(|&from| !targets.contains(from))
            .map(|from| (from, self.stops(from, &reached)))
            .collect();
        // The squares from which it takes so many moves.
        let mut frontier: Lines = targets.iter().collect();
        for target in targets.iter() {
            moves[target.index()] = 0;
        }
        for distance in 1..NEVER {
            let mut next = Lines::default();
            let before = waiting.len();
            waiting.retain(|&(from, (across, along))| {
                let near = across & frontier.rank(from.rank()) | along & frontier.file(from.file());
                if near != 0 {
                    moves[from.index()] = distance;
                    next.insert(from);
                }
                near == 0
            });
            if waiting.len() == before {
                break;
            }
            frontier = next;
        }
        moves
    }
}

/// Returns the places that have a bit, the lowest first.
fn places(mut line: u16) -> impl Iterator<Item = u8> {
    iter::from_fn(move || {
        let place = line.trailing_zeros();
        line &= line.wrapping_sub(1);
        u8::try_from(place).ok().filter(|&place| place < 16)
    })
}

/// Returns the squares of the lines as they are now.
fn squares(lines: &Lines) -> impl Iterator<Item = Square> + use<> {
    let lines = *lines;
    (0..16).flat_map(move |rank| places(lines.rank(rank)).map(move |file| Square::new(file, rank)))
}
