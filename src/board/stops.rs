//! Straight slides, worked out once for a board.

use super::{Axis, Bitboard, Board, Direction, Square};

/// The squares that pieces stand on, as bits along each row and each column.
#[derive(Clone, Copy, Debug)]
pub struct OccupiedLines {
    rows: [u16; 16],
    columns: [u16; 16],
}

// The library's `Default` of an array is not inlined, so it is not derived.
impl Default for OccupiedLines {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

// Columns and rows are below 16.
#[expect(clippy::indexing_slicing)]
impl OccupiedLines {
    /// No piece.
    pub const EMPTY: Self = Self {
        rows: [0; 16],
        columns: [0; 16],
    };

    /// Puts a piece on `square`, or takes it away.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        self.rows[usize::from(square.row())] ^= 1 << square.column();
        self.columns[usize::from(square.column())] ^= 1 << square.row();
    }

    /// Puts a piece on `square`, if none is there.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.rows[usize::from(square.row())] |= 1 << square.column();
        self.columns[usize::from(square.column())] |= 1 << square.row();
    }

    /// The taken squares of a row, the lowest bit its first column.
    #[inline]
    pub fn row(&self, row: u8) -> u16 {
        self.rows[usize::from(row & 15)]
    }

    /// The taken squares of a column, the lowest bit its first row.
    #[inline]
    pub fn column(&self, column: u8) -> u16 {
        self.columns[usize::from(column & 15)]
    }
}

impl Bitboard {
    /// Whether slides that stop on these squares of one row, to the left and to the
    /// right, meet none of the squares, nor start from one.
    #[inline]
    pub(crate) const fn is_free_across(&self, left: Square, right: Square) -> bool {
        self.row(left.row()) & line_bits(left.column(), right.column()) == 0
    }

    /// The same for slides down and up, on a column.
    #[inline]
    pub(crate) const fn is_free_along(&self, down: Square, up: Square) -> bool {
        self.column(down.column()) & line_bits(down.row(), up.row()) == 0
    }
}

/// Calls `visit` with each of the four slides of a piece. It is no loop, so that each
/// direction is known to the compiler, and guessed apart from the others.
#[inline(always)]
pub(crate) fn each_slide(
    [(_, up), (_, right), (_, down), (_, left)]: [(Direction, Square); 4],
    mut visit: impl FnMut(Direction, Square),
) {
    visit(Direction::Up, up);
    visit(Direction::Right, right);
    visit(Direction::Down, down);
    visit(Direction::Left, left);
}

/// The places of a line from `low` up to `high`, as bits; `high` is below 16,
/// and not below `low`.
#[inline]
pub(crate) const fn line_bits(low: u8, high: u8) -> u16 {
    let [a, b, ..] = ((2_u32 << high) - (1 << low)).to_le_bytes();
    u16::from_le_bytes([a, b])
}

/// The way between two squares of a row or of a column, both included: the places of their
/// row, if they have one, and else those of their column.
#[inline]
pub(crate) fn path_bits(from: Square, to: Square) -> (u16, u16) {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    if low.row() == high.row() {
        (line_bits(low.column(), high.column()), 0)
    } else {
        (0, line_bits(low.row(), high.row()))
    }
}

/// Returns the places of a line that are ones.
#[inline]
pub(crate) fn each_bit(mut line: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let place = line.trailing_zeros() as u8;
        line &= line.wrapping_sub(1);
        (place < 16).then_some(place)
    })
}

impl FromIterator<Square> for OccupiedLines {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut lines = Self::default();
        for square in squares {
            lines.toggle(square);
        }
        lines
    }
}

/// The first place from `at` upward that is among `ends`, or the highest.
#[expect(clippy::cast_possible_truncation, reason = "places are below 16")]
#[inline]
const fn first_above(ends: u16, at: u8) -> u8 {
    at + ((ends as u32 | 1 << 15) >> at | 1 << 15).trailing_zeros() as u8
}

/// The first place from `at` downward that is among `ends`, or the lowest.
#[expect(clippy::cast_possible_truncation, reason = "places are below 16")]
#[inline]
const fn first_below(ends: u16, at: u8) -> u8 {
    let below = ends as u32 & ((2 << at) - 1) | 1;
    (u32::BITS - 1 - below.leading_zeros()) as u8
}

/// Where pieces slide to on a board whose border stops them.
///
/// A slide is a look for the next place of its line where the board or a piece
/// ends it, so there is nothing to work out for each square of a board.
#[derive(Clone, Debug)]
pub struct SlideTable {
    free: [Bitboard; 4],
    /// For each direction the squares where the board ends a slide, as bits
    /// along each column for up and down, along each row for right and left.
    ends: [[u16; 16]; 4],
}

// There are four directions, and columns and rows are below 16.
#[expect(clippy::indexing_slicing)]
impl SlideTable {
    /// The slides of `board`.
    pub fn new(board: &Board) -> Self {
        let free = board.free();
        let ends = Direction::ALL.map(|direction| {
            let ends = !free[direction.index()];
            let ends = match direction.axis() {
                Axis::Horizontal => ends,
                Axis::Vertical => ends.turned(),
            };
            let mut lines = [0; 16];
            for (line, number) in lines.iter_mut().zip(0..) {
                *line = ends.row(number);
            }
            lines
        });
        Self { free, ends }
    }

    /// The squares from which a piece can go one step in `direction`, as far
    /// as the board is concerned.
    #[inline]
    pub fn free(&self, direction: Direction) -> Bitboard {
        self.free[direction.index()]
    }

    /// Where a piece on `from` stops if no other piece is in its path_bits; `from`
    /// itself where it cannot go.
    #[inline]
    pub fn stop(&self, from: Square, direction: Direction) -> Square {
        let (column, row) = (from.column(), from.row());
        let ends = &self.ends[direction.index()];
        let (along, across) = (ends[usize::from(column)], ends[usize::from(row)]);
        match direction {
            Direction::Up => Square::new(column, first_above(along, row)),
            Direction::Right => Square::new(first_above(across, column), row),
            Direction::Down => Square::new(column, first_below(along, row)),
            Direction::Left => Square::new(first_below(across, column), row),
        }
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
        // A square's number counts columns in its low four bits and rows above,
        // so those of one line are in order, and between two of one row none
        // of another lies.
        let on_column = |other: u8| (other ^ start) & 15 == 0;
        for other in others.map(Square::to_u8) {
            match direction {
                Direction::Right if other > start && other <= stop => stop = other - 1,
                Direction::Left if other < start && other >= stop => stop = other + 1,
                Direction::Up if on_column(other) && other > start && other <= stop => {
                    stop = other - 16;
                }
                Direction::Down if on_column(other) && other < start && other >= stop => {
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
    pub fn slides(&self, from: Square, lines: &OccupiedLines) -> [(Direction, Square); 4] {
        let (column, row) = (from.column(), from.row());
        let [up, right, down, left] = &self.ends;
        let (up, down) = (up[usize::from(column)], down[usize::from(column)]);
        let (right, left) = (right[usize::from(row)], left[usize::from(row)]);
        let (along, across) = (lines.column(column), lines.row(row));
        // All four at once, without a jump: the processor does them together.
        // A slide ends one place before a piece.
        [
            (
                Direction::Up,
                Square::new(column, first_above(up | along >> 1, row)),
            ),
            (
                Direction::Right,
                Square::new(first_above(right | across >> 1, column), row),
            ),
            (
                Direction::Down,
                Square::new(column, first_below(down | along << 1, row)),
            ),
            (
                Direction::Left,
                Square::new(first_below(left | across << 1, column), row),
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
            let stops = SlideTable::new(&board);
            let lines: OccupiedLines = pieces.iter().copied().collect();
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
                let [up, right, down, left] = alone;
                let others = || pieces.iter().copied().filter(|&one| one != from);
                let among: OccupiedLines = others().collect();
                let [next_up, next_right, next_down, next_left] = stops.slides(from, &among);
                let set: Bitboard = others().collect();
                let across = (left, right) == (next_left, next_right);
                assert_eq!(set.is_free_across(left.1, right.1), across);
                let along = (down, up) == (next_down, next_up);
                assert_eq!(set.is_free_along(down.1, up.1), along);
            }
        }
    }
}
