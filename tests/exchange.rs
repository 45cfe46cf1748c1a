//! Round trips of files of other programs, on machines that have them next to the project.

use std::fs;
use std::path::{Path, PathBuf};

use carom::exchange::{PuzzleRecord, format};

/// Returns the sorted files of a folder next to the project, or none if it is missing.
fn files(folder: &str) -> Vec<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/exchange");
    let Ok(entries) = fs::read_dir(shared.join(folder)) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn without_whitespace(text: &str) -> String {
    text.split_whitespace().collect()
}

fn records(name: &str, text: &str) -> Vec<PuzzleRecord> {
    let import = (format(name).unwrap().read.unwrap())(text);
    assert_eq!(import.faults, [], "{text}");
    import.records
}

fn write(name: &str, record: &PuzzleRecord) -> String {
    format(name).unwrap().export(record).unwrap().text
}

/// Returns the position and its claims as a puzzle file.
fn content(record: &PuzzleRecord) -> String {
    let mut record = record.clone();
    record.comments.clear();
    record.own_keys.sort_by(|one, other| one.key.cmp(&other.key));
    write("carom", &record)
}

/// Asserts that the single puzzle of a text reads back the same, written directly and through a
/// puzzle file.
fn round_trips(name: &str, text: &str) {
    let read = records(name, text);
    assert_eq!(read.len(), 1, "{text}");
    let through_carom = records("carom", &write("carom", &read[0])).remove(0);
    for record in [&read[0], &through_carom] {
        let again = records(name, &write(name, record)).remove(0);
        assert_eq!(content(&again), content(&read[0]), "{text}");
        assert_eq!(again.comments.concat(), read[0].comments.concat(), "{text}");
    }
}

#[test]
fn files_of_other_programs_round_trip() {
    for (folder, amount) in [("roboyard", 70), ("skub", 84), ("asp", 60), ("ricochetrobots", 4)] {
        let files = files(folder);
        assert!(files.is_empty() || files.len() >= amount, "{folder}");
        for file in files {
            round_trips(folder, &fs::read_to_string(&file).unwrap());
        }
    }
}

/// Each line has an ID, the optimum or `-`, and the dump of the same game or `-`.
#[test]
fn ids_and_dumps_decode_to_same_game() {
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
                assert_eq!(without_whitespace(&write("driftingdroids", game)), words[2]);
            }
        }
    }
}
