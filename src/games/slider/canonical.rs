//! What makes two Slider positions the same puzzle.

use super::{Position, Side};
use crate::board::Direction;

impl Position {
    /// The same bytes for two positions exactly if one is the other or its
    /// mirror image: of all ways to lay a board down, only the one that
    /// exchanges the sides keeps the game.
    pub(super) fn canonical(&self) -> Vec<u8> {
        self.image().min(self.mirrored().image())
    }

    fn image(&self) -> Vec<u8> {
        let board = self.board();
        let squares = board.squares().map(|square| {
            let walls = board.walls(square);
            let mut mark = match self.side_on(square) {
                None => u8::from(board.blocks().contains(square)),
                Some(Side::H) => 2,
                Some(Side::V) => 3,
            };
            mark |= u8::from(walls.contains(Direction::Up)) << 2;
            mark | u8::from(walls.contains(Direction::Right)) << 3
        });
        let head = [
            board.columns(),
            board.rows(),
            u8::from(self.to_move() == Side::H),
        ];
        head.into_iter().chain(squares).collect()
    }
}
