//! The variants of a puzzle with one object on another square.

use crate::analysis::edits::board_editor::{EditOperation, apply_and_read};
use crate::analysis::{FileHead, Handle, Puzzle};
use crate::board::Square;
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
        let Some(position) = self.puzzle.position() else {
            return Vec::new();
        };
        let board = position.board();
        let squares = (0..board.rows()).rev();
        let squares = squares.flat_map(|row| {
            let columns = 0..board.columns();
            columns.map(move |column| Square::new(column, row))
        });
        let variants = squares.map(|square| Variant {
            square,
            question: self.question(one, square),
        });
        variants.collect()
    }

    fn question(&self, one: &Handle, square: Square) -> Option<Question> {
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
