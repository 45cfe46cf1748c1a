//! Round trips of foreign collections, if they are next to the project.

use std::fs;
use std::path::{Path, PathBuf};

use carom::games::Position;
use carom::games::slider::Side;

use super::{records, round_trips};

/// Returns the text files of a folder next to the project, or none if it is missing.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/exchange");
    let Ok(entries) = fs::read_dir(shared.join(folder)) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|found| found == "txt"));
    files.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn cards_are_detected_and_round_trip() {
    for (_, text) in texts("lunar").into_iter().chain(texts("lunar/remi-garcia")) {
        let format = carom::exchange::recognise(&text).unwrap();
        assert!(format.name.starts_with("lunar-"));
        round_trips(format.name, &text);
    }
}

#[test]
fn slider_boards_have_expected_moves() {
    for (path, text) in texts("melbourne") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(number) = name.strip_prefix("input") else {
            continue;
        };
        round_trips("melbourne", &text);
        let Position::Slider(position) = &records("melbourne", &text)[0].position else {
            panic!("{name}");
        };
        let counts = Side::ALL.map(|side| position.mobility(side).total().to_string());
        let output = fs::read_to_string(path.with_file_name(format!("output{number}"))).unwrap();
        assert_eq!(output.split_whitespace().collect::<Vec<_>>(), counts, "{name}");
    }
}
