//! An X-mas Rush board as its author wrote it, valid or not.

use super::{Position, Tiles};
use crate::board::{Board, Square};
use crate::games::{GameRules, Item, ItemPlace, ItemState, Push, Tile};

/// The largest number of items.
pub const MAX_ITEMS: usize = 24;

/// A board as its author wrote it, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size; blocks and walls have no meaning here.
    pub board: Board,
    /// The tiles on the board.
    pub tiles: Tiles,
    /// The square of the player; by default the top left one.
    pub player: Option<Square>,
    /// The tile in hand.
    pub hand: Option<Tile>,
    /// The items, in the order of the text.
    pub items: Vec<Item>,
    /// The names of the items to collect; by default all of them.
    pub quests: Option<Vec<String>>,
    /// The opponent's pushes, one a turn.
    pub opponent: Vec<Push>,
    /// The tile in the opponent's hand.
    pub opponent_hand: Option<Tile>,
}

/// A fault of a [`Setup`]. Items, quests and pushes are identified by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no tile in hand.
    #[error("there is no tile in hand")]
    NoHand,
    /// The opponent pushes, but has no tile in hand.
    #[error("the opponent pushes, but has no tile in hand")]
    NoOpponentHand,
    /// There is nothing to collect.
    #[error("there is no quest")]
    NoQuest,
    /// The player is outside the board.
    #[error("the player is outside the board")]
    PlayerOffBoard,
    /// This item is one more than [`MAX_ITEMS`].
    #[error("item {} is one too many; a puzzle has at most {}", .0 + 1, MAX_ITEMS)]
    TooManyItems(usize),
    /// Two items have the same name.
    #[error("items {} and {} have the same name", first + 1, second + 1)]
    SameName {
        /// The first item with the name.
        first: usize,
        /// The second item with the name.
        second: usize,
    },
    /// An item is outside the board.
    #[error("item {} is outside the board", .0 + 1)]
    ItemOffBoard(usize),
    /// An item is in the hand of an opponent without a tile.
    #[error("item {} is in the hand of an opponent without a tile", .0 + 1)]
    ItemWithoutOpponent(usize),
    /// A quest names no item.
    #[error("quest {} names no item", .0 + 1)]
    QuestWithoutItem(usize),
    /// Two quests name the same item.
    #[error("quests {} and {} name the same item", first + 1, second + 1)]
    SameQuest {
        /// The first quest for the item.
        first: usize,
        /// The second quest for the item.
        second: usize,
    },
    /// The opponent pushes a line that the board does not have.
    #[error("push {} of the opponent names a line outside the board", .0 + 1)]
    PushOffBoard(usize),
}

/// Returns the indices of entries that are equal to an earlier one, each after the index of the
/// first.
fn repeated<'a>(names: impl Iterator<Item = &'a str> + Clone) -> impl Iterator<Item = [usize; 2]> {
    names.clone().enumerate().filter_map(move |(second, name)| {
        let first = names.clone().position(|other| other == name)?;
        (first != second).then_some([first, second])
    })
}

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Vec::new();
        let top_left = Square::new(0, self.board.rows() - 1);
        let player = self.player.unwrap_or(top_left);
        if !self.board.contains(player) {
            faults.push(Fault::PlayerOffBoard);
        }
        if self.opponent_hand.is_none() && !self.opponent.is_empty() {
            faults.push(Fault::NoOpponentHand);
        }
        for (number, push) in self.opponent.iter().enumerate() {
            if !push.is_on(&self.board) {
                faults.push(Fault::PushOffBoard(number));
            }
        }
        self.check_items(&mut faults);
        self.check_quests(&mut faults);
        match self.hand {
            Some(hand) if faults.is_empty() => {
                let items = self.items.iter().map(|item| ItemState {
                    item: item.clone(),
                    is_quest: self.is_quest(item),
                    is_collected: false,
                });
                Ok(Position::new(
                    (self.board.clone(), self.opponent.clone()),
                    self.tiles.clone(),
                    player,
                    (hand, self.opponent_hand),
                    items.collect(),
                ))
            }
            Some(_) => Err(faults),
            None => {
                faults.insert(0, Fault::NoHand);
                Err(faults)
            }
        }
    }

    /// Whether `item` has to be collected.
    fn is_quest(&self, item: &Item) -> bool {
        self.quests.as_ref().is_none_or(|quests| quests.iter().any(|quest| **quest == *item.name))
    }

    fn check_items(&self, faults: &mut Vec<Fault>) {
        for [first, second] in repeated(self.items.iter().map(|item| &*item.name)) {
            faults.push(Fault::SameName { first, second });
        }
        for (number, item) in self.items.iter().enumerate() {
            match item.place {
                ItemPlace::Board(square) if !self.board.contains(square) => {
                    faults.push(Fault::ItemOffBoard(number));
                }
                // An opponent who pushes without a hand tile is reported as a fault of its own.
                ItemPlace::OpponentHand
                    if self.opponent_hand.is_none() && self.opponent.is_empty() =>
                {
                    faults.push(Fault::ItemWithoutOpponent(number));
                }
                _ => {}
            }
            if number == MAX_ITEMS {
                faults.push(Fault::TooManyItems(number));
            }
        }
    }

    fn check_quests(&self, faults: &mut Vec<Fault>) {
        let quests = self.quests.as_deref().unwrap_or_default();
        for [first, second] in repeated(quests.iter().map(|quest| &**quest)) {
            faults.push(Fault::SameQuest { first, second });
        }
        for (number, quest) in quests.iter().enumerate() {
            if !self.items.iter().any(|item| *item.name == **quest) {
                faults.push(Fault::QuestWithoutItem(number));
            }
        }
        if quests.is_empty() && (self.quests.is_some() || self.items.is_empty()) {
            faults.push(Fault::NoQuest);
        }
    }
}

/// The setup does not include collected items, except those that are collected again at once, nor
/// the steps of a turn that has begun.
impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let under_player = ItemPlace::Board(position.player());
        let left = position.items().iter();
        let left: Vec<_> =
            left.filter(|state| !state.is_collected || state.item.place == under_player).collect();
        let quests: Vec<String> = left
            .iter()
            .filter(|state| state.is_quest)
            .map(|state| state.item.name.to_string())
            .collect();
        let items = left.iter().map(|state| state.item.clone());
        Self {
            board: position.board().clone(),
            tiles: position.tiles().clone(),
            player: Some(position.player()),
            hand: Some(position.hand()),
            items: items.collect(),
            quests: (quests.len() < left.len()).then_some(quests),
            opponent: position.opponent().to_vec(),
            opponent_hand: position.opponent_hand(),
        }
    }
}
