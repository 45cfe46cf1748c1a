//! The faces of the printed tiles with their walls, symbols and diagonals.
//!
//! The faces are those of all editions of the game. They were compared with independent
//! open-source implementations.

use std::str::FromStr;

use crate::games::DiagonalKind::{self, Backslash, Slash};

/// One side of one of the four quarter tiles of the printed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    name: &'static str,
    other_name: Option<&'static str>,
    marks: &'static [Mark],
    diagonals: &'static [PrintedDiagonal],
}

/// A square of a face with walls or a symbol: its column and row, counted from the centre of the
/// board when the face is top right; the letters of the sides with a wall (north, east, south,
/// west); and its symbol, if any.
pub(super) type Mark = (u8, u8, &'static str, &'static str);

/// A diagonal of a face: its column and row, counted as in a [`Mark`], the robot of its colour, and
/// its orientation when the face is top right.
pub(super) type PrintedDiagonal = (u8, u8, char, DiagonalKind);

/// The text is not a face or a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTileError;

impl Face {
    /// All faces: side A of the four tiles, then their sides B, C and D. This is the order of the
    /// digits that name them in the IDs of DriftingDroids.
    pub const ALL: [Self; 16] = FACES;

    /// Returns the name as it is printed: `1A` is side A of tile 1.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the name in editions with two sides per tile, if they have the face: `A1F` is the
    /// front of their first tile, `A1B` its back.
    pub const fn other_name(self) -> Option<&'static str> {
        self.other_name
    }

    /// Returns the number of the tile this is a side of, 1 to 4.
    pub fn tile(self) -> u8 {
        self.name.as_bytes()[0] - b'0'
    }

    /// Returns the letter of the side, `A` to `D`.
    pub fn side(self) -> char {
        self.name.chars().next_back().expect("a name ends with a letter")
    }

    pub(super) const fn marks(self) -> &'static [Mark] {
        self.marks
    }

    pub(super) const fn diagonals(self) -> &'static [PrintedDiagonal] {
        self.diagonals
    }
}

impl FromStr for Face {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        let is_named = |face: &Self| face.name == text || face.other_name == Some(text);
        Self::ALL.into_iter().find(is_named).ok_or(ParseTileError)
    }
}

const fn face(
    name: &'static str,
    other_name: Option<&'static str>,
    marks: &'static [Mark],
) -> Face {
    Face { name, other_name, marks, diagonals: &[] }
}

/// Only the sides D have diagonals.
const fn face_with_diagonals(
    name: &'static str,
    marks: &'static [Mark],
    diagonals: &'static [PrintedDiagonal],
) -> Face {
    Face { diagonals, ..face(name, None, marks) }
}

const FACES: [Face; 16] = [
    face(
        "1A",
        Some("A3F"),
        &[
            (1, 4, "NW", "blue-saturn"),
            (2, 7, "W", ""),
            (4, 1, "SW", "yellow-star"),
            (5, 6, "SE", "green-pyramid"),
            (6, 3, "NE", "red-moon"),
            (7, 6, "S", ""),
        ],
    ),
    face(
        "2A",
        Some("A2F"),
        &[
            (1, 5, "SE", "blue-pyramid"),
            (3, 1, "NE", "yellow-moon"),
            (4, 7, "W", ""),
            (5, 6, "NW", "red-saturn"),
            (6, 2, "SW", "green-star"),
            (7, 4, "S", ""),
        ],
    ),
    face(
        "3A",
        Some("A4B"),
        &[
            (1, 6, "NE", "yellow-saturn"),
            (2, 0, "NW", "red-pyramid"),
            (3, 5, "SE", "green-moon"),
            (3, 7, "W", ""),
            (5, 2, "SW", "blue-star"),
            (7, 4, "S", ""),
        ],
    ),
    face(
        "4A",
        Some("A1F"),
        &[
            (1, 7, "W", ""),
            (2, 0, "SW", "cosmic"),
            (2, 5, "SW", "red-star"),
            (3, 2, "NE", "green-saturn"),
            (4, 6, "SE", "yellow-pyramid"),
            (6, 1, "NW", "blue-moon"),
            (7, 4, "S", ""),
        ],
    ),
    face(
        "1B",
        Some("A3B"),
        &[
            (1, 4, "NW", "red-moon"),
            (2, 1, "SE", "blue-saturn"),
            (2, 7, "W", ""),
            (5, 6, "NE", "green-pyramid"),
            (6, 1, "SW", "yellow-star"),
            (7, 3, "S", ""),
        ],
    ),
    face(
        "2B",
        Some("A2B"),
        &[
            (1, 6, "SW", "green-star"),
            (2, 3, "SE", "red-saturn"),
            (3, 7, "W", ""),
            (4, 1, "NW", "blue-pyramid"),
            (6, 5, "NE", "yellow-moon"),
            (7, 3, "S", ""),
        ],
    ),
    face(
        "3B",
        Some("A4F"),
        &[
            (2, 0, "NE", "yellow-saturn"),
            (2, 7, "W", ""),
            (3, 5, "SW", "blue-star"),
            (5, 1, "SE", "green-moon"),
            (6, 6, "NW", "red-pyramid"),
            (7, 4, "S", ""),
        ],
    ),
    face(
        "4B",
        Some("A1B"),
        &[
            (0, 4, "SW", "cosmic"),
            (1, 2, "SE", "blue-moon"),
            (3, 1, "NE", "yellow-pyramid"),
            (3, 7, "W", ""),
            (4, 6, "NW", "green-saturn"),
            (6, 5, "SW", "red-star"),
            (7, 3, "S", ""),
        ],
    ),
    face(
        "1C",
        None,
        &[
            (1, 3, "SE", "blue-saturn"),
            (1, 7, "W", ""),
            (3, 6, "NW", "red-moon"),
            (4, 1, "SW", "yellow-star"),
            (6, 4, "NE", "green-pyramid"),
            (7, 6, "S", ""),
        ],
    ),
    face(
        "2C",
        None,
        &[
            (2, 3, "SW", "green-star"),
            (3, 5, "SE", "red-saturn"),
            (4, 2, "NW", "blue-pyramid"),
            (4, 7, "W", ""),
            (5, 4, "NE", "yellow-moon"),
            (7, 2, "S", ""),
        ],
    ),
    face(
        "3C",
        None,
        &[
            (1, 4, "SW", "blue-star"),
            (2, 2, "NE", "yellow-saturn"),
            (2, 7, "W", ""),
            (4, 6, "NW", "red-pyramid"),
            (6, 3, "SE", "green-moon"),
            (7, 6, "S", ""),
        ],
    ),
    face(
        "4C",
        None,
        &[
            (1, 6, "SE", "yellow-pyramid"),
            (2, 1, "NE", "green-saturn"),
            (3, 4, "SW", "red-star"),
            (4, 7, "W", ""),
            (5, 0, "SW", "cosmic"),
            (6, 2, "NW", "blue-moon"),
            (7, 5, "S", ""),
        ],
    ),
    face_with_diagonals(
        "1D",
        &[
            (1, 4, "NW", "blue-saturn"),
            (1, 5, "SE", "green-pyramid"),
            (2, 7, "W", ""),
            (3, 1, "SW", "yellow-star"),
            (4, 6, "NE", "red-moon"),
            (7, 2, "S", ""),
        ],
        &[(0, 2, 'Y', Slash), (6, 3, 'G', Backslash)],
    ),
    face_with_diagonals(
        "2D",
        &[
            (0, 3, "SE", "blue-pyramid"),
            (1, 7, "W", ""),
            (2, 6, "NW", "red-saturn"),
            (5, 1, "NE", "yellow-moon"),
            (5, 2, "SW", "green-star"),
            (7, 5, "S", ""),
        ],
        &[(6, 5, 'B', Backslash), (3, 0, 'R', Slash)],
    ),
    face_with_diagonals(
        "3D",
        &[
            (1, 2, "NE", "yellow-saturn"),
            (3, 4, "NW", "red-pyramid"),
            (3, 5, "SE", "green-moon"),
            (5, 1, "SW", "blue-star"),
            (5, 7, "W", ""),
            (7, 3, "S", ""),
        ],
        &[(6, 3, 'B', Slash), (4, 1, 'Y', Slash)],
    ),
    face_with_diagonals(
        "4D",
        &[
            (0, 2, "SW", "cosmic"),
            (1, 7, "W", ""),
            (2, 6, "SW", "red-star"),
            (4, 4, "NW", "green-saturn"),
            (4, 5, "SE", "blue-moon"),
            (5, 1, "NE", "yellow-pyramid"),
            (7, 3, "S", ""),
        ],
        &[(6, 5, 'R', Slash), (1, 4, 'G', Slash)],
    ),
];
