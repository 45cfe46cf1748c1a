//! The types of values.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::de::{DeserializeOwned, Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::Globs;
use crate::analysis::{Demands, Level, MovesRange, NoRange, nearest};
use crate::text::LineEnding;

/// The place where a value is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In a configuration file.
    File {
        /// The file.
        path: Arc<Path>,
        /// The line, from 1.
        line: u32,
    },
    /// In the settings of an editor.
    Editor,
}

impl Origin {
    /// Returns the name of the file and the line, such as `carom.toml:4`.
    pub(super) fn in_short(&self) -> Option<String> {
        match self {
            Self::File { path, line } => {
                let name = path.file_name()?.to_string_lossy();
                Some(format!("{name}:{line}"))
            }
            Self::Editor => None,
        }
    }
}

/// A value and its origin, if the setting is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting<T>(pub(super) Option<(T, Origin)>);

impl<T> Default for Setting<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone> Setting<T> {
    /// Returns the value.
    pub fn get(&self) -> Option<&T> {
        self.0.as_ref().map(|(value, _)| value)
    }

    /// Returns where the value is set.
    pub fn origin(&self) -> Option<&Origin> {
        self.0.as_ref().map(|(_, origin)| origin)
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self(self.0.as_ref().or(other.0.as_ref()).cloned())
    }
}

/// A value that a setting can have.
pub trait SettingValue: Clone + DeserializeOwned + Serialize {
    /// A description of the values, after "expected".
    const EXPECTED: &'static str;

    /// Returns the JSON schema of the values.
    fn schema() -> Json;

    /// Returns the value in JSON.
    fn to_json(&self) -> Json {
        json!(self)
    }

    /// Returns the value as `carom.toml` contains it.
    fn to_toml(&self) -> String {
        // Strings, numbers and lists are written alike in both.
        self.to_json().to_string()
    }

    /// Sets the folder of the configuration, which globs are relative to.
    fn set_folder(&mut self, _folder: &Path) {}
}

impl SettingValue for bool {
    const EXPECTED: &'static str = "true or false";

    fn schema() -> Json {
        json!({"type": "boolean"})
    }
}

impl SettingValue for u64 {
    const EXPECTED: &'static str = "a whole number";

    fn schema() -> Json {
        json!({"type": "integer", "minimum": 0})
    }
}

impl SettingValue for NonZeroUsize {
    const EXPECTED: &'static str = "a whole number of at least 1";

    fn schema() -> Json {
        json!({"type": "integer", "minimum": 1})
    }
}

impl SettingValue for String {
    const EXPECTED: &'static str = "a string";

    fn schema() -> Json {
        json!({"type": "string"})
    }
}

impl SettingValue for Level {
    const EXPECTED: &'static str = "\"deny\", \"warn\", \"hint\" or \"allow\"";

    fn schema() -> Json {
        json!({"enum": ["deny", "warn", "hint", "allow"]})
    }
}

impl SettingValue for LineEnding {
    const EXPECTED: &'static str = "\"auto\", \"lf\" or \"crlf\"";

    fn schema() -> Json {
        json!({"enum": ["auto", "lf", "crlf"]})
    }
}

/// Where an editor shows the answers of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerPlaces {
    /// In a line above each puzzle.
    Lens,
    /// After the first line of each puzzle.
    Hint,
    /// In both places.
    Both,
}

impl SettingValue for AnswerPlaces {
    const EXPECTED: &'static str = "\"lens\", \"hint\" or \"both\"";

    fn schema() -> Json {
        json!({"enum": ["lens", "hint", "both"]})
    }
}

/// Keys that each puzzle must have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RequiredKeys(pub Vec<String>);

impl<'de> Deserialize<'de> for RequiredKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Vec::<String>::deserialize(deserializer)?;
        let Some(unknown) = keys.iter().find(|key| !Demands::may_ask_for(key)) else {
            return Ok(Self(keys));
        };
        let help = match nearest(unknown, Demands::keys()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "keys of your own start with `x-`".to_owned(),
        };
        Err(D::Error::custom(format!("unknown key `{unknown}`; {help}")))
    }
}

impl SettingValue for RequiredKeys {
    const EXPECTED: &'static str = "a list of keys";

    fn schema() -> Json {
        let keys: Vec<&str> = Demands::keys().collect();
        let own = json!({"type": "string", "pattern": "^x-"});
        json!({"type": "array", "items": {"anyOf": [{"enum": keys}, own]}})
    }
}

impl SettingValue for Globs {
    const EXPECTED: &'static str = "a list of globs";

    fn schema() -> Json {
        json!({"type": "array", "items": {"type": "string", "minLength": 1}})
    }

    fn set_folder(&mut self, folder: &Path) {
        self.set_folder(folder);
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size(pub u64);

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text(deserializer, |bytes| Ok(Self(bytes)))
    }
}

impl SettingValue for Size {
    const EXPECTED: &'static str = "a number of bytes, or a string such as \"1GiB\"";

    fn schema() -> Json {
        json!({"anyOf": [
            {"type": "integer", "minimum": 0},
            {
                "type": "string",
                "pattern": r"^[0-9]+(\.[0-9]*)?\s*([bB]|[kKmMgG]([iI]?[bB])?)?$",
                "examples": ["512MiB", "1GiB"],
            },
        ]})
    }

    fn to_toml(&self) -> String {
        json!(self.to_string()).to_string()
    }
}

/// Parses a number and a unit of a thousand or of 1024.
impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let advice = || {
            let units = "a number and a unit: B, kB, MB, GB, KiB, MiB or GiB";
            format!("expected {units}, found \"{text}\"")
        };
        let end = text
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "kb" => 1_000,
            "mb" => 1_000_000,
            "gb" => 1_000_000_000,
            "k" | "kib" => 1 << 10,
            "m" | "mib" => 1 << 20,
            "g" | "gib" => 1 << 30,
            _ => return Err(advice()),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let whole: u64 = whole.parse().map_err(|_| advice())?;
        let whole = whole.checked_mul(factor);
        let whole = whole.ok_or_else(|| format!("{text} is too large"))?;
        // Further digits are less than a byte.
        let (mut part, mut parts) = (0, 1);
        for digit in fraction.chars().take(18) {
            let digit = digit.to_digit(10).ok_or_else(advice)?;
            part = 10 * part + u128::from(digit);
            parts *= 10;
        }
        let part = u64::try_from(part * u128::from(factor) / parts).unwrap_or(u64::MAX);
        Ok(Self(whole.saturating_add(part)))
    }
}

/// Writes the size in the largest unit that divides it.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(bytes) = *self;
        let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
        let mut units = units.into_iter();
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
            let advice = "expected a number and a unit, as in \"10s\" or \"2min\"";
            D::Error::custom(format!("{advice}, found \"{text}\""))
        })
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&humantime::format_duration(self.0))
    }
}

impl SettingValue for Time {
    const EXPECTED: &'static str = "a string such as \"10s\" or \"2min\"";

    fn schema() -> Json {
        json!({"type": "string", "examples": ["10s", "2min"]})
    }
}

impl<'de> Deserialize<'de> for MovesRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text::<_, MovesText>(deserializer, |moves| {
            let moves = u32::try_from(moves).map_err(|_| format!("{moves} moves are too many"))?;
            Ok(MovesText(Self::exactly(moves)))
        })
        .map(|MovesText(moves)| moves)
    }
}

/// A range of moves whose parse errors are sentences.
struct MovesText(MovesRange);

impl FromStr for MovesText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self).map_err(|error| match error {
            NoRange::Form => {
                format!("expected \"6..15\", \"6..\", \"..15\" or \"6\", found \"{text}\"")
            }
            NoRange::Empty => format!("empty range \"{text}\"; write the smaller number first"),
        })
    }
}

impl Serialize for MovesRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl SettingValue for MovesRange {
    const EXPECTED: &'static str = "a range such as \"6..15\"";

    fn schema() -> Json {
        json!({"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": u32::MAX},
            {
                "type": "string",
                "pattern": r"^\s*([0-9]+|[0-9]+\s*\.\.\s*[0-9]*|\.\.\s*[0-9]+)\s*$",
                "examples": ["6..15", "6..", "..15", "6"],
            },
        ]})
    }
}

/// Reads a number with `number`, and a string by parsing it.
fn number_or_text<'de, D: Deserializer<'de>, T: FromStr<Err = String>>(
    deserializer: D,
    number: impl Fn(u64) -> Result<T, String>,
) -> Result<T, D::Error> {
    let value = toml::Value::deserialize(deserializer)?;
    let value = match &value {
        toml::Value::Integer(integer) => match u64::try_from(*integer) {
            Ok(integer) => number(integer),
            Err(_) => {
                let found = Unexpected::Signed(*integer);
                return Err(D::Error::invalid_value(found, &"a whole number"));
            }
        },
        toml::Value::String(text) => text.parse(),
        value => {
            let found = Unexpected::Other(value.type_str());
            return Err(D::Error::invalid_type(found, &"a number or a string"));
        }
    };
    value.map_err(D::Error::custom)
}
