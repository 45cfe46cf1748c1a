//! Items on tiles.

use std::fmt;
use std::sync::Arc;

use crate::board::Square;

/// The place of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemPlace {
    /// On the tile of a square.
    Board(Square),
    /// On the hand tile.
    Hand,
    /// On the opponent's hand tile.
    OpponentHand,
}

/// The place as puzzle files name it.
impl fmt::Display for ItemPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(square) => square.fmt(f),
            Self::Hand => f.write_str("hand"),
            Self::OpponentHand => f.write_str("opponent"),
        }
    }
}

/// An item and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// Its name.
    pub name: Arc<str>,
    /// Its place.
    pub place: ItemPlace,
}

/// An item during a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemState {
    /// The item. A collected item keeps its last place.
    pub item: Item,
    /// Whether it has to be collected.
    pub is_quest: bool,
    /// Whether it has been collected.
    pub is_collected: bool,
}

impl ItemState {
    /// Returns its place, or `None` once it is collected.
    pub fn place(&self) -> Option<ItemPlace> {
        (!self.is_collected).then_some(self.item.place)
    }
}
