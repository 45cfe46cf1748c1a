//! Files of other programs, on machines that have them next to the project: what is read, is
//! written and reads back as the same puzzle.

use std::fs;
use std::path::{Path, PathBuf};

use carom::exchange::{PuzzleRecord, format};

/// The files of a folder that stands beside the project, in their order; none
/// where it is missing.
fn files(folder: &str) -> Vec<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/exchange");
    let Ok(entries) = fs::read_dir(beside.join(folder)) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

fn records(name: &str, text: &str) -> Vec<PuzzleRecord> {
    let import = (format(name).unwrap().read.unwrap())(text);
    assert_eq!(import.faults, [], "{text}");
    import.records
}

fn written(name: &str, record: &PuzzleRecord) -> String {
    format(name).unwrap().export(record).unwrap().text
}

/// The position and what is claimed about it, as a puzzle file.
fn content(record: &PuzzleRecord) -> String {
    let mut record = record.clone();
    record.comments.clear();
    record
        .own_keys
        .sort_by(|one, other| one.key.cmp(&other.key));
    written("carom", &record)
}

/// Asserts that the one puzzle of a text, written directly and by way of a puzzle file, reads
/// back as the same.
fn round_trips(name: &str, text: &str) {
    let read = records(name, text);
    assert_eq!(read.len(), 1, "{text}");
    let through_carom = records("carom", &written("carom", &read[0])).remove(0);
    for record in [&read[0], &through_carom] {
        let again = records(name, &written(name, record)).remove(0);
        assert_eq!(content(&again), content(&read[0]), "{text}");
        assert_eq!(again.comments.concat(), read[0].comments.concat(), "{text}");
    }
}

#[test]
fn files_of_others_round_trip() {
    for (folder, amount) in [
        ("roboyard", 70),
        ("skub", 84),
        ("asp", 60),
        ("ricochetrobots", 4),
    ] {
        let files = files(folder);
        assert!(files.is_empty() || files.len() >= amount, "{folder}");
        for file in files {
            round_trips(folder, &fs::read_to_string(&file).unwrap());
        }
    }
}

/// A line has an ID, the fewest moves or `-`, and the dump of the same game or
/// `-`.
#[test]
fn ids_and_dumps_are_the_same_games() {
    for file in files("driftingdroids") {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            round_trips("driftingdroids-id", words[0]);
            let game = &records("driftingdroids-id", words[0])[0];
            if words[2] != "-" {
                round_trips("driftingdroids", words[2]);
                let dumped = &records("driftingdroids", words[2])[0];
                assert_eq!(dumped.position, game.position);
                assert_eq!(bare(&written("driftingdroids", game)), words[2]);
            }
        }
    }
}
