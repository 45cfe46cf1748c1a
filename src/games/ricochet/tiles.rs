//! The standard board, put together from four faces of the printed tiles.

use std::str::FromStr;

use super::faces::{Face, Mark, ParseTileError};
use crate::board::{Board, Direction, Square};

/// A target symbol of the printed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    name: &'static str,
}

impl Symbol {
    /// Returns all symbols, in the order of the faces.
    pub fn all() -> impl Iterator<Item = Self> {
        // The first sides of the four tiles show each symbol once.
        let sides = Face::ALL.into_iter().take(4);
        sides.flat_map(|face| {
            let marks = face.marks().iter().map(|&(.., name)| Self { name });
            marks.filter(|symbol| !symbol.name.is_empty())
        })
    }

    /// Returns the name in a `target` line, such as `red-star` or `cosmic`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the robot it is a target of; any of them for `cosmic`.
    pub fn robot(self) -> Option<char> {
        if self.name == "cosmic" {
            return None;
        }
        self.name
            .chars()
            .next()
            .map(|colour| colour.to_ascii_uppercase())
    }
}

impl FromStr for Symbol {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        Self::all()
            .find(|symbol| symbol.name == text)
            .ok_or(ParseTileError)
    }
}

/// The quarter turns clockwise that bring a face from top right to top left, top right, bottom
/// right and bottom left.
const TURNS: [u8; 4] = [3, 0, 1, 2];

/// Returns the square of a mark on the board and its sides with a wall, after this many quarter
/// turns.
fn laid(&(x, y, walls, _): &Mark, turns: u8) -> (Square, impl Iterator<Item = Direction>) {
    let (column, row) = match turns {
        0 => (8 + x, 8 + y),
        1 => (8 + y, 7 - x),
        2 => (7 - x, 7 - y),
        _ => (7 - y, 8 + x),
    };
    let sides = walls.bytes().map(move |letter| {
        let side = match letter {
            b'N' => Direction::Up,
            b'E' => Direction::Right,
            b'S' => Direction::Down,
            _ => Direction::Left,
        };
        Direction::from_index(side as u8 + turns)
    });
    (Square::new(column, row), sides)
}

/// Returns the faces that make up `board`, if it is a standard board.
pub fn faces_of(board: &Board) -> Option<[Face; 4]> {
    // A face is at a place if the board has all of its walls there.
    let lies = |face: &Face, turns: u8| {
        let mut marks = face.marks().iter().map(|mark| laid(mark, turns));
        marks.all(|(square, mut sides)| sides.all(|side| board.walls(square).contains(side)))
    };
    let mut boards = vec![Vec::new()];
    for turns in TURNS {
        let faces: Vec<Face> = Face::ALL
            .into_iter()
            .filter(|face| lies(face, turns))
            .collect();
        let longer = boards.iter().flat_map(|begun| {
            let longer = faces
                .iter()
                .map(|&face| [begun.as_slice(), &[face]].concat());
            longer.collect::<Vec<_>>()
        });
        boards = longer.collect();
    }
    let mut boards = boards.into_iter().filter_map(|faces| faces.try_into().ok());
    boards.find(|&faces: &[Face; 4]| {
        let differ = |tile: u8| faces.iter().filter(|face| face.tile() == tile).count() == 1;
        (1..=4).all(differ) && standard_board(faces).0 == *board
    })
}

/// Returns the 16×16 board of four faces (top left, top right, bottom right and bottom left), and
/// the squares of its symbols. The four squares in the middle are blocks.
pub fn standard_board(faces: [Face; 4]) -> (Board, Vec<(Symbol, Square)>) {
    let Ok(mut board) = Board::new(16, 16) else {
        unreachable!("16×16 is a size of a board")
    };
    let mut symbols = Vec::new();
    for (face, turns) in faces.into_iter().zip(TURNS) {
        for mark in face.marks() {
            let (square, walls) = laid(mark, turns);
            for side in walls {
                board.add_wall(square, side);
            }
            if !mark.3.is_empty() {
                symbols.push((Symbol { name: mark.3 }, square));
            }
        }
    }
    for (column, row) in [(7, 7), (8, 7), (7, 8), (8, 8)] {
        board.add_block(Square::new(column, row));
    }
    (board, symbols)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_standard_board_has_each_of_the_seventeen_symbols_once() {
        let mut all: Vec<_> = Symbol::all().map(Symbol::name).collect();
        all.sort_unstable();
        assert_eq!(all.len(), 17);
        for sides in 0..256 {
            let faces = [0, 1, 2, 3].map(|tile| Face::ALL[tile + 4 * (sides >> (2 * tile) & 3)]);
            let (board, symbols) = standard_board(faces);
            let mut names: Vec<_> = symbols.iter().map(|(symbol, _)| symbol.name()).collect();
            names.sort_unstable();
            assert_eq!(names, all);
            assert_eq!(faces_of(&board), Some(faces));
            for (symbol, square) in symbols {
                assert!(!board.blocks().contains(square));
                // Each symbol of the printed game is in a corner of two walls.
                let walls = board.walls(square).iter();
                let axes: HashSet<_> = walls.map(Direction::axis).collect();
                assert_eq!(axes.len(), 2, "{symbol:?} {square}");
            }
        }
    }
}
