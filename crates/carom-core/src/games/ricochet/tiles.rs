//! The standard board, put together from four faces of the printed tiles.

use std::str::FromStr;

use super::faces::{Face, Mark, ParseTileError};
use crate::board::{Board, Direction, Square};
use crate::games::Diagonal;

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
        self.name.chars().next().map(|colour| colour.to_ascii_uppercase())
    }

    /// Returns the glyph of such a target.
    pub fn glyph(self) -> char {
        self.robot().map_or('*', |robot| robot.to_ascii_lowercase())
    }
}

impl FromStr for Symbol {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        Self::all().find(|symbol| symbol.name == text).ok_or(ParseTileError)
    }
}

/// The quarter turns clockwise that bring a face from top right to top left, top right, bottom
/// right and bottom left.
const TURNS: [u8; 4] = [3, 0, 1, 2];

/// Returns the square of this column and row of a face on the board, after this many quarter turns.
fn square(x: u8, y: u8, turns: u8) -> Square {
    let (column, row) = match turns {
        0 => (8 + x, 8 + y),
        1 => (8 + y, 7 - x),
        2 => (7 - x, 7 - y),
        _ => (7 - y, 8 + x),
    };
    Square::new(column, row)
}

/// Returns the square of a mark on the board and its sides with a wall, after this many quarter
/// turns.
fn laid(&(x, y, walls, _): &Mark, turns: u8) -> (Square, impl Iterator<Item = Direction>) {
    let sides = walls.bytes().map(move |letter| {
        let side = match letter {
            b'N' => Direction::Up,
            b'E' => Direction::Right,
            b'S' => Direction::Down,
            _ => Direction::Left,
        };
        Direction::from_index(side as u8 + turns)
    });
    (square(x, y, turns), sides)
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
        let faces: Vec<Face> = Face::ALL.into_iter().filter(|face| lies(face, turns)).collect();
        let longer = boards.iter().flat_map(|begun| {
            let longer = faces.iter().map(|&face| [begun.as_slice(), &[face]].concat());
            longer.collect::<Vec<_>>()
        });
        boards = longer.collect();
    }
    boards.into_iter().filter_map(|faces| faces.try_into().ok()).find(|&faces: &[Face; 4]| {
        let differ = |tile: u8| faces.iter().filter(|face| face.tile() == tile).count() == 1;
        (1..=4).all(differ) && standard_board(faces).0 == *board
    })
}

/// Returns the 16×16 board of four faces (top left, top right, bottom right and bottom left), and
/// the squares of its symbols. The four squares in the middle are blocks.
pub fn standard_board(faces: [Face; 4]) -> (Board, Vec<(Symbol, Square)>) {
    let Ok(mut board) = Board::new(16, 16) else { unreachable!("16×16 is a size of a board") };
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

/// Returns the diagonals of the standard board of four faces. Only the sides D have any.
pub fn printed_diagonals(faces: [Face; 4]) -> Vec<Diagonal> {
    let diagonals = faces.into_iter().zip(TURNS).flat_map(|(face, turns)| {
        let diagonals = face.diagonals().iter();
        diagonals.map(move |&(x, y, robot, kind)| Diagonal {
            square: square(x, y, turns),
            kind: match turns % 2 {
                0 => kind,
                _ => kind.turned(),
            },
            robot: Some(robot),
        })
    });
    diagonals.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::Symmetry;

    fn written(faces: [&str; 4]) -> Vec<String> {
        let diagonals = printed_diagonals(faces.map(|name| name.parse().unwrap())).into_iter().map(
            |diagonal| {
                let (robot, kind) = (diagonal.robot.unwrap(), diagonal.kind.glyph());
                format!("{robot}{kind} {}", diagonal.square)
            },
        );
        diagonals.collect()
    }

    #[test]
    fn sides_d_have_the_diagonals_of_the_printed_game() {
        assert_eq!(
            written(["1D", "2D", "3D", "4D"]).join(", "),
            "Y\\ f9, G/ e15, B\\ o14, R/ l9, B\\ l2, Y\\ j4, R/ b3, G/ g4"
        );
        for face in Face::ALL {
            let expected = if face.side() == 'D' { 2 } else { 0 };
            assert_eq!(face.diagonals().len(), expected, "{}", face.name());
        }
    }

    #[test]
    fn diagonals_turn_with_their_face() {
        // A quarter turn of the board moves each face to the next corner.
        for order in [[0, 1, 2, 3], [0, 2, 1, 3], [3, 1, 0, 2]] {
            let mut faces = order.map(|tile| Face::ALL[12 + tile]);
            for _ in 0..4 {
                let before = printed_diagonals(faces);
                let (board, _) = standard_board(faces);
                faces.rotate_right(1);
                let mut turned: Vec<String> = before
                    .iter()
                    .map(|diagonal| {
                        let square = Symmetry::QUARTER_TURN.square(&board, diagonal.square);
                        let kind = diagonal.kind.turned().glyph();
                        format!("{}{kind} {square}", diagonal.robot.unwrap())
                    })
                    .collect();
                let mut after = written(faces.map(Face::name));
                turned.sort_unstable();
                after.sort_unstable();
                assert_eq!(turned, after);
            }
        }
    }

    #[test]
    fn diagonals_share_no_square_with_a_symbol() {
        for corner in 0..4 {
            let mut faces = [12, 13, 14, 15].map(|face| Face::ALL[face]);
            faces.rotate_right(corner);
            let (_, symbols) = standard_board(faces);
            for diagonal in printed_diagonals(faces) {
                assert!(symbols.iter().all(|(_, square)| *square != diagonal.square));
            }
        }
    }

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
