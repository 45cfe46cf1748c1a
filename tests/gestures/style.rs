//! Writes setups in many layouts.

use carom::analysis::{WritablePuzzle, write_puzzle};
use carom::games::{BoardObject, Game, ItemPlace};
use proptest::prelude::*;
use proptest::sample::select;

use super::model::{Model, Modelled};

/// The layout of a text, so that other than the standard layout is edited, too.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    is_compact: bool,
    has_comments: bool,
    indent: usize,
    end: &'static str,
    /// Whether some objects are written in keys instead of being drawn.
    is_keyed: bool,
}

pub(crate) fn style() -> impl Strategy<Value = Style> {
    let ends = select(vec!["\n", "\r\n", "\r"]);
    (any::<bool>(), any::<bool>(), 0..6_usize, ends, any::<bool>()).prop_map(
        |(is_compact, has_comments, indent, end, is_keyed)| Style {
            is_compact,
            has_comments,
            indent,
            end,
            is_keyed,
        },
    )
}

impl Style {
    /// Returns the text of a setup, with keys that no edit operation touches.
    pub(crate) fn text<S: Modelled>(&self, setup: &S) -> String {
        let model = setup.model();
        let (mut drawn, mut lines) = (setup.clone(), Vec::new());
        let printed = write_puzzle(&WritablePuzzle::new(setup)).unwrap();
        if self.is_keyed && setup.game() != Game::Rush && !printed.contains("  tiles: ") {
            let (on_board, keyed): (Vec<_>, Vec<_>) = model
                .things
                .iter()
                .cloned()
                .enumerate()
                .partition(|(number, (thing, _))| number % 2 == 0 || !has_key(setup, thing));
            let on_board = on_board.into_iter().map(|(_, thing)| thing).collect();
            drawn = setup.with(&Model { things: on_board, ..model });
            lines = keyed.into_iter().map(|(_, thing)| thing).collect();
        }
        let mut text: Vec<String> = write_puzzle(&WritablePuzzle::new(&drawn))
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect();
        for (thing, place) in lines {
            let ItemPlace::Board(square) = place else {
                continue;
            };
            let (key, words, separator) = match thing {
                BoardObject::Piece(name) => ("robots", format!("{name} {square}"), ","),
                BoardObject::Target('+') => ("target", square.to_string(), ""),
                BoardObject::Target(glyph) => ("target", format!("{glyph} {square}"), ","),
                BoardObject::Diagonal(kind, robot) => {
                    let robot = robot.map(String::from).unwrap_or_default();
                    ("diagonals", format!("{robot}{} {square}", kind.glyph()), ",")
                }
                _ => continue,
            };
            let start = format!("  {key}: ");
            match text.iter_mut().find(|line| line.starts_with(&start)) {
                Some(line) => line.push_str(&format!("{separator} {words}")),
                None => text.insert(1, format!("{start}{words}")),
            }
        }
        self.restyled(&text)
    }

    pub(crate) fn restyled(&self, lines: &[String]) -> String {
        let rows = || lines.iter().skip_while(|line| *line != "  board:").skip(1);
        let is_wall_row = |row: &str| row.chars().all(|c| matches!(c, '-' | ' '));
        let has_walls = rows().any(|row| row.contains('|') || is_wall_row(row));
        // Two dashes at the start of a line would be a comment.
        let has_strokes = rows().any(|row| row.contains('/'));
        let mut text = Vec::new();
        let mut in_board = false;
        for (number, line) in lines.iter().enumerate() {
            let mut line = line.clone();
            if in_board {
                line = line[4..].to_owned();
                if self.is_compact && !has_walls && !has_strokes {
                    line = line.replace(' ', "");
                }
                line.insert_str(0, &" ".repeat(self.indent));
            }
            in_board |= line == "  board:";
            if self.has_comments && number % 2 == 1 {
                line.push_str("  ; beside");
            }
            text.push(line);
            if number == 0 {
                text.push("  x-own: kept, a1 b2".to_owned());
                text.push("  notes: R at a1".to_owned());
            }
            if self.has_comments && number % 3 == 1 {
                text.push("   ; between".to_owned());
            }
        }
        text.push(String::new());
        text.push("; below".to_owned());
        text.join(self.end) + self.end
    }
}

pub(crate) fn has_key<S: Modelled>(setup: &S, thing: &BoardObject) -> bool {
    match setup.game() {
        carom::games::Game::Lunar => matches!(thing, BoardObject::Target(_)),
        carom::games::Game::Ricochet => true,
        _ => false,
    }
}
