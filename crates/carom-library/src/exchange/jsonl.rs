//! `jsonl`: one JSON object per line, with a puzzle as `text` in carom's format, and an
//! arbitrary `id`.

use std::collections::HashMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::format::Format;
use super::record::add_notes;
use super::{Import, Note, PuzzleRecord, Refusal, carom, lines};
use crate::syntax::sections;
use crate::text::Span;
use crate::words::join_list;

/// The `id`, if it is not the name: a string as it is, any other value as JSON.
const ID: &str = "x-id";

pub(super) const FORMAT: Format = Format {
    name: "jsonl",
    about: "one JSON object per line: `id`, and the puzzle as `text`",
    extensions: &["jsonl", "ndjson"],
    between: Some(""),
    is_lossless: true,
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

fn recognises(text: &str) -> bool {
    let first = lines::content(text).next();
    first.is_some_and(|(_, line)| line.starts_with('{') && line.contains("\"text\""))
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    for (span, line) in lines::content(text) {
        if let Err(fault) = read_line(span, line, &mut import) {
            add_notes(&mut import.faults, [fault]);
        }
    }
    import
}

fn read_line(span: Span, line: &str, import: &mut Import) -> Result<(), Note> {
    let mut object: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
        let at = column(line, error.column());
        let place = Span::empty(at).shifted(span.start);
        let said = error.to_string();
        // The span gives the line.
        let said = said.split(" at line ").next().unwrap_or_default();
        Note::new(place, format!("expected a JSON object: {said}"))
    })?;
    let Some(Value::String(puzzle)) = object.remove("text") else {
        return Err(Note::new(span, "expected the puzzle in a member `text`"));
    };
    // One span is that of the head.
    if sections(&puzzle).len() > 2 {
        return Err(Note::new(span, "expected one puzzle in `text`"));
    }
    let literal = Literal::of_text(line, span.start);
    let read = carom::read(&puzzle);
    let place = |inner: Span| literal.as_ref().map_or(span, |literal| literal.span(inner));
    let notes = |notes: Vec<Note>| {
        notes.into_iter().map(|mut note| {
            note.span = place(note.span);
            note
        })
    };
    let has_faults = !read.faults.is_empty();
    add_notes(&mut import.faults, notes(read.faults));
    add_notes(&mut import.warnings, notes(read.warnings));
    if has_faults {
        return Ok(());
    }
    let Some(mut record) = read.records.into_iter().next() else {
        return Err(Note::new(span, "expected one puzzle in `text`"));
    };
    record.span = span;
    record.head = place(record.head);
    for said in &mut record.keys {
        said.span = place(said.span);
    }
    for said in &mut record.own_keys {
        said.span = place(said.span);
    }
    let squares = record.squares.iter_mut().map(|(_, span)| span);
    let walls = record.walls.iter_mut().map(|(_, _, span)| span);
    for span in squares.chain(walls).chain(&mut record.moves) {
        *span = place(*span);
    }
    if let Some(id) = object.remove("id").map(|id| id_words(&id))
        && Some(&id) != record.name.as_ref()
    {
        record.set_own_key(ID, id, span);
    }
    if !object.is_empty() {
        let names = object.keys().map(|name| format!("`{name}`"));
        let message = format!(
            "{} dropped: carom has no key for it",
            join_list(names.collect::<Vec<_>>(), "and")
        );
        add_notes(&mut import.warnings, [Note::new(span, message)]);
    }
    import.records.push(record);
    Ok(())
}

/// Returns the offset of a column, which `serde_json` counts in bytes from 1.
fn column(line: &str, column: usize) -> u32 {
    let mut at = column.saturating_sub(1).min(line.len());
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    Span::from_range(0..at).end
}

/// Returns an `id` as the value of a key. A string that could be read as another JSON value
/// keeps its quotes.
fn id_words(id: &Value) -> String {
    match id {
        Value::String(text) if !looks_like_json(text) => text.clone(),
        other => other.to_string(),
    }
}

fn looks_like_json(text: &str) -> bool {
    text.trim() != text
        || text.contains(['\n', '\r', ';'])
        || serde_json::from_str::<Value>(text).is_ok()
}

/// Returns the raw value of the member `text` of a line.
fn raw_text(line: &str) -> Option<&str> {
    let members: HashMap<&str, &RawValue> = serde_json::from_str(line).ok()?;
    members.get("text").map(|raw| raw.get())
}

/// The content of a JSON string literal.
struct Literal {
    /// The offset of its first byte in the file.
    start: u32,
    /// The bytes of each escape: their offset and number in the string, and in the literal.
    escapes: Vec<[(usize, usize); 2]>,
}

impl Literal {
    /// Finds the `text` of the object on `line`, which starts at `start`.
    fn of_text(line: &str, start: u32) -> Option<Self> {
        let raw = raw_text(line)?.strip_prefix('"')?;
        let mut escapes = Vec::new();
        let (mut read, mut written) = (0, 0);
        let mut rest = raw;
        while let Some(plain) = rest.find('\\') {
            rest = rest.get(plain..).unwrap_or_default();
            let (letters, bytes) = escape(rest);
            escapes.push([(read + plain, bytes), (written + plain, letters)]);
            (read, written) = (read + plain + bytes, written + plain + letters);
            rest = rest.get(letters..).unwrap_or_default();
        }
        Some(Self { start: start + Span::of(line, raw).start, escapes })
    }

    /// Converts a span of the string's content to a span of the file.
    fn span(&self, span: Span) -> Span {
        let at = |offset: u32| self.start.saturating_add(self.offset(offset));
        Span::new(at(span.start), at(span.end))
    }

    /// Returns the offset in the literal of the byte at `wanted` of the content.
    fn offset(&self, wanted: u32) -> u32 {
        let wanted = wanted as usize;
        let before = self.escapes.partition_point(|[(at, _), _]| *at < wanted);
        let offset = match before.checked_sub(1).and_then(|last| self.escapes.get(last)) {
            Some([(read, bytes), (written, letters)]) => {
                written + letters + wanted.saturating_sub(read + bytes)
            }
            None => wanted,
        };
        Span::from_range(0..offset).end
    }
}

/// Returns the length of an escape and of the character it stands for.
fn escape(text: &str) -> (usize, usize) {
    let unit = |from: usize| {
        let digits = text.get(from..from + 4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    match (text.as_bytes().get(1), unit(2)) {
        (Some(b'u'), Some(0xD800..=0xDFFF)) => (12, 4),
        (Some(b'u'), Some(unit)) => (6, char::from_u32(unit).map_or(1, char::len_utf8)),
        _ => (2, 1),
    }
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let id = record.own_value(ID).or(record.name.as_deref()).map(|words| {
        let other = serde_json::from_str::<Value>(words);
        other.unwrap_or_else(|_| Value::from(words))
    });
    let mut puzzle = record.clone();
    puzzle.own_keys.retain(|said| said.key != ID);
    let text = Value::from(carom::write(&puzzle)?);
    Ok(match id {
        Some(id) => format!("{{\"id\":{id},\"text\":{text}}}\n"),
        None => format!("{{\"text\":{text}}}\n"),
    })
}
