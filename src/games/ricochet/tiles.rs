//! The standard board, put together from four of the eight quarter faces.
//!
//! The faces are those of the printed game; their walls and symbols were
//! compared with two independent open-source implementations of it.

use std::str::FromStr;

use crate::board::{Board, Direction, Square};

/// One side of one of the four quarter tiles of the printed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs)]
pub enum Face {
    A1F,
    A1B,
    A2F,
    A2B,
    A3F,
    A3B,
    A4F,
    A4B,
}

/// A target symbol of the printed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    name: &'static str,
}

/// A square of a face that has something on it: its file and rank, counted
/// from the centre of the board with the face lying top right; the letters of
/// the sides with a wall (north, east, south, west); and its symbol, if any.
type Mark = (u8, u8, &'static str, &'static str);

impl Face {
    /// All faces, tile by tile.
    pub const ALL: [Self; 8] = [
        Self::A1F,
        Self::A1B,
        Self::A2F,
        Self::A2B,
        Self::A3F,
        Self::A3B,
        Self::A4F,
        Self::A4B,
    ];

    /// The name in a `tiles` line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A1F => "A1F",
            Self::A1B => "A1B",
            Self::A2F => "A2F",
            Self::A2B => "A2B",
            Self::A3F => "A3F",
            Self::A3B => "A3B",
            Self::A4F => "A4F",
            Self::A4B => "A4B",
        }
    }

    /// The number of the tile this is a side of, 1 to 4.
    pub const fn tile(self) -> u8 {
        match self {
            Self::A1F | Self::A1B => 1,
            Self::A2F | Self::A2B => 2,
            Self::A3F | Self::A3B => 3,
            Self::A4F | Self::A4B => 4,
        }
    }

    const fn marks(self) -> &'static [Mark] {
        match self {
            Self::A1F => &[
                (0, 7, "E", ""),
                (2, 0, "SW", "cosmic"),
                (2, 5, "SW", "red-star"),
                (3, 2, "NE", "green-saturn"),
                (4, 6, "SE", "yellow-pyramid"),
                (6, 1, "NW", "blue-moon"),
                (7, 3, "N", ""),
            ],
            Self::A1B => &[
                (0, 4, "SW", "cosmic"),
                (1, 2, "SE", "blue-moon"),
                (2, 7, "E", ""),
                (3, 1, "NE", "yellow-pyramid"),
                (4, 6, "NW", "green-saturn"),
                (6, 5, "SW", "red-star"),
                (7, 2, "N", ""),
            ],
            Self::A2F => &[
                (1, 5, "SE", "blue-pyramid"),
                (3, 1, "NE", "yellow-moon"),
                (3, 7, "E", ""),
                (5, 6, "NW", "red-saturn"),
                (6, 2, "SW", "green-star"),
                (7, 3, "N", ""),
            ],
            Self::A2B => &[
                (1, 6, "SW", "green-star"),
                (2, 3, "SE", "red-saturn"),
                (2, 7, "E", ""),
                (4, 1, "NW", "blue-pyramid"),
                (6, 5, "NE", "yellow-moon"),
                (7, 2, "N", ""),
            ],
            Self::A3F => &[
                (1, 4, "NW", "blue-saturn"),
                (1, 7, "E", ""),
                (4, 1, "SW", "yellow-star"),
                (5, 6, "SE", "green-pyramid"),
                (6, 3, "NE", "red-moon"),
                (7, 5, "N", ""),
            ],
            Self::A3B => &[
                (1, 4, "NW", "red-moon"),
                (1, 7, "E", ""),
                (2, 1, "SE", "blue-saturn"),
                (5, 6, "NE", "green-pyramid"),
                (6, 1, "SW", "yellow-star"),
                (7, 2, "N", ""),
            ],
            Self::A4F => &[
                (1, 7, "E", ""),
                (2, 0, "NE", "yellow-saturn"),
                (3, 5, "SW", "blue-star"),
                (5, 1, "SE", "green-moon"),
                (6, 6, "NW", "red-pyramid"),
                (7, 3, "N", ""),
            ],
            Self::A4B => &[
                (1, 6, "NE", "yellow-saturn"),
                (2, 0, "NW", "red-pyramid"),
                (2, 7, "E", ""),
                (3, 5, "SE", "green-moon"),
                (5, 2, "SW", "blue-star"),
                (7, 3, "N", ""),
            ],
        }
    }
}

/// The text was no face or no symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOnATile;

impl FromStr for Face {
    type Err = NotOnATile;

    fn from_str(text: &str) -> Result<Self, NotOnATile> {
        let mut faces = Self::ALL.into_iter();
        faces.find(|face| face.name() == text).ok_or(NotOnATile)
    }
}

impl Symbol {
    /// All symbols, in the order of the faces.
    pub fn all() -> impl Iterator<Item = Self> {
        // The front sides show each symbol once.
        let fronts = Face::ALL.into_iter().step_by(2);
        fronts.flat_map(|face| {
            let marks = face.marks().iter().map(|&(.., name)| Self { name });
            marks.filter(|symbol| !symbol.name.is_empty())
        })
    }

    /// The name in a `target` line, such as `red-star` or `cosmic`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The robot it is a target of; any of them for `cosmic`.
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
    type Err = NotOnATile;

    fn from_str(text: &str) -> Result<Self, NotOnATile> {
        Self::all()
            .find(|symbol| symbol.name == text)
            .ok_or(NotOnATile)
    }
}

/// Faces are drawn lying top right; so many quarter turns clockwise bring them
/// top left, top right, bottom right and bottom left.
const TURNS: [u8; 4] = [3, 0, 1, 2];

/// The square of a mark on the board and its sides with a wall, after so many
/// quarter turns.
fn laid(&(x, y, walls, _): &Mark, turns: u8) -> (Square, impl Iterator<Item = Direction>) {
    let (file, rank) = match turns {
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
    (Square::new(file, rank), sides)
}

/// The faces that make up `board`, if it is a standard board.
pub fn faces_of(board: &Board) -> Option<[Face; 4]> {
    // A face lies where the board has all of its walls.
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

/// The 16×16 board of four faces, lying top left, top right, bottom right and
/// bottom left, and where its symbols are. The four squares in the middle are
/// blocks.
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
    for (file, rank) in [(7, 7), (8, 7), (7, 8), (8, 8)] {
        board.add_block(Square::new(file, rank));
    }
    (board, symbols)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_standard_board_has_the_seventeen_symbols_once() {
        let mut all: Vec<_> = Symbol::all().map(Symbol::name).collect();
        all.sort_unstable();
        assert_eq!(all.len(), 17);
        for sides in 0..16 {
            let faces = [0, 1, 2, 3].map(|tile| Face::ALL[2 * tile + (sides >> tile & 1)]);
            let (board, symbols) = standard_board(faces);
            let mut names: Vec<_> = symbols.iter().map(|(symbol, _)| symbol.name()).collect();
            names.sort_unstable();
            assert_eq!(names, all);
            assert_eq!(faces_of(&board), Some(faces));
            for (symbol, square) in symbols {
                assert!(!board.blocks().contains(square));
                // Each symbol of the printed game lies in a corner of two walls.
                assert_eq!(board.walls(square).iter().count(), 2, "{symbol:?} {square}");
            }
        }
    }
}
