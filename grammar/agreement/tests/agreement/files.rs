//! The texts that are read.

use std::fs;
use std::path::{Path, PathBuf};

use carom::syntax::sections;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn of_folder(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            of_folder(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "carom") {
            let text = fs::read_to_string(&path).unwrap();
            // Fixtures have pictures of control characters, which stand for them.
            let controls = text.chars().map(|character| match character {
                picture @ '\u{2400}'..='\u{241f}' => {
                    char::from_u32(picture as u32 - 0x2400).unwrap()
                }
                other => other,
            });
            let name = path.display().to_string();
            found.push((format!("{name} with controls"), controls.collect()));
            found.push((name, text));
        }
    }
}

/// Every example, fixture and test of a grammar, and the examples in the EBNF,
/// by name.
pub(super) fn all() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["examples", "tests/fixtures", "grammar"] {
        of_folder(&root().join(folder), &mut found);
    }
    let ebnf = fs::read_to_string(root().join("grammar/carom.ebnf")).unwrap();
    for example in ebnf.split("(* e.g. ").skip(1) {
        let (example, rule) = example.split_once("*)").unwrap();
        let name = rule.split_whitespace().next().unwrap();
        found.push((format!("carom.ebnf: {name}"), example.to_owned()));
    }
    assert!(found.len() > 100, "{}", found.len());
    found.sort();
    found
}

/// The puzzles of these, one by one, and whatever else is short.
pub(super) fn small() -> Vec<String> {
    let mut texts = Vec::new();
    for (_, text) in all() {
        let puzzles = sections(&text).into_iter().map(|section| section.slice(&text).to_owned());
        texts.extend(puzzles.filter(|puzzle| !puzzle.is_empty()));
        if text.len() < 2000 {
            texts.push(text);
        }
    }
    texts.sort();
    texts.dedup();
    texts
}
