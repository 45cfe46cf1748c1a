//! Foreign formats: every puzzle survives a round trip.

use crate::setups;

mod codingame;
mod collections;
mod content;
mod detection;
pub mod json;
mod jsonl;
// The processor time is read from the system.
#[cfg(unix)]
mod linear;
mod losses;
mod lunar;
mod melbourne;
mod mutations;
mod ricochet;

use carom::exchange::{Format, Import, Loss, PuzzleRecord, format};
use carom::games::Position;
use carom::text::Span;

fn the(name: &str) -> &'static Format {
    format(name).unwrap()
}

fn read(name: &str, text: &str) -> Import {
    (the(name).read.unwrap())(text)
}

/// Returns the puzzles of a text without errors.
fn records(name: &str, text: &str) -> Vec<PuzzleRecord> {
    let import = read(name, text);
    assert_eq!(import.faults, [], "{text}");
    for record in &import.records {
        let is_inside = |span: Span| span.start <= span.end && span.end as usize <= text.len();
        assert!(is_inside(record.span) && is_inside(record.head), "{record:?}");
        assert!(record.keys.iter().all(|entry| is_inside(entry.span)));
        assert!(record.squares.iter().all(|(_, span)| is_inside(*span)));
    }
    import.records
}

/// Writes puzzles as one text.
fn written(name: &str, records: &[PuzzleRecord]) -> String {
    let texts: Vec<String> =
        records.iter().map(|record| the(name).export(record).unwrap().text).collect();
    the(name).join(texts.iter().map(String::as_str))
}

/// Converts puzzles through a puzzle file.
fn through_carom(records_in: &[PuzzleRecord]) -> Vec<PuzzleRecord> {
    let text = written("carom", records_in);
    records("carom", &text)
}

/// Returns the position alone as a puzzle file, with its pieces sorted.
fn bare_text(record: &PuzzleRecord) -> String {
    written("carom", &[PuzzleRecord::new(Span::empty(0), record.position.clone())])
}

/// Returns the puzzle with its name, claims, keys and comments.
fn content(record: &PuzzleRecord) -> impl PartialEq + std::fmt::Debug + use<> {
    let keys = record.keys.iter();
    let mut keys: Vec<(String, String)> = keys
        .map(|entry| (entry.key.name().to_owned(), entry.value.clone()))
        .chain(record.own_keys.iter().map(|entry| (entry.key.clone(), entry.value.clone())))
        .collect();
    keys.sort();
    let comments: Vec<String> = record
        .comments
        .iter()
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect();
    (bare_text(record), record.name.clone(), keys, comments)
}

/// Asserts that the puzzles of a text, written directly and through a puzzle file, read back with
/// equal names, claims and comments, and are then written the same.
fn round_trips(name: &str, text: &str) {
    let read = records(name, text);
    let contents = |records: &[PuzzleRecord]| records.iter().map(content).collect::<Vec<_>>();
    for puzzles in [through_carom(&read), read.clone()] {
        let text = written(name, &puzzles);
        let again = records(name, &text);
        assert_eq!(contents(&again), contents(&read), "{name}: {text}");
        assert_eq!(written(name, &again), text, "{name}");
    }
}

/// Returns whether a format can express a puzzle; if so, asserts that it reads back as the same.
fn reads_back(
    name: &str,
    position: &Position,
    same: impl Fn(&Position, &Position) -> bool,
) -> bool {
    let record = PuzzleRecord::new(Span::empty(0), position.clone());
    let Ok(written) = the(name).export(&record) else {
        return false;
    };
    assert_eq!(written.losses, departed(name, position));
    let read = records(name, &written.text);
    assert_eq!(read.len(), 1, "{}", written.text);
    assert!(same(&read[0].position, position), "{}\n{position:?}", written.text);
    round_trips(name, &written.text);
    true
}

/// Returns the humans already on their target as losses, if the format cannot express them.
fn departed(name: &str, position: &Position) -> Vec<Loss> {
    let departed = match position {
        Position::Lunar(position) if name == "lunar-rows" => position.departed(),
        _ => &[],
    };
    departed.iter().map(|human| Loss::Departed(human.name, human.square)).collect()
}

/// Returns why a format cannot express a puzzle.
fn refusal(name: &str, puzzle: &str) -> String {
    let record = records("carom", puzzle).remove(0);
    the(name).export(&record).unwrap_err().to_string()
}

/// Returns the errors of a text, each with the text at its place.
fn faults(name: &str, text: &str) -> Vec<String> {
    let import = read(name, text);
    let faults = import.faults.iter();
    faults.map(|fault| format!("{:?}: {}", fault.span.slice(text), fault.message)).collect()
}
