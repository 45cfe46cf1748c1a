//! The rules for a page with puzzles: each function takes the text of one puzzle and returns JSON.
//!
//! The page holds the answers. Each is a result, such as `win 9`, which says nothing outside of
//! games of two sides, and the moves of an optimal solution or of best play, with blanks between
//! them. Without the feature `solver` there is no search, and the linker leaves them all out.

#[cfg(feature = "solver")]
mod solver;

use carom::Answer;
use carom::analysis::{AnswerState, Author, FileHead, Puzzle, View, frames};
use carom::games::{Move, Position};
use carom::json::{Board, Heading, PuzzleLocation, Range, Solution, UnfinishedPlay, WrittenMoves};
use carom::page::Guide;
use carom::search::{self, Outcome, Scope, Value, Verdict, solves};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A puzzle and its answer, if one is known.
struct Known<'a> {
    text: &'a str,
    puzzle: Puzzle,
    answer: Option<Answer>,
}

impl<'a> Known<'a> {
    fn read(text: &'a str, result: &str, moves: &str) -> Self {
        let puzzle = Puzzle::read(text, &FileHead::default());
        let position = puzzle.position();
        let outcome = position.and_then(|position| outcome(position, result, moves));
        let answer = outcome.map(|outcome| Answer { outcome, positions: 0, scope: Scope::ANY });
        Self { text, puzzle, answer }
    }

    fn view(&self) -> View<'_> {
        View::new(
            self.text,
            &self.puzzle,
            match &self.answer {
                Some(answer) => AnswerState::Answer(answer),
                None => AnswerState::Cancelled,
            },
        )
    }

    fn heading(&self) -> Heading {
        let place = PuzzleLocation { version: None, range: Range::default(), line: 0 };
        Heading::new(place, 0, &self.view())
    }
}

/// Reads an outcome. Returns `None` if the moves do not solve the puzzle.
fn outcome(position: &Position, result: &str, moves: &str) -> Option<Outcome> {
    let game = position.game();
    let moves: Vec<Move> =
        moves.split_whitespace().map(|word| game.move_from_text(word)).collect::<Option<_>>()?;
    if game.is_duel() {
        let value = value(result)?;
        return Some(Outcome::Evaluated { verdict: Verdict::Settled(value), line: moves });
    }
    solves(position, &moves).then(|| Outcome::Solved(search::Solution::new(position, moves, None)))
}

/// Reads the value of a game of two sides.
fn value(text: &str) -> Option<Value> {
    Some(match text.split_once(' ') {
        Some(("win", plies)) => Value::Win(plies.parse().ok()?),
        Some(("loss", plies)) => Value::Loss(plies.parse().ok()?),
        None if text == "draw" => Value::Draw,
        _ => return None,
    })
}

fn json(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}

/// Returns the board of a puzzle: `carom/board`.
///
/// # Errors
///
/// None for a puzzle that `carom page` has written.
#[wasm_bindgen]
pub fn board(text: &str) -> Result<String, JsError> {
    let known = Known::read(text, "", "");
    let (board, start) = Board::of_puzzle(known.heading(), &known.view());
    json(&match start {
        Some(start) => board.drawn(&start),
        None => board,
    })
}

/// Returns how to play a puzzle or, if it has only the line `puzzle GAME`, its game.
///
/// # Errors
///
/// The text names no game.
#[wasm_bindgen]
pub fn guide(text: &str) -> Result<String, JsError> {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let game = puzzle.game.ok_or_else(|| JsError::new("the puzzle names no game"))?;
    json(&Guide::new(game, puzzle.position()))
}

/// Returns the solution of a puzzle, drawn move by move: `carom/solution`.
///
/// # Errors
///
/// None for a puzzle that `carom page` has written.
#[wasm_bindgen]
pub fn solution(text: &str, result: &str, solution: &str) -> Result<String, JsError> {
    let known = Known::read(text, result, solution);
    let frames = frames(&known.view(), Author::Solver);
    json(&Solution::new(known.heading(), WrittenMoves::default(), frames))
}

/// Plays moves, with blanks between them: `carom/play`. It searches for nothing.
///
/// # Errors
///
/// None for a puzzle that `carom page` has written.
#[wasm_bindgen]
pub fn play(text: &str, result: &str, solution: &str, moves: &str) -> Result<String, JsError> {
    let known = Known::read(text, result, solution);
    let moves: Vec<_> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    let play = UnfinishedPlay::new(known.heading(), &known.view(), &moves, None);
    json(&play.drawn())
}
