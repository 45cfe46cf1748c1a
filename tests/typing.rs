//! Decks typed by hand, key by key, in editors that indent new lines in ways of
//! their own.

use std::fs;

use carom::analysis::format;
use carom::syntax::{sections, typed};
use carom::text::{LineEnding, apply};

/// How an editor indents the line below one.
type Indent = fn(&str) -> String;

fn end_of(text: &str) -> u32 {
    text.len().try_into().unwrap()
}

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

/// Which edits of the server come too late for a fast author.
type Drops<'a> = &'a mut dyn FnMut() -> bool;

#[derive(Default)]
struct Author {
    text: String,
}

/// Walls stand in columns, all else is typed as it comes.
fn is_walls(line: &str) -> bool {
    line.contains('-') && line.trim_matches([' ', '-']).is_empty()
}

impl Author {
    /// The line that is typed.
    fn line(&self) -> &str {
        self.text.rsplit('\n').next().unwrap()
    }

    /// Types what an editor inserts for a key, and lays out what it is told to.
    fn strike(&mut self, key: char, inserted: &str, drops: Drops<'_>) {
        self.text.push_str(inserted);
        if TRIGGERS.contains(key) && !drops() {
            let edits = typed(&self.text, 0, end_of(&self.text), key == '\n');
            self.text = apply(&self.text, &edits);
        }
    }

    /// Puts the cursor below the row above, with whose squares walls are drawn.
    fn align(&mut self) {
        let mut above = self.text.lines().rev();
        let is_row = |line: &&str| !is_walls(line) && !line.trim().is_empty();
        let row = above.find(is_row).unwrap();
        let indent = " ".repeat(blanks_of(row).len());
        let start = self.text.len() - self.line().len();
        self.text.replace_range(start.., &indent);
    }

    fn write(&mut self, line: &str, indent: Indent, drops: Drops<'_>) {
        for key in line.chars() {
            self.strike(key, &key.to_string(), drops);
            // The word that starts a puzzle moves it one step out.
            if self.line().trim() == "puzzle" {
                let outdented = self.line().replacen("  ", "", 1);
                let start = self.text.len() - self.line().len();
                self.text.replace_range(start.., &outdented);
            }
        }
        let blanks = indent(self.line());
        self.strike('\n', &format!("\n{blanks}"), drops);
    }

    /// Types a deck; nothing is too late for the end of its last line.
    fn write_deck(&mut self, deck: &str, indent: Indent, drops: Drops<'_>) {
        let count = deck.lines().count();
        for (number, line) in deck.lines().enumerate() {
            let drops: Drops<'_> = if number + 1 == count {
                &mut || false
            } else {
                drops
            };
            match line.strip_prefix("    ").filter(|_| is_walls(line)) {
                Some(walls) => {
                    self.align();
                    self.write(walls, indent, drops);
                }
                None => self.write(line.trim_start(), indent, drops),
            }
        }
    }
}

/// The keys of a file of the examples and its first three puzzles.
fn deck(path: &std::path::Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let parts = sections(&text);
    let text = parts[..4].iter().map(|part| part.slice(&text));
    format!("{}\n", text.collect::<String>().trim_end())
}

fn decks() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == "carom"));
    let decks: Vec<String> = files.map(|path| deck(&path)).collect();
    assert_eq!(decks.len(), 5);
    decks
}

/// Types a deck and compares what came of it.
fn check(deck: &str, indent: Indent, drops: Drops<'_>) {
    let mut author = Author::default();
    author.write_deck(deck, indent, drops);
    // The line that was begun last is not there yet.
    let typed = author.text.trim_end_matches(' ');
    assert_eq!(typed, deck);
    assert_eq!(format(typed, LineEnding::Auto).text, deck);
}

#[test]
fn what_is_typed_key_by_key_stands_as_it_is_laid_out() {
    for deck in decks() {
        for indent in [by_rules as Indent, not_at_all, wildly] {
            check(&deck, indent, &mut || false);
        }
    }
}

#[test]
fn what_is_typed_faster_than_it_is_laid_out_comes_to_its_place_in_the_end() {
    for deck in decks() {
        for indent in [by_rules as Indent, not_at_all, wildly] {
            check(&deck, indent, &mut || true);
        }
        for seed in 1..4_u64 {
            let mut random = seed;
            let mut drops = || {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                !random.is_multiple_of(4)
            };
            for indent in [by_rules as Indent, not_at_all, wildly] {
                check(&deck, indent, &mut drops);
            }
        }
    }
}

#[test]
fn what_was_not_typed_in_one_go_stays_where_it_is() {
    let board = "puzzle lunar\n    title: x\n    board:\n      @ .\n      - -\n";
    let from = end_of(board);
    let text = format!("{board}  . .\n  ");
    let edits = typed(&text, from, end_of(&text), true);
    assert_eq!(apply(&text, &edits), format!("{board}      . .\n      "));
    // The same in one go: walls go with the row above them.
    let edits = typed(&text, 0, end_of(&text), true);
    let board = "puzzle lunar\n  title: x\n  board:\n    @ .\n    - -\n";
    assert_eq!(apply(&text, &edits), format!("{board}    . .\n    "));
}
