//! Suggestions: the one move of an object that makes a puzzle hardest, or easiest.

use super::square::moves;
use super::variants::{Variant, WhatIfSource};
use crate::analysis::Handle;
use crate::analysis::edits::board_editor::handles;
use crate::board::Square;
use crate::search::{Answer, Outcome, Value, Verdict};
use crate::solving::Question;
use crate::words::count;

/// The goal of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestionGoal {
    /// More moves, as many as possible.
    Harder,
    /// Fewer moves, as few as possible, but at least one.
    Easier,
}

/// A suggested move of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The object.
    pub one: Handle,
    /// Its new square.
    pub to: Square,
}

/// All moves of one object of a puzzle, each with the puzzle that it makes.
#[derive(Clone, Debug)]
pub struct Suggestions {
    /// The puzzle without a change.
    pub before: Question,
    /// The suggestions, ordered by object and then by square.
    pub all: Vec<(Suggestion, Question)>,
}

impl Suggestions {
    /// Returns the moves of pieces, targets, items and the player; `None` for a
    /// malformed puzzle. Blocks and diagonals are part of the board.
    pub fn of(start: &WhatIfSource<'_>) -> Option<Self> {
        let all = handles(start.puzzle)?.into_iter();
        let all = all.filter(|one| !matches!(one.kind, "block" | "diagonal"));
        let mut before = None;
        let mut changes = Vec::new();
        for one in all {
            for Variant { square, question } in start.variants(&one) {
                let Some(question) = question else {
                    continue;
                };
                if one.square == square.to_string() {
                    before = Some(question);
                    continue;
                }
                let one = one.clone();
                changes.push((Suggestion { one, to: square }, question));
            }
        }
        Some(Self {
            before: before?,
            all: changes,
        })
    }
}

impl SuggestionGoal {
    /// Returns the length by which puzzles are compared: the fewest moves of a
    /// solved one, the plies of a win for the side to move.
    pub fn measure(answer: &Answer) -> Option<u32> {
        let is_goal = match &answer.outcome {
            Outcome::Evaluated { verdict, .. } => {
                matches!(verdict, Verdict::Settled(Value::Win(_)))
            }
            _ => true,
        };
        moves(answer).filter(|_| is_goal)
    }

    /// Returns the index of the best suggestion, given the length before and after
    /// each; the first of equals. A puzzle without any move is no suggestion.
    pub fn best(self, before: Option<u32>, after: &[Option<u32>]) -> Option<usize> {
        let after = after.iter().enumerate();
        let after = after.filter_map(|(at, moves)| Some((at, (*moves)?)));
        let better = after.filter(|&(_, moves)| {
            let is_better = before.is_none_or(|before| match self {
                Self::Harder => moves > before,
                Self::Easier => moves < before,
            });
            moves > 0 && is_better
        });
        let best = better.min_by_key(|&(_, moves)| match self {
            Self::Harder => u32::MAX - moves,
            Self::Easier => moves,
        });
        best.map(|(at, _)| at)
    }

    /// Returns why there is no suggestion.
    pub fn refusal(self, before: Option<u32>, unknown: usize) -> String {
        let (most, than) = match self {
            Self::Harder => ("more", "makes it harder"),
            Self::Easier => ("fewer", "makes it easier"),
        };
        let mut text = match before {
            Some(before) => {
                format!(
                    "no one change {than}: none takes {most} than {}",
                    count(before, "move")
                )
            }
            None => "moving a single piece, target or item does not make it solvable".to_owned(),
        };
        if unknown > 0 {
            text.push_str(&format!(
                "; of {} the answer is not known",
                count(unknown, "change")
            ));
        }
        text
    }
}
