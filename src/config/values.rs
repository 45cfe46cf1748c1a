//! The types of values.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Spanned;

use crate::analysis::{Demands, Level, Lint};
use crate::exchange::{FORMATS, Format, format};

/// Declares the JSON schema of a type that reads itself from a string or a number.
macro_rules! schema {
    ($type:ty, $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

/// Returns the schema of the table of lints, with the default and the summary of each.
pub(super) fn lints(_: &mut SchemaGenerator) -> Schema {
    let levels = [Level::Deny, Level::Warn, Level::Hint, Level::Allow].map(Level::name);
    let lints = Lint::ALL.iter().map(|lint| {
        let level = json_schema!({
            "enum": levels,
            "default": lint.default_level().name(),
            "description": lint.summary(),
        });
        (lint.code().to_owned(), level.to_value())
    });
    json_schema!({
        "type": "object",
        "properties": serde_json::Map::from_iter(lints),
        "additionalProperties": false,
    })
}

pub(super) fn line_ending(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["auto", "lf", "crlf"]})
}

pub(super) fn moves_range(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"anyOf": [
        {"type": "integer", "minimum": 0, "maximum": u32::MAX},
        {
            "type": "string",
            "pattern": r"^\s*([0-9]+|[0-9]+\s*\.\.\s*[0-9]*|\.\.\s*[0-9]+)\s*$",
            "examples": ["6..15", "6..", "..15", "6"],
        },
    ]})
}

/// Where an editor shows the answers of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerPlaces {
    /// In a line above each puzzle.
    Lens,
    /// After the first line of each puzzle.
    Hint,
    /// In both places.
    Both,
}

/// A key that each puzzle must have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RequiredKey(pub String);

impl<'de> Deserialize<'de> for RequiredKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        match Demands::may_ask_for(&key) {
            true => Ok(Self(key)),
            false => Err(unknown("key", &key, Demands::keys().chain(["x-…"]))),
        }
    }
}

schema!(RequiredKey, {
    let keys: Vec<&str> = Demands::keys().collect();
    json_schema!({"anyOf": [{"enum": keys}, {"type": "string", "pattern": "^x-"}]})
});

/// A foreign format that can be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceFormat(pub(super) &'static Format);

impl SourceFormat {
    fn names() -> impl Iterator<Item = &'static str> {
        let formats = FORMATS.iter().filter(|format| format.read.is_some());
        formats.map(|format| format.name)
    }
}

impl<'de> Deserialize<'de> for SourceFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = format(&name).filter(|format| format.read.is_some());
        found.map(Self).ok_or_else(|| unknown("format", &name, Self::names()))
    }
}

schema!(SourceFormat, json_schema!({"enum": Self::names().collect::<Vec<_>>()}));

/// Globs that are not compiled yet.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Patterns(pub(super) Vec<Spanned<String>>);

schema!(Patterns, json_schema!({"type": "array", "items": {"type": "string", "minLength": 1}}));

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match NumberOrText::deserialize(deserializer)? {
            NumberOrText::Number(bytes) => Ok(Self(bytes)),
            NumberOrText::Text(text) => text.parse().map_err(D::Error::custom),
        }
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

schema!(
    Size,
    json_schema!({"anyOf": [
        {"type": "integer", "minimum": 0},
        {
            "type": "string",
            "pattern": r"^[0-9]+(\.[0-9]*)?\s*([bB]|[kKmMgG]([iI]?[bB])?)?$",
            "examples": ["512MiB", "1GiB"],
        },
    ]})
);

/// Parses a number and a unit of a thousand or of 1024.
impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || {
            let units = "a number and a unit: B, kB, MB, GB, KiB, MiB or GiB";
            format!("expected {units}, found \"{text}\"")
        };
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let factor: u128 = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "kb" => 1_000,
            "mb" => 1_000_000,
            "gb" => 1_000_000_000,
            "k" | "kib" => 1 << 10,
            "m" | "mib" => 1 << 20,
            "g" | "gib" => 1 << 30,
            _ => return Err(invalid()),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let whole: u64 = whole.parse().map_err(|_| invalid())?;
        // Further digits are less than a byte.
        let fraction = format!("0{}", fraction.get(..12).unwrap_or(fraction));
        let digits = u32::try_from(fraction.len() - 1).map_err(|_| invalid())?;
        let fraction: u128 = fraction.parse().map_err(|_| invalid())?;
        let bytes = u128::from(whole) * factor + fraction * factor / 10_u128.pow(digits);
        let bytes = u64::try_from(bytes).map_err(|_| format!("{text} is too large"))?;
        Ok(Self(bytes))
    }
}

/// Writes the size in the largest unit that divides it.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bytes) = *self;
        let mut units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")].into_iter();
        match units.find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit)) {
            Some((unit, name)) => write!(f, "{}{name}", bytes / unit),
            None => write!(f, "{bytes}B"),
        }
    }
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        humantime::parse_duration(&text).map(Self).map_err(|_| {
            let expected = "expected a number and a unit, as in \"10s\" or \"2min\"";
            D::Error::custom(format!("{expected}, found \"{text}\""))
        })
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&humantime::format_duration(self.0))
    }
}

schema!(Time, json_schema!({"type": "string", "examples": ["10s", "2min"]}));

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number or a string")]
enum NumberOrText {
    Number(u64),
    Text(String),
}

/// Returns the error of an unknown name, in the words of serde.
fn unknown<'n, E: Error>(kind: &str, name: &str, known: impl Iterator<Item = &'n str>) -> E {
    let quoted: Vec<String> = known.map(|known| format!("`{known}`")).collect();
    let expected = quoted.join(", ");
    E::custom(format!("unknown {kind} `{name}`, expected one of {expected}"))
}
