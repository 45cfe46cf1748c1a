//! The lines of a board before they are rows.

use super::line::is_blank;
use super::outline::ValueLine;
use super::tree::{BoardStyle, Cell};
use crate::text::{Line, Span};

/// A line of a board: characters with their places.
pub(super) struct BoardLine {
    /// The line with its comment.
    pub(super) line: Line,
    /// The column of the first character that is no blank.
    pub(super) indent: usize,
    /// From there to the last character that is no blank.
    pub(super) characters: Vec<Cell>,
    /// The blanks before.
    pub(super) indentation: Span,
    pub(super) is_wall_row: bool,
}

impl BoardLine {
    pub(super) fn new(text: &str, line: &ValueLine<'_>) -> Self {
        let content = Span::of(text, line.content);
        let start = content.start - Span::new(line.line.span.start, content.start).len();
        let indentation = Span::new(start, content.start);
        let at = |(offset, glyph): (usize, char)| Cell {
            span: Span::from_range(offset..offset + glyph.len_utf8()).shifted(content.start),
            glyph,
        };
        let mut characters = Vec::with_capacity(line.content.len());
        characters.extend(line.content.char_indices().map(at));
        Self {
            line: line.line,
            indent: indentation.slice(text).chars().count(),
            characters,
            indentation,
            is_wall_row: line.is_wall_row,
        }
    }

    pub(super) fn span(&self) -> Span {
        let first = self.characters.first().map(|cell| cell.span);
        let last = self.characters.last().map(|cell| cell.span);
        first.unwrap_or_default().cover(last.unwrap_or_default())
    }

    /// Whether blanks or walls part the characters; nothing for a single one.
    pub(super) fn style(&self) -> Option<BoardStyle> {
        let parted = |cell: &Cell| is_blank(cell.glyph) || cell.glyph == '|';
        match self.characters.len() {
            0 | 1 => None,
            _ if self.characters.iter().any(parted) => Some(BoardStyle::Spaced),
            _ => Some(BoardStyle::Compact),
        }
    }
}

/// The value that most of `values` have; of several the one that comes first.
pub(super) fn most_common<T: PartialEq + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: Vec<(T, usize)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(other, _)| *other == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    // `max_by_key` takes the last of equals, so the first must come last.
    let first_wins = counts.into_iter().rev().max_by_key(|&(_, count)| count);
    first_wins.map(|(value, _)| value)
}
