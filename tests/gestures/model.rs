//! A model of the board for all games, and its conversion from and to setups.

use carom::analysis::{BoardObject, WriteSetup};
use carom::board::{Board, Square};
use carom::games::slider::{Man, Side};
use carom::games::{
    Diagonal, Game, Item, ItemPlace, Piece, Position, Tile, lunar, ricochet, rush, slider, tilt,
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
    fn model(&self) -> Model;
    fn with(&self, model: &Model) -> Self;
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

pub(crate) fn pieces(model: &Model) -> Vec<Piece> {
    let things = model.things.iter();
    let pieces = things.filter_map(|(thing, place)| match (thing, place) {
        (&BoardObject::Piece(name), &ItemPlace::Board(square)) => Some(Piece { name, square }),
        _ => None,
    });
    pieces.collect()
}

pub(crate) fn on_board<T>(
    model: &Model,
    is_it: impl Fn(&BoardObject, Square) -> Option<T>,
) -> impl Iterator<Item = T> {
    model.things.iter().filter_map(move |(thing, place)| match place {
        ItemPlace::Board(square) => is_it(thing, *square),
        _ => None,
    })
}

impl Modelled for lunar::Setup {
    of_position!(Lunar);

    fn model(&self) -> Model {
        let pieces = self.pieces.iter().map(|p| (BoardObject::Piece(p.name), p.square));
        let targets = self.targets.iter().map(|&s| (BoardObject::Target('+'), s));
        let things = pieces.chain(targets).map(|(thing, s)| (thing, ItemPlace::Board(s)));
        Model::new(&self.board, things.collect())
    }

    fn with(&self, model: &Model) -> Self {
        let targets = on_board(model, |thing, square| {
            matches!(thing, BoardObject::Target(_)).then_some(square)
        });
        Self {
            board: model.board.clone(),
            pieces: pieces(model),
            targets: targets.collect(),
            ..self.clone()
        }
    }
}

impl Modelled for tilt::Setup {
    of_position!(Tilt);

    fn model(&self) -> Model {
        let things = self.objects.iter().map(|object| {
            let thing = match object.name {
                tilt::HOLE => BoardObject::Target(tilt::HOLE),
                name => BoardObject::Piece(name),
            };
            (thing, ItemPlace::Board(object.square))
        });
        Model::new(&self.board, things.collect())
    }

    fn with(&self, model: &Model) -> Self {
        let holes = on_board(model, |thing, square| {
            matches!(thing, BoardObject::Target(_)).then_some(Piece { name: tilt::HOLE, square })
        });
        let objects = pieces(model).into_iter().chain(holes).collect();
        Self { board: model.board.clone(), objects }
    }
}

impl Modelled for slider::Setup {
    of_position!(Slider);

    fn model(&self) -> Model {
        let men = self
            .men
            .iter()
            .map(|man| (BoardObject::Piece(man.side.glyph()), ItemPlace::Board(man.square)));
        Model::new(&self.board, men.collect())
    }

    fn with(&self, model: &Model) -> Self {
        let men = pieces(model)
            .into_iter()
            .map(|piece| Man { side: Side::from_glyph(piece.name).unwrap(), square: piece.square });
        Self { board: model.board.clone(), men: men.collect(), ..self.clone() }
    }
}

impl Modelled for ricochet::Setup {
    of_position!(Ricochet);

    fn model(&self) -> Model {
        let robots = self.robots.iter().map(|p| (BoardObject::Piece(p.name), p.square));
        let targets = self.targets.iter().map(|t| (BoardObject::Target(t.glyph()), t.square));
        let diagonals =
            self.diagonals.iter().map(|d| (BoardObject::Diagonal(d.kind, d.robot), d.square));
        let things = robots
            .chain(targets)
            .chain(diagonals)
            .map(|(thing, square)| (thing, ItemPlace::Board(square)));
        Model::new(&self.board, things.collect())
    }

    fn with(&self, model: &Model) -> Self {
        let targets = on_board(model, |thing, square| match *thing {
            BoardObject::Target(glyph) => Some(ricochet::Target {
                square,
                robot: (glyph != '*').then(|| glyph.to_ascii_uppercase()),
            }),
            _ => None,
        });
        let diagonals = on_board(model, |thing, square| match *thing {
            BoardObject::Diagonal(kind, robot) => Some(Diagonal { square, kind, robot }),
            _ => None,
        });
        Self {
            board: model.board.clone(),
            robots: pieces(model),
            targets: targets.collect(),
            diagonals: diagonals.collect(),
            ..self.clone()
        }
    }
}

impl Modelled for rush::Setup {
    of_position!(Rush);

    fn model(&self) -> Model {
        let items = self.items.iter();
        let mut things: Vec<_> =
            items.map(|item| (BoardObject::Item(item.name.clone()), item.place)).collect();
        let corner = Square::new(0, self.board.rows() - 1);
        let player = self.player.unwrap_or(corner);
        things.push((BoardObject::Player, ItemPlace::Board(player)));
        let tiles = self.board.squares();
        let names = || self.items.iter().map(|item| item.name.to_string()).collect();
        Model {
            tiles: tiles.map(|square| (square, self.tiles.get(square))).collect(),
            hand: self.hand,
            quests: Some(self.quests.clone().unwrap_or_else(names)),
            ..Model::new(&self.board, things)
        }
    }

    fn with(&self, model: &Model) -> Self {
        let mut tiles = self.tiles.clone();
        for &(square, tile) in &model.tiles {
            tiles.set(square, tile);
        }
        let items: Vec<Item> = model
            .things
            .iter()
            .filter_map(|(thing, place)| match thing {
                BoardObject::Item(name) => Some(Item { name: name.clone(), place: *place }),
                _ => None,
            })
            .collect();
        let player =
            on_board(model, |thing, square| (*thing == BoardObject::Player).then_some(square));
        // Without quests, all items are to be collected.
        let has = |name: &String| items.iter().any(|item| *item.name == **name);
        let quests = self.quests.clone().map(|quests| quests.into_iter().filter(has).collect());
        Self { tiles, player: player.last(), hand: model.hand, items, quests, ..self.clone() }
    }
}
