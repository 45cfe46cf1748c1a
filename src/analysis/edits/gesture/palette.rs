//! What can be put on a square, and how it is called.

use super::hold::{Hold, standing};
use crate::analysis::model::setup::{Placed, Thing, notation};
use crate::games::{DiagonalKind, Game, Piece, Place, Tile};
use crate::syntax::Key;

/// Something that can be put on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What a gesture calls it: a glyph, a letter with a diagonal, or `item:`
    /// and a name.
    pub put: String,
    /// What to call it in words.
    pub label: String,
    /// What it is, in a word.
    pub kind: &'static str,
}

/// Glyphs in the order in which they are offered: robots of the printed game
/// before others.
const GLYPHS: &str = "#*+/\\@123456789HV0RGBYSACDEFIJKLMNOPQTUWXZ";

/// Items of the game in which X-mas Rush was played first.
const ITEMS: [&str; 12] = [
    "KEY", "CANE", "BOOK", "SCROLL", "CANDY", "FISH", "MASK", "DIAMOND", "POTION", "SHIELD",
    "ARROW", "SWORD",
];

/// How an item is put, before its name.
const ITEM: &str = "item:";

/// The thing that `put` stands for in a game.
pub(super) fn thing(game: Game, put: &str) -> Option<Thing> {
    let takes = |key| notation(game).keys().contains(&key);
    if let Some(name) = put.strip_prefix(ITEM) {
        let is_word = !name.is_empty() && !name.contains([' ', '\t', ',', '\n', '\r']);
        return (takes(Key::Items) && is_word).then(|| Thing::Item(name.into()));
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
        (name @ 'A'..='Z', Some(second)) => Some(Thing::Diagonal(diagonal(second)?, Some(name))),
        (_, Some(_)) => None,
        ('#', None) if game.has_floor() => Some(Thing::Block),
        (glyph, None) if game.is_target(glyph) => Some(Thing::Target(glyph)),
        (glyph, None) if game.is_piece(glyph) || game.is_nameless(glyph) => {
            Some(Thing::Piece(glyph))
        }
        (glyph, None) => Some(Thing::Diagonal(diagonal(glyph)?, None)),
    }
}

/// What can be put on the board, as far as it is free.
pub(super) fn palette(placed: &Placed, holds: &[Hold]) -> Vec<Choice> {
    let game = placed.position.game();
    let has = |thing: &Thing| holds.iter().any(|hold| hold.thing == *thing);
    if !game.has_floor() {
        let tiles = Tile::all().map(|tile| Choice {
            put: tile.glyph().to_string(),
            label: format!("tile {}, {}", tile.glyph(), tile.name()),
            kind: "tile",
        });
        let items = ITEMS.iter().map(|&name| Thing::Item(name.into()));
        let items = items.filter(|item| !has(item));
        let items = items.map(|item| choice(game, &item));
        return tiles.chain(items.flatten()).collect();
    }
    let robots = || {
        let pieces = placed.pieces.iter().map(|(piece, _)| *piece);
        pieces.filter(|piece| !piece.is_nameless())
    };
    let is_drawn = !placed.cells.is_empty();
    let is_free = |thing: &Thing| match thing {
        Thing::Piece(name) => game.is_nameless(*name) || !has(thing),
        Thing::Block => is_drawn,
        _ => true,
    };
    let mut things: Vec<Thing> = GLYPHS
        .chars()
        .filter_map(|glyph| thing(game, glyph.encode_utf8(&mut [0; 4])))
        .filter(is_free)
        .collect();
    // Next to the target of any robot are those of the robots there are.
    let targets = robots().filter_map(|robot| game.target_of(robot.name));
    let after = things
        .iter()
        .position(|thing| matches!(thing, Thing::Target(_)));
    let after = after.map_or(0, |at| at + 1);
    things.splice(after..after, targets.map(Thing::Target));
    let kinds = [DiagonalKind::Slash, DiagonalKind::Backslash];
    let coloured =
        robots().flat_map(|Piece { name, .. }| kinds.map(|kind| format!("{name}{}", kind.glyph())));
    things.extend(coloured.filter_map(|put| thing(game, &put)));
    things
        .iter()
        .filter_map(|thing| choice(game, thing))
        .collect()
}

fn choice(game: Game, thing: &Thing) -> Option<Choice> {
    let put = match thing {
        Thing::Item(name) => format!("{ITEM}{name}"),
        Thing::Diagonal(kind, Some(robot)) => format!("{robot}{}", kind.glyph()),
        _ => thing.glyph()?.to_string(),
    };
    let standing = standing(game, thing, Place::Hand);
    Some(Choice {
        put,
        label: standing.label,
        kind: standing.kind.name(),
    })
}
