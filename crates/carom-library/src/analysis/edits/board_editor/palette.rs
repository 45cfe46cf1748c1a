//! The palette: the objects that can be put on a square.

use serde::Serialize;

use super::objects::{PlacedObject, standing};
use crate::analysis::model::setup::{BoardObject, LocatedPosition, notation};
use crate::games::{DiagonalKind, Game, ItemPlace, Piece, Tile};
use crate::syntax::Key;

/// An object or a tile that can be put on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaletteEntry {
    /// Its identifier in operations: a glyph, a letter with a diagonal, or
    /// `item:` and a name.
    pub put: String,
    /// Its name for people.
    pub label: String,
    /// Its kind, such as `robot`.
    pub kind: &'static str,
}

/// The glyphs in the order in which they are offered: the robots of the printed game first.
const GLYPHS: &str = "#*+/\\RGBYS@123456789HV0ACDEFIJKLMNOPQTUWXZ";

/// The items of the original game of X-mas Rush.
const ITEMS: [&str; 12] = [
    "KEY", "CANE", "BOOK", "SCROLL", "CANDY", "FISH", "MASK", "DIAMOND", "POTION", "SHIELD",
    "ARROW", "SWORD",
];

/// The prefix of the identifier of an item.
const ITEM: &str = "item:";

/// Returns the object that `put` names in a game.
pub(super) fn object(game: Game, put: &str) -> Option<BoardObject> {
    let takes = |key| notation(game).keys.contains(&key);
    if let Some(name) = put.strip_prefix(ITEM) {
        let is_word = !name.is_empty() && !name.contains([' ', '\t', ',', '\n', '\r']);
        return (takes(Key::Items) && is_word).then(|| BoardObject::Item(name.into()));
    }
    let mut glyphs = put.chars();
    let (first, second) = (glyphs.next()?, glyphs.next());
    if glyphs.next().is_some() {
        return None;
    }
    let diagonal = |glyph| match glyph {
        '/' if takes(Key::Diagonals) => Some(DiagonalKind::Slash),
        '\\' if takes(Key::Diagonals) => Some(DiagonalKind::Backslash),
        _ => None,
    };
    match (first, second) {
        (name @ 'A'..='Z', Some(second)) => {
            Some(BoardObject::Diagonal(diagonal(second)?, Some(name)))
        }
        (_, Some(_)) => None,
        ('#', None) if game.has_floor() => Some(BoardObject::Block),
        (glyph, None) if game.is_target(glyph) => Some(BoardObject::Target(glyph)),
        (glyph, None) if game.is_piece(glyph) || game.is_nameless(glyph) => {
            Some(BoardObject::Piece(glyph))
        }
        (glyph, None) => Some(BoardObject::Diagonal(diagonal(glyph)?, None)),
    }
}

pub(super) fn palette(placed: &LocatedPosition, objects: &[PlacedObject]) -> Vec<PaletteEntry> {
    let game = placed.position.game();
    let has = |object: &BoardObject| objects.iter().any(|entry| entry.object == *object);
    if !game.has_floor() {
        let tiles = Tile::all().map(|tile| PaletteEntry {
            put: tile.glyph().to_string(),
            label: format!("tile {}, {}", tile.glyph(), tile.name()),
            kind: "tile",
        });
        let items = ITEMS
            .iter()
            .map(|&name| BoardObject::Item(name.into()))
            .filter(|item| !has(item))
            .map(|item| choice(game, &item));
        return tiles.chain(items.flatten()).collect();
    }
    let robots = || {
        let pieces = placed.pieces.iter().map(|(piece, _)| *piece);
        pieces.filter(|piece| !game.is_nameless(piece.name))
    };
    let is_drawn = !placed.cells.is_empty();
    let is_free = |object: &BoardObject| match object {
        BoardObject::Piece(name) => game.is_nameless(*name) || !has(object),
        BoardObject::Block => is_drawn,
        _ => true,
    };
    let mut objects: Vec<BoardObject> = GLYPHS
        .chars()
        .filter_map(|glyph| object(game, glyph.encode_utf8(&mut [0; 4])))
        .filter(is_free)
        .collect();
    // After the target of any robot come the targets of the present robots.
    let targets = robots().filter_map(|robot| game.target_of(robot.name));
    let after = objects
        .iter()
        .position(|object| matches!(object, BoardObject::Target(_)))
        .map_or(0, |at| at + 1);
    objects.splice(after..after, targets.map(BoardObject::Target));
    let kinds = [DiagonalKind::Slash, DiagonalKind::Backslash];
    let coloured =
        robots().flat_map(|Piece { name, .. }| kinds.map(|kind| format!("{name}{}", kind.glyph())));
    objects.extend(coloured.filter_map(|put| object(game, &put)));
    objects.iter().filter_map(|object| choice(game, object)).collect()
}

fn choice(game: Game, object: &BoardObject) -> Option<PaletteEntry> {
    let put = match object {
        BoardObject::Item(name) => format!("{ITEM}{name}"),
        BoardObject::Diagonal(kind, Some(robot)) => format!("{robot}{}", kind.glyph()),
        _ => object.glyph()?.to_string(),
    };
    let standing = standing(game, object, ItemPlace::Hand);
    Some(PaletteEntry { put, label: standing.label, kind: standing.kind })
}
