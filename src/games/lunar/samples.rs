//! Random puzzles for tests.

use super::reach::AnyBoard;
use super::relaxed::Relaxed;
use super::state::{LunarPuzzle, State};
use super::{Position, Rule, Setup};
use crate::board::{Bitboard, Board, Direction, Square};
use crate::games::Piece;

/// A puzzle with a single human, and its relaxed puzzle.
pub(super) struct Sample {
    pub(super) puzzle: LunarPuzzle<16>,
    pub(super) relaxed: Relaxed,
}

/// Pseudorandom numbers (a linear congruential generator).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let Self(state) = self;
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 33) as usize % limit
    }

    /// Returns a puzzle of `pieces` pieces on a square board, or `None` if they make no valid
    /// puzzle.
    pub(super) fn sample(&mut self, side: usize, pieces: usize) -> Option<Sample> {
        let mut board = Board::new(side, side).ok()?;
        let mut squares: Vec<Square> = Vec::new();
        for square in board.squares() {
            match self.below(24) {
                0 => board.add_block(square),
                1 => board.add_wall(square, Direction::Up),
                2 => board.add_wall(square, Direction::Right),
                _ => {}
            }
            if !board.blocks().contains(square) {
                squares.push(square);
            }
        }
        let names = "@ABCDEFGHIJKLMNO".chars().take(pieces);
        let mut pieces = Vec::new();
        for name in names {
            let square = squares.swap_remove(self.below(squares.len()));
            pieces.push(Piece { name, square });
        }
        // A target next to a piece is reached more often.
        let is_beside = |square: &Square| {
            let mut near = Direction::ALL
                .into_iter()
                .filter_map(|one| square.step(one));
            near.any(|near| pieces.iter().any(|piece: &Piece| piece.square == near))
        };
        squares.sort_by_key(|square| !is_beside(square));
        let targets = squares.into_iter().take(1 + self.below(2)).collect();
        let setup = Setup {
            board,
            rule: Rule::Exit,
            is_grouped: false,
            pieces,
            targets,
        };
        let position: Position = setup.position().ok()?;
        let pieces = position.pieces().iter().map(|piece| piece.square).collect();
        let board = AnyBoard::new(position.board());
        Some(Sample {
            relaxed: Relaxed::new(board, pieces, position.targets())?,
            puzzle: LunarPuzzle::new(&position),
        })
    }
}

/// Returns the bound of a human among these robots.
pub(super) fn bound(relaxed: &Relaxed, human: Square, robots: Bitboard) -> Option<usize> {
    let is_solvable = relaxed.is_solvable(human, robots);
    is_solvable.then(|| {
        let mut moves = 0;
        while !relaxed.needs_at_most(human, robots, moves) {
            moves += 1;
        }
        moves
    })
}

/// Returns the square of the human and those of the robots.
pub(super) fn pieces(sample: &Sample, state: &State<16>) -> (Square, Bitboard) {
    let mut squares = sample.puzzle.squares(state);
    (squares.next().unwrap(), squares.collect())
}
