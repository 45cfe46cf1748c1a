//! What a picture shows of a position, the squares and walls aside. It is the
//! same data for every game, so that what draws it knows none.

use super::{Diagonal, ItemPlace, ItemState, Piece, Tile};
use crate::board::{Direction, Square};

/// Everything that lies or stands on a board, or beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The pieces, in the order of the text.
    pub figures: Vec<Figure>,
    /// The targets, each with its glyph.
    pub targets: Vec<(Square, char)>,
    /// The diagonals.
    pub diagonals: Vec<Diagonal>,
    /// The tiles, where the board is made of tiles.
    pub tiles: Vec<(Square, Tile)>,
    /// Who walks on the tiles.
    pub player: Option<Square>,
    /// The tiles beside the board.
    pub hands: Vec<HandTile>,
    /// What lies on the tiles, or was collected.
    pub items: Vec<ItemState>,
    /// What the border does.
    pub border: Border,
    /// Of two sides, the one to move.
    pub to_move: Option<char>,
}

/// A piece and what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its letter and where it stands.
    pub piece: Piece,
    /// What it is.
    pub kind: FigureKind,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// One that helps, or slides to a target.
    Robot,
    /// One that has to come home.
    Human,
    /// One of a side whose pieces leave the board in this direction.
    Man(Direction),
}

/// A tile that somebody holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandTile {
    /// What it is called.
    pub name: &'static str,
    /// Where items on it are said to lie.
    pub place: ItemPlace,
    /// The tile.
    pub tile: Tile,
}

/// What the border of a board does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// It stops whatever comes.
    #[default]
    Stops,
    /// It stops nothing.
    Open,
    /// A side leaves the board there, a side of the board for each.
    Exits(Vec<(Direction, char)>),
}

impl Scene {
    /// The items on the board that were not collected, with their squares.
    pub fn lying(&self) -> impl Iterator<Item = (Square, &ItemState)> {
        self.items.iter().filter_map(|state| match state.place()? {
            ItemPlace::Board(square) => Some((square, state)),
            ItemPlace::Hand | ItemPlace::OpponentHand => None,
        })
    }

    /// What is in the hands, one line each: `hand ╬ with KEY`.
    pub fn hands_in_words(&self) -> Vec<String> {
        let line = |hand: &HandTile| {
            let items = self.items.iter();
            let items = items.filter(|state| state.place() == Some(hand.place));
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
