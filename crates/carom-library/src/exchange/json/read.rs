//! From a text to its puzzles.

use std::collections::HashMap;
use std::fmt::Display;

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use super::object::{Object, Strict};
use super::setup::{NotationOf, position, squares};
use crate::analysis::{nearest, quoted};
use crate::exchange::format::Format;
use crate::exchange::parse::without_mark;
use crate::exchange::record::{Import, Note, PuzzleRecord, add_notes};
use crate::syntax::Key;
use crate::text::Span;

/// The format without its reader and writer, which need the parts of all games.
pub(crate) const FORMAT: Format = Format {
    name: "json",
    about: "a puzzle as a JSON object, in an array, or one a line",
    extensions: &["json"],
    between: Some(",\n"),
    around: Some(["[\n", "]\n"]),
    is_lossless: true,
    recognises,
    ..Format::TEXT
};

fn recognises(text: &str) -> bool {
    without_mark(text).trim_start().starts_with(['{', '[']) && text.contains("\"game\"")
}

/// Reads a text. `notation` returns the part of a game.
pub(crate) fn read(text: &str, notation: NotationOf) -> Import {
    let mut import = Import::default();
    let body = without_mark(text).trim();
    if body.starts_with('[') {
        match serde_json::from_str::<Vec<&RawValue>>(body) {
            Ok(values) => {
                for (number, value) in values.into_iter().enumerate() {
                    let source = Source::new(text, value.get(), format!("/{number}"));
                    import.add(record(&source, notation));
                }
            }
            Err(error) => add_notes(&mut import.faults, [syntax_fault(text, body, &error)]),
        }
        return import;
    }
    let mut rest = body;
    while !rest.is_empty() {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
        let value = values.next();
        let mut end = values.byte_offset();
        match value {
            Some(Ok(value)) => {
                let source = Source::new(text, value.get(), String::new());
                import.add(record(&source, notation));
            }
            Some(Err(error)) => {
                let fault = syntax_fault(text, rest, &error);
                // Continue with the first line that starts with an object, which may be the one
                // that was unexpected. A text is read twice at most.
                let read = (fault.span.start - Span::of(text, rest).start) as usize;
                let line = rest.get(..read).and_then(|read| read.rfind('\n')).unwrap_or_default();
                let next = rest.get(line..).and_then(|rest| rest.find("\n{"));
                end = next.map_or(rest.len(), |at| line + at + 1);
                add_notes(&mut import.faults, [fault]);
            }
            None => end = rest.len(),
        }
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    import
}

fn record(source: &Source<'_>, notation: NotationOf) -> Result<PuzzleRecord, Vec<Note>> {
    let value: Value = serde_json::from_str(source.raw)
        .map_err(|error| syntax_fault(source.text, source.raw, &error))?;
    let Value::Object(mut object) = value else {
        return Err(source.note("", "expected an object, a puzzle").into());
    };
    let mut raw = serde_json::Deserializer::from_str(source.raw);
    serde_path_to_error::deserialize::<_, Strict>(&mut raw)
        .map_err(|error| serde_note(source, &error))?;
    let own_keys = take_own_keys(&mut object);
    let object: Object = serde_path_to_error::deserialize(Value::Object(object))
        .map_err(|error| serde_note(source, &error))?;
    let position = position(&object, source, notation)?;
    let values = members(source.raw);
    let place = |member: &str| {
        let value = values.get(member).map_or(source.raw, |value| value.get());
        Span::of(source.text, value)
    };
    let mut record = PuzzleRecord::new(Span::of(source.text, source.raw), position);
    record.head = place("game");
    record.squares = squares(&object, record.position.board(), source);
    record.moves = source.places("solution");
    record.name = object.name;
    let keys = [
        (Key::Title, object.title),
        (Key::Author, object.author),
        (Key::Source, object.source),
        (Key::License, object.license),
        (Key::Date, object.date),
        (Key::Tags, object.tags.map(|tags| tags.0.join(", "))),
        (Key::Difficulty, object.difficulty),
        (Key::Notes, object.notes.map(|notes| notes.0.join("\n"))),
        (Key::Moves, object.moves.map(|moves| moves.0)),
        (Key::Result, object.result),
        (Key::Solution, object.solution.map(|moves| moves.0.join(" "))),
    ];
    let is_line = |value: &str| !value.contains(['\n', '\r']);
    for (key, value) in keys {
        let Some(value) = value else { continue };
        if key != Key::Notes && !is_line(&value) {
            let pointer = format!("/{}", key.name());
            return Err(source.note(&pointer, "expected a single line").into());
        }
        record.set_key(key, value, place(key.name()));
    }
    for (key, value) in own_keys {
        if !is_line(&value) {
            let pointer = format!("/{key}");
            return Err(source.note(&pointer, "expected a single line").into());
        }
        let span = place(&key);
        record.set_own_key(&key, value, span);
    }
    record.comments = object.comments.0;
    Ok(record)
}

/// Converts an error of serde, which describes values by its own types.
fn serde_note(source: &Source<'_>, error: &serde_path_to_error::Error<serde_json::Error>) -> Note {
    let steps = error.path().iter().filter_map(|step| match step {
        Segment::Seq { index } => Some(format!("/{index}")),
        Segment::Map { key } => Some(format!("/{key}")),
        Segment::Enum { .. } | Segment::Unknown => None,
    });
    let pointer: String = steps.collect();
    let message = error.inner().to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let is_wrong = message.starts_with("invalid ");
    if let Some((_, expected)) = message.rsplit_once(", expected ").filter(|_| is_wrong) {
        let expected = match expected {
            "a sequence" => "a list",
            "a character" => "a single character",
            expected => expected,
        };
        let found = quoted(source.place(&pointer).slice(source.text));
        return source.note(&pointer, format!("expected {expected}, found {found}"));
    }
    let message = message.replace("field `", "member `");
    let unknown = message.strip_prefix("unknown member `").and_then(|rest| rest.split_once('`'));
    let Some((name, list)) = unknown else {
        return source.note(&pointer, message);
    };
    let help = match nearest(name, list.split('`').skip(1).step_by(2)) {
        Some(known) => format!("write `{known}`"),
        None => list.trim_start_matches(", ").to_owned(),
    };
    source.note(&pointer, format!("unknown member `{name}`")).with_help(help)
}

/// Removes the members whose names start with `x-`, and returns them as custom keys. A value that
/// is no string is kept as JSON.
fn take_own_keys(members: &mut Map<String, Value>) -> Vec<(String, String)> {
    let is_own = |key: &&String| key.starts_with("x-");
    let keys: Vec<String> = members.keys().filter(is_own).cloned().collect();
    let own = keys.into_iter().filter_map(|key| {
        let value = match members.remove(&key)? {
            Value::String(text) => text,
            other => other.to_string(),
        };
        Some((key, value))
    });
    own.collect()
}

/// The object of a puzzle in a text.
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    pub(super) raw: &'t str,
    /// The pointer to the object.
    pointer: String,
}

impl<'t> Source<'t> {
    pub(super) const fn new(text: &'t str, raw: &'t str, pointer: String) -> Self {
        Self { text, raw, pointer }
    }

    /// Returns the place of a value, given by its pointer within the object.
    pub(super) fn place(&self, pointer: &str) -> Span {
        let mut raw = self.raw;
        for step in pointer.split('/').skip(1) {
            let inner = match step.parse::<usize>() {
                Ok(number) => list(raw).get(number).copied(),
                Err(_) => members(raw).get(step).map(|value| value.get()),
            };
            match inner {
                Some(inner) => raw = inner,
                None => break,
            }
        }
        Span::of(self.text, raw)
    }

    /// Returns the places of the values in a list.
    pub(super) fn places(&self, member: &str) -> Vec<Span> {
        let members = members(self.raw);
        let values =
            members.get(member).map(|value| list(value.get())).unwrap_or_default().into_iter();
        values.map(|value| Span::of(self.text, value)).collect()
    }

    /// Returns a note about the value that a pointer within the object names.
    pub(super) fn note(&self, pointer: &str, message: impl Display) -> Note {
        let whole = format!("{}{pointer}", self.pointer);
        let message = match whole.as_str() {
            "" => message.to_string(),
            whole => format!("{whole}: {message}"),
        };
        let place = match pointer {
            // The whole object may have many lines.
            "" => Span::of(self.text, self.raw.get(..1).unwrap_or_default()),
            pointer => self.place(pointer),
        };
        Note::new(place, message)
    }
}

/// Returns the members of an object.
pub(super) fn members(raw: &str) -> HashMap<String, &RawValue> {
    serde_json::from_str(raw).unwrap_or_default()
}

fn list(raw: &str) -> Vec<&str> {
    let values: Vec<&RawValue> = serde_json::from_str(raw).unwrap_or_default();
    values.into_iter().map(RawValue::get).collect()
}

/// Returns a note about a text that is no JSON. `part` is the slice that was parsed.
pub(super) fn syntax_fault(text: &str, part: &str, error: &serde_json::Error) -> Note {
    let lines = part.split_inclusive('\n').take(error.line().saturating_sub(1));
    let line: usize = lines.map(str::len).sum();
    let mut at = (line + error.column().saturating_sub(1)).min(part.len());
    while !part.is_char_boundary(at) {
        at -= 1;
    }
    let message = error.to_string();
    // The span gives the line.
    let message = message.split(" at line ").next().unwrap_or_default();
    let place = Span::of(text, part.get(at..at).unwrap_or_default());
    Note::new(place, format!("expected JSON: {message}"))
}
