//! Operations on tiles: on a square, or in the hand.

use super::rewrite::BoardRewrite;
use crate::analysis::Puzzle;
use crate::analysis::model::setup::LocatedPosition;
use crate::analysis::model::view::words_of;
use crate::board::Square;
use crate::games::{ItemPlace, Tile};
use crate::syntax::Key;

/// Returns the tile of a glyph, in a game with tiles.
pub(super) fn tile(placed: &LocatedPosition, glyph: &str) -> Option<Tile> {
    let mut glyphs = glyph.chars();
    let (first, rest) = (glyphs.next()?, glyphs.next());
    placed.position.game().tile(first).filter(|_| rest.is_none())
}

/// Replaces the tile on a square.
pub(super) fn lay(
    rewrite: &mut BoardRewrite<'_>,
    placed: &LocatedPosition,
    tile: Tile,
    square: Square,
) -> Result<(), String> {
    let scene = placed.position.scene();
    let mut tiles = scene.tiles.iter();
    if tiles.any(|&(at, there)| at == square && there == tile) {
        return Err(format!("{square} has that tile already"));
    }
    let cell = placed.cell(square);
    rewrite.draw(cell.ok_or_else(|| format!("{square} is not drawn"))?, tile.glyph());
    Ok(())
}

/// Replaces the tile in the hand.
pub(super) fn take(
    rewrite: &mut BoardRewrite<'_>,
    puzzle: &Puzzle,
    placed: &LocatedPosition,
    tile: Tile,
) -> Result<(), String> {
    let scene = placed.position.scene();
    let mut hands = scene.hands.iter();
    if hands.any(|hand| hand.place == ItemPlace::Hand && hand.tile == tile) {
        return Err("that tile is in the hand already".to_owned());
    }
    let word = words_of(&puzzle.section, Key::Hand)
        .first()
        .map(|word| word.span)
        .ok_or_else(|| "there is no hand in this game".to_owned())?;
    rewrite.change(word, &tile.to_string());
    Ok(())
}
