//! A model of the board for all games, and its conversion from and to setups.

use carom::analysis::WriteSetup;
use carom::board::{Board, Square};
use carom::games::{
    BoardObject, BoardSetup, Game, ItemPlace, Piece, Position, Tile, lunar, ricochet, rush, slider,
    tilt,
};

/// The unordered contents of a board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) board: Board,
    pub(crate) things: Vec<(BoardObject, ItemPlace)>,
    pub(crate) tiles: Vec<(Square, Tile)>,
    pub(crate) hand: Option<Tile>,
    pub(crate) quests: Option<Vec<String>>,
}

/// Returns a sort key for things.
pub(crate) fn key((thing, place): &(BoardObject, ItemPlace)) -> String {
    format!("{thing:?} {place:?}")
}

impl Model {
    pub(crate) fn new(board: &Board, things: Vec<(BoardObject, ItemPlace)>) -> Self {
        let tiles = Vec::new();
        let board = board.clone();
        Self { board, things, tiles, hand: None, quests: None }
    }

    pub(crate) fn sorted(mut self) -> Self {
        self.things.sort_by_key(key);
        self.things.dedup();
        self.tiles.sort_by_key(|(square, _)| *square);
        if let Some(quests) = &mut self.quests {
            quests.sort();
        }
        self
    }

    pub(crate) fn on(&self, square: Square) -> Vec<&BoardObject> {
        let here = self.things.iter().filter(|(_, place)| *place == ItemPlace::Board(square));
        here.map(|(thing, _)| thing).collect()
    }

    pub(crate) fn take(&mut self, thing: &BoardObject, place: ItemPlace) {
        self.things.retain(|(other, at)| other != thing || *at != place);
    }
}

/// Whether pieces of this glyph are known by their squares.
pub(crate) fn is_nameless(game: Game, name: char) -> bool {
    match game {
        Game::Slider | Game::Tilt => true,
        Game::Lunar | Game::Ricochet | Game::Rush => name == Piece::NAMELESS,
    }
}

/// Returns the id of a thing in an edit operation.
pub(crate) fn id(game: Game, thing: &BoardObject, place: ItemPlace) -> String {
    let at = match place {
        ItemPlace::Board(square) => square.to_string(),
        ItemPlace::Hand | ItemPlace::OpponentHand => String::new(),
    };
    match thing {
        BoardObject::Piece(name) if is_nameless(game, *name) => format!("{name}@{at}"),
        BoardObject::Piece(name) => name.to_string(),
        BoardObject::Target(glyph) => format!("target:{glyph}@{at}"),
        BoardObject::Diagonal(..) => format!("diagonal@{at}"),
        BoardObject::Item(name) => format!("item:{name}"),
        BoardObject::Player => "player".to_owned(),
        BoardObject::Block => format!("block@{at}"),
    }
}

pub(crate) trait Modelled: WriteSetup + Clone + std::fmt::Debug {
    fn model(&self) -> Model {
        Model::new(self.board(), self.objects())
    }
    fn with(&self, model: &Model) -> Self {
        Self::new(model.board.clone(), &|word| self.rules().contains(&word), &model.things)
    }
    /// Returns the setup of the position that it describes, if legal.
    fn legal(&self) -> Option<Self>;
    fn of(position: &Position) -> Self;
}

macro_rules! of_position {
    ($variant:ident) => {
        fn legal(&self) -> Option<Self> {
            Some((&self.position().ok()?).into())
        }
        fn of(position: &Position) -> Self {
            match position {
                Position::$variant(position) => position.into(),
                other => panic!("{other:?}"),
            }
        }
    };
}

impl Modelled for lunar::Setup {
    of_position!(Lunar);
}

impl Modelled for tilt::Setup {
    of_position!(Tilt);
}

impl Modelled for ricochet::Setup {
    of_position!(Ricochet);
}

impl Modelled for slider::Setup {
    of_position!(Slider);

    fn with(&self, model: &Model) -> Self {
        let to_move = self.to_move;
        Self { to_move, ..Self::new(model.board.clone(), &|_| false, &model.things) }
    }
}

impl Modelled for rush::Setup {
    of_position!(Rush);

    fn model(&self) -> Model {
        let tiles = self.board.squares();
        let names = || self.items.iter().map(|item| item.name.to_string()).collect();
        Model {
            tiles: tiles.map(|square| (square, self.tiles.get(square))).collect(),
            hand: self.hand,
            quests: Some(self.quests.clone().unwrap_or_else(names)),
            ..Model::new(self.board(), self.objects())
        }
    }

    fn with(&self, model: &Model) -> Self {
        let mut tiles = self.tiles.clone();
        for &(square, tile) in &model.tiles {
            tiles.set(square, tile);
        }
        let plain = Self::new(self.board.clone(), &|_| false, &model.things);
        // Without quests, all items are to be collected.
        let has = |name: &String| plain.items.iter().any(|item| *item.name == **name);
        let quests = self.quests.clone().map(|quests| quests.into_iter().filter(has).collect());
        Self {
            tiles,
            player: plain.player,
            hand: model.hand,
            items: plain.items,
            quests,
            ..self.clone()
        }
    }
}
