//! Inlay hints.

use crate::analysis::View;
use crate::analysis::model::words::{headline, limit_clause};
use crate::search::Outcome;
use crate::words::count;

/// A word that is shown but not in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Behind which byte.
    pub offset: u32,
    /// The word.
    pub label: String,
    /// More about it.
    pub tooltip: Option<String>,
}

/// The hints of a puzzle: the optimum after its first line, where `shows_answer`
/// says that it is told here, and how far from it the author's solution is.
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
        hints.push(Hint {
            offset: last.span.end,
            label,
            tooltip: None,
        });
    }
    hints.extend(play(view));
    hints
}

/// Behind a line of play whose positions are all known: how many moves of it
/// throw the value away.
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
