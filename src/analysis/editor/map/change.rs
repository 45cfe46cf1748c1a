//! The one change that makes a puzzle hardest, or easiest.

use super::spot::moves;
use super::start::{Elsewhere, Start};
use crate::analysis::Handle;
use crate::analysis::edits::gesture::handles;
use crate::board::Square;
use crate::search::{Answer, Outcome, Value, Verdict};
use crate::solving::Question;
use crate::words::count;

/// What is wanted of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// More moves, as many as can be.
    Harder,
    /// Fewer moves, as few as can be, but one at least.
    Easier,
}

/// One thing goes to another square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The thing.
    pub one: Handle,
    /// Where it goes.
    pub to: Square,
}

/// All changes of a puzzle by one thing that goes to another square, with the
/// question that each makes of it.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The puzzle as it is.
    pub before: Question,
    /// In the order of the things and then of the squares.
    pub all: Vec<(Change, Question)>,
}

impl Changes {
    /// The changes by pieces, targets, items and the player; none of a
    /// malformed puzzle. Blocks and diagonals are the board, and stay.
    pub fn of(start: &Start<'_>) -> Option<Self> {
        let all = handles(start.puzzle)?.into_iter();
        let all = all.filter(|one| !matches!(one.kind, "block" | "diagonal"));
        let mut before = None;
        let mut changes = Vec::new();
        for one in all {
            for Elsewhere { square, question } in start.elsewhere(&one) {
                let Some(question) = question else {
                    continue;
                };
                if one.square == square.to_string() {
                    before = Some(question);
                    continue;
                }
                let one = one.clone();
                changes.push((Change { one, to: square }, question));
            }
        }
        Some(Self {
            before: before?,
            all: changes,
        })
    }
}

impl Wish {
    /// What a puzzle takes, where it can be compared: the fewest moves of one
    /// that is solved, the plies of a win of the side to move.
    pub fn measure(answer: &Answer) -> Option<u32> {
        let is_goal = match &answer.outcome {
            Outcome::Evaluated { verdict, .. } => {
                matches!(verdict, Verdict::Settled(Value::Win(_)))
            }
            _ => true,
        };
        moves(answer).filter(|_| is_goal)
    }

    /// The place of the change that grants the wish best, by what the puzzle
    /// takes before and after each; of equals the first. What takes no move at
    /// all is no puzzle.
    pub fn best(self, before: Option<u32>, after: &[Option<u32>]) -> Option<usize> {
        let after = after.iter().enumerate();
        let after = after.filter_map(|(at, moves)| Some((at, (*moves)?)));
        let granted = after.filter(|&(_, moves)| {
            let is_better = before.is_none_or(|before| match self {
                Self::Harder => moves > before,
                Self::Easier => moves < before,
            });
            moves > 0 && is_better
        });
        let best = granted.min_by_key(|&(_, moves)| match self {
            Self::Harder => u32::MAX - moves,
            Self::Easier => moves,
        });
        best.map(|(at, _)| at)
    }

    /// Why nothing is changed, where no change grants the wish.
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
            None => "no one change makes it solvable".to_owned(),
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
