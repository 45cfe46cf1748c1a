//! The tiles of a board.

use crate::board::{Board, Square};
use crate::games::{Push, Tile};

/// A tile for each square, closed until it is set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tiles(Box<[Tile; 256]>);

impl Default for Tiles {
    fn default() -> Self {
        Self(Box::new([Tile::CLOSED; 256]))
    }
}

impl Tiles {
    /// Returns the tile on `square`.
    // There is a tile for each of the 256 squares.
    pub fn get(&self, square: Square) -> Tile {
        self.0[square.index()]
    }

    /// Puts `tile` on `square`.
    pub fn set(&mut self, square: Square, tile: Tile) {
        self.0[square.index()] = tile;
    }

    /// Pushes a line of `board`: `hand` enters. Returns the tile that falls off.
    pub(super) fn push(&mut self, board: &Board, push: Push, hand: Tile) -> Tile {
        let mut square = push.entry(board);
        let mut carried = hand;
        loop {
            let next = self.get(square);
            self.set(square, carried);
            carried = next;
            match board.beyond(square, push.direction()) {
                Some(beyond) => square = beyond,
                None => return carried,
            }
        }
    }
}
