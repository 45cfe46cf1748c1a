//! The variants of a puzzle with one object on another square.

use crate::analysis::edits::board_editor::{EditOperation, apply_and_read};
use crate::analysis::{FileHead, Handle, Puzzle};
use crate::board::Square;
use crate::games::Position;
use crate::solving::{Identity, Limits, Question};

/// A puzzle and its variants.
#[derive(Clone, Copy, Debug)]
pub struct WhatIfSource<'a> {
    /// Its text.
    pub text: &'a str,
    /// The parsed puzzle.
    pub puzzle: &'a Puzzle,
    /// The head of its file.
    pub file: &'a FileHead,
    /// The limits of each search.
    pub limits: Limits,
}

/// A puzzle with an object moved to a square.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The square.
    pub square: Square,
    /// The puzzle with the object there; `None` if it cannot be there.
    pub question: Option<Question>,
}

impl WhatIfSource<'_> {
    /// Returns the variant for every square of the board, row by row from the top:
    /// the text is edited and parsed again.
    pub fn variants(&self, one: &Handle) -> Vec<Variant> {
        let variants = self.squares().map(|square| Variant {
            square,
            question: self.question(one, square),
        });
        variants.collect()
    }

    /// Returns the squares of the board, row by row from the top.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        let board = self.puzzle.position().map(Position::board);
        let (columns, rows) = board.map_or((0, 0), |board| (board.columns(), board.rows()));
        let rows = (0..rows).rev();
        rows.flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
    }

    /// Returns the puzzle with an object on a square, unless it cannot be there.
    pub(super) fn question(&self, one: &Handle, square: Square) -> Option<Question> {
        let to = square.to_string();
        let ask = |puzzle: &Puzzle| {
            let position = puzzle.position()?.clone();
            let identity = Identity::of(&position);
            Some(Question::new(position, identity, self.limits))
        };
        if one.square == to {
            return ask(self.puzzle);
        }
        let id = one.id.clone();
        let gesture = EditOperation::Move { id, to };
        let (_, moved) = apply_and_read(self.text, self.puzzle, self.file, &gesture).ok()?;
        ask(&moved)
    }
}
