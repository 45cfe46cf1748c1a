//! The object of a puzzle in a text, and places in it.

use std::collections::HashMap;
use std::fmt::Display;

use serde_json::value::RawValue;

use crate::exchange::record::Note;
use crate::text::Span;

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
        let values = members.get(member).map(|value| list(value.get()));
        let values = values.unwrap_or_default().into_iter();
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
    let lines = part
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1));
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
