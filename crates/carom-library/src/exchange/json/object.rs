//! The members of a puzzle.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::board::{Board, Direction, Square};
use crate::games::{DiagonalKind, Game};
use crate::words::join_list;

/// A value in which no object has a member twice, and none is `null`.
pub(super) struct Strict;

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_str<E>(self, _: &str) -> Result<Strict, E> {
        Ok(Strict)
    }

    fn visit_unit<E: Error>(self) -> Result<Strict, E> {
        Err(E::custom("unexpected `null`: leave the member out"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Strict, A::Error> {
        while list.next_element::<Strict>()?.is_some() {}
        Ok(Strict)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Strict, A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = object.next_key::<String>()? {
            if names.contains(&name) {
                return Err(A::Error::custom(format!("duplicate member `{name}`")));
            }
            // A custom key may have any value.
            if name.starts_with("x-") {
                object.next_value::<IgnoredAny>()?;
            } else {
                object.next_value::<Strict>()?;
            }
            names.insert(name);
        }
        Ok(Strict)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Object {
    #[serde(deserialize_with = "game")]
    pub(crate) game: Game,
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) rules: Strings,
    /// Columns and rows.
    pub(crate) size: Option<Size>,
    #[serde(default, deserialize_with = "parts")]
    pub(crate) walls: Vec<Wall>,
    #[serde(default)]
    pub(crate) blocks: Vec<Place>,
    #[serde(default, deserialize_with = "given_parts")]
    pub(crate) diagonals: Option<Vec<Diagonal>>,
    #[serde(default, deserialize_with = "parts")]
    pub(crate) pieces: Vec<Piece>,
    #[serde(default, deserialize_with = "parts")]
    pub(crate) targets: Vec<Target>,
    #[serde(default)]
    pub(crate) tiles: Vec<String>,
    pub(crate) to_move: Option<char>,
    pub(crate) player: Option<Place>,
    pub(crate) hand: Option<String>,
    #[serde(default, deserialize_with = "parts")]
    pub(crate) items: Vec<Item>,
    pub(crate) quests: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) opponent: Vec<String>,
    pub(crate) opponent_hand: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) tags: Option<Strings>,
    pub(crate) notes: Option<Strings>,
    pub(crate) difficulty: Option<String>,
    pub(crate) moves: Option<Moves>,
    pub(crate) result: Option<String>,
    pub(crate) solution: Option<Strings>,
    #[serde(default)]
    pub(crate) comments: Strings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Piece {
    pub(crate) name: char,
    pub(crate) square: Place,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wall {
    pub(crate) square: Place,
    #[serde(deserialize_with = "side")]
    pub(crate) side: Direction,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Diagonal {
    pub(crate) square: Place,
    #[serde(deserialize_with = "diagonal_kind")]
    pub(crate) kind: DiagonalKind,
    pub(crate) robot: Option<char>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Item {
    pub(crate) name: String,
    /// A square, `hand` or `opponent`.
    pub(crate) square: ItemPlace,
}

/// A square by its name, or its column and row from 0 at the top left.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Square(Square),
    FromTop(u8, u8),
}

impl Place {
    pub(crate) fn on(self, board: &Board) -> Option<Square> {
        let square = match self {
            Self::Square(square) => square,
            Self::FromTop(x, y) => {
                let row = board.rows().checked_sub(1)?.checked_sub(y)?;
                (x < board.columns()).then(|| Square::new(x, row))?
            }
        };
        board.contains(square).then_some(square)
    }
}

pub(crate) enum ItemPlace {
    Board(Place),
    Hand,
    OpponentHand,
}

/// A target: a square, or a square with the robot that has to reach it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Target {
    pub(crate) square: Place,
    pub(crate) robot: Option<char>,
}

/// A part of a puzzle that is an object. Serde would read a list of its values, too.
trait Part<'de>: Deserialize<'de> {
    const WHAT: &'static str;

    /// Returns the part that a string or a list stands for.
    fn of_value(_: &Value) -> Option<Self> {
        None
    }
}

impl Part<'_> for Piece {
    const WHAT: &'static str = "an object with `name` and `square`";
}

impl Part<'_> for Item {
    const WHAT: &'static str = "an object with `name` and `square`";
}

impl Part<'_> for Wall {
    const WHAT: &'static str = "an object with `square` and `side`";
}

impl Part<'_> for Diagonal {
    const WHAT: &'static str = "an object with `square` and `kind`";
}

impl Part<'_> for Target {
    const WHAT: &'static str =
        "a square such as \"c3\", [x, y] from the top left, or an object with `square`";

    fn of_value(value: &Value) -> Option<Self> {
        place(value).map(|square| Self { square, robot: None })
    }
}

struct PartVisitor<T>(PhantomData<T>);

impl<'de, T: Part<'de>> Visitor<'de> for PartVisitor<T> {
    type Value = PartOf<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WHAT)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PartOf<T>, E> {
        let part = T::of_value(&text.into()).map(PartOf);
        part.ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<PartOf<T>, A::Error> {
        let value = Value::deserialize(SeqAccessDeserializer::new(list))?;
        let part = T::of_value(&value).map(PartOf);
        part.ok_or_else(|| A::Error::invalid_type(Unexpected::Seq, &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<PartOf<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(PartOf)
    }
}

struct PartOf<T>(T);

impl<'de, T: Part<'de>> Deserialize<'de> for PartOf<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor(PhantomData))
    }
}

fn parts<'de, D: Deserializer<'de>, T: Part<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let parts = Vec::<PartOf<T>>::deserialize(deserializer)?;
    Ok(parts.into_iter().map(|part| part.0).collect())
}

fn given_parts<'de, D: Deserializer<'de>, T: Part<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    parts(deserializer).map(Some)
}

/// A list of strings, or a single one.
#[derive(Clone, Default)]
pub(crate) struct Strings(pub(crate) Vec<String>);

/// Columns and rows.
#[derive(Clone, Copy)]
pub(crate) struct Size(pub(crate) [u8; 2]);

/// A number of moves, or `none`.
pub(crate) struct Moves(pub(crate) String);

/// Deserializes a value that has several forms, described by `what`.
fn one_of<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    what: &str,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    read(&value).ok_or_else(|| D::Error::invalid_value(Unexpected::Other("value"), &what))
}

fn place(value: &Value) -> Option<Place> {
    match value.as_str() {
        Some(name) => name.parse().ok().map(Place::Square),
        None => pair(value).map(|[x, y]| Place::FromTop(x, y)),
    }
}

/// Returns an integer, which JSON may write as `1.0`.
fn integer(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64()?.to_string().parse().ok())
}

fn pair(value: &Value) -> Option<[u8; 2]> {
    let number = |value: &Value| u8::try_from(integer(value)?).ok();
    match value.as_array()?.as_slice() {
        [first, second] => Some([number(first)?, number(second)?]),
        _ => None,
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let what = "columns and rows, such as [16, 16]";
        one_of(deserializer, what, pair).map(Self)
    }
}

/// Reads a side of a square, by its direction or by its name on the compass.
fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
    let what = "a side: up, right, down or left";
    one_of(deserializer, what, |value| match value.as_str()? {
        "up" | "north" => Some(Direction::Up),
        "right" | "east" => Some(Direction::Right),
        "down" | "south" => Some(Direction::Down),
        "left" | "west" => Some(Direction::Left),
        _ => None,
    })
}

fn diagonal_kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DiagonalKind, D::Error> {
    one_of(deserializer, "`/` or `\\`", |value| match value.as_str()? {
        "/" => Some(DiagonalKind::Slash),
        "\\" => Some(DiagonalKind::Backslash),
        _ => None,
    })
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let what = "a square such as \"c3\", or [x, y] from the top left";
        one_of(deserializer, what, place)
    }
}

impl<'de> Deserialize<'de> for ItemPlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let what = "a square, \"hand\" or \"opponent\"";
        one_of(deserializer, what, |value| match value.as_str() {
            Some("hand") => Some(Self::Hand),
            Some("opponent") => Some(Self::OpponentHand),
            _ => place(value).map(Self::Board),
        })
    }
}

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let what = "a string, or a list of strings";
        let read = |value: &Value| match value {
            Value::Array(list) => list.iter().map(text).collect(),
            value => text(value).map(|text| vec![text]),
        };
        one_of(deserializer, what, read).map(Self)
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        one_of(deserializer, "a number of moves, or \"none\"", |value| {
            let number = integer(value)
                .and_then(|number| u32::try_from(number).ok())
                .map(|number| number.to_string());
            let none = value.as_str().filter(|text| *text == "none");
            number.or(none.map(str::to_owned)).map(Self)
        })
    }
}

fn game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
    let names = Game::ALL.map(|game| format!("\"{}\"", game.name()));
    let what = format!("a game: {}", join_list(names, "or"));
    one_of(deserializer, &what, |value| Game::from_name(value.as_str()?))
}
