//! The arrows between the rooms of the crate: which module may use which.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room and the rooms it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("words", &[]),
    ("text", &[]),
    ("board", &[]),
    ("syntax", &["text"]),
    ("games", &["board"]),
    ("search", &["board", "games"]),
    ("picture", &["syntax", "board", "games"]),
    (
        "analysis",
        &[
            "words", "text", "syntax", "board", "games", "search", "picture",
        ],
    ),
    ("config", &["analysis"]),
    ("lsp", &["words", "text", "syntax", "analysis", "config"]),
    ("report", &["words", "text", "games", "search", "analysis"]),
    (
        "cli",
        &[
            "words", "text", "syntax", "games", "search", "analysis", "config", "report", "lsp",
        ],
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The rooms that a file names in paths from the crate's root.
fn rooms_used(code: &str) -> BTreeSet<String> {
    let paths = code.split("crate::").skip(1);
    let rooms = paths.flat_map(|path| match path.strip_prefix('{') {
        None => vec![path],
        Some(group) => group.split('}').next().unwrap_or("").split(',').collect(),
    });
    rooms
        .map(|path| {
            let name = path.trim_start().chars();
            name.take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        })
        .collect()
}

#[test]
fn every_room_uses_only_what_it_may() {
    for (room, allowed) in ARROWS {
        for file in rust_files(&source().join(room)) {
            for used in rooms_used(&fs::read_to_string(&file).unwrap()) {
                assert!(
                    used == *room || allowed.contains(&used.as_str()),
                    "{} uses {used}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn every_room_has_its_arrows() {
    for entry in fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(ARROWS.iter().any(|(room, _)| *room == name), "{name}");
        }
    }
}

#[test]
fn parser_types_stay_in_syntax_and_game_names_in_their_table() {
    for file in rust_files(&source()) {
        let code = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(source()).unwrap().to_owned();
        if !path.starts_with("syntax") {
            assert!(!code.contains("nom::"), "{} uses nom", path.display());
        }
        let knows_no_game = ["search", "report", "lsp", "cli", "board", "text"];
        if knows_no_game.iter().any(|room| path.starts_with(room)) {
            let code = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                for name in ["lunar::", "ricochet::", "Lunar(", "Ricochet("] {
                    assert!(!line.contains(name), "{}: {line}", path.display());
                }
            }
        }
    }
}

#[test]
fn a_use_is_seen() {
    let code = "use crate::board::Square;\nuse crate::{games, text};\nfn f(_: crate::cli::X) {}";
    let expected = ["board", "cli", "games", "text"].map(String::from);
    assert_eq!(rooms_used(code), BTreeSet::from(expected));
}
