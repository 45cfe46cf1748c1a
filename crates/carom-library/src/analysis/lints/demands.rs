//! The requirements of a project for its puzzles.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::games::Game;
use crate::syntax::Key;

use crate::analysis::model::setup;

/// The requirements of a project for its puzzles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demands {
    /// Required keys, in the puzzle or in the head of its file.
    pub keys: Vec<String>,
    /// The range of the moves of the shortest solution.
    pub moves: Option<MovesRange>,
    /// Whether a puzzle must have exactly one shortest solution.
    pub is_unique: bool,
    /// Whether each robot must move in some shortest solution.
    pub all_robots: bool,
}

impl Demands {
    /// Whether a key can be required: the format knows it, or it is a custom key.
    pub fn may_ask_for(key: &str) -> bool {
        key.starts_with("x-") || Key::from_name(key).is_some()
    }

    /// Returns the keys of the format.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        Key::ALL.into_iter().map(Key::name)
    }

    /// Returns the required keys that apply to a puzzle of this game.
    pub(crate) fn keys_of(&self, game: Option<Game>) -> impl Iterator<Item = &str> {
        let takes = move |key: &&String| match (game, Key::from_name(key)) {
            (Some(game), Some(key)) => setup::takes(game, key),
            _ => true,
        };
        self.keys.iter().filter(takes).map(String::as_str)
    }
}

/// An inclusive range of moves, possibly without a lower or upper bound.
///
/// Written `6..15`, `6..`, `..15`, or `6` for exactly six.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesRange {
    /// The fewest.
    pub least: Option<u32>,
    /// The most.
    pub most: Option<u32>,
}

impl MovesRange {
    /// Returns the range of one number.
    pub const fn exactly(moves: u32) -> Self {
        Self { least: Some(moves), most: Some(moves) }
    }

    /// Whether the range contains a number.
    pub fn contains(self, moves: u32) -> bool {
        !self.is_below(moves) && !self.is_above(moves)
    }

    /// Whether a number is below the range.
    pub fn is_below(self, moves: u32) -> bool {
        self.least.is_some_and(|least| moves < least)
    }

    /// Whether a number is above the range.
    pub fn is_above(self, moves: u32) -> bool {
        self.most.is_some_and(|most| moves > most)
    }

    /// Describes the range, as in `6 to 15`.
    pub(crate) fn in_words(self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => least.to_string(),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("{least} or more"),
            (None, Some(most)) => format!("{most} at the most"),
            (None, None) => "any number".to_owned(),
        }
    }
}

impl fmt::Display for MovesRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => write!(f, "{least}"),
            (least, most) => {
                least.map_or(Ok(()), |least| write!(f, "{least}"))?;
                f.write_str("..")?;
                most.map_or(Ok(()), |most| write!(f, "{most}"))
            }
        }
    }
}

/// The text is not a range such as `6..15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRange {
    /// It has another form.
    Form,
    /// Its first number is greater than its last.
    Empty,
}

impl FromStr for MovesRange {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Self, NoRange> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = is_number.then(|| text.parse().ok()).flatten();
            number.ok_or(NoRange::Form)
        };
        let end = |text: &str| match text.trim() {
            "" => Ok(None),
            text => number(text).map(Some),
        };
        let Some((least, most)) = text.split_once("..") else {
            return number(text.trim()).map(Self::exactly);
        };
        match (end(least)?, end(most)?) {
            (None, None) => Err(NoRange::Form),
            (Some(least), Some(most)) if least > most => Err(NoRange::Empty),
            (least, most) => Ok(Self { least, most }),
        }
    }
}

impl<'de> Deserialize<'de> for MovesRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match NumberOrText::deserialize(deserializer)? {
            NumberOrText::Number(moves) => moves.to_string(),
            NumberOrText::Text(text) => text,
        };
        text.parse().map_err(|error| match error {
            NoRange::Form => D::Error::custom(format!(
                "expected \"6..15\", \"6..\", \"..15\" or \"6\", found \"{text}\""
            )),
            NoRange::Empty => {
                D::Error::custom(format!("empty range \"{text}\"; write the smaller number first"))
            }
        })
    }
}

impl Serialize for MovesRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number or a string")]
enum NumberOrText {
    Number(u64),
    Text(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_includes_both_ends_and_round_trips() {
        let within = |text: &str| {
            let range: MovesRange = text.parse().unwrap();
            assert_eq!(range.to_string().parse(), Ok(range));
            (0..=4).filter(|&moves| range.contains(moves)).collect()
        };
        let expected: [(&str, Vec<u32>); 6] = [
            ("1..3", vec![1, 2, 3]),
            (" 1 .. 3 ", vec![1, 2, 3]),
            ("2..", vec![2, 3, 4]),
            ("..2", vec![0, 1, 2]),
            ("2", vec![2]),
            ("2..2", vec![2]),
        ];
        for (text, moves) in expected {
            let found: Vec<u32> = within(text);
            assert_eq!(found, moves, "{text}");
        }
        assert_eq!("3..2".parse::<MovesRange>(), Err(NoRange::Empty));
        for text in ["", "..", "a", "1..b", "-1", "+1", "1...3", "1..=3", "99999999999"] {
            assert_eq!(text.parse::<MovesRange>(), Err(NoRange::Form), "{text}");
        }
    }
}
