//! Inlay hints.

use crate::analysis::View;
use crate::analysis::model::words::{headline, limit_clause};
use crate::search::Outcome;
use crate::words::count;

/// A word that is shown but not in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The byte after which it is shown.
    pub offset: u32,
    /// The word.
    pub label: String,
    /// A description.
    pub tooltip: Option<String>,
}

/// Returns the hints of a puzzle: with `shows_answer` the optimum after its first line, and the
/// difference between the author's solution and the optimum.
pub fn hints(view: &View<'_>, shows_answer: bool) -> Vec<Hint> {
    let Some(answer) = view.answer() else {
        return Vec::new();
    };
    let tooltip = match (&answer.outcome, answer.outcome.limit()) {
        (_, Some(limit)) => limit_clause(limit),
        (Outcome::Solved(_), None) => "the fewest moves, proved",
        (Outcome::Evaluated { .. }, None) => "the value for the side to move, proved",
        (_, None) => "there is no solution, proved",
    };
    let headline = shows_answer.then(|| Hint {
        offset: view.puzzle.header_span().end,
        label: headline(view.known),
        tooltip: Some(tooltip.to_owned()),
    });
    let mut hints: Vec<Hint> = headline.into_iter().collect();
    let played = view.puzzle.played.as_ref();
    let length = played.and_then(|played| played.solved_after);
    let tokens = view.puzzle.section.solution().unwrap_or_default();
    if let (Outcome::Solved(solution), Some(length), Some(last)) =
        (&answer.outcome, length, tokens.last())
    {
        let over = length.saturating_sub(solution.length);
        let label = match over {
            0 => "optimal".to_owned(),
            over => format!("+{over}"),
        };
        hints.push(Hint { offset: last.span.end, label, tooltip: None });
    }
    hints.extend(play(view));
    hints
}

/// After a line of play with known values, returns the number of its moves that give a win or a
/// draw away.
fn play(view: &View<'_>) -> Option<Hint> {
    let (extras, played) = (view.extras?, view.puzzle.played.as_ref()?);
    let last = view.puzzle.section.solution()?.last()?;
    let mut blunders = 0;
    for (number, &played) in played.moves.iter().enumerate() {
        let node = extras.node(number)?;
        node.verdict.value()?;
        blunders += usize::from(node.blunder(played).is_some());
    }
    let label = match (played.moves.len(), blunders) {
        (0, _) => return None,
        (_, 0) => "no blunder".to_owned(),
        (_, blunders) => count(blunders, "blunder"),
    };
    Some(Hint {
        offset: last.span.end,
        label,
        tooltip: Some("moves that throw a win or a draw away".to_owned()),
    })
}
