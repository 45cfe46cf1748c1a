//! What the packages cannot hold: only the parsers of the library use nom, and only the tables name
//! a game.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of all packages.
fn sources() -> [PathBuf; 3] {
    ["src", "crates/carom-library/src", "crates/carom-core/src"]
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
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

/// Returns all files of the sources, each with its path in its package.
fn files() -> Vec<(PathBuf, PathBuf)> {
    let files = sources().into_iter().flat_map(|source| {
        rust_files(&source).into_iter().map(move |file| {
            let path = file.strip_prefix(&source).unwrap().to_owned();
            (file, path)
        })
    });
    files.collect()
}

#[test]
fn only_parsers_use_nom() {
    // The other packages do not depend on it.
    let library = &sources()[1];
    for file in rust_files(library) {
        let code = fs::read_to_string(&file).unwrap();
        if !file.starts_with(library.join("syntax")) {
            assert!(!code.contains("nom::"), "{} uses nom", file.display());
        }
    }
}

/// Returns the name and the folder of each game in the table of games.
fn games() -> Vec<(String, String)> {
    let table = fs::read_to_string(sources()[2].join("games/table.rs")).unwrap();
    let rows = table.lines().filter_map(|line| {
        let row = line.trim().strip_suffix(';')?;
        let (name, folder) = row.split_once(" in ")?;
        let is_word = |text: &str| text.chars().all(char::is_alphanumeric);
        (is_word(name) && is_word(folder)).then(|| (name.to_owned(), folder.to_owned()))
    });
    rows.collect()
}

/// Returns whether a line of code names the game, as a module or as a variant.
fn names_game(line: &str, name: &str, folder: &str) -> bool {
    let is_code = !line.trim_start().starts_with("//");
    let spellings =
        [format!("{folder}::"), format!("::{folder}"), format!("{name}("), format!("::{name}")];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let stands_alone = |spelling: &String| {
        line.match_indices(spelling.as_str()).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + spelling.len()..]);
            let starts = !spelling.starts_with(is_part) || !before.ends_with(is_part);
            let ends = !spelling.ends_with(is_part) || !after.starts_with(is_part);
            starts && ends
        })
    };
    is_code && spellings.iter().any(stands_alone)
}

#[test]
fn only_its_folders_and_tables_name_a_game() {
    let games = games();
    assert!(games.len() >= 4, "{games:?}");
    // The tables of games, of their notations and of foreign formats.
    let tables =
        ["games/table.rs", "analysis/model/setup/mod.rs", "exchange/mod.rs"].map(Path::new);
    for (file, path) in files() {
        if tables.contains(&path.as_path()) {
            continue;
        }
        let code = fs::read_to_string(&file).unwrap();
        for (name, folder) in &games {
            let own = ["games", "analysis/model/setup", "exchange"]
                .map(|module| Path::new(module).join(folder));
            if own.iter().any(|own| path.starts_with(own)) {
                continue;
            }
            for line in code.lines() {
                let is_free = !names_game(line, name, folder);
                assert!(is_free, "{} names {name}: {line}", path.display());
            }
        }
    }
}

#[test]
fn names_game_finds_modules_and_variants() {
    let seen = |line| names_game(line, "Rush", "rush");
    for line in [
        "use crate::games::rush::Turn;",
        "use super::rush::{Turn, Walk};",
        "Position::Rush(position) => true,",
        "game == Game::Rush",
        "    use crate::games::rush;",
    ] {
        assert!(seen(line), "{line}");
    }
    for line in ["//! See rush::Turn.", "brush::paint(Crush(1))", "\"puzzle rush\""] {
        assert!(!seen(line), "{line}");
    }
}
