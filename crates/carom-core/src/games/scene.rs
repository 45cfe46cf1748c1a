//! The content of a picture besides squares and walls. It is the same data for every game, so
//! the code that draws it knows no game.

use super::{Diagonal, ItemPlace, ItemState, Piece, Tile};
use crate::board::{Bitboard, Direction, Square};

/// The objects on a board and next to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The pieces, in the order of the text.
    pub figures: Vec<Figure>,
    /// The targets, each with its glyph.
    pub targets: Vec<(Square, char)>,
    /// What the targets are.
    pub target_kind: TargetKind,
    /// The diagonals.
    pub diagonals: Vec<Diagonal>,
    /// The tiles, if the board is made of tiles.
    pub tiles: Vec<(Square, Tile)>,
    /// The square of the player who walks on the tiles.
    pub player: Option<Square>,
    /// The squares that the player can walk to, with its own.
    pub reachable: Bitboard,
    /// The tiles that players hold.
    pub hands: Vec<HandTile>,
    /// The items on the tiles and the collected ones.
    pub items: Vec<ItemState>,
    /// The effect of the border.
    pub border: Border,
    /// The side to move, in a duel.
    pub to_move: Option<char>,
}

/// A piece and its looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its letter and square.
    pub piece: Piece,
    /// Its looks.
    pub kind: FigureKind,
}

/// The looks of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A robot: an active robot or a blocker.
    Robot,
    /// A human, who has to reach a target.
    Human,
    /// A piece that is known by its colour.
    Disc,
    /// A piece of a side that leaves the board in this direction.
    Man(Direction),
}

/// What a target is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetKind {
    /// A marked square, where a piece has to stop.
    #[default]
    Mark,
    /// A hole, into which every piece falls.
    Hole,
}

impl TargetKind {
    /// Returns the word for such a target.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mark => "target",
            Self::Hole => "hole",
        }
    }
}

/// A tile that a player holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandTile {
    /// The name of the holder.
    pub name: &'static str,
    /// The place of the items on it.
    pub place: ItemPlace,
    /// The tile.
    pub tile: Tile,
}

/// The effect of the border of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// It stops every piece.
    #[default]
    Stops,
    /// It stops no piece.
    Open,
    /// Each of these sides of the board is the exit of the pieces with this glyph.
    Exits(Vec<(Direction, char)>),
}

impl Scene {
    /// Returns the items on the board that are not collected, with their squares.
    pub fn lying(&self) -> impl Iterator<Item = (Square, &ItemState)> {
        self.items.iter().filter_map(|state| match state.place()? {
            ItemPlace::Board(square) => Some((square, state)),
            ItemPlace::Hand | ItemPlace::OpponentHand => None,
        })
    }

    /// Returns the hand tiles with their items, one line each: `hand ╬ with KEY`.
    pub fn hands_in_words(&self) -> Vec<String> {
        let line = |hand: &HandTile| {
            let items = self.items.iter().filter(|state| state.place() == Some(hand.place));
            let names: Vec<&str> = items.map(|state| &*state.item.name).collect();
            let whose = match hand.place {
                ItemPlace::OpponentHand => "opponent's hand",
                ItemPlace::Hand | ItemPlace::Board(_) => "hand",
            };
            let with = if names.is_empty() { "" } else { " with " };
            format!("{whose} {}{with}{}", hand.tile, names.join(", "))
        };
        self.hands.iter().map(line).collect()
    }
}
