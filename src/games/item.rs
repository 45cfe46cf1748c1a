//! What lies on tiles.

use std::sync::Arc;

use crate::board::Square;

/// Where an item lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemPlace {
    /// On the tile of a square.
    Board(Square),
    /// On the hand tile.
    Hand,
    /// On the opponent's hand tile.
    OpponentHand,
}

/// An item and where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// Its name.
    pub name: Arc<str>,
    /// Where it lies.
    pub place: ItemPlace,
}

/// An item in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemState {
    /// The item, at its last place once it was collected.
    pub item: Item,
    /// Whether it is to be collected.
    pub is_quest: bool,
    /// Whether it was collected.
    pub is_collected: bool,
}

impl ItemState {
    /// Where it lies; nowhere once it is collected.
    pub fn place(&self) -> Option<ItemPlace> {
        (!self.is_collected).then_some(self.item.place)
    }
}
