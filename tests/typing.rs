//! Decks typed by hand, key by key, in editors that indent new lines in ways of
//! their own.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;

use carom::analysis::format;
use carom::syntax::{sections, typed};
use carom::text::{LineEnding, apply};

/// How an editor indents the line below one.
type Indent = fn(&str) -> String;

fn blanks_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches(' ').len()]
}

/// Visual Studio Code, by its language configuration.
fn by_rules(above: &str) -> String {
    let more = if above.trim() == "board:" || above.trim().starts_with("puzzle ") {
        "  "
    } else {
        ""
    };
    format!("{}{more}", blanks_of(above))
}

fn not_at_all(_: &str) -> String {
    String::new()
}

/// Further and further.
fn wildly(above: &str) -> String {
    format!("{}   ", blanks_of(above))
}

/// What the server has an editor do for a key.
const TRIGGERS: &str = "\n:.#|";

#[derive(Default)]
struct Author {
    text: String,
}

impl Author {
    /// The line that is typed.
    fn line(&self) -> &str {
        self.text.rsplit('\n').next().unwrap()
    }

    /// Types what an editor inserts for a key, and lays out what it is told to.
    fn strike(&mut self, key: char, inserted: &str) {
        self.text.push_str(inserted);
        if TRIGGERS.contains(key) {
            let section = *sections(&self.text).last().unwrap();
            let (before, text) = self.text.split_at(section.start as usize);
            let edits = typed(text, section.len(), key == '\n');
            self.text = format!("{before}{}", apply(text, &edits));
        }
    }

    fn write(&mut self, line: &str, indent: Indent) {
        for key in line.chars() {
            self.strike(key, &key.to_string());
            // The word that starts a puzzle moves it one step out.
            if self.line().trim() == "puzzle" {
                let outdented = self.line().replacen("  ", "", 1);
                let start = self.text.len() - self.line().len();
                self.text.replace_range(start.., &outdented);
            }
        }
        let blanks = indent(self.line());
        self.strike('\n', &format!("\n{blanks}"));
    }
}

/// The keys of a file of the examples and its first three puzzles.
fn deck(path: &std::path::Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let parts = sections(&text);
    let text = parts[..4].iter().map(|part| part.slice(&text));
    format!("{}\n", text.collect::<String>().trim_end())
}

#[test]
fn what_is_typed_key_by_key_stands_as_it_is_laid_out() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "carom"));
    let decks: Vec<String> = files.map(|path| deck(&path)).collect();
    assert_eq!(decks.len(), 4);
    for deck in decks {
        for indent in [by_rules as Indent, not_at_all, wildly] {
            let mut author = Author::default();
            for line in deck.lines() {
                // Walls stand in columns, all else is typed as it comes.
                let is_walls = line.contains('-') && line.trim_matches([' ', '-']).is_empty();
                let typed = match line.strip_prefix("    ") {
                    Some(walls) if is_walls => walls,
                    _ => line.trim_start(),
                };
                author.write(typed, indent);
            }
            // The line that was begun last is not there yet.
            let typed = author.text.trim_end_matches(' ');
            assert_eq!(typed, deck);
            assert_eq!(format(typed, LineEnding::Auto).text, deck);
        }
    }
}
