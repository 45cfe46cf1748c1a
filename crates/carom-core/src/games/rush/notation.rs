//! The notation of X-mas Rush.

use super::Position;
use crate::games::{GameNotation, Glyph};

impl GameNotation for Position {
    const NAME: &'static str = "rush";
    const TITLE: &'static str = "X-mas Rush";
    const GUIDE: [&'static str; 3] = [
        "In each turn, push a row or a column by one: your tile goes in, and the tile that falls out is your next one.",
        "Then walk along the open paths as far as you like; who stands on a pushed line rides along.",
        "Collect all the items that you have to find in as few turns as you can.",
    ];
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
}
