//! A square of a map.

use crate::analysis::Known;
use crate::analysis::model::words::{State, headline};
use crate::search::{Answer, Outcome, Value};

/// What is known of a square of a map.
#[derive(Clone, Copy, Debug)]
pub enum Spot<'a> {
    /// The thing cannot stand there.
    Taken,
    /// So much is known of the puzzle with it there.
    Known(Known<'a>),
}

impl Spot<'_> {
    /// The same in a word.
    pub fn state(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Known(known) => match State::from(known) {
                State::Solving => "pending",
                state => state.name(),
            },
        }
    }

    /// The fewest moves, or of two sides the plies to the end.
    pub fn moves(self) -> Option<u32> {
        match self {
            Self::Known(Known::Answer(answer)) => moves(answer),
            _ => None,
        }
    }

    /// The answer as it is told: `6 moves`, `win 5`; none where there is none.
    pub fn answer(self) -> Option<String> {
        match self {
            Self::Known(known) => (State::from(known) == State::Solved).then(|| headline(known)),
            Self::Taken => None,
        }
    }
}

/// The fewest moves that an answer tells, or of two sides the plies to the end.
pub(super) fn moves(answer: &Answer) -> Option<u32> {
    match &answer.outcome {
        Outcome::Solved(solution) => u32::try_from(solution.moves.len()).ok(),
        Outcome::Evaluated { verdict, .. } => match verdict.value()? {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        },
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => None,
    }
}
