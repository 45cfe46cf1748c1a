//! Carom's own puzzle files.

use super::format::{Format, Refusal};
use super::record::{Import, KeyValue, Note, PuzzleRecord, add_notes};
use crate::analysis::{Diagnostic, FileHead, Puzzle, WritablePuzzle, setup_of, write_puzzle};
use crate::games::Game;
use crate::syntax::{FieldValue, Key, ParsedSection, parse, sections};
use crate::text::{Span, lines};

pub(super) const FORMAT: Format = Format {
    name: "carom",
    about: "carom's own puzzle files",
    extensions: &["carom"],
    between: Some("\n"),
    is_lossless: true,
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

/// Keys of a file that apply to each of its puzzles. A title and notes describe the file.
const INHERITED: [Key; 5] = [Key::Author, Key::Source, Key::License, Key::Date, Key::Tags];

fn recognises(text: &str) -> bool {
    let mut lines = lines(text).map(|line| line.span.slice(text));
    lines.any(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some("puzzle")
            && words.next().is_some_and(|game| Game::from_name(game).is_some())
    })
}

pub(super) fn read(text: &str) -> Import {
    let mut import = Import::default();
    let mut spans = sections(text).into_iter();
    let head_span = spans.next().unwrap_or_default();
    let head_text = head_span.slice(text);
    let head = FileHead::read(head_text);
    let faults = head.diagnostics().iter().filter(|found| found.is_error_by_default());
    add_notes(&mut import.faults, faults.map(|found| note(found, head_span.start)));
    import.warnings = left_behind(head_text, head_span.start);
    let inherited = inherited(head_text);
    for span in spans {
        read_puzzle(span, span.slice(text), &head, &inherited, &mut import);
    }
    import
}

/// Returns the puzzle of a section, if it is well formed.
pub(super) fn record(text: &str, head: &FileHead) -> Option<PuzzleRecord> {
    let mut import = Import::default();
    let span = Span::from_range(0..text.len());
    read_puzzle(span, text, head, &[], &mut import);
    import.records.pop()
}

/// Returns the keys of a file head that apply to each puzzle.
fn inherited(head_text: &str) -> Vec<KeyValue<Key>> {
    let head = parse(head_text);
    let said = head.fields.iter().filter_map(|field| {
        let key = field.key.filter(|key| INHERITED.contains(key))?;
        let (value, span) = (field.value_span.slice(head_text), field.value_span);
        Some(KeyValue { key, value: value.to_owned(), span })
    });
    said.collect()
}

/// Returns a warning for each part of a file head that a puzzle cannot hold.
fn left_behind(head_text: &str, offset: u32) -> Vec<Note> {
    let head = parse(head_text);
    let fields = head
        .fields
        .iter()
        .filter(|field| match field.key {
            // The rules of the file are part of each puzzle.
            Some(key) => key != Key::Rules && !INHERITED.contains(&key),
            None => true,
        })
        .map(|field| {
            let key = field.key_span.slice(head_text);
            (field.key_span, format!("`{key}` of the file"))
        });
    let comments = head.comments.first().map(|comment| {
        let all = head.comments.iter().copied().fold(*comment, Span::cover);
        (all, "comments of the file".to_owned())
    });
    let mut notes: Vec<Note> = fields
        .chain(comments)
        .map(|(span, what)| {
            let message = format!("{what} dropped: no puzzle can hold it");
            Note::new(span.shifted(offset), message)
        })
        .collect();
    notes.sort_unstable_by_key(|note| note.span.start);
    notes
}

fn read_puzzle(
    span: Span,
    text: &str,
    head: &FileHead,
    inherited: &[KeyValue<Key>],
    import: &mut Import,
) {
    let puzzle = Puzzle::read(text, head);
    let Some(position) = puzzle.position() else {
        let faults = puzzle.errors().map(|found| note(found, span.start));
        add_notes(&mut import.faults, faults);
        return;
    };
    let mut record = PuzzleRecord::new(span, position.clone());
    record.head = puzzle.header_span().shifted(span.start);
    record.name = puzzle.name().map(str::to_owned);
    let comments = puzzle.section.comments.iter();
    record.comments = comments.map(|comment| comment.slice(text).to_owned()).collect();
    let squares = puzzle.squares();
    record.squares = squares.map(|(square, place)| (square, place.shifted(span.start))).collect();
    let walls = puzzle.walls();
    record.walls =
        walls.map(|(square, side, place)| (square, side, place.shifted(span.start))).collect();
    let moves = puzzle.section.solution().unwrap_or_default().iter();
    record.moves = moves.map(|played| played.span.shifted(span.start)).collect();
    say(&mut record, &puzzle.section, text, span.start);
    let inherited = inherited.iter();
    let inherited: Vec<KeyValue<Key>> =
        inherited.filter(|said| record.key_value(said.key).is_none()).cloned().collect();
    record.keys.extend(inherited);
    import.records.push(record);
}

/// Adds the keys of a section that are not part of the setup.
fn say(record: &mut PuzzleRecord, section: &ParsedSection, text: &str, offset: u32) {
    for field in &section.fields {
        let value = match &field.value {
            FieldValue::Text | FieldValue::Claim(_) => field.value_span.slice(text).to_owned(),
            FieldValue::Words(words) if field.key == Some(Key::Result) => {
                let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                words.join(" ")
            }
            FieldValue::Moves(moves) if field.key == Some(Key::Solution) => {
                moves.iter().map(|read| read.span.slice(text)).collect::<Vec<_>>().join(" ")
            }
            // Other keys belong to the setup.
            _ => continue,
        };
        let span = field.value_span.shifted(offset);
        match field.key {
            Some(Key::Notes) => {
                let notes = record.keys.iter_mut().find(|said| said.key == Key::Notes);
                match notes {
                    Some(notes) => {
                        notes.value.push('\n');
                        notes.value.push_str(&value);
                        notes.span = notes.span.cover(span);
                    }
                    None => record.set_key(Key::Notes, value, span),
                }
            }
            Some(key) => record.set_key(key, value, span),
            None => record.set_own_key(field.key_span.slice(text), value, span),
        }
    }
}

fn note(found: &Diagnostic, offset: u32) -> Note {
    Note {
        span: found.span.shifted(offset),
        message: found.message.clone(),
        help: found.help.clone(),
    }
}

pub(super) fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let keys: Vec<(Key, String)> =
        record.keys.iter().map(|said| (said.key, said.value.clone())).collect();
    let own_keys: Vec<(String, String)> =
        record.own_keys.iter().map(|said| (said.key.clone(), said.value.clone())).collect();
    let setup = setup_of(&record.position);
    let written = WritablePuzzle {
        name: record.name.as_deref(),
        keys: &keys,
        own_keys: &own_keys,
        comments: &record.comments,
        ..WritablePuzzle::new(&*setup)
    };
    write_puzzle(&written).map_err(|unwritable| Refusal::new(unwritable.to_string()))
}
