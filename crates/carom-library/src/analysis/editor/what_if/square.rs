//! A square of a what-if map.

use crate::analysis::AnswerState;
use crate::analysis::model::words::{State, headline};
use crate::search::{Answer, Outcome, Value};

/// The state of a square of a what-if map.
#[derive(Clone, Copy, Debug)]
pub enum WhatIfSquare<'a> {
    /// The object cannot be there.
    Taken,
    /// The answer of the puzzle with the object there.
    State(AnswerState<'a>),
}

impl WhatIfSquare<'_> {
    /// The name of the state in the protocol.
    pub fn state(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::State(known) => match State::from(known) {
                State::Solving => "pending",
                state => state.name(),
            },
        }
    }

    /// Returns the fewest moves or, in a duel, the plies to the end.
    pub fn moves(self) -> Option<u32> {
        match self {
            Self::State(AnswerState::Answer(answer)) => moves(answer),
            _ => None,
        }
    }

    /// Returns the answer, such as `6 moves` or `win 5`.
    pub fn answer(self) -> Option<String> {
        match self {
            Self::State(known) => (State::from(known) == State::Solved).then(|| headline(known)),
            Self::Taken => None,
        }
    }
}

/// Returns the fewest moves of an answer or, in a duel, the plies to the end.
pub(super) fn moves(answer: &Answer) -> Option<u32> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some(solution.length),
        Outcome::Evaluated { verdict, .. } => match verdict.value()? {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        },
        Outcome::Unsolvable(_) | Outcome::Unknown { .. } => None,
    }
}
