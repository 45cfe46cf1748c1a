//! The notation of X-mas Rush.

use super::Position;
use crate::board::Symmetry;
use crate::games::{GameNotation, Glyph, Tile};

impl GameNotation for Position {
    const NAME: &'static str = "rush";
    const TITLE: &'static str = "X-mas Rush";
    const HAS_FLOOR: bool = false;
    const MOVE_SYNTAX: &'static str =
        "a move is a line, its direction, and the walk after it, as in `3>:^^`";
    const GLYPHS: &'static [Glyph] = &[
        ('·', "a tile that is closed"),
        ('╴', "a tile open to the left"),
        ('╷', "a tile open downward"),
        ('╗', "a tile open downward and to the left"),
        ('╶', "a tile open to the right"),
        ('═', "a tile open to both sides"),
        ('╔', "a tile open downward and to the right"),
        ('╦', "a tile open to both sides and downward"),
        ('╵', "a tile open upward"),
        ('╝', "a tile open upward and to the left"),
        ('║', "a tile open upward and downward"),
        ('╣', "a tile open upward, downward and to the left"),
        ('╚', "a tile open upward and to the right"),
        ('╩', "a tile open upward and to both sides"),
        ('╠', "a tile open upward, downward and to the right"),
        ('╬', "a tile open to all sides"),
    ];

    fn glyph_name(glyph: char) -> Option<&'static str> {
        Tile::from_glyph(glyph).map(Tile::name)
    }

    fn standard_glyph(glyph: char) -> char {
        Tile::from_glyph(glyph).map_or(glyph, Tile::glyph)
    }

    fn transform_glyph(symmetry: Symmetry, glyph: char) -> char {
        Tile::from_glyph(glyph).map_or(glyph, |tile| tile.transformed(symmetry).glyph())
    }
}
