//! Correcting the claims of a puzzle that its answer contradicts.

use super::actions::{insert_solution, record_moves, write_solution};
use super::board_editor::BoardEdit;
use super::removal::without_field;
use crate::analysis::model::words::{claim, solution_line};
use crate::analysis::{Puzzle, View};
use crate::search::Outcome;
use crate::syntax::{Claim, Key};
use crate::text::{Edit, Span};
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

impl BoardEdit {
    /// Keeps the claims right. The edit changes the puzzle of `view` to `after`, whose answer the
    /// view has, if it is known. The claims state this answer; without it, those that may be wrong
    /// are removed.
    #[must_use]
    pub fn with_claims(mut self, view: &View<'_>, after: &Puzzle) -> Self {
        let claims = claims_after(view, after);
        // A new solution replaces squares that the operation renamed.
        let is_replaced = |span: Span| {
            claims
                .iter()
                .map(|edit| edit.span)
                .any(|claim| claim.start < span.end && span.start < claim.end)
        };
        self.edits.retain(|edit| !is_replaced(edit.span));
        self.edits.extend(claims);
        self.edits.sort_unstable();
        self
    }
}

/// Returns the edits that keep the claims in the text of `view` right once other edits have made
/// the puzzle `after`. A solution is also wrong if it is not a shortest one. The claims of a
/// malformed puzzle stay.
fn claims_after(view: &View<'_>, after: &Puzzle) -> Vec<Edit> {
    let section = &view.puzzle.section;
    if view.puzzle.identity.is_none() || after.identity.is_none() {
        return Vec::new();
    }
    let answer = view.answer();
    let is_same = after.identity == view.puzzle.identity;
    let mut edits = Vec::new();
    for key in [Key::Moves, Key::Result] {
        let Some(field) = section.field(key).filter(|_| !is_same) else {
            continue;
        };
        if answer.and_then(claim).is_none_or(|(of, _)| of != key) {
            edits.extend(without_field(view.text, section, field));
        } else {
            edits.extend(record_moves(view));
        }
    }
    let Some(field) = section.field(Key::Solution) else {
        return edits;
    };
    let solved_after = |puzzle: &Puzzle| {
        let played = puzzle.played.as_ref()?;
        let tokens = puzzle.section.solution().map(<[_]>::len);
        played.solved_after.filter(|_| tokens == Some(played.moves.len()))
    };
    let length = solved_after(after);
    let is_right = match answer.map(|answer| &answer.outcome) {
        _ if is_same && length == solved_after(view.puzzle) => true,
        Some(Outcome::Solved(shortest)) => length == Some(shortest.length),
        Some(Outcome::Evaluated { .. } | Outcome::Unsolvable(_)) => false,
        Some(Outcome::Unknown { .. }) | None => length.is_some(),
    };
    if is_right {
        return edits;
    }
    match answer.and_then(solution_line).filter(|line| !line.is_empty()) {
        Some(line) => edits.extend(write_solution(view, &line)),
        None => edits.extend(without_field(view.text, section, field)),
    }
    edits
}

/// Returns the edits that remove all claims of a puzzle.
pub(super) fn without_claims(view: &View<'_>) -> Vec<Edit> {
    let section = &view.puzzle.section;
    let keys = [Key::Moves, Key::Result, Key::Solution];
    let fields = keys.into_iter().filter_map(|key| section.field(key));
    fields.flat_map(|field| without_field(view.text, section, field)).collect()
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
