//! Indentation of lines while they are typed.

use super::key::{Key, Shape};
use super::layout::{KEY_INDENT, ROW_INDENT};
use super::outline::{LineKind, OutlineLine, outline, sections};
use crate::text::{Edit, Span};

/// Returns the edits that indent typed lines as in the standard layout. `text`
/// starts with a section, `offset` is the cursor, and the text from `from` to the
/// cursor was typed without a pause.
///
/// An editor drops such edits if the next key press comes first, so every line
/// since `from` is indented again. The line at `offset` is unfinished and is
/// indented only if its kind is known. If `is_new`, the line above was just
/// finished, and a blank line gets the indentation of the most likely next line.
/// Walls move with the row above them.
pub fn typed(text: &str, from: u32, offset: u32, is_new: bool) -> Vec<Edit> {
    let mut parts = sections(text)
        .into_iter()
        .filter(|part| from <= part.end && part.start <= offset && !part.is_empty())
        .peekable();
    let mut edits = Vec::new();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let typing = Typing::new(
            part.slice(text),
            from.saturating_sub(part.start),
            offset.min(part.end) - part.start,
            is_new && is_last,
        );
        edits.extend(typing.iter().flat_map(Typing::edits).map(|mut edit| {
            edit.span = edit.span.shifted(part.start);
            edit
        }));
    }
    edits
}

struct Typing<'t> {
    text: &'t str,
    lines: Vec<OutlineLine<'t>>,
    /// The first line that was typed without a pause.
    first: usize,
    /// The line of the cursor, the last of them.
    here: usize,
    /// Whether the line above it was just finished.
    is_new: bool,
}

fn blanks(indent: usize) -> String {
    " ".repeat(indent)
}

fn is_board(key: &str) -> bool {
    Key::from_text(key).map(Key::shape) == Some(Shape::Board)
}

impl<'t> Typing<'t> {
    fn new(text: &'t str, from: u32, offset: u32, is_new: bool) -> Option<Self> {
        let lines: Vec<OutlineLine<'t>> = outline(text).collect();
        let at = |offset| lines.iter().rposition(|line| line.line.span.start <= offset);
        let here = at(offset)?;
        let first = at(from)?.min(here.saturating_sub(usize::from(is_new)));
        Some(Self { text, lines, first, here, is_new })
    }

    fn edits(&self) -> Vec<Edit> {
        let here = match self.lines.get(self.here).map(|line| &line.kind) {
            Some(LineKind::Blank) if self.is_new => Some(self.next(self.here)),
            Some(LineKind::Blank) | None => None,
            Some(_) => self.place(self.here, self.is_new),
        };
        let ended = (self.first..self.here).map(|number| (number, self.place(number, true)));
        let places = ended.chain([(self.here, here)]);
        let edits = places.filter_map(|(number, place)| self.indented(number, place));
        edits.collect()
    }

    /// Returns the indentation of a line, or `None` if any will do. An unfinished
    /// line may still become another kind.
    fn place(&self, number: usize, is_ended: bool) -> Option<String> {
        match &self.lines.get(number)?.kind {
            LineKind::Puzzle(_) => Some(String::new()),
            LineKind::Key(key, _) => {
                let is_known = Key::from_text(key).is_some() || key.starts_with("x-");
                (is_known || is_ended).then(|| self.base(number))
            }
            LineKind::Row => Some(self.edge(number)),
            LineKind::Moves => Some(blanks(ROW_INDENT)),
            LineKind::Blank => Some(String::new()),
            LineKind::WallRow if is_ended => self.below_row(number),
            LineKind::Comment if is_ended => self.comment(number),
            LineKind::WallRow
            | LineKind::Comment
            | LineKind::Conflict
            | LineKind::Stray
            | LineKind::DamagedHeader => None,
        }
    }

    /// Returns the indentation of the most likely next line.
    fn next(&self, number: usize) -> String {
        let Some(above) = number.checked_sub(1) else {
            return String::new();
        };
        match self.lines.get(above).map(|line| &line.kind) {
            Some(LineKind::Key(key, _)) if is_board(key) => self.edge(number),
            Some(LineKind::Row | LineKind::WallRow) => self.edge(number),
            Some(LineKind::Comment) if self.is_in_board(above) => self.edge(number),
            Some(LineKind::Comment) => {
                let place = self.comment(above);
                place.unwrap_or_else(|| self.indentation(above).1.to_owned())
            }
            Some(LineKind::Blank) | None => String::new(),
            Some(_) => self.base(number),
        }
    }

    /// Returns the indentation of keys.
    fn base(&self, number: usize) -> String {
        let mut above = self.lines.iter().take(number);
        let is_puzzle =
            above.any(|line| matches!(line.kind, LineKind::Puzzle(_) | LineKind::DamagedHeader));
        blanks(if is_puzzle { KEY_INDENT } else { 0 })
    }

    fn is_in_board(&self, number: usize) -> bool {
        let mut above =
            self.lines.get(..number).unwrap_or_default().iter().rev().map(|line| &line.kind);
        let start = above.find(|kind| !is_of_board(kind));
        matches!(start, Some(LineKind::Key(key, _)) if is_board(key))
    }

    /// Returns the indentation of a row: that of the first row that was not just
    /// typed.
    fn edge(&self, number: usize) -> String {
        let is_row = |number: &usize| {
            let line = self.lines.get(*number);
            line.is_some_and(|line| matches!(line.kind, LineKind::Row))
        };
        let is_of_board = |number: &usize| {
            let line = self.lines.get(*number);
            line.is_some_and(|line| is_of_board(&line.kind))
        };
        let above = (0..number)
            .rev()
            .take_while(is_of_board)
            .filter(|&row| row < self.first)
            .filter(is_row)
            .last();
        let mut below =
            (number + 1..).take_while(is_of_board).filter(|&row| row > self.here).filter(is_row);
        let first = above.or_else(|| below.next());
        first.map_or_else(|| blanks(ROW_INDENT), |first| self.indentation(first).1.to_owned())
    }

    /// Returns the indentation of walls, which move with the row above them.
    fn below_row(&self, number: usize) -> Option<String> {
        let mut above = self
            .lines
            .iter()
            .enumerate()
            .take(number)
            .rev()
            .take_while(|(_, line)| is_of_board(&line.kind));
        let (row, _) = above.find(|(_, line)| matches!(line.kind, LineKind::Row))?;
        if row < self.first {
            return None;
        }
        let (_, old) = self.indentation(row);
        let (_, walls) = self.indentation(number);
        let new = self.edge(row);
        if [old, walls, &new].iter().any(|indent| indent.contains('\t')) {
            return None;
        }
        let indent = (walls.len() + new.len()).checked_sub(old.len())?;
        Some(blanks(indent))
    }

    /// Returns the indentation of a comment. At the end of a puzzle it may be about
    /// the next puzzle, and then starts at column 0.
    fn comment(&self, number: usize) -> Option<String> {
        let mut below =
            self.lines.get(number + 1..).unwrap_or_default().iter().map(|line| &line.kind);
        if below.any(|kind| matches!(kind, LineKind::Puzzle(_))) {
            return Some(String::new());
        }
        let below = self.lines.get(number + 1..).unwrap_or_default();
        let is_said =
            |line: &OutlineLine<'_>| !matches!(line.kind, LineKind::Blank | LineKind::Comment);
        let (_, indentation) = self.indentation(number);
        if indentation.is_empty() && !below.iter().any(is_said) {
            return None;
        }
        Some(if self.is_in_board(number) { self.edge(number) } else { self.base(number) })
    }

    fn indentation(&self, number: usize) -> (Span, &str) {
        let line = self.lines.get(number).map(|line| line.line.span).unwrap_or_default();
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
