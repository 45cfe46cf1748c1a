//! The palette: the objects that can be put on a square.

use serde::Serialize;

use crate::analysis::model::setup::{LocatedPosition, ObjectInfo, notation};
use crate::games::{BoardObject, DiagonalKind, Game, ItemPlace, Piece, Tile};
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
    let takes = |key| notation(game).keys.known.contains(&key);
    if let Some(name) = put.strip_prefix(ITEM) {
        let is_word = !name.is_empty() && !name.contains([' ', '\t', ',', '\n', '\r']);
        return (takes(Key::Items) && is_word).then(|| BoardObject::Item(name.into()));
    }
    let mut glyphs = put.chars();
    let (first, second) = (glyphs.next()?, glyphs.next());
    if glyphs.next().is_some() {
        return None;
    }
    match (BoardObject::from_glyph(game, second.unwrap_or(first))?, second) {
        (BoardObject::Diagonal(kind, None), Some(_)) if first.is_ascii_uppercase() => {
            Some(BoardObject::Diagonal(kind, Some(first)))
        }
        (object, None) => Some(object),
        _ => None,
    }
}

pub(super) fn palette(placed: &LocatedPosition) -> Vec<PaletteEntry> {
    let game = placed.position.game();
    let has = |object: &BoardObject| placed.objects.iter().any(|entry| entry.object == *object);
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
        let pieces = placed.pieces().map(|(piece, _)| piece);
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
    let info = ObjectInfo::new(game, object, ItemPlace::Hand);
    Some(PaletteEntry { put, label: info.label, kind: info.kind })
}
