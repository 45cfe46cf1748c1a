//! A puzzle whose things are to stand elsewhere.

use crate::analysis::edits::gesture::{Gesture, gestured};
use crate::analysis::{FileHead, Handle, Puzzle};
use crate::board::Square;
use crate::solving::{Identity, Limits, Question};

/// A puzzle whose things are to stand elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Its text.
    pub text: &'a str,
    /// The same as read.
    pub puzzle: &'a Puzzle,
    /// What stands before the first puzzle of its file.
    pub file: &'a FileHead,
    /// What each search may spend.
    pub limits: Limits,
}

/// What would be if a thing stood on some square.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The square.
    pub square: Square,
    /// The puzzle with the thing there; none where it cannot stand.
    pub question: Option<Question>,
}

impl Start<'_> {
    /// Every square of the board, row by row from the top, with the puzzle that
    /// moving `one` there makes of this one: the text is changed and read again.
    pub fn elsewhere(&self, one: &Handle) -> Vec<Elsewhere> {
        let Some(position) = self.puzzle.position() else {
            return Vec::new();
        };
        let board = position.board();
        let squares = (0..board.rows()).rev();
        let squares = squares.flat_map(|rank| {
            let files = 0..board.columns();
            files.map(move |file| Square::new(file, rank))
        });
        let elsewhere = squares.map(|square| Elsewhere {
            square,
            question: self.question(one, square),
        });
        elsewhere.collect()
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
        let gesture = Gesture::Move { id, to };
        let (_, moved) = gestured(self.text, self.puzzle, self.file, &gesture).ok()?;
        ask(&moved)
    }
}
