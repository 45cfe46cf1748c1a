//! The puzzles of a page.

use serde::Serialize;

use crate::analysis::{
    AnswerState, State, View, WritablePuzzle, hand_play, headline, setup_of, solution_line,
    write_puzzle,
};
use crate::cli::session::CheckedPuzzle;
use crate::syntax::{Key, ParsedSection, parse, sections};

/// A puzzle, as the script of the page reads it.
#[derive(Debug, Serialize)]
pub(super) struct PagePuzzle {
    /// Equal for turned, mirrored and recoloured copies.
    identity: Option<String>,
    /// The fragment of its address.
    pub(super) fragment: String,
    title: String,
    author: Option<String>,
    /// The name and the title of its game.
    game: &'static str,
    game_title: &'static str,
    /// The puzzle alone, without claims and comments.
    text: String,
    /// The moves of an optimal solution or of best play, with blanks between them.
    solution: String,
    state: &'static str,
    summary: String,
    /// The optimum, if it is proved.
    moves: Option<u32>,
}

impl PagePuzzle {
    /// Creates a puzzle of a page from one with a position. `author` made the puzzles that name
    /// nobody.
    ///
    /// # Errors
    ///
    /// The reason why the position cannot be written.
    pub(super) fn new(checked: &CheckedPuzzle, author: Option<&str>) -> Result<Self, String> {
        let puzzle = &checked.puzzle;
        let text = checked.section.text(&checked.file.text);
        let position = puzzle.position().ok_or("the puzzle is malformed")?;
        let answer = checked.answer.as_deref();
        let known = answer.map_or(AnswerState::Cancelled, AnswerState::Answer);
        let view = View {
            text,
            puzzle,
            known,
            extras: None,
            time: None,
        };
        let name = puzzle.name();
        let setup = setup_of(position);
        let written = write_puzzle(&WritablePuzzle {
            name,
            ..WritablePuzzle::new(&*setup)
        });
        Ok(Self {
            identity: puzzle.identity.map(|identity| identity.to_string()),
            fragment: fragment(name.unwrap_or_default(), checked.number),
            title: puzzle.title(checked.number.saturating_sub(1)),
            author: value(&puzzle.section, text, Key::Author).or(author.map(ToOwned::to_owned)),
            game: position.game().name(),
            game_title: position.game().title(),
            text: written.map_err(|why| format!("the puzzle cannot be written: {why}"))?,
            solution: answer.and_then(solution_line).unwrap_or_default(),
            state: State::from(known).name(),
            summary: headline(known),
            moves: hand_play(&view, &[]).and_then(|played| played.optimum),
        })
    }

    /// Returns why there is no par, as a clause.
    pub(super) fn without_par(&self) -> Option<String> {
        let summary = &self.summary;
        match self.moves {
            Some(_) => None,
            None => Some(format!("the page shows no par for the puzzle ({summary})")),
        }
    }
}

/// Returns a name in small ASCII letters, digits and hyphens, or the number of the puzzle.
fn fragment(name: &str, number: usize) -> String {
    let name = name.to_ascii_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => number.to_string(),
        false => words.join("-"),
    }
}

/// Returns the title and the author in the lines before the first puzzle of a file.
pub(super) fn head_values(text: &str) -> (Option<String>, Option<String>) {
    let head = sections(text).into_iter().next().unwrap_or_default();
    let text = head.slice(text);
    let section = parse(text);
    let value = |key| value(&section, text, key);
    (value(Key::Title), value(Key::Author))
}

/// Returns the value of a key, on one line.
fn value(section: &ParsedSection, text: &str, key: Key) -> Option<String> {
    let value = section.field(key)?.value_span.slice(text);
    let words: Vec<_> = value.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}
