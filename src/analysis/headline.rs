//! An answer in a few words.

use super::Known;
use crate::games::Move;
use crate::search::{Answer, Limit, Outcome};

/// Moves as the notation writes them.
pub(super) fn line_of(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// The optimal solution in the notation, if there is one.
pub fn solution_line(answer: &Answer) -> Option<String> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some(line_of(&solution.moves)),
        Outcome::Unsolvable | Outcome::Unknown { .. } => None,
    }
}

/// The value of a `moves` line that says what the answer says.
pub fn claim(answer: &Answer) -> Option<String> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some(solution.moves.len().to_string()),
        Outcome::Unsolvable => Some("none".to_owned()),
        Outcome::Unknown { .. } => None,
    }
}

/// What is known, without the moves: `4 moves`, `unsolvable`, `solving…`.
pub fn headline(known: Known<'_>) -> String {
    match known {
        Known::Nothing => "malformed".to_owned(),
        Known::Working { .. } => "solving…".to_owned(),
        Known::Cancelled => "cancelled".to_owned(),
        Known::Failed => "the solver failed".to_owned(),
        Known::Answer(answer) => match &answer.outcome {
            Outcome::Solved(solution) => count(solution.moves.len(), "move"),
            Outcome::Unsolvable => "unsolvable".to_owned(),
            Outcome::Unknown { at_least, .. } => {
                format!("at least {}", count(*at_least as usize, "move"))
            }
        },
    }
}

/// What stopped the search, as a clause.
pub(super) const fn limit_clause(limit: Limit) -> &'static str {
    match limit {
        Limit::Positions => "the limit of positions was reached",
        Limit::Memory => "the limit of memory was reached",
        Limit::Time => "the time limit was reached",
        Limit::Cancelled => "the search was cancelled",
    }
}

/// `1 move`, `2 moves`.
pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
