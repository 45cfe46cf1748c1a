//! Straight slides, worked out once for a board.

use super::{Bitboard, Board, Direction, Square};

/// The squares that pieces stand on, as bits along each rank and each file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines {
    ranks: [u16; 16],
    files: [u16; 16],
}

// Files and ranks are below 16.
#[expect(clippy::indexing_slicing)]
impl Lines {
    /// Puts a piece on `square`, or takes it away.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        self.ranks[usize::from(square.rank())] ^= 1 << square.file();
        self.files[usize::from(square.file())] ^= 1 << square.rank();
    }

    /// Puts a piece on `square`, if none is there.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.ranks[usize::from(square.rank())] |= 1 << square.file();
        self.files[usize::from(square.file())] |= 1 << square.rank();
    }

    /// The taken squares of a rank, the lowest bit its first file.
    #[inline]
    pub fn rank(&self, rank: u8) -> u16 {
        self.ranks[usize::from(rank & 15)]
    }

    /// The taken squares of a file, the lowest bit its first rank.
    #[inline]
    pub fn file(&self, file: u8) -> u16 {
        self.files[usize::from(file & 15)]
    }

    /// Whether these slides from `from`, up, right, down and left, meet none of
    /// the pieces, nor start from one.
    #[inline]
    pub fn slides_meet_none(&self, from: Square, slides: &[(Direction, Square); 4]) -> bool {
        let [up, right, down, left] = slides.map(|(_, stop)| stop);
        let across = self.rank(from.rank()) & places(left.file(), right.file());
        let along = self.file(from.file()) & places(down.rank(), up.rank());
        across | along == 0
    }
}

/// The places of a line from `low` up to `high`, as bits; `high` is below 16,
/// and not below `low`.
#[inline]
pub(crate) const fn places(low: u8, high: u8) -> u16 {
    let [a, b, ..] = ((2_u32 << high) - (1 << low)).to_le_bytes();
    u16::from_le_bytes([a, b])
}

impl FromIterator<Square> for Lines {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut lines = Self::default();
        for square in squares {
            lines.toggle(square);
        }
        lines
    }
}

/// The place of the last free square before the first piece beyond `at`, or a
/// place beyond the line.
#[expect(clippy::cast_possible_truncation, reason = "places are below 64")]
#[inline]
const fn free_above(line: u16, at: u8) -> u8 {
    at + (((line as u32) >> at) >> 1).trailing_zeros() as u8
}

/// The place of the last free square before the first piece below `at`, or 0.
#[expect(clippy::cast_possible_truncation, reason = "places are below 64")]
#[inline]
const fn free_below(line: u16, at: u8) -> u8 {
    16 - (line & ((1 << at) - 1)).leading_zeros() as u8
}

/// Where pieces slide to on a board whose border stops them.
#[derive(Clone, Debug)]
pub struct Stops {
    free: [Bitboard; 4],
    stops: Box<[[Square; 4]; 256]>,
}

// The tables have a row for each of the 256 squares and a column for each of
// the four directions.
#[expect(clippy::indexing_slicing)]
impl Stops {
    /// The slides of `board`.
    pub fn new(board: &Board) -> Self {
        let free = board.free();
        let mut stops = Box::new([[Square::from_index(0); 4]; 256]);
        let mut set = |index: u8, direction: Direction| {
            let square = Square::from_index(index);
            let stop = if free[direction.index()].contains(square) {
                // A square that is free has a next one.
                let next = match direction {
                    Direction::Up => index.wrapping_add(16),
                    Direction::Right => index.wrapping_add(1),
                    Direction::Down => index.wrapping_sub(16),
                    Direction::Left => index.wrapping_sub(1),
                };
                stops[usize::from(next)][direction.index()]
            } else {
                square
            };
            stops[square.index()][direction.index()] = stop;
        };
        // The squares to the left and below are done already, then those to
        // the right and above.
        for index in 0..=255 {
            set(index, Direction::Left);
            set(index, Direction::Down);
        }
        for index in (0..=255).rev() {
            set(index, Direction::Right);
            set(index, Direction::Up);
        }
        Self { free, stops }
    }

    /// The squares from which a piece can go one step in `direction`, as far
    /// as the board is concerned.
    #[inline]
    pub fn free(&self, direction: Direction) -> Bitboard {
        self.free[direction.index()]
    }

    /// Where a piece on `from` stops if no other piece is in its way; `from`
    /// itself where it cannot go.
    #[inline]
    pub fn stop(&self, from: Square, direction: Direction) -> Square {
        self.stops[from.index()][direction.index()]
    }

    /// Where a piece on `from` stops among `others`; `from` itself where it
    /// cannot go.
    #[inline]
    pub fn slide(
        &self,
        from: Square,
        direction: Direction,
        others: impl Iterator<Item = Square>,
    ) -> Square {
        let (start, mut stop) = (from.to_u8(), self.stop(from, direction).to_u8());
        // A square's number counts files in its low four bits and ranks above,
        // so those of one line are in order, and between two of one rank none
        // of another lies.
        let on_file = |other: u8| (other ^ start) & 15 == 0;
        for other in others.map(Square::to_u8) {
            match direction {
                Direction::Right if other > start && other <= stop => stop = other - 1,
                Direction::Left if other < start && other >= stop => stop = other + 1,
                Direction::Up if on_file(other) && other > start && other <= stop => {
                    stop = other - 16;
                }
                Direction::Down if on_file(other) && other < start && other >= stop => {
                    stop = other + 16;
                }
                _ => {}
            }
        }
        Square::from_index(stop)
    }

    /// Where a piece on `from` stops among the pieces of `lines` in each
    /// direction; whether one of them is the piece itself makes no difference.
    #[inline]
    pub fn slides(&self, from: Square, lines: &Lines) -> [(Direction, Square); 4] {
        let [up, right, down, left] = self.stops[from.index()];
        let (file, rank) = (from.file(), from.rank());
        let (along, across) = (lines.file(file), lines.rank(rank));
        // All four at once, without a jump: the processor does them together.
        [
            (
                Direction::Up,
                Square::new(file, free_above(along, rank).min(up.rank())),
            ),
            (
                Direction::Right,
                Square::new(free_above(across, file).min(right.file()), rank),
            ),
            (
                Direction::Down,
                Square::new(file, free_below(along, rank).max(down.rank())),
            ),
            (
                Direction::Left,
                Square::new(free_below(across, file).max(left.file()), rank),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_are_those_of_a_walk_square_by_square() {
        let mut seed = 3_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize
        };
        for _ in 0..300 {
            let mut board = Board::new(1 + next() % 16, 1 + next() % 16).unwrap();
            let mut pieces = Vec::new();
            for square in board.squares() {
                match next() % 14 {
                    0 => board.add_wall(square, Direction::Right),
                    1 => board.add_wall(square, Direction::Up),
                    2 => board.add_block(square),
                    3 => pieces.push(square),
                    _ => {}
                }
            }
            let stops = Stops::new(&board);
            let lines: Lines = pieces.iter().copied().collect();
            for from in board.squares().filter(|&one| !board.blocks().contains(one)) {
                for direction in Direction::ALL {
                    let mut stop = from;
                    while let Ok(next) = board.step(stop, direction)
                        && !pieces.contains(&next)
                    {
                        stop = next;
                    }
                    let others_of = |from| pieces.iter().copied().filter(move |&one| one != from);
                    assert_eq!(stops.slide(from, direction, others_of(from)), stop);
                    let [up, right, down, left] = stops.slides(from, &lines);
                    assert!([up, right, down, left].contains(&(direction, stop)));
                }
                let alone = Direction::ALL.map(|to| (to, stops.stop(from, to)));
                let others: Lines = pieces.iter().copied().filter(|&one| one != from).collect();
                let meets_none = alone == stops.slides(from, &others);
                assert_eq!(others.slides_meet_none(from, &alone), meets_none);
            }
        }
    }
}
