//! Lines of a board as characters, before they are parsed into rows.

use super::line::{invisible, is_blank};
use super::outline::ValueLine;
use super::tree::{BoardStyle, Cell};
use crate::text::{Line, Span};

/// A line of a board as characters with spans.
#[derive(Clone)]
pub(super) struct BoardLine {
    /// The line with its comment.
    pub(super) line: Line,
    /// The column of the first non-blank character.
    pub(super) indent: usize,
    /// The characters from the first to the last non-blank one.
    pub(super) characters: Vec<Cell>,
    /// The blanks before them.
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
        let mut indent = indentation.slice(text).chars().count();
        let mut indentation = indentation;
        if !line.content.is_ascii() {
            characters.retain_mut(|cell| {
                let is_blank = cell.glyph.is_whitespace();
                let is_invisible = invisible(cell.glyph).is_some();
                if is_invisible {
                    cell.glyph = ' ';
                }
                is_blank || !is_invisible
            });
            let is_visible = |cell: &Cell| !is_blank(cell.glyph);
            let first = characters.iter().position(is_visible).unwrap_or_default();
            let last = characters.iter().rposition(is_visible).unwrap_or_default();
            characters.truncate(last + 1);
            for blank in characters.drain(..first) {
                indent += 1;
                indentation = indentation.cover(blank.span);
            }
        }
        if line.is_wall_row {
            for cell in &mut characters {
                // Reported as a typo.
                cell.glyph = if cell.glyph == '_' { '-' } else { cell.glyph };
            }
        }
        Self { line: line.line, indent, characters, indentation, is_wall_row: line.is_wall_row }
    }

    pub(super) fn span(&self) -> Span {
        let first = self.characters.first().map(|cell| cell.span);
        let last = self.characters.last().map(|cell| cell.span);
        first.unwrap_or_default().cover(last.unwrap_or_default())
    }

    /// Returns the style of the line, or `None` for a single character, which fits
    /// both.
    pub(super) fn style(&self) -> Option<BoardStyle> {
        let parted = |cell: &Cell| is_blank(cell.glyph) || cell.glyph == '|';
        match self.characters.len() {
            0 | 1 => None,
            _ if self.characters.iter().any(parted) => Some(BoardStyle::Spaced),
            _ => Some(BoardStyle::Compact),
        }
    }
}

/// Returns the most common value, the first one if there is a tie.
pub(super) fn most_common<T: PartialEq + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: Vec<(T, usize)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(other, _)| *other == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    // `max_by_key` returns the last of several maxima.
    let first_wins = counts.into_iter().rev().max_by_key(|&(_, count)| count);
    first_wins.map(|(value, _)| value)
}
