//! Positions from drawings, and random positions.

use carom::board::{Board, Direction, Square};
use carom::games::slider::{Man, Position, Setup, Side};

/// Parses a drawing with space-separated cells, top row first.
pub(crate) fn position(to_move: Side, rows: &[&str]) -> Position {
    let mut board = Board::new(rows.len(), rows.len()).unwrap();
    let mut men = Vec::new();
    for (y, row) in (0..).zip(rows.iter().rev()) {
        for (x, cell) in (0..).zip(row.split(' ')) {
            let square = Square::new(x, y);
            match cell {
                "#" => board.add_block(square),
                "H" | "V" => men.push(Man {
                    side: Side::from_glyph(cell.chars().next().unwrap()).unwrap(),
                    square,
                }),
                _ => assert_eq!(cell, "."),
            }
        }
    }
    let setup = Setup { board, to_move, men };
    setup.position().unwrap()
}

/// Returns the standard start: H in the left column, V in the bottom row, neither in the corner.
pub(crate) fn standard(side: u8, to_move: Side, blocks: &[&str]) -> Position {
    let mut board = Board::new(side.into(), side.into()).unwrap();
    for block in blocks {
        board.add_block(block.parse().unwrap());
    }
    let h = (1..side).map(|row| (Side::H, Square::new(0, row)));
    let v = (1..side).map(|column| (Side::V, Square::new(column, 0)));
    let men = h.chain(v).map(|(side, square)| Man { side, square });
    let setup = Setup { board, to_move, men: men.collect() };
    setup.position().unwrap()
}

/// A reproducible random number generator (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    /// Returns a board with `men` pieces of each side, and at most `clutter` blocks and walls.
    pub(crate) fn position(&mut self, side: u8, men: [usize; 2], clutter: usize) -> Position {
        let mut board = Board::new(side.into(), side.into()).unwrap();
        let mut free: Vec<Square> = board.squares().collect();
        for _ in 0..self.below(clutter + 1) {
            if self.below(3) == 0 {
                let square = free[self.below(free.len())];
                board.add_wall(square, Direction::ALL[self.below(4)]);
            } else {
                board.add_block(free.swap_remove(self.below(free.len())));
            }
        }
        let mut placed = Vec::new();
        for (side, men) in Side::ALL.into_iter().zip(men) {
            for _ in 0..men {
                let square = free.swap_remove(self.below(free.len()));
                placed.push(Man { side, square });
            }
        }
        let setup = Setup { board, to_move: Side::ALL[self.below(2)], men: placed };
        setup.position().unwrap()
    }

    /// Returns a board that is its own mirror image, with `men` pieces of each side.
    pub(crate) fn mirrored_position(&mut self, side: u8, men: usize, blocks: usize) -> Position {
        let mut board = Board::new(side.into(), side.into()).unwrap();
        let image = |square: Square| Square::new(square.row(), square.column());
        let mut free: Vec<Square> =
            board.squares().filter(|square| square.column() < square.row()).collect();
        for _ in 0..self.below(blocks + 1) {
            let square = free.swap_remove(self.below(free.len()));
            board.add_block(square);
            board.add_block(image(square));
        }
        let mut placed = Vec::new();
        for _ in 0..men {
            let square = free.swap_remove(self.below(free.len()));
            let (h, v) =
                if self.below(2) == 0 { (square, image(square)) } else { (image(square), square) };
            for (side, square) in [(Side::H, h), (Side::V, v)] {
                placed.push(Man { side, square });
            }
        }
        let setup = Setup { board, to_move: Side::ALL[self.below(2)], men: placed };
        setup.position().unwrap()
    }
}
