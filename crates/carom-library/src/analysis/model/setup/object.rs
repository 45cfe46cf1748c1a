//! The objects on a board.

use crate::board::Square;
use crate::games::{BoardObject, FigureKind, Game, ItemPlace, Piece, Placement, Role};
use crate::picture::Colour;
use crate::text::Span;

/// An object on a board or in a hand, with the text that puts it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedObject {
    /// The object.
    pub object: BoardObject,
    /// Its place.
    pub place: ItemPlace,
    /// All spans of the text that put it there: cells, or words in keys. Empty if it is there by
    /// default.
    pub spans: Vec<Span>,
}

impl PlacedObject {
    /// Whether it is a diagonal that is printed on a tile.
    pub(crate) fn is_printed(&self) -> bool {
        self.spans.is_empty() && matches!(self.object, BoardObject::Diagonal(..))
    }

    pub(crate) fn is_on(&self, square: Square) -> bool {
        self.place == ItemPlace::Board(square)
    }

    /// Returns the piece and the span that places it, if it is one.
    pub(crate) fn piece(&self) -> Option<(Piece, Span)> {
        match (&self.object, self.place, self.spans.as_slice()) {
            (&BoardObject::Piece(name), ItemPlace::Board(square), &[span, ..]) => {
                Some((Piece { name, square }, span))
            }
            _ => None,
        }
    }
}

/// Joins equal objects, such as a target that is given twice. Pieces come first, blocks last.
pub(super) fn joined(
    objects: impl Iterator<Item = (Placement, Option<Span>)>,
) -> Vec<PlacedObject> {
    let [mut pieces, mut targets, mut marks, mut blocks] =
        [const { Vec::<PlacedObject>::new() }; 4];
    for ((object, place), span) in objects {
        let equal_kind = match object {
            BoardObject::Piece(_) => &mut pieces,
            BoardObject::Target(_) | BoardObject::Player => &mut targets,
            BoardObject::Diagonal(..) | BoardObject::Item(_) => &mut marks,
            BoardObject::Block => &mut blocks,
        };
        match equal_kind.iter_mut().find(|entry| entry.object == object && entry.place == place) {
            Some(entry) => entry.spans.extend(span),
            None => {
                equal_kind.push(PlacedObject { object, place, spans: span.into_iter().collect() });
            }
        }
    }
    [pieces, targets, marks, blocks].into_iter().flatten().collect()
}

/// An object on a board, as the board editor names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    /// Its identifier in the protocol: `R`, `0@c3`, `target:r@c5`, `player`, `item:KEY`. It stays
    /// the same while the object does not move.
    pub id: String,
    /// Its kind, such as `robot`.
    pub kind: &'static str,
    /// Its description: `red robot R`.
    pub label: String,
}

impl ObjectInfo {
    /// Returns the description of an object of a game.
    pub(crate) fn new(game: Game, object: &BoardObject, place: ItemPlace) -> Self {
        let square = match place {
            ItemPlace::Board(square) => square,
            // An object in a hand is identified by its name.
            ItemPlace::Hand | ItemPlace::OpponentHand => Square::new(0, 0),
        };
        let (id, kind) = match *object {
            BoardObject::Piece(name) => {
                let kind = match game.role(name).kind() {
                    FigureKind::Robot => "robot",
                    FigureKind::Human => "human",
                    FigureKind::Disc | FigureKind::Man(_) => "piece",
                };
                (piece_id(game, Piece { name, square }), kind)
            }
            BoardObject::Target(glyph) => (format!("target:{glyph}@{square}"), "target"),
            BoardObject::Diagonal(..) => (format!("diagonal@{square}"), "diagonal"),
            BoardObject::Item(ref name) => (format!("item:{name}"), "item"),
            BoardObject::Player => ("player".to_owned(), "player"),
            BoardObject::Block => (format!("block@{square}"), "block"),
        };
        let label = label(game, object, kind);
        Self { id, kind, label }
    }
}

/// Returns the identifier of a piece. A piece that shares its glyph with others is named by its
/// square.
pub(crate) fn piece_id(game: Game, piece: Piece) -> String {
    match game.is_nameless(piece.name) {
        true => format!("{}@{}", piece.name, piece.square),
        false => piece.name.to_string(),
    }
}

/// Returns the name of an object, such as `red robot R`.
fn label(game: Game, object: &BoardObject, word: &str) -> String {
    let robot = |name| match Colour::of_robot(name) {
        Some(colour) => format!("{} robot {name}", colour.name()),
        None => format!("robot {name}"),
    };
    match *object {
        BoardObject::Piece(Piece::NAMELESS) => format!("{word} without a name"),
        BoardObject::Piece(name) => match game.role(name) {
            Role::Alike(_, word) => word.to_owned(),
            _ if word == "robot" => robot(name),
            _ if name.is_ascii_alphanumeric() => format!("{word} {name}"),
            _ => word.to_owned(),
        },
        BoardObject::Target('*') => format!("{word} of any robot"),
        BoardObject::Target(glyph) if glyph.is_ascii_lowercase() => {
            format!("{word} of the {}", robot(glyph.to_ascii_uppercase()))
        }
        BoardObject::Diagonal(kind, None) => format!("{word} {}", kind.glyph()),
        BoardObject::Diagonal(kind, Some(name)) => {
            format!("{word} {} of the {}", kind.glyph(), robot(name))
        }
        BoardObject::Item(ref name) => format!("{word} {name}"),
        BoardObject::Target(_) => game.target_kind().word().to_owned(),
        BoardObject::Player | BoardObject::Block => word.to_owned(),
    }
}
