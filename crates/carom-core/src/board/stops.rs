//! Straight slides, precomputed for a board.

use super::{Axis, Bitboard, Board, Direction, Square};

/// The occupied squares, as bits along each row and each column.
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
impl OccupiedLines {
    /// The empty board.
    pub const EMPTY: Self = Self { rows: [0; 16], columns: [0; 16] };

    /// Adds or removes the piece on `square`.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        self.rows[usize::from(square.row())] ^= 1 << square.column();
        self.columns[usize::from(square.column())] ^= 1 << square.row();
    }

    /// Adds a piece on `square`, if there is none.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.rows[usize::from(square.row())] |= 1 << square.column();
        self.columns[usize::from(square.column())] |= 1 << square.row();
    }

    /// Returns the occupied squares of a row, the lowest bit for the first
    /// column.
    #[inline]
    pub fn row(&self, row: u8) -> u16 {
        self.rows[usize::from(row & 15)]
    }

    /// Returns the occupied squares of a column, the lowest bit for the first
    /// row.
    #[inline]
    pub fn column(&self, column: u8) -> u16 {
        self.columns[usize::from(column & 15)]
    }
}

impl Bitboard {
    /// Whether the set has no square of a row from `left` to `right`, which are
    /// the stops of two slides.
    #[inline]
    pub const fn is_free_across(&self, left: Square, right: Square) -> bool {
        self.row(left.row()) & line_bits(left.column(), right.column()) == 0
    }

    /// Whether the set has no square of a column from `down` to `up`, which are
    /// the stops of two slides.
    #[inline]
    pub const fn is_free_along(&self, down: Square, up: Square) -> bool {
        self.column(down.column()) & line_bits(down.row(), up.row()) == 0
    }
}

/// Calls `visit` with each of the four slides of a piece. It is unrolled, so
/// that each direction is a constant with its own branch prediction.
#[inline(always)]
pub fn each_slide(
    [(_, up), (_, right), (_, down), (_, left)]: [(Direction, Square); 4],
    mut visit: impl FnMut(Direction, Square),
) {
    visit(Direction::Up, up);
    visit(Direction::Right, right);
    visit(Direction::Down, down);
    visit(Direction::Left, left);
}

/// Returns the bits from `low` to `high`, which is below 16 and not below
/// `low`.
#[inline]
pub const fn line_bits(low: u8, high: u8) -> u16 {
    let [a, b, ..] = ((2_u32 << high) - (1 << low)).to_le_bytes();
    u16::from_le_bytes([a, b])
}

/// Returns the squares between two squares of a row or column, both included:
/// the bits along their row, or else those along their column.
#[inline]
pub fn path_bits(from: Square, to: Square) -> (u16, u16) {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    if low.row() == high.row() {
        (line_bits(low.column(), high.column()), 0)
    } else {
        (0, line_bits(low.row(), high.row()))
    }
}

/// Iterates over the set bits of a line.
#[inline]
pub fn each_bit(mut line: u16) -> impl Iterator<Item = u8> {
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

/// Returns the first bit of `ends` from `at` upward, or the highest bit.
#[expect(clippy::cast_possible_truncation, reason = "places are below 16")]
#[inline]
const fn first_above(ends: u16, at: u8) -> u8 {
    at + ((ends as u32 | 1 << 15) >> at | 1 << 15).trailing_zeros() as u8
}

/// Returns the first bit of `ends` from `at` downward, or the lowest bit.
#[expect(clippy::cast_possible_truncation, reason = "places are below 16")]
#[inline]
const fn first_below(ends: u16, at: u8) -> u8 {
    let below = ends as u32 & ((2 << at) - 1) | 1;
    (u32::BITS - 1 - below.leading_zeros()) as u8
}

/// A table of the slides on a board whose border stops pieces.
///
/// A slide looks up the next bit of its line where the board or a piece stops
/// it, so the table needs no entry per square.
#[derive(Clone, Debug)]
pub struct SlideTable {
    free: [Bitboard; 4],
    /// For each direction the squares where the board stops a slide, as bits
    /// along each column for up and down, along each row for right and left.
    ends: [[u16; 16]; 4],
}

// There are four directions, and columns and rows are below 16.
impl SlideTable {
    /// Precomputes the slides of `board`.
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

    /// Returns the squares from which the board allows a step in `direction`.
    #[inline]
    pub fn free(&self, direction: Direction) -> Bitboard {
        self.free[direction.index()]
    }

    /// Returns the stop of a piece on `from` without other pieces, or `from` if
    /// it cannot move.
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

    /// Returns the stop of a piece on `from` among `others`, or `from` if it
    /// cannot move.
    #[inline]
    pub fn slide(
        &self,
        from: Square,
        direction: Direction,
        others: impl Iterator<Item = Square>,
    ) -> Square {
        let (start, mut stop) = (from.to_u8(), self.stop(from, direction).to_u8());
        // A square's number has the column in its low four bits and the row
        // above. So the squares of a line are ordered, and no square of another
        // row is between two of one row.
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

    /// Returns the stops of a piece on `from` among the pieces of `lines` in
    /// each direction. `lines` may include the piece itself.
    #[inline]
    pub fn slides(&self, from: Square, lines: &OccupiedLines) -> [(Direction, Square); 4] {
        let (column, row) = (from.column(), from.row());
        let [up, right, down, left] = &self.ends;
        let (up, down) = (up[usize::from(column)], down[usize::from(column)]);
        let (right, left) = (right[usize::from(row)], left[usize::from(row)]);
        let (along, across) = (lines.column(column), lines.row(row));
        // All four without a branch, so that the processor computes them in
        // parallel. A slide stops one square before a piece.
        [
            (Direction::Up, Square::new(column, first_above(up | along >> 1, row))),
            (Direction::Right, Square::new(first_above(right | across >> 1, column), row)),
            (Direction::Down, Square::new(column, first_below(down | along << 1, row))),
            (Direction::Left, Square::new(first_below(left | across << 1, column), row)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_agree_with_a_walk_square_by_square() {
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
