//! A gesture changes what it says and nothing else: the text that it leaves
//! reads back as the position that the gesture means, which is worked out here
//! from the setup alone.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    unreachable_pub
)]

mod setups;

use carom::analysis::{
    FileHead, Gesture, Puzzle, Thing, WriteSetup, Written, desk, gesture, write_puzzle,
};
use carom::board::{Board, Square};
use carom::games::slider::{Man, Side};
use carom::games::{Diagonal, Item, Piece, Place, Position, Tile, lunar, ricochet, rush, slider};
use carom::syntax::{Key, parse};
use carom::text::apply;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Everything that stands on a board, without an order.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    board: Board,
    things: Vec<(Thing, Place)>,
    tiles: Vec<(Square, Tile)>,
    hand: Option<Tile>,
    quests: Option<Vec<String>>,
}

/// What tells things apart, to put them in order.
fn key((thing, place): &(Thing, Place)) -> String {
    format!("{thing:?} {place:?}")
}

impl Model {
    fn new(board: &Board, things: Vec<(Thing, Place)>) -> Self {
        let tiles = Vec::new();
        let board = board.clone();
        Self {
            board,
            things,
            tiles,
            hand: None,
            quests: None,
        }
    }

    fn sorted(mut self) -> Self {
        self.things.sort_by_key(key);
        self.things.dedup();
        self.tiles.sort_by_key(|(square, _)| *square);
        if let Some(quests) = &mut self.quests {
            quests.sort();
        }
        self
    }

    fn on(&self, square: Square) -> Vec<&Thing> {
        let here = self.things.iter();
        let here = here.filter(|(_, place)| *place == Place::Board(square));
        here.map(|(thing, _)| thing).collect()
    }

    fn take(&mut self, thing: &Thing, place: Place) {
        self.things
            .retain(|(other, at)| other != thing || *at != place);
    }
}

/// What a thing is called in a gesture.
fn id(is_nameless: bool, thing: &Thing, place: Place) -> String {
    let at = match place {
        Place::Board(square) => square.to_string(),
        Place::Hand | Place::OpponentHand => String::new(),
    };
    match thing {
        Thing::Piece(name) if is_nameless => format!("{name}@{at}"),
        Thing::Piece(name) => name.to_string(),
        Thing::Target(glyph) => format!("target:{glyph}@{at}"),
        Thing::Diagonal(..) => format!("diagonal@{at}"),
        Thing::Item(name) => format!("item:{name}"),
        Thing::Player => "player".to_owned(),
        Thing::Block => format!("block@{at}"),
    }
}

trait Modelled: WriteSetup + Clone + std::fmt::Debug {
    const IS_TILED: bool = false;
    fn model(&self) -> Model;
    fn with(&self, model: &Model) -> Self;
    /// The setup of the position it describes, if that is legal.
    fn legal(&self) -> Option<Self>;
    fn of(position: &Position) -> Self;
    fn is_nameless(name: char) -> bool {
        name == Piece::NAMELESS
    }
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

fn pieces(model: &Model) -> Vec<Piece> {
    let things = model.things.iter();
    let pieces = things.filter_map(|(thing, place)| match (thing, place) {
        (&Thing::Piece(name), &Place::Board(square)) => Some(Piece { name, square }),
        _ => None,
    });
    pieces.collect()
}

fn on_board<T>(
    model: &Model,
    is_it: impl Fn(&Thing, Square) -> Option<T>,
) -> impl Iterator<Item = T> {
    model
        .things
        .iter()
        .filter_map(move |(thing, place)| match place {
            Place::Board(square) => is_it(thing, *square),
            _ => None,
        })
}

impl Modelled for lunar::Setup {
    of_position!(Lunar);

    fn model(&self) -> Model {
        let pieces = self.pieces.iter().map(|p| (Thing::Piece(p.name), p.square));
        let targets = self.targets.iter().map(|&s| (Thing::Target('+'), s));
        let things = pieces
            .chain(targets)
            .map(|(thing, s)| (thing, Place::Board(s)));
        Model::new(&self.board, things.collect())
    }

    fn with(&self, model: &Model) -> Self {
        let targets = on_board(model, |thing, square| {
            matches!(thing, Thing::Target(_)).then_some(square)
        });
        Self {
            board: model.board.clone(),
            pieces: pieces(model),
            targets: targets.collect(),
            ..self.clone()
        }
    }
}

impl Modelled for slider::Setup {
    of_position!(Slider);

    fn is_nameless(_: char) -> bool {
        true
    }

    fn model(&self) -> Model {
        let men = self.men.iter();
        let men = men.map(|man| (Thing::Piece(man.side.glyph()), Place::Board(man.square)));
        Model::new(&self.board, men.collect())
    }

    fn with(&self, model: &Model) -> Self {
        let men = pieces(model).into_iter().map(|piece| Man {
            side: Side::from_glyph(piece.name).unwrap(),
            square: piece.square,
        });
        Self {
            board: model.board.clone(),
            men: men.collect(),
            ..self.clone()
        }
    }
}

impl Modelled for ricochet::Setup {
    of_position!(Ricochet);

    fn model(&self) -> Model {
        let robots = self.robots.iter().map(|p| (Thing::Piece(p.name), p.square));
        let targets = self.targets.iter();
        let targets = targets.map(|t| (Thing::Target(t.glyph()), t.square));
        let diagonals = self.diagonals.iter();
        let diagonals = diagonals.map(|d| (Thing::Diagonal(d.kind, d.robot), d.square));
        let things = robots.chain(targets).chain(diagonals);
        let things = things.map(|(thing, square)| (thing, Place::Board(square)));
        Model::new(&self.board, things.collect())
    }

    fn with(&self, model: &Model) -> Self {
        let targets = on_board(model, |thing, square| match *thing {
            Thing::Target(glyph) => Some(ricochet::Target {
                square,
                robot: (glyph != '*').then(|| glyph.to_ascii_uppercase()),
            }),
            _ => None,
        });
        let diagonals = on_board(model, |thing, square| match *thing {
            Thing::Diagonal(kind, robot) => Some(Diagonal {
                square,
                kind,
                robot,
            }),
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
    const IS_TILED: bool = true;

    of_position!(Rush);

    fn model(&self) -> Model {
        let items = self.items.iter();
        let mut things: Vec<_> = items
            .map(|item| (Thing::Item(item.name.clone()), item.place))
            .collect();
        let corner = Square::new(0, self.board.ranks() - 1);
        let player = self.player.unwrap_or(corner);
        things.push((Thing::Player, Place::Board(player)));
        let tiles = self.board.squares();
        let names = || {
            self.items
                .iter()
                .map(|item| item.name.to_string())
                .collect()
        };
        Model {
            tiles: tiles
                .map(|square| (square, self.tiles.get(square)))
                .collect(),
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
        let items = model
            .things
            .iter()
            .filter_map(|(thing, place)| match thing {
                Thing::Item(name) => Some(Item {
                    name: name.clone(),
                    place: *place,
                }),
                _ => None,
            });
        let items: Vec<Item> = items.collect();
        let player = on_board(model, |thing, square| {
            (*thing == Thing::Player).then_some(square)
        });
        // Where no quests are told, they are all items.
        let has = |name: &String| items.iter().any(|item| *item.name == **name);
        let told = self.quests.clone();
        let told = told.map(|quests| quests.into_iter().filter(has).collect());
        Self {
            tiles,
            player: player.last(),
            hand: model.hand,
            items,
            quests: told,
            ..self.clone()
        }
    }
}

/// How a text is written anew, so that more than the standard layout is edited.
#[derive(Clone, Debug)]
struct Style {
    is_compact: bool,
    has_comments: bool,
    indent: usize,
    end: &'static str,
    /// Whether a part of what could be drawn stands in keys.
    is_keyed: bool,
}

fn style() -> impl Strategy<Value = Style> {
    let ends = select(vec!["\n", "\r\n", "\r"]);
    (
        any::<bool>(),
        any::<bool>(),
        0..6_usize,
        ends,
        any::<bool>(),
    )
        .prop_map(|(is_compact, has_comments, indent, end, is_keyed)| Style {
            is_compact,
            has_comments,
            indent,
            end,
            is_keyed,
        })
}

impl Style {
    /// The text of a setup, and keys that no gesture has to do with.
    fn text<S: Modelled>(&self, setup: &S) -> String {
        let model = setup.model();
        let (mut drawn, mut lines) = (setup.clone(), Vec::new());
        let printed = write_puzzle(&Written::new(setup)).unwrap();
        if self.is_keyed && !S::IS_TILED && !printed.contains("  tiles: ") {
            let (kept, keyed): (Vec<_>, Vec<_>) = model
                .things
                .iter()
                .cloned()
                .enumerate()
                .partition(|(number, (thing, _))| number % 2 == 0 || !has_key(setup, thing));
            let kept = kept.into_iter().map(|(_, thing)| thing).collect();
            drawn = setup.with(&Model {
                things: kept,
                ..model
            });
            lines = keyed.into_iter().map(|(_, thing)| thing).collect();
        }
        let text = write_puzzle(&Written::new(&drawn)).unwrap();
        let mut text: Vec<String> = text.lines().map(str::to_owned).collect();
        for (thing, place) in lines {
            let Place::Board(square) = place else {
                continue;
            };
            let (key, words, separator) = match thing {
                Thing::Piece(name) => ("robots", format!("{name} {square}"), ","),
                Thing::Target('+') => ("target", square.to_string(), ""),
                Thing::Target(glyph) => ("target", format!("{glyph} {square}"), ","),
                Thing::Diagonal(kind, robot) => {
                    let robot = robot.map(String::from).unwrap_or_default();
                    (
                        "diagonals",
                        format!("{robot}{} {square}", kind.glyph()),
                        ",",
                    )
                }
                _ => continue,
            };
            let start = format!("  {key}: ");
            match text.iter_mut().find(|line| line.starts_with(&start)) {
                Some(line) => line.push_str(&format!("{separator} {words}")),
                None => text.insert(1, format!("{start}{words}")),
            }
        }
        self.restyled(&text)
    }

    fn restyled(&self, lines: &[String]) -> String {
        let rows = || lines.iter().skip_while(|line| *line != "  board:").skip(1);
        let is_wall_row = |row: &str| row.chars().all(|c| matches!(c, '-' | ' '));
        let has_walls = rows().any(|row| row.contains('|') || is_wall_row(row));
        // Two strokes at the start of a line would be a comment.
        let has_strokes = rows().any(|row| row.contains('/'));
        let mut text = Vec::new();
        let mut in_board = false;
        for (number, line) in lines.iter().enumerate() {
            let mut line = line.clone();
            if in_board {
                line = line[4..].to_owned();
                if self.is_compact && !has_walls && !has_strokes {
                    line = line.replace(' ', "");
                }
                line.insert_str(0, &" ".repeat(self.indent));
            }
            in_board |= line == "  board:";
            if self.has_comments && number % 2 == 1 {
                line.push_str("  ; beside");
            }
            text.push(line);
            if number == 0 {
                text.push("  x-own: kept, a1 b2".to_owned());
                text.push("  notes: R at a1".to_owned());
            }
            if self.has_comments && number % 3 == 1 {
                text.push("   ; between".to_owned());
            }
        }
        text.push(String::new());
        text.push("; below".to_owned());
        text.join(self.end) + self.end
    }
}

fn has_key<S: Modelled>(setup: &S, thing: &Thing) -> bool {
    match setup.game() {
        carom::games::Game::Lunar => matches!(thing, Thing::Target(_)),
        carom::games::Game::Ricochet => true,
        _ => false,
    }
}

/// A gesture that a hand may make, and what it has to lead to.
struct Made {
    gesture: Gesture,
    /// What may stand on the board after it; nothing where it is refused.
    after: Vec<Model>,
    /// What it is undone by.
    back: Option<Gesture>,
}

/// What cannot share a square with something that is there.
fn has_room(model: &Model, thing: &Thing, square: Square) -> bool {
    if !model.board.contains(square) || model.board.blocks().contains(square) {
        return false;
    }
    let there = model.on(square);
    match thing {
        Thing::Block => there.is_empty(),
        Thing::Piece(_) => !there.iter().any(|other| matches!(other, Thing::Piece(_))),
        Thing::Diagonal(..) => !there
            .iter()
            .any(|other| matches!(other, Thing::Diagonal(..))),
        Thing::Target(_) => !there.contains(&thing),
        Thing::Item(_) | Thing::Player => true,
    }
}

struct Hand<'a> {
    model: &'a Model,
    is_tiled: bool,
    /// Whether the board is drawn.
    is_drawn: bool,
    is_nameless: fn(char) -> bool,
    numbers: &'a [Index; 3],
}

impl Hand<'_> {
    fn id(&self, thing: &Thing, place: Place) -> String {
        let is_nameless = matches!(thing, Thing::Piece(name) if (self.is_nameless)(*name));
        id(is_nameless, thing, place)
    }

    /// A square, now and then one beyond the board.
    fn square(&self) -> Square {
        let board = &self.model.board;
        let files = (board.files() + 1).min(16);
        let ranks = board.ranks();
        let number = self.numbers[0].index(usize::from(files) * usize::from(ranks));
        let number = u8::try_from(number).unwrap_or(0);
        Square::new(number % files, number / files)
    }

    fn made(&self, kind: u8) -> Made {
        match kind {
            0..=4 => self.shift(),
            5 | 6 => self.wall(),
            7 | 8 => self.put(),
            9 | 10 => self.clear(),
            _ => self.hand(),
        }
    }

    fn shift(&self) -> Made {
        let mut things = self.model.things.clone();
        if self.is_drawn {
            let blocks = self.model.board.blocks();
            things.extend(blocks.iter().map(|s| (Thing::Block, Place::Board(s))));
        }
        let (thing, from) = things[self.numbers[1].index(things.len())].clone();
        let square = self.square();
        let to = Place::Board(square);
        let mut model = self.model.clone();
        let is_other = from != to && has_room(&model, &thing, square);
        if let (Thing::Block, Place::Board(old)) = (&thing, from) {
            model.board.remove_block(old);
            model.board.add_block(square);
        } else {
            model.take(&thing, from);
            model.things.push((thing.clone(), to));
        }
        let name = |place| match place {
            Place::Board(square) => square.to_string(),
            Place::Hand => "hand".to_owned(),
            Place::OpponentHand => "opponent".to_owned(),
        };
        Made {
            gesture: Gesture::Move {
                id: self.id(&thing, from),
                to: name(to),
            },
            after: is_other.then_some(model).into_iter().collect(),
            back: Some(Gesture::Move {
                id: self.id(&thing, to),
                to: name(from),
            }),
        }
    }

    fn wall(&self) -> Made {
        let one = self.square();
        let sides = carom::board::Direction::ALL;
        let side = sides[self.numbers[1].index(4)];
        let Some(other) = one.step(side) else {
            return self.shift();
        };
        let gesture = Gesture::Wall([one.to_string(), other.to_string()]);
        let mut model = self.model.clone();
        let is_there = model.board.contains(one) && model.board.contains(other);
        if is_there && model.board.walls(one).contains(side) {
            model.board.remove_wall(one, side);
        } else if is_there {
            model.board.add_wall(one, side);
        }
        let may = is_there && self.is_drawn && !self.is_tiled;
        Made {
            back: Some(gesture.clone()),
            gesture,
            after: may.then_some(model).into_iter().collect(),
        }
    }

    fn put(&self) -> Made {
        let square = self.square();
        let at = square.to_string();
        let mut model = self.model.clone();
        if self.is_tiled && self.numbers[2].index(3) > 0 {
            let tile = Tile::from_bits(u8::try_from(self.numbers[1].index(16)).unwrap());
            let old = model.tiles.iter_mut().find(|(at, _)| *at == square);
            let old = old.map(|(_, there)| std::mem::replace(there, tile));
            let is_other = old.is_some_and(|old| old != tile);
            let put = |tile: Tile| Gesture::Put {
                put: tile.glyph().to_string(),
                at: at.clone(),
            };
            return Made {
                gesture: put(tile),
                after: is_other.then_some(model).into_iter().collect(),
                back: old.map(put),
            };
        }
        let puts = match self.is_tiled {
            true => vec!["item:NEW", "item:KEY"],
            false => vec![
                "#", "+", "*", "r", "R", "Q", "0", "@", "7", "H", "V", "/", "R\\", "q",
            ],
        };
        let put = puts[self.numbers[1].index(puts.len())];
        let thing = thing(put);
        let is_known = is_known(&thing, self.game(), put);
        let is_one = match thing {
            Thing::Piece(name) => !(self.is_nameless)(name),
            _ => matches!(thing, Thing::Item(_)),
        };
        let is_there = is_one && model.things.iter().any(|(other, _)| *other == thing);
        let may_be_drawn = thing != Thing::Block || self.is_drawn;
        let may = is_known && !is_there && may_be_drawn && has_room(&model, &thing, square);
        let below = model.on(square).is_empty();
        if thing == Thing::Block {
            model.board.add_block(square);
        } else {
            model.things.push((thing.clone(), Place::Board(square)));
        }
        let is_taken_first = below || matches!(thing, Thing::Piece(_));
        Made {
            gesture: Gesture::Put {
                put: put.to_owned(),
                at: at.clone(),
            },
            after: may.then_some(model).into_iter().collect(),
            back: is_taken_first.then_some(Gesture::Clear(at)),
        }
    }

    fn game(&self) -> char {
        if self.is_tiled {
            'x'
        } else if (self.is_nameless)('H') {
            's'
        } else if self
            .model
            .things
            .iter()
            .any(|(thing, _)| *thing == Thing::Target('+'))
        {
            'l'
        } else {
            'r'
        }
    }

    fn clear(&self) -> Made {
        let square = self.square();
        let mut after = Vec::new();
        let there = self.model.on(square);
        let is_piece = |thing: &&&Thing| matches!(thing, Thing::Piece(_));
        let is_target = |thing: &&&Thing| matches!(thing, Thing::Target(_));
        let first: Vec<&Thing> = match there.iter().find(is_piece) {
            Some(piece) => vec![*piece],
            None if there.iter().any(|thing| is_target(&thing)) => {
                there.iter().filter(is_target).copied().collect()
            }
            None => {
                let others = there.iter().filter(|thing| ***thing != Thing::Player);
                others.copied().take(1).collect()
            }
        };
        for thing in first {
            let mut model = self.model.clone();
            model.take(thing, Place::Board(square));
            after.push(model);
        }
        if self.is_drawn && self.model.board.blocks().contains(square) {
            let mut model = self.model.clone();
            model.board.remove_block(square);
            after.push(model);
        }
        Made {
            gesture: Gesture::Clear(square.to_string()),
            after,
            back: None,
        }
    }

    fn hand(&self) -> Made {
        let tile = Tile::from_bits(u8::try_from(self.numbers[1].index(16)).unwrap());
        let mut model = self.model.clone();
        let old = model.hand.replace(tile);
        let take = |tile: Tile| Gesture::Hand(tile.glyph().to_string());
        let is_other = old.is_some_and(|old| old != tile);
        Made {
            gesture: take(tile),
            after: is_other.then_some(model).into_iter().collect(),
            back: old.map(take),
        }
    }
}

fn thing(put: &str) -> Thing {
    let slash = carom::games::DiagonalKind::Slash;
    let backslash = carom::games::DiagonalKind::Backslash;
    match put {
        "#" => Thing::Block,
        "/" => Thing::Diagonal(slash, None),
        "R\\" => Thing::Diagonal(backslash, Some('R')),
        _ => match (put.strip_prefix("item:"), put.chars().next().unwrap()) {
            (Some(name), _) => Thing::Item(name.into()),
            (None, glyph @ ('+' | '*' | 'a'..='z')) => Thing::Target(glyph),
            (None, glyph) => Thing::Piece(glyph),
        },
    }
}

/// Whether a game has such a thing.
fn is_known(thing: &Thing, game: char, put: &str) -> bool {
    match (game, thing) {
        ('x', Thing::Item(_)) => true,
        ('x', _) => false,
        (_, Thing::Block) => true,
        ('l', Thing::Piece(_)) => true,
        ('l', _) => put == "+",
        ('s', _) => matches!(put, "H" | "V"),
        (_, Thing::Piece(name)) => name.is_ascii_uppercase() || *name == '0',
        (_, _) => put != "+",
    }
}

/// The keys and comments that no gesture changes.
fn rest(text: &str) -> (Vec<String>, Vec<String>) {
    let section = parse(text);
    let changes = [
        Key::Board,
        Key::Target,
        Key::Robots,
        Key::Diagonals,
        Key::Player,
        Key::Items,
        Key::Quests,
        Key::Hand,
    ];
    let fields = section.fields.iter();
    let fields = fields.filter(|field| field.key.is_none_or(|key| !changes.contains(&key)));
    let fields = fields.map(|field| {
        field
            .key_span
            .cover(field.value_span)
            .slice(text)
            .to_owned()
    });
    let comments = section.comments.iter();
    let comments = comments.map(|span| span.slice(text).to_owned());
    (fields.collect(), comments.collect())
}

fn read<S: Modelled>(text: &str) -> Model {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let position = puzzle.position();
    assert!(position.is_some(), "{text}\n{:?}", puzzle.diagnostics());
    S::of(position.unwrap()).model().sorted()
}

/// Makes a gesture, and takes it back.
fn check<S: Modelled>(
    setup: &S,
    style: &Style,
    kind: u8,
    numbers: &[Index; 3],
) -> Result<(), TestCaseError> {
    let text = style.text(setup);
    let before = read::<S>(&text);
    prop_assert_eq!(
        &before,
        &setup.legal().unwrap().model().sorted(),
        "{}",
        text
    );
    let model = setup.model();
    let puzzle = Puzzle::read(&text, &FileHead::default());
    let hand = Hand {
        is_tiled: S::IS_TILED,
        is_drawn: puzzle.section.board().is_some(),
        is_nameless: S::is_nameless,
        model: &model,
        numbers,
    };
    let known = desk(&puzzle).unwrap();
    let mut ids: Vec<String> = known.handles.iter().map(|h| h.id.clone()).collect();
    let mut expected: Vec<String> = model.things.iter().map(|(t, p)| hand.id(t, *p)).collect();
    if hand.is_drawn {
        let blocks = model.board.blocks();
        expected.extend(blocks.iter().map(|square| format!("block@{square}")));
    }
    ids.sort();
    expected.sort();
    expected.dedup();
    prop_assert_eq!(ids, expected, "{}", text);

    let Made {
        gesture: made,
        after,
        back,
    } = hand.made(kind);
    let legal = |model: &Model| Some(setup.with(model).legal()?.model().sorted());
    let possible: Vec<Option<Model>> = after.iter().map(legal).collect();
    let edited = match gesture(&text, &puzzle, &FileHead::default(), &made) {
        Ok(edited) => edited,
        Err(why) => {
            let may_be = possible.is_empty() || possible.contains(&None);
            prop_assert!(may_be, "{made:?} is refused: {why}\n{text}");
            return Ok(());
        }
    };
    let new = apply(&text, &edited.edits);
    let found = read::<S>(&new);
    prop_assert!(
        possible.contains(&Some(found)),
        "{made:?} of\n{text}\nleads to\n{new}"
    );
    prop_assert_eq!(rest(&new), rest(&text), "{:?} of\n{}\n{}", made, text, new);
    let read_again = Puzzle::read(&new, &FileHead::default());
    if let Some(now) = &edited.now {
        let handles = desk(&read_again).unwrap().handles;
        prop_assert!(
            handles.iter().any(|handle| handle.id == *now),
            "{now}\n{new}"
        );
    }
    if let Some(back) = back {
        let undone = gesture(&new, &read_again, &FileHead::default(), &back);
        let undone =
            undone.map_err(|why| TestCaseError::fail(format!("{back:?}: {why}\n{new}")))?;
        let old = apply(&new, &undone.edits);
        prop_assert_eq!(read::<S>(&old), before, "{:?} of\n{}\n{}", back, new, old);
        prop_assert_eq!(rest(&old), rest(&text));
    }
    Ok(())
}

fn numbers() -> impl Strategy<Value = [Index; 3]> {
    proptest::array::uniform3(any::<Index>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn of_lunar(setup in setups::lunar(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn of_ricochet(setup in setups::ricochet(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn of_slider(setup in setups::slider(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn of_rush(setup in setups::rush(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }
}
