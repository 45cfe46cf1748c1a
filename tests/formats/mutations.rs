//! Readers accept any text: they never panic, and all places lie within the text.
//!
//! A few bytes of a sample are changed at a time.

use std::cell::Cell;

use carom::exchange::{FORMATS, Format, SourceFile};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{codingame, json, jsonl, lunar, melbourne, ricochet};

use crate::cases::cases;

const PUZZLES: &str = "\
title: Mixed
author: me ; carom: allow unsolvable

puzzle lunar \"One\"
  moves: 2
  solution: @> @^
  board:
    @ .|+ A
    . # . .

puzzle ricochet
  rules: direct
  board:
    R . / b
    0 g .|B
    . . . G

puzzle slider
  result: win 7
  board:
    H . . .
    . . . .
    . # . .
    . V . .

puzzle rush
  hand: ═
  items: KEY b1, MAP hand
  opponent: 1>
  opponent-hand: ╬
  board:
    ╬ ═
    ║ ╬
";

/// Returns sample texts of a format that contain puzzles.
pub(super) fn samples(format: &Format) -> Vec<String> {
    let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    match format.name {
        "carom" => own(&[PUZZLES]),
        "driftingdroids-id" => own(&[ricochet::IDS]),
        "driftingdroids" => vec![ricochet::dump_of(ricochet::IDS)],
        "roboyard" => own(&[ricochet::ROBOYARD]),
        "skub" => own(&[ricochet::SKUB]),
        "asp" => own(&[ricochet::ASP, ricochet::CLINGO]),
        "lisbon" => own(&[ricochet::LISBON]),
        "ricochetrobots" => own(&[ricochet::ROBOTS]),
        "codingame" => own(&[codingame::SAMPLE]),
        "melbourne" => own(&[melbourne::SAMPLE]),
        "jsonl" => own(&[jsonl::SAMPLE]),
        "json" => own(&[json::LIST, json::LINES]),
        "rpi" => own(&[ricochet::RPI]),
        "pddl" => vec![ricochet::problem_of(ricochet::ASP)],
        name => {
            let texts = lunar::ALL.iter().filter(|(format, _)| *format == name);
            texts.map(|(_, text)| (*text).to_owned()).collect()
        }
    }
}

/// A change of a byte: position, kind, new value, and the position of a byte to copy.
type Change = (prop::sample::Index, u8, u8, prop::sample::Index);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = (any::<prop::sample::Index>(), 0..5_u8, any::<u8>(), any::<prop::sample::Index>());
    prop::collection::vec(change, 1..8)
}

/// Changes, removes and inserts bytes of a sample. New bytes are arbitrary or copied from the
/// sample, which is more likely to confuse a reader.
fn apply_changes(sample: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for (at, how, any, other) in changes {
        let at = at.index(bytes.len() + 1);
        let copied = *other.get(sample);
        match (how, bytes.get_mut(at)) {
            (0, Some(byte)) => *byte = *any,
            (1, Some(byte)) => *byte = copied,
            (2, Some(_)) => drop(bytes.remove(at)),
            (3, _) => bytes.insert(at, *any),
            _ => bytes.insert(at, copied),
        }
    }
    bytes
}

/// Reads a text in every way in which the program reads this format.
fn read_everywhere(format: &Format, text: &str) {
    let import = (format.read.unwrap())(text);
    let is_place = |span: carom::text::Span| {
        assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
    };
    let notes = import.faults.iter().chain(&import.warnings);
    notes.map(|note| note.span).for_each(is_place);
    for record in &import.records {
        is_place(record.span);
        is_place(record.head);
        record.squares.iter().for_each(|(_, span)| is_place(*span));
        record.keys.iter().for_each(|entry| is_place(entry.span));
        record.own_keys.iter().for_each(|entry| is_place(entry.span));
        if format.write.is_some()
            && let Ok(written) = format.export(record)
        {
            let again = (format.read.unwrap())(&written.text);
            assert_eq!(again.records.len(), 1, "{}", written.text);
        }
    }
    let _ = (format.recognises)(text);
    // As `check` and the server read it.
    let file = SourceFile::split(text, Some(format));
    for section in &file.sections {
        let puzzle = section.read(text, &file.head);
        is_place(puzzle.place(section.offset()));
    }
}

/// Changes samples until the required number of bytes is reached.
fn mutate(format: &Format) {
    // The number of bytes that are changed in all.
    let total = cases(1_000);
    let config = Config { failure_persistence: None, cases: 256, ..Config::default() };
    let samples = samples(format);
    assert!(!samples.is_empty(), "{}", format.name);
    for sample in &samples {
        let import = (format.read.unwrap())(sample);
        assert!(!import.records.is_empty(), "{sample}");
        assert!(format.name != "carom" || import.records.len() == 4);
    }
    let mutated = Cell::new(0_u64);
    // Compressed dumps are changed before and after compression.
    let is_packed = format.name == "driftingdroids";
    let strategy = (prop::sample::select(samples), changes(), any::<bool>());
    while mutated.get() < total {
        // A test runner cannot be reused after its last case.
        let mut runner = TestRunner::new(config.clone());
        let run = runner.run(&strategy, |(sample, changes, within)| {
            let text = if is_packed && within {
                let bytes = apply_changes(&ricochet::inflated(&sample), &changes);
                ricochet::packed(&bytes)
            } else {
                let bytes = apply_changes(sample.as_bytes(), &changes);
                String::from_utf8_lossy(&bytes).into_owned()
            };
            mutated.set(mutated.get() + changes.len() as u64);
            read_everywhere(format, &text);
            Ok(())
        });
        if let Err(fault) = run {
            panic!("{}: {fault}", format.name);
        }
    }
}

#[test]
fn readers_accept_any_mutation() {
    let readers = FORMATS.iter().filter(|format| format.read.is_some());
    std::thread::scope(|scope| {
        for format in readers {
            scope.spawn(move || mutate(format));
        }
    });
}
