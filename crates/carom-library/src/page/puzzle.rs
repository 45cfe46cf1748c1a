//! The puzzles of a page.

use serde::Serialize;

use crate::analysis::{
    Diagnostic, PuzzleState, View, WritablePuzzle, hand_play, headline, notes, setup_of,
    solution_line, start, write_puzzle,
};
use crate::picture::svg;
use crate::syntax::{Key, ParsedSection, parse, sections};

/// The reason if a puzzle has no position and no error of its own.
pub const MALFORMED: &str = "the puzzle is malformed";

/// A puzzle, as the script of the page reads it.
#[derive(Debug, Serialize)]
pub struct PagePuzzle {
    /// Equal for turned, mirrored and recoloured copies.
    identity: Option<String>,
    /// The fragment of its address.
    pub(super) fragment: String,
    /// The fragment that earlier versions gave it, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) was: Option<String>,
    /// The title or the name of its file.
    section: String,
    /// The picture of its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) svg: Option<String>,
    title: String,
    author: Option<String>,
    /// How it differs from the plain game, in sentences.
    rules: String,
    /// The author's notes, and difficulty.
    notes: Option<String>,
    difficulty: Option<String>,
    /// The name and the title of its game.
    game: &'static str,
    pub(super) game_title: &'static str,
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
    /// Creates a puzzle of a page from one with a position. `number` is its number in its file,
    /// from 1, and `section` the title of its file. `author` made the puzzles that name nobody.
    ///
    /// # Errors
    ///
    /// The reason why the position cannot be written.
    pub fn new(
        view: &View<'_>,
        number: usize,
        section: &str,
        author: Option<&str>,
    ) -> Result<Self, String> {
        let (puzzle, text) = (view.puzzle, view.text);
        let position = puzzle.position().ok_or(MALFORMED)?;
        let name = puzzle.name();
        let setup = setup_of(position);
        let written = write_puzzle(&WritablePuzzle { name, ..WritablePuzzle::new(&*setup) });
        Ok(Self {
            identity: puzzle.identity.map(|identity| identity.to_string()),
            fragment: fragment(name.unwrap_or_default(), number, char::is_alphanumeric),
            was: Some(fragment(name.unwrap_or_default(), number, |c| c.is_ascii_alphanumeric())),
            section: section.to_owned(),
            svg: start(view).map(|start| svg(&start.picture())),
            title: puzzle.title(number.saturating_sub(1)),
            rules: position.rules_in_words(),
            notes: notes(view),
            difficulty: value(&puzzle.section, text, Key::Difficulty),
            author: value(&puzzle.section, text, Key::Author).or(author.map(ToOwned::to_owned)),
            game: position.game().name(),
            game_title: position.game().title(),
            text: written.map_err(|why| format!("the puzzle cannot be written: {why}"))?,
            solution: view.answer().and_then(solution_line).unwrap_or_default(),
            state: PuzzleState::from(view.known).name(),
            summary: headline(view.known),
            moves: hand_play(view, &[]).and_then(|played| played.optimum),
        })
    }

    /// Returns why there is no par, as a clause.
    pub fn without_par(&self) -> Option<String> {
        let summary = &self.summary;
        match self.moves {
            Some(_) => None,
            None => Some(format!("the page shows no par for the puzzle ({summary})")),
        }
    }
}

/// Returns the diagnostics that keep a puzzle from a page, whatever the settings of the lints.
pub fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    diagnostics.iter().filter(|found| found.is_error_by_default())
}

/// Returns a name in small letters, digits and hyphens, or the number of the puzzle.
fn fragment(name: &str, number: usize, is_kept: impl Fn(char) -> bool) -> String {
    let name = name.to_lowercase();
    let words: Vec<_> = name.split(|c| !is_kept(c)).filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => number.to_string(),
        false => words.join("-"),
    }
}

/// Returns the title of the puzzles of a file in the list: that of the file, or its name.
pub fn section_title(title: Option<&str>, file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    title.unwrap_or_else(|| name.trim_end_matches(".carom")).to_owned()
}

/// Returns the title and the author in the lines before the first puzzle of a file.
pub fn head_values(text: &str) -> (Option<String>, Option<String>) {
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
