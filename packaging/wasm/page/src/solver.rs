//! The search for the moves that remain.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Arc;

use carom::Answer;
use carom::analysis::{AnswerState, FileHead, Puzzle, View, hand_play, moves_left, solution_line};
use carom::games::{Move, Position};
use carom::search::Outcome;
use carom::solving::{
    Call, CancelFlag, Identity, Limits, Memory, Question, SearchEnd, Solver, Watch,
};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use super::json;

/// The limits of a search on a page.
const LIMITS: Limits = Limits { max_positions: 20_000_000, max_memory: 1 << 30, time: None };

thread_local! {
    static SOLVER: Solver = Solver::new(NonZeroUsize::MIN, Memory::default());
}

/// The limits of the searches for the rest of a turn, after the one from its start.
const TURN_LIMITS: Limits = Limits { max_positions: 1_000_000, ..LIMITS };

/// What remains after moves.
#[derive(Default, Serialize)]
struct Remaining {
    /// The fewest moves, or the plies of best play; `None` if there are none or a limit was
    /// reached.
    left: Option<u32>,
    /// These moves, with blanks between them.
    moves: Option<String>,
    /// Whether the first of these moves replaces the last one played, which it extends.
    extends: bool,
    /// The value for the side to move, in a duel: `win 9`.
    value: Option<String>,
    /// Whether the search reached no limit.
    settled: bool,
}

impl From<Arc<Answer>> for Remaining {
    fn from(answer: Arc<Answer>) -> Self {
        Self {
            moves: solution_line(&answer),
            extends: false,
            value: match &answer.outcome {
                Outcome::Evaluated { verdict, .. } => {
                    verdict.value().map(|value| value.to_string())
                }
                _ => None,
            },
            settled: answer.outcome.is_settled(),
            left: moves_left(&SearchEnd::Answer(answer)),
        }
    }
}

fn answer(position: &Position, limits: Limits) -> Arc<Answer> {
    let call = Call { watch: Watch::default(), cancel: CancelFlag::default(), cache: None };
    let question = Question::new(position.clone(), Identity::of(position), limits);
    let found = SOLVER.with(|solver| solver.answer(&question, &call));
    // A search that failed has ended the instance before it returned.
    found.unwrap_or_else(|failed| failed.rethrow())
}

/// Searches for the fewest moves after these, which have blanks between them. In a game of turns
/// with steps, the last turn may go on.
///
/// # Errors
///
/// The moves are not legal, or the puzzle is over.
#[wasm_bindgen]
pub fn remaining(text: &str, moves: &str) -> Result<String, JsError> {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let view = View::new(text, &puzzle, AnswerState::Nothing);
    let words: Vec<_> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    let played = |words: &[String]| {
        hand_play(&view, words).filter(|played| played.refused.is_none() && !played.is_solved)
    };
    let now = played(&words).ok_or_else(|| JsError::new("there is nothing to search for"))?;
    let extended = words.split_last().zip(now.moves.last()).and_then(|((_, earlier), last)| {
        let before = played(earlier)?.position;
        (!before.extensions(*last).is_empty()).then(|| rest_of_turn(&before, *last, &now.position))
    });
    json(&extended.unwrap_or_else(|| answer(&now.position, LIMITS).into()))
}

/// Searches for the fewest moves after a turn that may go on. `now` is the position after it.
fn rest_of_turn(before: &Position, turn: Move, now: &Position) -> Remaining {
    let whole = Remaining::from(answer(before, LIMITS));
    let least = whole.left.map(|left| left.saturating_sub(1));
    let mut seen = vec![now.clone()];
    let mut ends = VecDeque::from([turn]);
    let mut best = Remaining::from(answer(now, LIMITS));
    let mut is_settled = best.settled;
    while let Some(played) = ends.pop_front()
        && (best.left.is_none() || best.left > least)
    {
        for longer in before.extensions(played) {
            let Ok(after) = before.play(longer) else { continue };
            if seen.contains(&after) {
                continue;
            }
            seen.push(after.clone());
            let found = match after.is_solved() {
                true => Remaining { left: Some(0), settled: true, ..Remaining::default() },
                false => answer(&after, TURN_LIMITS).into(),
            };
            is_settled &= found.settled;
            if found.left.is_some_and(|left| best.left.is_none_or(|least| left < least)) {
                let rest = found.moves.filter(|moves| !moves.is_empty());
                let moves = [Some(longer.to_string()), rest].into_iter().flatten();
                let moves = Some(moves.collect::<Vec<_>>().join(" "));
                best = Remaining { moves, extends: true, ..found };
            }
            if !after.is_solved() {
                ends.push_back(longer);
            }
        }
    }
    // A turn cannot do better than the best one from its start.
    best.settled = is_settled || (best.left.is_some() && best.left == least && whole.settled);
    best
}
