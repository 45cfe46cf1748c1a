//! The values of settings.

use std::time::Duration;

use serde_json::json;

use super::Globs;
use super::size::{bytes, with_unit};
use super::tree::{Entry, Item, Raw};
use super::{Answers, Fault, Kind};
use crate::analysis::{Demands, Level, MovesRange, NoRange, nearest};
use crate::text::LineEnding;

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The level of a lint.
    Level(Level),
    /// A number.
    Number(u64),
    /// A number of bytes.
    Size(u64),
    /// A length of time.
    Time(Duration),
    /// Which files are meant.
    Globs(Globs),
    /// Any text.
    Text(String),
    /// True or false.
    Flag(bool),
    /// Texts of which each may be meant alone.
    Texts(Vec<String>),
    /// From one number of moves to another.
    Moves(MovesRange),
    /// How lines end.
    LineEnding(LineEnding),
}

impl Value {
    /// The value for programs: sizes are numbers of bytes.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Level(level) => json!(level.name()),
            Self::Number(number) | Self::Size(number) => json!(number),
            Self::Time(time) => json!(humantime::format_duration(*time).to_string()),
            Self::Globs(globs) => json!(globs.written()),
            Self::Text(text) => json!(text),
            Self::Flag(flag) => json!(flag),
            Self::Texts(texts) => json!(texts),
            Self::Moves(range) => json!(range.to_string()),
            Self::LineEnding(ending) => json!(ending.name()),
        }
    }

    /// The value as a `carom.toml` has it.
    pub fn to_toml(&self) -> String {
        match self {
            Self::Size(bytes) => json!(with_unit(*bytes)).to_string(),
            // Texts, numbers and lists are alike in both.
            value => value.to_json().to_string(),
        }
    }
}

/// The names of the levels.
pub(super) const LEVELS: &[&str] = &["deny", "warn", "hint", "allow"];

/// Reads the value of `entry`; globs are those of a configuration in `folder`,
/// by its path.
///
/// # Errors
///
/// What is wrong with it.
pub(super) fn read(
    entry: &Entry,
    kind: Kind,
    folder: &std::path::Path,
) -> Result<Value, Vec<Fault>> {
    let (item, key) = (&entry.item, &entry.key);
    let read = match (kind, &item.value) {
        (Kind::Level, Raw::Text(text)) => level(text, item),
        (Kind::Count, Raw::Number(number)) => Ok(Value::Number(*number)),
        (Kind::Positive, Raw::Number(number)) => match number {
            0 => Err(fault(item, format!("`{key}` is at least 1"))),
            number => Ok(Value::Number(*number)),
        },
        (Kind::Size, Raw::Number(bytes)) => Ok(Value::Size(*bytes)),
        (Kind::Size, Raw::Text(text)) => {
            let wrong = |advice| fault(item, format!("`{text}` is no size")).with_help(advice);
            bytes(text).map(Value::Size).map_err(wrong)
        }
        (Kind::Time, Raw::Text(text)) => {
            let advice = "write a number and a unit, as in \"10s\" or \"2min\"";
            let wrong = |_| fault(item, format!("`{text}` is no time")).with_help(advice);
            let time = humantime::parse_duration(text);
            time.map(Value::Time).map_err(wrong)
        }
        (Kind::Text, Raw::Text(text)) => Ok(Value::Text(text.clone())),
        (Kind::Answers, Raw::Text(text)) if Answers::from_name(text).is_some() => {
            Ok(Value::Text(text.clone()))
        }
        (Kind::LineEnding, Raw::Text(text)) => line_ending(text, item),
        (Kind::Flag, Raw::Flag(flag)) => Ok(Value::Flag(*flag)),
        (Kind::Moves, Raw::Text(text)) => moves(text, item),
        (Kind::Moves, Raw::Number(number)) => match u32::try_from(*number) {
            Ok(moves) => Ok(Value::Moves(MovesRange::exactly(moves))),
            Err(_) => Err(fault(item, format!("`{number}` moves are too many"))),
        },
        (Kind::Keys, _) => return keys(entry),
        (Kind::Globs, _) => return globs(entry, folder).map(Value::Globs),
        (kind, value) => {
            let message = format!("`{key}` is {}, not {}", kind.takes(), value.kind());
            Err(fault(item, message))
        }
    };
    read.map_err(|fault| vec![fault])
}

fn fault(item: &Item, message: impl Into<String>) -> Fault {
    Fault::new(message, item.span.clone())
}

fn level(text: &str, item: &Item) -> Result<Value, Fault> {
    text.parse().map(Value::Level).map_err(|()| {
        let fault = fault(item, format!("`{text}` is no level"));
        match nearest(text, LEVELS.iter().copied()) {
            Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
            None => fault.with_help(format!("the levels are {}", LEVELS.join(", "))),
        }
    })
}

fn line_ending(text: &str, item: &Item) -> Result<Value, Fault> {
    text.parse().map(Value::LineEnding).map_err(|()| {
        let fault = fault(item, format!("`{text}` is no line ending"));
        let names = LineEnding::ALL.map(LineEnding::name);
        match nearest(text, names.iter().copied()) {
            Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
            None => fault.with_help(format!("the line endings are {}", names.join(", "))),
        }
    })
}

fn moves(text: &str, item: &Item) -> Result<Value, Fault> {
    text.parse().map(Value::Moves).map_err(|wrong| {
        let fault = fault(item, format!("`{text}` is no range"));
        fault.with_help(match wrong {
            NoRange::Form => "write \"6..15\", \"6..\", \"..15\" or \"6\"",
            NoRange::Empty => "the first number is the smaller one",
        })
    })
}

/// Reads a list of keys of the format.
fn keys(entry: &Entry) -> Result<Value, Vec<Fault>> {
    let texts = texts(entry, Kind::Keys)?;
    let unknown = texts.iter().filter(|(key, _)| !Demands::may_ask_for(key));
    let faults = unknown.map(|(key, item)| {
        let fault = fault(item, format!("there is no key `{key}`"));
        fault.with_help(match nearest(key, Demands::keys()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "the keys are those of the format, and your own that start with `x-`".into(),
        })
    });
    let faults: Vec<Fault> = faults.collect();
    if faults.is_empty() {
        let keys = texts.iter().map(|(key, _)| (*key).to_owned());
        Ok(Value::Texts(keys.collect()))
    } else {
        Err(faults)
    }
}

/// Reads a list of texts.
fn texts(entry: &Entry, kind: Kind) -> Result<Vec<(&str, &Item)>, Vec<Fault>> {
    let wrong = |item: &Item| {
        let message = format!(
            "`{}` is {}, not {}",
            entry.key,
            kind.takes(),
            item.value.kind()
        );
        fault(item, message)
    };
    let Raw::List(items) = &entry.item.value else {
        return Err(vec![wrong(&entry.item)]);
    };
    let (mut texts, mut faults) = (Vec::new(), Vec::new());
    for item in items {
        match &item.value {
            Raw::Text(text) => texts.push((text.as_str(), item)),
            value => {
                let message = format!("`{}` holds texts, not {}", entry.key, value.kind());
                faults.push(fault(item, message));
            }
        }
    }
    if faults.is_empty() {
        Ok(texts)
    } else {
        Err(faults)
    }
}

/// Reads a list of globs.
pub(super) fn globs(entry: &Entry, folder: &std::path::Path) -> Result<Globs, Vec<Fault>> {
    let texts = texts(entry, Kind::Globs)?;
    let written = texts.iter().map(|(text, _)| (*text).to_owned());
    Globs::new(folder, written.collect()).map_err(|wrong| {
        let faults = wrong.into_iter().map(|(number, reason)| {
            let (text, span) = match texts.get(number) {
                Some((text, item)) => (*text, item.span.clone()),
                None => ("", entry.item.span.clone()),
            };
            Fault::new(format!("`{text}` is no glob: {reason}"), span)
        });
        faults.collect()
    })
}
