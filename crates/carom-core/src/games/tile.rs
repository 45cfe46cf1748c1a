//! Tiles and their glyphs.

use std::fmt;

use crate::board::{Direction, DirectionSet, Symmetry};

/// A tile, given by its open sides.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(u8);

/// The glyphs of each tile, the standard one first. Light, double and mixed lines and arcs have the
/// same meaning.
const GLYPHS: [&str; 16] = [
    "·",
    "╴",
    "╷",
    "╗┐╕╖╮",
    "╶",
    "═─",
    "╔┌╒╓╭",
    "╦┬╤╥",
    "╵",
    "╝┘╛╜╯",
    "║│",
    "╣┤╡╢",
    "╚└╘╙╰",
    "╩┴╧╨",
    "╠├╞╟",
    "╬┼╪╫",
];

/// The name of each tile: its open sides clockwise from up.
const NAMES: [&str; 16] = [
    "closed",
    "dead end left",
    "dead end down",
    "corner down left",
    "dead end right",
    "straight right left",
    "corner right down",
    "tee right down left",
    "dead end up",
    "corner up left",
    "straight up down",
    "tee up down left",
    "corner up right",
    "tee up right left",
    "tee up right down",
    "cross",
];

impl Tile {
    /// No side is open.
    pub const CLOSED: Self = Self(0);
    /// Every side is open.
    pub const CROSS: Self = Self(15);

    /// Returns all tiles in the order of their hexadecimal digits.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    /// Returns the tile of a number 0 to 15: up 8, right 4, down 2, left 1. Higher bits are
    /// ignored.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// Returns the tile that is open in these directions.
    pub fn open_to(directions: impl Iterator<Item = Direction>) -> Self {
        Self(directions.fold(0, |bits, direction| bits | (8 >> direction as u8)))
    }

    /// Returns its number: up 8, right 4, down 2, left 1.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Parses a glyph: a box-drawing character or a hexadecimal digit.
    pub fn from_glyph(glyph: char) -> Option<Self> {
        if let Some(digit) = glyph.to_digit(16) {
            return Some(Self(u8::try_from(digit).expect("a hexadecimal digit")));
        }
        Self::all().find(|tile| tile.glyphs().contains(glyph))
    }

    /// Returns the tile with this name, for example `corner up right`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|tile| tile.name() == name)
    }

    /// Returns the glyph that the formatter writes.
    pub fn glyph(self) -> char {
        self.glyphs().chars().next().expect("each tile has a glyph")
    }

    // A tile is below 16.
    const fn glyphs(self) -> &'static str {
        GLYPHS[self.0 as usize]
    }

    /// Returns the name of the tile: its shape and its open sides clockwise from up.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// Whether the side towards `direction` is open.
    pub const fn opens(self, direction: Direction) -> bool {
        self.0 & (8 >> direction as u8) != 0
    }

    /// Returns the tile on the transformed board.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        let openings = self.openings().iter();
        Self::open_to(openings.map(|direction| symmetry.direction(direction)))
    }

    /// Returns the open sides.
    pub fn openings(self) -> DirectionSet {
        let all = Direction::ALL.into_iter();
        all.filter(|&direction| self.opens(direction)).collect()
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.glyph())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_matches_the_format() {
        let drawn: String = Tile::all().map(Tile::glyph).collect();
        assert_eq!(drawn, "·╴╷╗╶═╔╦╵╝║╣╚╩╠╬");
        for (digit, tile) in "0123456789abcdef".chars().zip(Tile::all()) {
            assert_eq!(Tile::from_glyph(digit), Some(tile));
            assert_eq!(Tile::from_glyph(digit.to_ascii_uppercase()), Some(tile));
        }
    }

    #[test]
    fn glyphs_and_tiles_correspond_one_to_one() {
        for tile in Tile::all() {
            for glyph in tile.glyphs().chars() {
                assert_eq!(Tile::from_glyph(glyph), Some(tile), "{glyph}");
            }
            assert_eq!(Tile::from_name(tile.name()), Some(tile));
        }
        for glyph in ['.', '#', ' ', 'g', '━', '╳'] {
            assert_eq!(Tile::from_glyph(glyph), None, "{glyph}");
        }
    }

    #[test]
    fn names_list_the_open_sides() {
        for tile in Tile::all() {
            let named = |d: &Direction| tile.name().split(' ').any(|word| word == d.name());
            if tile != Tile::CROSS {
                assert!(Direction::ALL.iter().all(|d| named(d) == tile.opens(*d)));
            }
        }
        assert_eq!(Tile::from_glyph('╚').map(Tile::name), Some("corner up right"));
        assert_eq!(Tile::from_glyph('╶').map(Tile::name), Some("dead end right"));
    }
}
