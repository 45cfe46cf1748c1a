//! Names, comments and keys of a puzzle survive a round trip or are reported as lost, and none are
//! invented.

use carom::exchange::{Loss, PuzzleRecord};
use carom::games::Position;
use carom::syntax::Key;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::ricochet::{FORMATS, adapt};
use super::{read, records, setups, the, through_carom};

use crate::cases::cases;

/// Names and comments, many of which have a special meaning in one of the formats.
const WORDS: [&str; 24] = [
    "see the book, page 3",
    "First contact",
    "problem 3 beginner",
    "problem 3",
    "  Lead",
    "trail  ",
    "; marked",
    "#1",
    "# marked",
    "% marked",
    "....a",
    "it's \"so\"",
    "\"so\"",
    "It: so",
    "Card 7",
    "Card 07",
    "0x1 0x2 0x4 0x8",
    "0000100100010000001000002",
    "board:3,3;",
    "name: other",
    "puzzle lunar \"other\"",
    "---",
    "```",
    "",
];

/// Keys that formats use themselves.
const OWN_KEYS: [&str; 12] = [
    "x-length",
    "x-targets",
    "x-skub-other",
    "x-name",
    "x-minMoves",
    "x-turn",
    "x-cards",
    "x-other-player",
    "x-other-items",
    "x-item-owners",
    "x-quests",
    "x-id",
];

const VALUES: [&str; 34] = [
    "about three",
    "5 of 12",
    "daily",
    "L",
    "q",
    "h",
    "five",
    "3 more",
    "a, b",
    "none",
    "open",
    "0",
    "1",
    "2",
    "7",
    "007",
    "1 1",
    "0 1",
    ".X",
    "-r",
    "_1",
    "b t r",
    "b is better",
    "h1,0",
    "h1,0 daily",
    "b-moon-7",
    "1 2 3 4",
    "a1",
    "KEY 1",
    "```text",
    "```a`b`",
    "\"so\"",
    "minMoves createdAt",
    "{\"id\":7,\"text\":null}",
];

/// The texts around a puzzle: name, comments and keys.
#[derive(Clone, Debug)]
struct Texts {
    name: Option<&'static str>,
    comments: Vec<&'static str>,
    difficulty: Option<&'static str>,
    moves: Option<&'static str>,
    own: Vec<(&'static str, &'static str)>,
}

fn texts() -> impl Strategy<Value = Texts> {
    let words = || select(WORDS.as_slice());
    let own = (select(OWN_KEYS.as_slice()), select(VALUES.as_slice()));
    (
        option::of(words()),
        vec(words(), 0..4),
        option::of(select(["beginner", "very hard"].as_slice())),
        option::of(select(["4", "12"].as_slice())),
        vec(own, 0..5),
    )
        .prop_map(|(name, comments, difficulty, moves, own)| Texts {
            name,
            comments,
            difficulty,
            moves,
            own,
        })
}

impl Texts {
    /// Returns the puzzle with these texts, as read from a puzzle file.
    fn of(&self, position: &Position) -> PuzzleRecord {
        let mut record = PuzzleRecord::new(carom::text::Span::empty(0), position.clone());
        let place = record.head;
        record.name = self.name.map(str::to_owned);
        record.comments = self.comments.iter().map(|&line| line.to_owned()).collect();
        for (key, value) in [(Key::Difficulty, self.difficulty), (Key::Moves, self.moves)] {
            value.into_iter().for_each(|value| record.set_key(key, value, place));
        }
        for (key, value) in &self.own {
            if record.own_value(key).is_none() {
                record.set_own_key(key, *value, place);
            }
        }
        through_carom(&[record]).remove(0)
    }
}

fn lines(record: &PuzzleRecord) -> Vec<&str> {
    let lines = record.comments.iter().map(|line| line.trim());
    lines.filter(|line| !line.is_empty()).collect()
}

/// Writes as many puzzles into one text as the format allows, reads it, and checks that all losses
/// are reported.
fn check_losses(format: &str, records: &[PuzzleRecord]) {
    let format = the(format);
    let taken = records.iter().filter(|record| format.export(record).is_ok());
    let amount = if format.between.is_some() { records.len() } else { 1 };
    let taken: Vec<&PuzzleRecord> = taken.take(amount).collect();
    let written = taken.iter().map(|record| format.export(record).unwrap());
    let (texts, losses): (Vec<String>, Vec<Vec<Loss>>) =
        written.map(|written| (written.text, written.losses)).unzip();
    if taken.is_empty() {
        return;
    }
    let text = format.join(texts.iter().map(String::as_str));
    let import = read(format.name, &text);
    assert_eq!(import.faults, [], "{text}");
    assert_eq!(import.records.len(), taken.len(), "{text}");
    for ((record, again), losses) in taken.into_iter().zip(&import.records).zip(losses) {
        let is_lost = |what: &str| losses.contains(&Loss::Key(what.to_owned()));
        let shown = format!("{}: {losses:?}\n{record:?}\n{text}", format.name);
        match &record.name {
            Some(_) if losses.contains(&Loss::Name) => {}
            name => assert_eq!(*name, again.name, "{shown}"),
        }
        for key in &record.keys {
            let read = again.key_value(key.key).map(|key| &key.value);
            assert!(is_lost(key.key.name()) || read == Some(&key.value), "{shown}");
        }
        for key in &again.keys {
            assert!(record.key_value(key.key).is_some(), "{key:?} of {shown}");
        }
        for key in &record.own_keys {
            let read = again.own_value(&key.key).map(|read| read.split(' '));
            let is_kept = read.is_some_and(|mut read| {
                let mut words = key.value.split(' ');
                words.all(|word| read.any(|other| word == other))
            });
            assert_ne!(is_lost(&key.key), is_kept, "{key:?} of {shown}");
        }
        if losses.contains(&Loss::Comments) {
            assert!(lines(again).len() <= lines(record).len(), "{shown}");
        } else {
            assert_eq!(lines(again), lines(record), "{shown}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn losses_of_cards_are_reported(puzzles in vec((super::lunar::cards(), texts()), 1..4)) {
        let records: Vec<PuzzleRecord> = puzzles
            .iter()
            .map(|(setup, texts)| texts.of(&setup.position().unwrap().into()))
            .collect();
        for format in ["lunar-digits", "lunar-rows", "lunar-words", "toronto", "jsonl", "json", "carom"] {
            check_losses(format, &records);
        }
    }

    #[test]
    fn losses_of_ricochet_boards_are_reported(puzzles in vec((setups::ricochet(), texts()), 1..4)) {
        for (format, names) in FORMATS {
            let adapted = puzzles.iter().filter_map(|(setup, texts)| {
                let position = adapt(format, names, setup)?.position().ok()?;
                Some(texts.of(&position.into()))
            });
            let records: Vec<PuzzleRecord> = adapted.collect();
            check_losses(format, &records);
        }
    }

    #[test]
    fn losses_of_rush_boards_are_reported(texts in texts()) {
        let position = records("codingame", super::codingame::SAMPLE).remove(0).position;
        check_losses("codingame", &[texts.of(&position)]);
    }
}
