//! The search for the moves that remain.

use std::num::NonZeroUsize;

use carom::analysis::{AnswerState, FileHead, Puzzle, View, hand_play, moves_left, solution_line};
use carom::solving::{Call, CancelFlag, Limits, Memory, SearchEnd, Solver, Watch};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use super::json;

/// The limits of a search on a page.
const LIMITS: Limits = Limits { max_positions: 20_000_000, max_memory: 1 << 30, time: None };

thread_local! {
    static SOLVER: Solver = Solver::new(NonZeroUsize::MIN, Memory::default());
}

/// What remains after moves.
#[derive(Serialize)]
struct Remaining {
    /// The fewest moves, or the plies of best play; `None` if there are none or a limit was
    /// reached.
    left: Option<u32>,
    /// These moves, with blanks between them.
    moves: Option<String>,
    /// Whether the search reached no limit.
    settled: bool,
}

/// Searches for the fewest moves after these, which have blanks between them.
///
/// # Errors
///
/// There are no moves, they are not legal, or the puzzle is over.
#[wasm_bindgen]
pub fn remaining(text: &str, moves: &str) -> Result<String, JsError> {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let view = View::new(text, &puzzle, AnswerState::Nothing);
    let moves: Vec<_> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    let played = hand_play(&view, &moves).filter(|played| played.refused.is_none());
    let question = played
        .and_then(|played| played.question(&view, LIMITS))
        .ok_or_else(|| JsError::new("there is nothing to search for"))?;
    let call = Call { watch: Watch::default(), cancel: CancelFlag::default(), cache: None };
    let answer = SOLVER.with(|solver| solver.answer(&question, &call));
    json(&Remaining {
        moves: solution_line(&answer),
        settled: answer.outcome.is_settled(),
        left: moves_left(&SearchEnd::Answer(answer)),
    })
}
