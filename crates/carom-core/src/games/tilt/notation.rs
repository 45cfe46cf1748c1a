//! The notation of Tilt.

use super::{BLUE, GREEN, HOLE, Position};
use crate::games::{FigureKind, GameNotation, Glyph, Role, TargetKind};

impl GameNotation for Position {
    const NAME: &'static str = "tilt";
    const TITLE: &'static str = "Tilt";
    const GUIDE: [&'static str; 3] = [
        "Tilt the whole board: every piece slides that way at once until the border, a block or a piece at rest stops it.",
        "A piece that comes over a hole falls in; a tilt in which a blue piece would fall is not allowed.",
        "Let all green pieces fall with as few tilts as you can.",
    ];
    const TARGET_KIND: TargetKind = TargetKind::Hole;
    const MOVE_SYNTAX: &'static str = "a move is a direction, as in `^` or `>`";
    const GLYPHS: &'static [Glyph] = &[
        ('.', "floor"),
        ('#', "a block, which stops every piece"),
        (HOLE, "a hole, into which every piece falls that comes over it"),
        (GREEN, "a green piece, which has to fall into a hole"),
        (BLUE, "a blue piece, which must not fall into a hole"),
    ];

    fn role(glyph: char) -> Role {
        match glyph {
            GREEN => Role::Alike(FigureKind::Disc, "green piece"),
            BLUE => Role::Alike(FigureKind::Disc, "blue piece"),
            HOLE => Role::Target(None),
            _ => Role::Ground,
        }
    }
}
