//! Colours.

use crate::picture::Colour;

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

/// Returns the colour of the piece with this letter.
pub(super) fn paint(name: char) -> Paint {
    match Colour::of_piece(name) {
        Some(Colour::Red) => ("#d03a3a", WHITE),
        Some(Colour::Green) => ("#2b8a3e", WHITE),
        Some(Colour::Blue) => ("#2a66c8", WHITE),
        Some(Colour::Yellow) => ("#ecb91f", INK),
        Some(Colour::Silver) => ("#aab2bb", INK),
        Some(Colour::Amber) => ("#d9690a", WHITE),
        Some(Colour::Violet) => ("#7452b8", WHITE),
        Some(Colour::Teal) => ("#0d7f8a", WHITE),
        Some(Colour::Pink) => ("#a8387f", WHITE),
        Some(Colour::Olive) => ("#5c7a1d", WHITE),
        Some(Colour::Copper) => ("#c0703a", WHITE),
        Some(Colour::Indigo) => ("#4a5a8c", WHITE),
        Some(Colour::Brown) => ("#8c5a3c", WHITE),
        Some(Colour::Mint) => ("#3f8f6b", WHITE),
        Some(Colour::Vermilion) => (HOME, WHITE),
        None => ("#8d99a6", INK),
    }
}
