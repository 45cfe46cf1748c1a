//! Types puzzle files key by key, in editors with different automatic indentation.

use std::fs;

use carom::analysis::format;
use carom::games::Game;
use carom::syntax::{sections, typed};
use carom::text::{LineEnding, apply};

/// How an editor indents a new line, given the line above.
type Indent = fn(&str) -> String;

fn end_of(text: &str) -> u32 {
    text.len().try_into().unwrap()
}

fn blanks_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches(' ').len()]
}

/// The language configuration of Visual Studio Code.
fn like_vscode(above: &str) -> String {
    let more =
        if above.trim() == "board:" || above.trim().starts_with("puzzle ") { "  " } else { "" };
    format!("{}{more}", blanks_of(above))
}

fn without_indent(_: &str) -> String {
    String::new()
}

/// Increases the indentation with every line.
fn ever_deeper(above: &str) -> String {
    format!("{}   ", blanks_of(above))
}

/// The keys after which an editor asks the server for edits.
const TRIGGERS: &str = "\n:.#|";

/// Decides which edits of the server arrive too late.
type Drops<'a> = &'a mut dyn FnMut() -> bool;

#[derive(Default)]
struct Author {
    text: String,
}

/// Returns whether a line shows walls, which are typed at fixed columns.
fn is_walls(line: &str) -> bool {
    line.contains('-') && line.trim_matches([' ', '-']).is_empty()
}

impl Author {
    /// Returns the current line.
    fn line(&self) -> &str {
        self.text.rsplit('\n').next().unwrap()
    }

    /// Types a key as the editor inserts it, and applies the edits of the server.
    fn strike(&mut self, key: char, inserted: &str, drops: Drops<'_>) {
        self.text.push_str(inserted);
        if TRIGGERS.contains(key) && !drops() {
            let edits = typed(&self.text, 0, end_of(&self.text), key == '\n');
            self.text = apply(&self.text, &edits);
        }
    }

    /// Moves the cursor to the indentation of the row above.
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
            // The word that starts a puzzle is unindented.
            if self.line().trim() == "puzzle" {
                let outdented = self.line().replacen("  ", "", 1);
                let start = self.text.len() - self.line().len();
                self.text.replace_range(start.., &outdented);
            }
        }
        let blanks = indent(self.line());
        self.strike('\n', &format!("\n{blanks}"), drops);
    }

    /// Types a file. The edits of its last line are never too late.
    fn write_file(&mut self, file: &str, indent: Indent, drops: Drops<'_>) {
        let count = file.lines().count();
        for (number, line) in file.lines().enumerate() {
            let drops: Drops<'_> = if number + 1 == count { &mut || false } else { drops };
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

/// Returns the head and the first three puzzles of an example file.
fn first_puzzles(path: &std::path::Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let parts = sections(&text);
    let text = parts[..4].iter().map(|part| part.slice(&text));
    format!("{}\n", text.collect::<String>().trim_end())
}

fn files() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let files: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "carom"))
        .map(|path| first_puzzles(&path))
        .collect();
    // One of each game, and two of generated puzzles.
    assert_eq!(files.len(), Game::ALL.len() + 2);
    files
}

/// Types a file and compares the result with it.
fn check(file: &str, indent: Indent, drops: Drops<'_>) {
    let mut author = Author::default();
    author.write_file(file, indent, drops);
    // The last line is still empty.
    let typed = author.text.trim_end_matches(' ');
    assert_eq!(typed, file);
    assert_eq!(format(typed, LineEnding::Auto).text, file);
}

#[test]
fn typing_key_by_key_gives_formatted_file() {
    for file in files() {
        for indent in [like_vscode as Indent, without_indent, ever_deeper] {
            check(&file, indent, &mut || false);
        }
    }
}

#[test]
fn dropped_edits_still_give_formatted_file() {
    for file in files() {
        for indent in [like_vscode as Indent, without_indent, ever_deeper] {
            check(&file, indent, &mut || true);
        }
        for seed in 1..4_u64 {
            let mut random = seed;
            let mut drops = || {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                !random.is_multiple_of(4)
            };
            for indent in [like_vscode as Indent, without_indent, ever_deeper] {
                check(&file, indent, &mut drops);
            }
        }
    }
}

#[test]
fn edits_leave_earlier_lines_alone() {
    let board = "puzzle lunar\n    title: x\n    board:\n      @ .\n      - -\n";
    let from = end_of(board);
    let text = format!("{board}  . .\n  ");
    let edits = typed(&text, from, end_of(&text), true);
    assert_eq!(apply(&text, &edits), format!("{board}      . .\n      "));
    // After a paste, walls move with the row above them.
    let edits = typed(&text, 0, end_of(&text), true);
    let board = "puzzle lunar\n  title: x\n  board:\n    @ .\n    - -\n";
    assert_eq!(apply(&text, &edits), format!("{board}    . .\n    "));
}
