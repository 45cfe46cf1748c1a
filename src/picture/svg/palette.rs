//! Colours.

use crate::games::Piece;

/// Text on a light background.
pub(super) const INK: &str = "#2b2620";
/// Text outside the board, legible on any page.
pub(super) const MARGIN: &str = "#808080";
pub(super) const FLOOR: &str = "#f6f1e7";
pub(super) const GRID: &str = "#ddd3c0";
pub(super) const WALL: &str = "#3d362c";
pub(super) const BLOCK: &str = "#7a7063";
/// Humans and their targets.
pub(super) const HOME: &str = "#c2410c";
pub(super) const TILE: &str = "#e6dcc8";
pub(super) const TILE_EDGE: &str = "#c9bb9f";
pub(super) const OPENING: &str = "#fffdf7";
pub(super) const OPENING_EDGE: &str = "#9a7f58";
pub(super) const QUEST: &str = "#f3c84b";
pub(super) const OTHER_ITEM: &str = "#ffffff";
pub(super) const OPPONENT: &str = "#5b6470";

/// A background colour and a legible text colour.
pub(super) type Paint = (&'static str, &'static str);

const WHITE: &str = "#ffffff";

/// The colours of other letters.
const OTHERS: [Paint; 8] = [
    ("#7452b8", WHITE),
    ("#0d7f8a", WHITE),
    ("#a8387f", WHITE),
    ("#5c7a1d", WHITE),
    ("#c0703a", WHITE),
    ("#4a5a8c", WHITE),
    ("#8c5a3c", WHITE),
    ("#3f8f6b", WHITE),
];

/// Returns the colour of the piece with this letter. The five classic robots
/// have the colour of their initial.
pub(super) fn paint(name: char) -> Paint {
    match name {
        'R' => ("#d03a3a", WHITE),
        'G' => ("#2b8a3e", WHITE),
        'B' | 'H' => ("#2a66c8", WHITE),
        'Y' => ("#ecb91f", INK),
        'S' => ("#aab2bb", INK),
        'V' => ("#d9690a", WHITE),
        Piece::NAMELESS => ("#8d99a6", INK),
        _ => {
            let number = u32::from(name) as usize % OTHERS.len();
            OTHERS.get(number).copied().unwrap_or((INK, WHITE))
        }
    }
}
