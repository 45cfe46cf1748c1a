//! Short descriptions of answers, for people and for programs.

use std::time::Duration;

use crate::analysis::AnswerState;
use crate::games::Position;
use crate::search::{Answer, Limit, NoSolution, Outcome};
use crate::syntax::Key;
use crate::words::{count, group_digits, join_words};

/// The state of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    /// It has an optimal solution or, in a duel, a value.
    Solved,
    /// It has no solution.
    Unsolvable,
    /// A limit was reached, or the search was cancelled.
    Unknown,
    /// It has no answer yet.
    Solving,
    /// It is malformed.
    Invalid,
}

impl PuzzleState {
    /// All states.
    pub const ALL: [Self; 5] =
        [Self::Solved, Self::Unsolvable, Self::Unknown, Self::Solving, Self::Invalid];

    /// Returns the state of a puzzle with this answer.
    pub const fn of(answer: &Answer) -> Self {
        match &answer.outcome {
            Outcome::Unsolvable(_) => Self::Unsolvable,
            outcome if outcome.is_settled() => Self::Solved,
            _ => Self::Unknown,
        }
    }

    /// Returns the name of the state.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Unknown => "unknown",
            Self::Solving => "solving",
            Self::Invalid => "invalid",
        }
    }
}

impl From<AnswerState<'_>> for PuzzleState {
    fn from(known: AnswerState<'_>) -> Self {
        match known {
            AnswerState::Nothing => Self::Invalid,
            AnswerState::Working { .. } => Self::Solving,
            AnswerState::Cancelled | AnswerState::Failed(_) => Self::Unknown,
            AnswerState::Answer(answer) => Self::of(answer),
        }
    }
}

/// Returns the optimal solution in the notation, if there is one.
pub fn solution_line(answer: &Answer) -> Option<String> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some(join_words(&solution.moves)),
        Outcome::Evaluated { line, .. } if !line.is_empty() => Some(join_words(line)),
        Outcome::Evaluated { .. } | Outcome::Unsolvable(_) | Outcome::Unknown { .. } => None,
    }
}

/// Returns the key and the value that claim this answer.
pub fn claim(answer: &Answer) -> Option<(Key, String)> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some((Key::Moves, solution.length.to_string())),
        Outcome::Unsolvable(_) => Some((Key::Moves, "none".to_owned())),
        Outcome::Unknown { .. } => None,
        Outcome::Evaluated { verdict, .. } => Some((Key::Result, verdict.value()?.to_string())),
    }
}

/// Returns the state without the moves: `4 moves`, `unsolvable`, `solving…`.
pub fn headline(known: AnswerState<'_>) -> String {
    match known {
        AnswerState::Nothing => "malformed".to_owned(),
        AnswerState::Working { .. } => "solving…".to_owned(),
        AnswerState::Cancelled => "cancelled".to_owned(),
        AnswerState::Failed(_) => "the solver failed".to_owned(),
        AnswerState::Answer(answer) => outcome(&answer.outcome),
    }
}

/// Returns the state and the number of optimal solutions: `6 moves · unique`.
pub fn summary(known: AnswerState<'_>) -> String {
    let headline = headline(known);
    let AnswerState::Answer(answer) = known else {
        return headline;
    };
    match &answer.outcome {
        Outcome::Solved(solution) if !solution.moves.is_empty() => {
            match solution.optimal_solutions {
                Some(1) => format!("{headline} · unique"),
                Some(number) => format!("{headline} · {}", count(number, "optimal solution")),
                None => headline,
            }
        }
        _ => headline,
    }
}

/// Returns the outcome without the moves: `4 moves`, `at least 7 moves`, `win 9`.
pub fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Solved(solution) => {
            let moves = count(solution.length, "move");
            match solution.slides {
                Some(slides) => format!("{moves} ({})", count(slides, "slide")),
                None => moves,
            }
        }
        Outcome::Unsolvable(_) => PuzzleState::Unsolvable.name().to_owned(),
        Outcome::Unknown { at_least, .. } => bound(*at_least),
        Outcome::Evaluated { verdict, .. } => verdict.to_string(),
    }
}

/// Returns why a puzzle has no solution, as a clause.
pub fn why(position: &Position, reason: NoSolution) -> String {
    match reason {
        NoSolution::NothingMoves => "nothing can move".to_owned(),
        NoSolution::OnlyUnderLaxerRules => {
            // A cache may hold an answer that does not belong to the puzzle.
            let laxer = position.under_laxer_rules();
            laxer.map_or_else(String::new, |(_, clause)| clause.to_owned())
        }
        NoSolution::OutOfReach => position.unreachable_reason(),
        // Do not give the number of positions: a search may visit one several times.
        NoSolution::Exhausted { .. } => "a complete search found none".to_owned(),
    }
}

/// Describes a lower bound on the fewest moves.
pub fn bound(at_least: u32) -> String {
    format!("at least {}", count(at_least, "move"))
}

/// Formats a duration: `less than 1 ms`, `120 ms`, `1.2 s`, `2 min 5 s`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.as_millis() {
        0 => "less than 1 ms".to_owned(),
        millis @ 1..1_000 => format!("{millis} ms"),
        millis @ 1_000..60_000 => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
        _ => format!("{} min {} s", group_digits(seconds / 60), seconds % 60),
    }
}

/// Returns the reached limit as a clause.
pub const fn limit_clause(limit: Limit) -> &'static str {
    match limit {
        Limit::Positions => "the limit of positions was reached",
        Limit::Memory => "the limit of memory was reached",
        Limit::Time => "the time limit was reached",
        Limit::Cancelled => "the search was cancelled",
    }
}

/// Returns the name of a limit as in the options, or `None` for a cancelled search.
pub const fn limit_name(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Positions => Some("positions"),
        Limit::Memory => Some("memory"),
        Limit::Time => Some("time"),
        Limit::Cancelled => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_to_a_useful_precision() {
        for (micros, expected) in [
            (0, "less than 1 ms"),
            (999, "less than 1 ms"),
            (1_000, "1 ms"),
            (999_999, "999 ms"),
            (1_000_000, "1.0 s"),
            (59_999_999, "59.9 s"),
            (60_000_000, "1 min 0 s"),
            (125_000_000, "2 min 5 s"),
        ] {
            assert_eq!(duration(Duration::from_micros(micros)), expected);
        }
    }
}
