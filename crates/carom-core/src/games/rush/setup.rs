//! An X-mas Rush board as its author wrote it, valid or not.

use super::{Position, Tiles};
use crate::board::{Board, Square};
use crate::games::setup::duplicates;
use crate::games::{
    BoardObject, BoardSetup, Fault, FaultKind, Game, GameRules, Item, ItemPlace, ItemState, Part,
    Placement, Push, Tile, on_board,
};

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

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Vec::new();
        if self.hand.is_none() {
            faults.push(Fault::missing(FaultKind::NoHand, "there is no tile in the hand"));
        }
        faults.extend(Fault::of_places(Game::Rush, &self.objects(), &self.board));
        if self.opponent_hand.is_none() && !self.opponent.is_empty() {
            let message = "the opponent pushes, but has no tile in its hand";
            faults.push(Fault::at(Part::Push(0), FaultKind::NoOpponentHand, message));
        }
        for (number, push) in self.opponent.iter().enumerate() {
            if !push.is_on(&self.board) {
                let message = "the board has no such line";
                faults.push(Fault::at(Part::Push(number), FaultKind::Push, message));
            }
        }
        self.check_items(&mut faults);
        self.check_quests(&mut faults);
        let (Some(hand), true) = (self.hand, faults.is_empty()) else {
            return Err(faults);
        };
        let items = self.items.iter().map(|item| ItemState {
            item: item.clone(),
            is_quest: self.is_quest(item),
            is_collected: false,
        });
        Ok(Position::new(
            (self.board.clone(), self.opponent.clone()),
            self.tiles.clone(),
            self.start(),
            (hand, self.opponent_hand),
            items.collect(),
        ))
    }

    /// Returns the square where the player starts.
    fn start(&self) -> Square {
        self.player.unwrap_or(Square::new(0, self.board.rows() - 1))
    }

    /// Whether `item` has to be collected.
    fn is_quest(&self, item: &Item) -> bool {
        self.quests.as_ref().is_none_or(|quests| quests.iter().any(|quest| **quest == *item.name))
    }

    fn check_items(&self, faults: &mut Vec<Fault>) {
        let names: Vec<&str> = self.items.iter().map(|item| &*item.name).collect();
        let same = duplicates(&names).map(|[first, second]| {
            let message = format!("duplicate item {}", names[second]);
            let fault = Fault::at(Part::Item(second), FaultKind::SameName, message);
            fault.with_first(Part::Item(first))
        });
        faults.extend(same);
        for (number, item) in self.items.iter().enumerate() {
            let name = &item.name;
            // An opponent who pushes without a hand tile is reported as a fault of its own.
            let has_hand = self.opponent_hand.is_some() || !self.opponent.is_empty();
            if item.place == ItemPlace::OpponentHand && !has_hand {
                let message = format!("{name} lies in the hand of an opponent who has none");
                faults.push(Fault::at(Part::Item(number), FaultKind::NoItem, message));
            }
            if number == MAX_ITEMS {
                let message =
                    format!("{name} is one item too many, at most {MAX_ITEMS} are allowed");
                faults.push(Fault::at(Part::Item(number), FaultKind::TooManyItems, message));
            }
        }
    }

    fn check_quests(&self, faults: &mut Vec<Fault>) {
        let quests = self.quests.as_deref().unwrap_or_default();
        faults.extend(duplicates(quests).map(|[first, second]| {
            let message = format!("duplicate quest {}", quests[second]);
            let fault = Fault::at(Part::Quest(second), FaultKind::SameName, message);
            fault.with_first(Part::Quest(first))
        }));
        for (number, quest) in quests.iter().enumerate() {
            if !self.items.iter().any(|item| *item.name == **quest) {
                let message = format!("there is no item {quest}");
                faults.push(Fault::at(Part::Quest(number), FaultKind::NoItem, message));
            }
        }
        if quests.is_empty() && (self.quests.is_some() || self.items.is_empty()) {
            faults.push(Fault::missing(FaultKind::NoQuest, "there is nothing to collect"));
        }
    }
}

/// The tiles have no openings, and nobody has a tile in hand.
impl BoardSetup for Setup {
    fn new(board: Board, _has_rule: &dyn Fn(&str) -> bool, objects: &[Placement]) -> Self {
        let player =
            on_board(objects, |object, square| (*object == BoardObject::Player).then_some(square));
        let items = objects.iter().filter_map(|(object, place)| match object {
            BoardObject::Item(name) => Some(Item { name: name.clone(), place: *place }),
            _ => None,
        });
        Self {
            board,
            tiles: Tiles::default(),
            player: player.first().copied(),
            hand: None,
            items: items.collect(),
            quests: None,
            opponent: Vec::new(),
            opponent_hand: None,
        }
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn objects(&self) -> Vec<Placement> {
        let items =
            self.items.iter().map(|item| (BoardObject::Item(item.name.clone()), item.place));
        std::iter::once(BoardObject::Player.on(self.start())).chain(items).collect()
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
