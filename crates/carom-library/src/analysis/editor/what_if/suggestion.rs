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
    pub item: Handle,
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
    /// malformed puzzle.
    pub fn of(start: &WhatIfSource<'_>) -> Option<Self> {
        let all = handles(start.puzzle)?.into_iter();
        let all = all.filter(|item| !is_terrain(item));
        let mut before = None;
        let mut changes = Vec::new();
        for item in all {
            for Variant { square, question } in start.variants(&item) {
                let Some(question) = question else {
                    continue;
                };
                if item.square == square.to_string() {
                    before = Some(question);
                    continue;
                }
                let item = item.clone();
                changes.push((Suggestion { item, to: square }, question));
            }
        }
        Some(Self {
            before: before?,
            all: changes,
        })
    }

    /// Returns the moves of blocks and diagonals by a number of steps along rows and columns;
    /// `None` if the board is not that large. They change the board, so they are only for a
    /// puzzle that no other move makes solvable, and a short move is better than a long one.
    pub fn of_terrain(start: &WhatIfSource<'_>, steps: u8) -> Option<Vec<(Suggestion, Question)>> {
        let board = start.puzzle.position()?.board();
        if steps > board.columns() + board.rows() - 2 {
            return None;
        }
        let mut changes = Vec::new();
        for item in handles(start.puzzle)?.into_iter().filter(is_terrain) {
            let Ok(from) = item.square.parse::<Square>() else {
                continue;
            };
            let distance =
                |to: &Square| from.column().abs_diff(to.column()) + from.row().abs_diff(to.row());
            for to in start.squares().filter(|to| distance(to) == steps) {
                let question = start.question(&item, to);
                let change = Suggestion {
                    item: item.clone(),
                    to,
                };
                changes.extend(question.map(|question| (change, question)));
            }
        }
        Some(changes)
    }
}

/// Whether an object is part of the board.
fn is_terrain(item: &Handle) -> bool {
    matches!(item.kind, "block" | "diagonal")
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

    /// Returns why there is no suggestion. `has_terrain` is whether blocks and diagonals were
    /// moved, too.
    pub fn refusal(self, before: Option<u32>, has_terrain: bool, unknown: usize) -> String {
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
            None => {
                let one = match has_terrain {
                    true => "piece, target, item, block or diagonal",
                    false => "piece, target or item",
                };
                format!("moving a single {one} does not make it solvable")
            }
        };
        if unknown > 0 {
            text.push_str(&format!(
                "; the answer of {} is unknown",
                count(unknown, "change")
            ));
        }
        text
    }
}
