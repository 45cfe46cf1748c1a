//! The notation of Slider.

use super::{Position, Side};
use crate::board::Symmetry;
use crate::games::{FigureKind, GameNotation, Glyph};

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

    fn nameless(glyph: char) -> Option<&'static str> {
        Some(match Side::from_glyph(glyph)? {
            Side::H => "piece H",
            Side::V => "piece V",
        })
    }

    fn transform_glyph(symmetry: Symmetry, glyph: char) -> char {
        match Side::from_glyph(glyph) {
            Some(side) if symmetry.swaps_sides() => side.other().glyph(),
            _ => glyph,
        }
    }

    fn kind(name: char) -> FigureKind {
        Side::from_glyph(name).map_or(FigureKind::Robot, |side| FigureKind::Man(side.forward()))
    }
}
