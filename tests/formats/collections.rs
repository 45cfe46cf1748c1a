//! The files of others that stand beside the project, where they do.

use std::fs;
use std::path::{Path, PathBuf};

use carom::games::Position;
use carom::games::slider::Side;

use super::{records, round_trips};

/// The text files of a folder beside the project; none where there is none.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/exchange");
    let Ok(entries) = fs::read_dir(beside.join(folder)) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|found| found == "txt"));
    files
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn cards_are_recognised_and_restored() {
    for (_, text) in texts("lunar").into_iter().chain(texts("lunar/remi-garcia")) {
        let format = carom::exchange::recognise(&text).unwrap();
        assert!(format.name.starts_with("lunar-"));
        round_trips(format.name, &text);
    }
}

#[test]
fn boards_of_slider_have_the_moves_that_go_with_them() {
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
        assert_eq!(
            output.split_whitespace().collect::<Vec<_>>(),
            counts,
            "{name}"
        );
    }
}
