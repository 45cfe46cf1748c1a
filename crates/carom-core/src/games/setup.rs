//! A board as its author wrote it, valid or not: its objects, and its faults.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use super::{DiagonalKind, Game, ItemPlace, Piece, Role, TargetKind};
use crate::board::{Bitboard, Board, Square};
use crate::words::count;

/// An object that an author puts on a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoardObject {
    /// A piece, by its glyph.
    Piece(char),
    /// A target, by its glyph.
    Target(char),
    /// A diagonal, and the robot that passes through it, if it has a colour.
    Diagonal(DiagonalKind, Option<char>),
    /// The player, who walks on the tiles.
    Player,
    /// An item, by its name.
    Item(Arc<str>),
    /// A block.
    Block,
}

/// An object and its place.
pub type Placement = (BoardObject, ItemPlace);

impl BoardObject {
    /// Returns the object that a glyph stands for, in a game with floor.
    pub fn from_glyph(game: Game, glyph: char) -> Option<Self> {
        match game.role(glyph) {
            Role::Piece(_) | Role::Alike(..) => Some(Self::Piece(glyph)),
            Role::Target(_) => Some(Self::Target(glyph)),
            Role::Ground if !game.glyphs().iter().any(|(known, _)| *known == glyph) => None,
            Role::Ground if glyph == '#' => Some(Self::Block),
            Role::Ground => Some(Self::Diagonal(DiagonalKind::from_glyph(glyph)?, None)),
        }
    }

    /// Returns its glyph, or `None` if only a key places it.
    pub const fn glyph(&self) -> Option<char> {
        match *self {
            Self::Piece(glyph) | Self::Target(glyph) => Some(glyph),
            Self::Diagonal(kind, None) => Some(kind.glyph()),
            Self::Block => Some('#'),
            Self::Diagonal(_, Some(_)) | Self::Item(_) | Self::Player => None,
        }
    }

    /// Returns which objects leave no room on a square for each other: those of an equal layer.
    pub fn layer(&self, game: Game) -> Option<u8> {
        match self {
            Self::Piece(_) => Some(0),
            Self::Target(_) => (game.target_kind() == TargetKind::Hole).then_some(0),
            Self::Diagonal(..) => Some(1),
            Self::Player | Self::Item(_) | Self::Block => None,
        }
    }

    /// Returns its name, or the word for it.
    fn described(&self, game: Game) -> String {
        match self {
            Self::Piece(name) if game.is_nameless(*name) => "a piece".to_owned(),
            Self::Piece(name) => name.to_string(),
            Self::Target(_) => format!("a {}", game.target_kind().word()),
            Self::Diagonal(..) => "a diagonal".to_owned(),
            Self::Player => "the player".to_owned(),
            Self::Item(name) => name.to_string(),
            Self::Block => "a block".to_owned(),
        }
    }

    /// Returns this object on a square.
    pub const fn on(self, square: Square) -> Placement {
        (self, ItemPlace::Board(square))
    }
}

/// A board as its author wrote it, valid or not.
pub trait BoardSetup {
    /// Creates a setup. What it holds besides has its default.
    fn new(board: Board, has_rule: &dyn Fn(&str) -> bool, objects: &[Placement]) -> Self
    where
        Self: Sized;

    /// Returns the size, the blocks and the walls.
    fn board(&self) -> &Board;

    /// Returns all objects but the blocks, in the order of the text: those of one kind are in the
    /// order in which a [`Part`] counts them.
    fn objects(&self) -> Vec<Placement>;

    /// Returns the words of a `rules` line; no words if the rules are the default.
    fn rules(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// Returns what `pick` finds in the objects on the board.
pub fn on_board<T>(
    objects: &[Placement],
    pick: impl Fn(&BoardObject, Square) -> Option<T>,
) -> Vec<T> {
    let picked = objects.iter().filter_map(|(object, place)| match *place {
        ItemPlace::Board(square) => pick(object, square),
        ItemPlace::Hand | ItemPlace::OpponentHand => None,
    });
    picked.collect()
}

/// Returns the pieces on the board.
pub fn pieces_of(objects: &[Placement]) -> Vec<Piece> {
    on_board(objects, |object, square| match *object {
        BoardObject::Piece(name) => Some(Piece { name, square }),
        _ => None,
    })
}

/// A part of a board as its author wrote it. A number counts the parts of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The board itself.
    Board,
    /// A piece.
    Piece(usize),
    /// A target.
    Target(usize),
    /// A diagonal.
    Diagonal(usize),
    /// The player.
    Player,
    /// An item.
    Item(usize),
    /// The name of an item that has to be collected.
    Quest(usize),
    /// A push of the opponent.
    Push(usize),
}

impl Part {
    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Piece(_) => "piece",
            Self::Target(_) => "target",
            Self::Diagonal(_) => "diagonal",
            Self::Player => "player",
            Self::Item(_) => "item",
            Self::Quest(_) => "quest",
            Self::Push(_) => "push",
        }
    }
}

/// Returns the part that each object is.
pub fn parts(objects: &[Placement]) -> impl Iterator<Item = Part> + '_ {
    let mut counts = [0; 4];
    let mut next = move |kind: usize| {
        counts[kind] += 1;
        counts[kind] - 1
    };
    objects.iter().map(move |(object, _)| match object {
        BoardObject::Piece(_) => Part::Piece(next(0)),
        BoardObject::Target(_) => Part::Target(next(1)),
        BoardObject::Diagonal(..) => Part::Diagonal(next(2)),
        BoardObject::Item(_) => Part::Item(next(3)),
        BoardObject::Player => Part::Player,
        BoardObject::Block => Part::Board,
    })
}

/// The kind of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The board has a size that the game does not have.
    Size,
    /// There is no human.
    NoHuman,
    /// There is no robot.
    NoRobot,
    /// There is not the robot of a target.
    NoRobotOfTarget,
    /// There is no piece of some kind.
    NoPiece,
    /// There is no target.
    NoTarget,
    /// There are fewer targets than pieces that must stay on one.
    TooFewTargets,
    /// A target cannot be held at the same time as those before it.
    TooManyTargets,
    /// Two pieces, items or quests have one name.
    SameName,
    /// It is outside the board.
    OffBoard,
    /// Its square is a block, or holds another object that leaves no room for it.
    Occupied,
    /// There is no tile in the hand.
    NoHand,
    /// There is no tile in the hand of an opponent who pushes.
    NoOpponentHand,
    /// There is nothing to collect.
    NoQuest,
    /// There are more items or quests than a puzzle may have.
    TooManyItems,
    /// An item or a quest needs what is not there.
    NoItem,
    /// The opponent pushes a line that the board does not have.
    Push,
}

/// A fault of a board as its author wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// What it is about, or `None` for what is missing.
    pub part: Option<Part>,
    /// The earlier part that `part` is in conflict with.
    pub first: Option<Part>,
    /// What is wrong.
    pub message: String,
}

impl Fault {
    pub(super) fn missing(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, part: None, first: None, message: message.into() }
    }

    pub(super) fn at(part: Part, kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, part: Some(part), first: None, message: message.into() }
    }

    pub(super) fn with_first(self, first: Part) -> Self {
        Self { first: Some(first), ..self }
    }

    /// Returns the faults of objects that are outside the board, on a block, or on a square where
    /// another leaves no room.
    pub(super) fn of_places(game: Game, objects: &[Placement], board: &Board) -> Vec<Self> {
        let mut taken = [Bitboard::EMPTY; 2];
        let mut faults = Vec::new();
        for ((object, place), part) in objects.iter().zip(parts(objects)) {
            let ItemPlace::Board(square) = *place else {
                continue;
            };
            if !board.contains(square) {
                let columns = count(board.columns(), "column");
                let rows = count(board.rows(), "row");
                let message =
                    format!("{square} is outside the board, which has {columns} and {rows}");
                faults.push(Self::at(part, FaultKind::OffBoard, message));
            } else if board.blocks().contains(square) {
                faults.push(Self::at(part, FaultKind::Occupied, format!("{square} is a block")));
            }
            let layer = object.layer(game);
            if layer.is_some_and(|layer| !taken[usize::from(layer)].insert(square)) {
                let ((other, _), first) = objects
                    .iter()
                    .zip(parts(objects))
                    .find(|((other, at), _)| at == place && other.layer(game) == layer)
                    .expect("an object has taken the square");
                let message = format!("{square} is taken by {}", other.described(game));
                faults.push(Self::at(part, FaultKind::Occupied, message).with_first(first));
            }
        }
        faults
    }

    /// Returns the faults of pieces that have the name of another.
    pub(super) fn of_names(pieces: &[Piece]) -> Vec<Self> {
        let named = pieces.iter().enumerate().filter(|(_, piece)| piece.name != Piece::NAMELESS);
        let (numbers, names): (Vec<usize>, Vec<char>) =
            named.map(|(number, piece)| (number, piece.name)).unzip();
        let same = duplicates(&names).map(|[first, second]| {
            let message = format!("duplicate piece {}", names[second]);
            Self::at(Part::Piece(numbers[second]), FaultKind::SameName, message)
                .with_first(Part::Piece(numbers[first]))
        });
        same.collect()
    }
}

/// Returns the indices of values that are equal to an earlier one, each after that of the first.
pub(super) fn duplicates<T: Eq + Hash>(values: &[T]) -> impl Iterator<Item = [usize; 2]> + '_ {
    let mut firsts = HashMap::new();
    values.iter().enumerate().filter_map(move |(second, value)| {
        let first = *firsts.entry(value).or_insert(second);
        (first < second).then_some([first, second])
    })
}
