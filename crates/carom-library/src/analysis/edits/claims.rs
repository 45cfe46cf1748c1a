//! Correcting the claims of a puzzle that its answer contradicts.

use super::actions::{insert_solution, record_moves};
use crate::analysis::{Puzzle, View};
use crate::search::Outcome;
use crate::syntax::{Claim, Key};
use crate::text::Edit;
use crate::words::count;

/// Wrong claims of a puzzle, and their correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongClaims {
    /// The claim of the puzzle, such as `6 moves`.
    pub claimed: String,
    /// The edits that correct all wrong claims.
    pub edits: Vec<Edit>,
}

/// Returns the wrong claims of a puzzle: the number of moves, the result, and a solution that does
/// not solve it. Returns `None` if no claim is wrong or the answer is unknown.
pub fn wrong_claims(view: &View<'_>) -> Option<WrongClaims> {
    let is_solved = matches!(view.answer()?.outcome, Outcome::Solved(_));
    let played = view.puzzle.played.as_ref();
    let solves = played.is_some_and(|played| played.solved_after.is_some());
    corrected(view, solves || !is_solved)
}

/// Returns the wrong claims in the text of `view` once edits elsewhere in it have made the puzzle
/// `after`, whose answer the view has. A solution is also wrong if it is not a shortest one.
pub fn claims_after(view: &View<'_>, after: &Puzzle) -> Option<WrongClaims> {
    let is_right = match &view.answer()?.outcome {
        Outcome::Solved(shortest) => after.played.as_ref().is_some_and(|played| {
            let tokens = after.section.solution().map(<[_]>::len);
            played.solved_after == Some(shortest.length) && tokens == Some(played.moves.len())
        }),
        Outcome::Evaluated { .. } => false,
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => true,
    };
    corrected(view, is_right)
}

fn corrected(view: &View<'_>, has_right_solution: bool) -> Option<WrongClaims> {
    let section = &view.puzzle.section;
    let mut claimed = None;
    let mut edits = Vec::new();
    let keys = [Key::Moves, Key::Result];
    if let Some(field) = keys.into_iter().find_map(|key| section.field(key))
        && let Some(edit) = record_moves(view)
        // The claim is replaced where it is; a claim of another key stays.
        && edit.span == field.value_span
    {
        claimed = Some(match section.claim() {
            Some((_, Claim::Moves(moves))) => count(moves, "move"),
            Some((_, Claim::None)) => "no solution".to_owned(),
            None => field.value_span.slice(view.text).to_owned(),
        });
        edits.push(edit);
    }
    if !has_right_solution && section.field(Key::Solution).is_some() {
        edits.extend(insert_solution(view));
        claimed.get_or_insert_with(|| "a solution that does not solve it".to_owned());
    }
    let claimed = claimed.filter(|_| !edits.is_empty())?;
    Some(WrongClaims { claimed, edits })
}
