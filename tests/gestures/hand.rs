//! Random edit operations of the board editor, and their expected results.

use carom::analysis::EditOperation;
use carom::board::Square;
use carom::games::{BoardObject, Game, ItemPlace, Tile};
use proptest::sample::Index;

use super::model::{Model, id, is_nameless};

/// An edit operation with its expected result.
pub(crate) struct Operation {
    pub(crate) gesture: EditOperation,
    /// The expected board, or nothing if the operation must be refused.
    pub(crate) after: Vec<Model>,
    /// The operation that undoes it.
    pub(crate) back: Option<EditOperation>,
}

/// Returns whether nothing on a square excludes a thing.
pub(crate) fn has_room(game: Game, model: &Model, thing: &BoardObject, square: Square) -> bool {
    if !model.board.contains(square) || model.board.blocks().contains(square) {
        return false;
    }
    let there = model.on(square);
    match thing {
        _ if game == Game::Tilt => there.is_empty(),
        BoardObject::Block => there.is_empty(),
        BoardObject::Piece(_) => !there.iter().any(|other| matches!(other, BoardObject::Piece(_))),
        BoardObject::Diagonal(..) => {
            !there.iter().any(|other| matches!(other, BoardObject::Diagonal(..)))
        }
        BoardObject::Target(_) => !there.contains(&thing),
        BoardObject::Item(_) | BoardObject::Player => true,
    }
}

pub(crate) struct Generator<'a> {
    pub(crate) model: &'a Model,
    pub(crate) game: Game,
    /// Whether the board is drawn.
    pub(crate) is_drawn: bool,
    pub(crate) numbers: &'a [Index; 3],
}

impl Generator<'_> {
    pub(crate) fn id(&self, thing: &BoardObject, place: ItemPlace) -> String {
        id(self.game, thing, place)
    }

    /// Returns a square, sometimes one outside the board.
    pub(crate) fn square(&self) -> Square {
        let board = &self.model.board;
        let columns = (board.columns() + 1).min(16);
        let rows = board.rows();
        let number = self.numbers[0].index(usize::from(columns) * usize::from(rows));
        let number = u8::try_from(number).unwrap_or(0);
        Square::new(number % columns, number / columns)
    }

    pub(crate) fn operation(&self, kind: u8) -> Operation {
        match kind {
            0..=4 => self.shift(),
            5 | 6 => self.wall(),
            7 | 8 => self.put(),
            9 | 10 => self.clear(),
            _ => self.hand(),
        }
    }

    pub(crate) fn shift(&self) -> Operation {
        let mut things = self.model.things.clone();
        if self.is_drawn {
            let blocks = self.model.board.blocks();
            things.extend(blocks.iter().map(|s| (BoardObject::Block, ItemPlace::Board(s))));
        }
        let (thing, from) = things[self.numbers[1].index(things.len())].clone();
        let square = self.square();
        let to = ItemPlace::Board(square);
        let mut model = self.model.clone();
        let is_other = from != to && has_room(self.game, &model, &thing, square);
        if let (BoardObject::Block, ItemPlace::Board(old)) = (&thing, from) {
            model.board.remove_block(old);
            model.board.add_block(square);
        } else {
            model.take(&thing, from);
            model.things.push((thing.clone(), to));
        }
        let name = |place| match place {
            ItemPlace::Board(square) => square.to_string(),
            ItemPlace::Hand => "hand".to_owned(),
            ItemPlace::OpponentHand => "opponent".to_owned(),
        };
        Operation {
            gesture: EditOperation::Move { id: self.id(&thing, from), to: name(to) },
            after: is_other.then_some(model).into_iter().collect(),
            back: Some(EditOperation::Move { id: self.id(&thing, to), to: name(from) }),
        }
    }

    pub(crate) fn wall(&self) -> Operation {
        let one = self.square();
        let sides = carom::board::Direction::ALL;
        let side = sides[self.numbers[1].index(4)];
        let Some(other) = one.step(side) else {
            return self.shift();
        };
        let gesture = EditOperation::Wall { wall: [one.to_string(), other.to_string()] };
        let mut model = self.model.clone();
        let is_there = model.board.contains(one) && model.board.contains(other);
        if is_there && model.board.walls(one).contains(side) {
            model.board.remove_wall(one, side);
        } else if is_there {
            model.board.add_wall(one, side);
        }
        let may = is_there && self.is_drawn && !self.is_tiled();
        Operation {
            back: Some(gesture.clone()),
            gesture,
            after: may.then_some(model).into_iter().collect(),
        }
    }

    pub(crate) fn put(&self) -> Operation {
        let square = self.square();
        let at = square.to_string();
        let mut model = self.model.clone();
        if self.is_tiled() && self.numbers[2].index(3) > 0 {
            let tile = Tile::from_bits(u8::try_from(self.numbers[1].index(16)).unwrap());
            let old = model
                .tiles
                .iter_mut()
                .find(|(at, _)| *at == square)
                .map(|(_, there)| std::mem::replace(there, tile));
            let is_other = old.is_some_and(|old| old != tile);
            let put =
                |tile: Tile| EditOperation::Put { put: tile.glyph().to_string(), at: at.clone() };
            return Operation {
                gesture: put(tile),
                after: is_other.then_some(model).into_iter().collect(),
                back: old.map(put),
            };
        }
        let puts = match self.is_tiled() {
            true => vec!["item:NEW", "item:KEY"],
            false => vec![
                "#", "+", "*", "r", "R", "Q", "0", "@", "7", "H", "V", "G", "B", "/", "R\\", "q",
            ],
        };
        let put = puts[self.numbers[1].index(puts.len())];
        let thing = thing(put);
        let is_known = is_known(&thing, self.game, put);
        let is_one = match thing {
            BoardObject::Piece(name) => !is_nameless(self.game, name),
            _ => matches!(thing, BoardObject::Item(_)),
        };
        let is_there = is_one && model.things.iter().any(|(other, _)| *other == thing);
        let may_be_drawn = thing != BoardObject::Block || self.is_drawn;
        let may =
            is_known && !is_there && may_be_drawn && has_room(self.game, &model, &thing, square);
        let below = model.on(square).is_empty();
        if thing == BoardObject::Block {
            model.board.add_block(square);
        } else {
            model.things.push((thing.clone(), ItemPlace::Board(square)));
        }
        let is_taken_first = below || matches!(thing, BoardObject::Piece(_));
        Operation {
            gesture: EditOperation::Put { put: put.to_owned(), at: at.clone() },
            after: may.then_some(model).into_iter().collect(),
            back: is_taken_first.then_some(EditOperation::Clear { clear: at }),
        }
    }

    fn is_tiled(&self) -> bool {
        self.game == Game::Rush
    }

    pub(crate) fn clear(&self) -> Operation {
        let square = self.square();
        let mut after = Vec::new();
        let there = self.model.on(square);
        let is_piece = |thing: &&&BoardObject| matches!(thing, BoardObject::Piece(_));
        let is_target = |thing: &&&BoardObject| matches!(thing, BoardObject::Target(_));
        let first: Vec<&BoardObject> = match there.iter().find(is_piece) {
            Some(piece) => vec![*piece],
            None if there.iter().any(|thing| is_target(&thing)) => {
                there.iter().filter(is_target).copied().collect()
            }
            None => {
                let others = there.iter().filter(|thing| ***thing != BoardObject::Player);
                others.copied().take(1).collect()
            }
        };
        for thing in first {
            let mut model = self.model.clone();
            model.take(thing, ItemPlace::Board(square));
            after.push(model);
        }
        if self.is_drawn && self.model.board.blocks().contains(square) {
            let mut model = self.model.clone();
            model.board.remove_block(square);
            after.push(model);
        }
        Operation { gesture: EditOperation::Clear { clear: square.to_string() }, after, back: None }
    }

    pub(crate) fn hand(&self) -> Operation {
        let tile = Tile::from_bits(u8::try_from(self.numbers[1].index(16)).unwrap());
        let mut model = self.model.clone();
        let old = model.hand.replace(tile);
        let take = |tile: Tile| EditOperation::Hand { hand: tile.glyph().to_string() };
        let is_other = old.is_some_and(|old| old != tile);
        Operation {
            gesture: take(tile),
            after: is_other.then_some(model).into_iter().collect(),
            back: old.map(take),
        }
    }
}

pub(crate) fn thing(put: &str) -> BoardObject {
    let slash = carom::games::DiagonalKind::Slash;
    let backslash = carom::games::DiagonalKind::Backslash;
    match put {
        "#" => BoardObject::Block,
        "/" => BoardObject::Diagonal(slash, None),
        "R\\" => BoardObject::Diagonal(backslash, Some('R')),
        _ => match (put.strip_prefix("item:"), put.chars().next().unwrap()) {
            (Some(name), _) => BoardObject::Item(name.into()),
            (None, glyph @ ('+' | '*' | 'a'..='z')) => BoardObject::Target(glyph),
            (None, glyph) => BoardObject::Piece(glyph),
        },
    }
}

/// Returns whether a game has such a thing.
pub(crate) fn is_known(thing: &BoardObject, game: Game, put: &str) -> bool {
    match (game, thing) {
        (Game::Rush, thing) => matches!(thing, BoardObject::Item(_)),
        (_, BoardObject::Block) | (Game::Lunar, BoardObject::Piece(_)) => true,
        (Game::Lunar, _) => put == "+",
        (Game::Slider, _) => matches!(put, "H" | "V"),
        (Game::Tilt, _) => matches!(put, "G" | "B" | "+"),
        (Game::Ricochet, BoardObject::Piece(name)) => name.is_ascii_uppercase() || *name == '0',
        (Game::Ricochet, _) => put != "+",
    }
}
