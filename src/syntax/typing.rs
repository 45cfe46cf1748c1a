//! Lines brought to their place while they are typed.

use super::key::{Key, Shape};
use super::layout::{KEY_INDENT, ROW_INDENT};
use super::outline::{LineKind, OutlineLine, outline};
use crate::text::{Edit, Span};

/// The edits that indent the line of `offset`, in the text of a section, as the
/// standard layout has it, and the one above where `is_new` says that a line
/// was ended: a new line gets the place of what most likely comes next. Walls
/// stand between columns, and comments where they were put.
pub fn typed(text: &str, offset: u32, is_new: bool) -> Vec<Edit> {
    let typing = Typing {
        text,
        lines: outline(text).collect(),
    };
    let mut lines = typing.lines.iter();
    let Some(here) = lines.rposition(|line| line.line.span.start <= offset) else {
        return Vec::new();
    };
    let above = here.checked_sub(1).filter(|_| is_new);
    let above = above.and_then(|above| typing.indented(above, typing.place(above, true)));
    let place = match typing.lines.get(here).map(|line| &line.kind) {
        Some(LineKind::Blank) if is_new => Some(typing.next(here)),
        Some(LineKind::Blank) | None => None,
        Some(_) => typing.place(here, is_new),
    };
    above
        .into_iter()
        .chain(typing.indented(here, place))
        .collect()
}

struct Typing<'t> {
    text: &'t str,
    lines: Vec<OutlineLine<'t>>,
}

fn blanks(indent: usize) -> String {
    " ".repeat(indent)
}

fn is_board(key: &str) -> bool {
    Key::from_name(key).map(Key::shape) == Some(Shape::Board)
}

impl Typing<'_> {
    /// The indentation of the line of this number; nothing where it may be any.
    /// A line that is not ended may yet become something else.
    fn place(&self, number: usize, is_ended: bool) -> Option<String> {
        match &self.lines.get(number)?.kind {
            LineKind::Puzzle(_) => Some(String::new()),
            LineKind::Key(key, _) => {
                let is_known = Key::from_name(key).is_some() || key.starts_with("x-");
                (is_known || is_ended).then(|| self.base(number))
            }
            LineKind::Row => Some(self.edge(number)),
            LineKind::Moves => Some(blanks(ROW_INDENT)),
            LineKind::Blank => Some(String::new()),
            LineKind::WallRow | LineKind::Comment | LineKind::Stray => None,
        }
    }

    /// The indentation of what comes below the line above this one.
    fn next(&self, number: usize) -> String {
        let Some(above) = number.checked_sub(1) else {
            return String::new();
        };
        match self.lines.get(above).map(|line| &line.kind) {
            Some(LineKind::Key(key, _)) if is_board(key) => self.edge(number),
            Some(LineKind::Row | LineKind::WallRow) => self.edge(number),
            Some(LineKind::Comment) if self.is_in_board(above) => self.edge(number),
            Some(LineKind::Comment) => self.indentation(above).1.to_owned(),
            Some(LineKind::Blank) | None => String::new(),
            Some(_) => self.base(number),
        }
    }

    /// The indentation of keys.
    fn base(&self, number: usize) -> String {
        let mut above = self.lines.iter().take(number);
        let is_puzzle = above.any(|line| matches!(line.kind, LineKind::Puzzle(_)));
        blanks(if is_puzzle { KEY_INDENT } else { 0 })
    }

    fn is_in_board(&self, number: usize) -> bool {
        let above = self.lines.get(..number).unwrap_or_default();
        let mut above = above.iter().rev().map(|line| &line.kind);
        let start = above.find(|kind| !is_of_board(kind));
        matches!(start, Some(LineKind::Key(key, _)) if is_board(key))
    }

    /// The indentation of a row, which is that of the first one.
    fn edge(&self, number: usize) -> String {
        let above = self.lines.iter().enumerate().take(number).rev();
        let of_board = above.take_while(|(_, line)| is_of_board(&line.kind));
        let mut rows = of_board.filter(|(_, line)| matches!(line.kind, LineKind::Row));
        let first = rows.next().map(|next| rows.last().unwrap_or(next));
        first.map_or_else(
            || blanks(ROW_INDENT),
            |(first, _)| self.indentation(first).1.to_owned(),
        )
    }

    fn indentation(&self, number: usize) -> (Span, &str) {
        let line = self.lines.get(number).map(|line| line.line.span);
        let line = line.unwrap_or_default();
        let text = line.slice(self.text);
        let length = text.len() - text.trim_start_matches([' ', '\t']).len();
        let span = Span::from_range(0..length).shifted(line.start);
        (span, span.slice(self.text))
    }

    fn indented(&self, number: usize, place: Option<String>) -> Option<Edit> {
        let (span, old) = self.indentation(number);
        let new = place.filter(|new| new != old)?;
        Some(Edit::replace(span, new))
    }
}

const fn is_of_board(kind: &LineKind<'_>) -> bool {
    matches!(kind, LineKind::Row | LineKind::WallRow | LineKind::Comment)
}
