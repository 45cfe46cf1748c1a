//! The notation of Slider.

use super::{Position, Side};
use crate::board::Symmetry;
use crate::games::{FigureKind, GameNotation, Glyph, Role};

impl GameNotation for Position {
    const NAME: &'static str = "slider";
    const TITLE: &'static str = "Slider";
    const GUIDE: [&'static str; 3] = [
        "Two sides take turns: H leaves the board on the right, V at the top.",
        "A piece moves one square in its direction or sideways, never backwards and never onto another piece.",
        "The side whose last piece leaves first wins; find the best move for each side.",
    ];
    const IS_DUEL: bool = true;
    const MOVE_SYNTAX: &'static str =
        "a move is a square and a direction, as in `a2>`, or `--` for a pass";
    const GLYPHS: &'static [Glyph] = &[
        ('.', "floor"),
        ('#', "a block"),
        ('H', "a piece that goes right, up or down"),
        ('V', "a piece that goes up, left or right"),
    ];

    fn role(glyph: char) -> Role {
        let piece = |side: Side, word| Role::Alike(FigureKind::Man(side.forward()), word);
        match Side::from_glyph(glyph) {
            Some(Side::H) => piece(Side::H, "piece H"),
            Some(Side::V) => piece(Side::V, "piece V"),
            None => Role::Ground,
        }
    }

    fn transform_glyph(symmetry: Symmetry, glyph: char) -> char {
        match Side::from_glyph(glyph) {
            Some(side) if symmetry.swaps_sides() => side.other().glyph(),
            _ => glyph,
        }
    }
}
