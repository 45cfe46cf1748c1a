//! The input of the editor features: one puzzle and the state of its answer.

use std::time::Duration;

use crate::analysis::Puzzle;
use crate::solving::{Answer, Extras, Failed};
use crate::syntax::{Cell, Field, FieldValue, Key, MoveText, ParsedSection, Word};
use crate::text::Span;

/// The state of a puzzle's answer.
#[derive(Clone, Copy, Debug)]
pub enum AnswerState<'a> {
    /// There is nothing to solve: the puzzle is malformed.
    Nothing,
    /// The solver is searching, or will search.
    Working {
        /// Positions searched so far.
        positions: u64,
        /// No solution has fewer moves than this.
        at_least: u32,
    },
    /// The answer is known.
    Answer(&'a Answer),
    /// The search was cancelled.
    Cancelled,
    /// The search failed.
    Failed(&'a Failed),
}

/// A puzzle, its text, and the state of its answer. All offsets are relative to the puzzle's own
/// text.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The text of the section.
    pub text: &'a str,
    /// The puzzle as read.
    pub puzzle: &'a Puzzle,
    /// The state of its answer.
    pub known: AnswerState<'a>,
    /// The extras of its answer, if they are known.
    pub extras: Option<&'a Extras>,
    /// The duration of the search, if it was measured.
    pub time: Option<Duration>,
}

impl<'a> View<'a> {
    /// Creates the view of a puzzle with an answer, but without extras and time.
    pub const fn new(text: &'a str, puzzle: &'a Puzzle, known: AnswerState<'a>) -> Self {
        Self { text, puzzle, known, extras: None, time: None }
    }

    /// Returns the answer, if it is known.
    pub const fn answer(&self) -> Option<&'a Answer> {
        match self.known {
            AnswerState::Answer(answer) => Some(answer),
            _ => None,
        }
    }

    pub(crate) fn field_at(&self, offset: u32) -> Option<&'a Field> {
        field_at(&self.puzzle.section, offset)
    }

    /// Returns the cell of the board under the cursor.
    pub(crate) fn cell_at(&self, offset: u32) -> Option<Cell> {
        let rows = self.puzzle.section.board()?.rows.iter();
        let mut cells = rows.flat_map(|row| &row.cells);
        cells.find(|cell| holds(cell.span, offset)).copied()
    }

    /// Returns the move of the solution under the cursor, with its number from 0.
    pub(crate) fn move_at(&self, offset: u32) -> Option<(usize, &'a MoveText)> {
        let mut moves = self.puzzle.section.solution()?.iter().enumerate();
        moves.find(|(_, token)| token.span.touches(offset))
    }
}

/// Whether the character at `offset` is in the range.
pub(crate) const fn holds(span: Span, offset: u32) -> bool {
    span.start <= offset && offset < span.end
}

/// Returns the span from a field's key to the end of its value.
pub(crate) fn field_span(field: &Field) -> Span {
    if field.value_span.is_empty() {
        field.key_span
    } else {
        field.key_span.cover(field.value_span)
    }
}

pub(crate) fn field_at(section: &ParsedSection, offset: u32) -> Option<&Field> {
    let mut fields = section.fields.iter();
    fields.find(|field| field_span(field).touches(offset))
}

/// Returns the words of a field, ignoring groups.
pub(crate) fn words(field: &Field) -> Vec<&Word> {
    match &field.value {
        FieldValue::Words(words) => words.iter().collect(),
        FieldValue::Groups(groups) => groups.iter().flatten().collect(),
        _ => Vec::new(),
    }
}

/// Returns the words of a field that may be places. The name of an item is not a place.
pub(crate) fn places(field: &Field) -> Vec<&Word> {
    match (&field.value, field.key) {
        (_, Some(Key::Quests)) => Vec::new(),
        (FieldValue::Groups(groups), Some(Key::Items)) => {
            groups.iter().flat_map(|group| group.iter().skip(1)).collect()
        }
        _ => words(field),
    }
}

/// Returns the words of a key, ignoring groups.
pub(crate) fn words_of(section: &ParsedSection, key: Key) -> Vec<&Word> {
    section.field(key).map(words).unwrap_or_default()
}
