//! Correcting the claims of a puzzle that its answer contradicts.

use super::actions::{insert_solution, record_moves, replace_value, write_solution};
use super::board_editor::BoardEdit;
use crate::analysis::model::words::{claim, solution_line};
use crate::analysis::{PlayedSolution, Puzzle, View};
use crate::search::{Answer, Outcome};
use crate::syntax::{Claim, Field, Key};
use crate::text::{Edit, Span};
use crate::words::count;

/// Wrong claims of a puzzle, and their correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongClaims {
    /// The claim of the puzzle, such as `6 moves`.
    pub claimed: String,
    /// The edits that correct the wrong claims, except one to or from `none`.
    pub edits: Vec<Edit>,
}

/// Returns the wrong claims of a puzzle: the number of moves, the result, and a solution that does
/// not solve it. Returns `None` if no claim is wrong or the answer is unknown.
pub fn wrong_claims(view: &View<'_>) -> Option<WrongClaims> {
    let section = &view.puzzle.section;
    let answer = view.answer()?;
    let mut claimed = None;
    let mut edits = Vec::new();
    if let Some((key, value)) = claim(answer)
        && let Some(field) = section.field(key).filter(|field| !field.value_span.is_empty())
        && !is_same(field.value_span.slice(view.text), &value)
    {
        claimed = Some(match section.claim() {
            Some((_, Claim::Moves(moves))) => count(moves, "move"),
            Some((_, Claim::None)) => "no solution".to_owned(),
            None => field.value_span.slice(view.text).to_owned(),
        });
        edits.extend(record_moves(view));
    }
    let is_solved = matches!(answer.outcome, Outcome::Solved(_));
    if is_solved && section.field(Key::Solution).is_some() && !solves(view.puzzle.played.as_ref()) {
        edits.extend(insert_solution(view));
        claimed.get_or_insert_with(|| "a solution that does not solve it".to_owned());
    }
    Some(WrongClaims { claimed: claimed?, edits })
}

/// Whether two values of a claim differ at most in white space.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

impl BoardEdit {
    /// Adds the edits of claims that go with this edit. It changes the puzzle of `view`, which has
    /// the answer of that puzzle, to `after`, whose answer is `answer`, as far as both are known.
    #[must_use]
    pub fn with_claims(mut self, view: &View<'_>, after: &Puzzle, answer: Option<&Answer>) -> Self {
        let changed = changed_claims(view, after.played.as_ref(), answer);
        // A new solution replaces squares that the operation renamed.
        let is_replaced = |span: Span| {
            let mut claims = changed.edits.iter().map(|edit| edit.span);
            claims.any(|claim| claim.start < span.end && span.start < claim.end)
        };
        self.edits.retain(|edit| !is_replaced(edit.span));
        self.also = changed.in_words();
        self.edits.extend(changed.edits);
        self.edits.sort_unstable();
        self
    }
}

/// The claims of a puzzle that an edit of its board may change, because they are proved.
struct ProvedClaims<'a> {
    answer: &'a Answer,
    key: Key,
    /// The field of `moves` or `result`.
    claim: Option<&'a Field>,
    /// The field of a solution that solves the puzzle.
    solution: Option<&'a Field>,
}

impl<'a> ProvedClaims<'a> {
    /// Returns `None` if an edit leaves all claims as they are: if there are none, if one of them
    /// is not proved, or if the puzzle has no solution.
    fn of(view: &View<'a>) -> Option<Self> {
        let section = &view.puzzle.section;
        let answer = view.answer()?;
        let (key, proved) = author_claim(answer)?;
        let other = if key == Key::Moves { Key::Result } else { Key::Moves };
        let claim = section.field(key);
        let is_proved = |field: &Field| is_same(field.value_span.slice(view.text), &proved);
        if section.field(other).is_some() || !claim.is_none_or(is_proved) {
            return None;
        }
        let solution = section.field(Key::Solution).filter(|_| solves(view.puzzle.played.as_ref()));
        let has_some = claim.is_some() || solution.is_some();
        has_some.then_some(Self { answer, key, claim, solution })
    }
}

/// Whether an edit of its board may change the claims of a puzzle, if the new answer is found.
pub fn has_proved_claims(view: &View<'_>) -> bool {
    ProvedClaims::of(view).is_some()
}

/// Returns the key and the value that claim this answer. An author alone can say that a puzzle is
/// meant to be unsolvable.
pub(super) fn author_claim(answer: &Answer) -> Option<(Key, String)> {
    match answer.outcome {
        Outcome::Unsolvable(_) => None,
        _ => claim(answer),
    }
}

fn solves(played: Option<&PlayedSolution>) -> bool {
    played.is_some_and(|played| played.solved_after.is_some())
}

/// The edits of claims, each with its description in the past tense.
#[derive(Default)]
pub(super) struct ChangedClaims {
    pub(super) edits: Vec<Edit>,
    words: Vec<String>,
}

impl ChangedClaims {
    /// Describes them as a clause.
    pub(super) fn in_words(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(", and "))
    }
}

/// Returns the edits of claims that go with an edit of the board of `view`: this is the rule for all
/// edits. `played` is the author's solution on the new board, `answer` the answer of that board.
///
/// A proved claim changes to another proved value of its key, and only together with it a
/// solution that solved the old board changes to one that is proved to be optimal. All else
/// stays: the author may return to the old board.
pub(super) fn changed_claims(
    view: &View<'_>,
    played: Option<&PlayedSolution>,
    answer: Option<&Answer>,
) -> ChangedClaims {
    let mut changed = ChangedClaims::default();
    let (Some(before), Some(answer)) = (ProvedClaims::of(view), answer) else {
        return changed;
    };
    let Some((key, value)) = author_claim(answer).filter(|(key, _)| *key == before.key) else {
        return changed;
    };
    if let Some(field) = before.claim
        && let Some(edit) = replace_value(view, field, &value)
    {
        let (key, old) = (key.name(), edit.span.slice(view.text));
        changed.words.push(format!("changed `{key}` from {old} to {value}"));
        changed.edits.push(edit);
    }
    let tokens = view.puzzle.section.solution().map_or(0, <[_]>::len);
    // In a duel, each legal line is as good.
    let is_shortest = |played: Option<&PlayedSolution>, answer: &Answer| match &answer.outcome {
        Outcome::Solved(shortest) => played.is_some_and(|played| {
            played.solved_after == Some(shortest.length) && played.moves.len() == tokens
        }),
        _ => true,
    };
    let still_right = solves(played)
        && (is_shortest(played, answer)
            || !is_shortest(view.puzzle.played.as_ref(), before.answer));
    if before.solution.is_some()
        && !still_right
        && let Some(line) = solution_line(answer).filter(|line| !line.is_empty())
        && let Some(edit) = write_solution(view, &line)
    {
        changed.words.push("replaced the solution".to_owned());
        changed.edits.push(edit);
    }
    changed
}
