//! Puzzle files of carom's own.

use super::draft::{Draft, Note, Reading, Said};
use super::form::{Form, Keeps, Refusal};
use crate::analysis::{Diagnostic, FileHead, Level, Puzzle, Written, setup_of, write_puzzle};
use crate::games::Game;
use crate::syntax::{FieldValue, Key, ParsedSection, parse, sections};
use crate::text::{Span, lines};

pub(super) const FORM: Form = Form {
    name: "carom",
    about: "puzzle files as this program reads them",
    game: None,
    extensions: &["carom"],
    between: Some("\n"),
    companions: &[],
    keeps: Keeps::ALL,
    recognises,
    read: Some(read),
    write: Some(write),
};

/// Keys of the file that hold for each of its puzzles; a title and notes are
/// about the file as a whole.
const INHERITED: [Key; 5] = [Key::Author, Key::Source, Key::License, Key::Date, Key::Tags];

fn recognises(text: &str) -> bool {
    let mut lines = lines(text).map(|line| line.span.slice(text));
    lines.any(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some("puzzle")
            && words
                .next()
                .is_some_and(|game| Game::from_name(game).is_some())
    })
}

pub(super) fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    let mut spans = sections(text).into_iter();
    let head_span = spans.next().unwrap_or_default();
    let head_text = head_span.slice(text);
    let head = FileHead::read(head_text);
    let faults = head.diagnostics().iter().filter(|found| is_wrong(found));
    reading
        .faults
        .extend(faults.map(|found| note(found, head_span.start)));
    reading.warnings = left_behind(head_text, head_span.start);
    let inherited = inherited(head_text);
    for span in spans {
        read_puzzle(span, span.slice(text), &head, &inherited, &mut reading);
    }
    reading
}

/// The puzzle of a section, if it is well formed.
pub(super) fn draft(text: &str, head: &FileHead) -> Option<Draft> {
    let mut reading = Reading::default();
    let span = Span::from_range(0..text.len());
    read_puzzle(span, text, head, &[], &mut reading);
    reading.drafts.pop()
}

/// What the keys of the file say of each of its puzzles.
fn inherited(head_text: &str) -> Vec<Said<Key>> {
    let head = parse(head_text);
    let said = head.fields.iter().filter_map(|field| {
        let key = field.key.filter(|key| INHERITED.contains(key))?;
        let (value, span) = (field.value_span.slice(head_text), field.value_span);
        Some(Said {
            key,
            value: value.to_owned(),
            span,
        })
    });
    said.collect()
}

/// What a file says of itself, of which its puzzles say nothing.
fn left_behind(head_text: &str, offset: u32) -> Vec<Note> {
    let head = parse(head_text);
    let fields = head.fields.iter().filter(|field| match field.key {
        // The puzzles have the rules of the file.
        Some(key) => key != Key::Rules && !INHERITED.contains(&key),
        None => true,
    });
    let fields = fields.map(|field| {
        let key = field.key_span.slice(head_text);
        (field.key_span, format!("`{key}` of the file"))
    });
    let comments = head.comments.first().map(|comment| {
        let all = head.comments.iter().copied().fold(*comment, Span::cover);
        (all, "what is commented on the file".to_owned())
    });
    let notes = fields.chain(comments).map(|(span, what)| {
        let message = format!("{what} has no place in a puzzle, and is left out");
        Note::new(span.shifted(offset), message)
    });
    let mut notes: Vec<Note> = notes.collect();
    notes.sort_unstable_by_key(|note| note.span.start);
    notes
}

fn read_puzzle(
    span: Span,
    text: &str,
    head: &FileHead,
    inherited: &[Said<Key>],
    reading: &mut Reading,
) {
    let puzzle = Puzzle::read(text, head);
    let Some(position) = puzzle.position() else {
        let faults = puzzle.diagnostics().iter().filter(|found| is_wrong(found));
        reading
            .faults
            .extend(faults.map(|found| note(found, span.start)));
        return;
    };
    let mut draft = Draft::new(span, position.clone());
    draft.head = puzzle.header_span().shifted(span.start);
    draft.name = puzzle.name().map(str::to_owned);
    let comments = puzzle.section.comments.iter();
    draft.comments = comments
        .map(|comment| comment.slice(text).to_owned())
        .collect();
    let squares = puzzle.squares();
    draft.squares = squares
        .map(|(square, place)| (square, place.shifted(span.start)))
        .collect();
    let walls = puzzle.walls();
    draft.walls = walls
        .map(|(square, side, place)| (square, side, place.shifted(span.start)))
        .collect();
    let moves = puzzle.section.solution().unwrap_or_default().iter();
    draft.moves = moves
        .map(|played| played.span.shifted(span.start))
        .collect();
    say(&mut draft, &puzzle.section, text, span.start);
    let inherited = inherited.iter();
    let inherited: Vec<Said<Key>> = inherited
        .filter(|said| draft.said(said.key).is_none())
        .cloned()
        .collect();
    draft.keys.extend(inherited);
    reading.drafts.push(draft);
}

/// Notes what a puzzle says beside its setup.
fn say(draft: &mut Draft, section: &ParsedSection, text: &str, offset: u32) {
    for field in &section.fields {
        let value = match &field.value {
            FieldValue::Text | FieldValue::Claim(_) => field.value_span.slice(text).to_owned(),
            FieldValue::Words(words) if field.key == Some(Key::Result) => {
                let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                words.join(" ")
            }
            FieldValue::Moves(moves) if field.key == Some(Key::Solution) => {
                let moves = moves.iter().map(|read| read.span.slice(text));
                moves.collect::<Vec<_>>().join(" ")
            }
            // The rest is the setup.
            _ => continue,
        };
        let span = field.value_span.shifted(offset);
        match field.key {
            Some(Key::Notes) => {
                let notes = draft.keys.iter_mut().find(|said| said.key == Key::Notes);
                match notes {
                    Some(notes) => {
                        notes.value.push('\n');
                        notes.value.push_str(&value);
                        notes.span = notes.span.cover(span);
                    }
                    None => draft.say(Key::Notes, value, span),
                }
            }
            Some(key) => draft.say(key, value, span),
            None => draft.say_own(field.key_span.slice(text), value, span),
        }
    }
}

fn is_wrong(found: &Diagnostic) -> bool {
    found.lint.default_level() == Level::Deny
}

fn note(found: &Diagnostic, offset: u32) -> Note {
    Note {
        span: found.span.shifted(offset),
        message: found.message.clone(),
        help: found.help.clone(),
    }
}

pub(super) fn write(draft: &Draft) -> Result<String, Refusal> {
    let keys: Vec<(Key, String)> = draft
        .keys
        .iter()
        .map(|said| (said.key, said.value.clone()))
        .collect();
    let own_keys: Vec<(String, String)> = draft
        .own_keys
        .iter()
        .map(|said| (said.key.clone(), said.value.clone()))
        .collect();
    let setup = setup_of(&draft.position);
    let written = Written {
        name: draft.name.as_deref(),
        keys: &keys,
        own_keys: &own_keys,
        comments: &draft.comments,
        ..Written::new(&*setup)
    };
    write_puzzle(&written).map_err(|unwritable| Refusal::new(unwritable.to_string()))
}
