//! Malformed boards: the squares of their faults, and a legal board to draw and edit meanwhile.

use crate::analysis::{Diagnostic, FileHead, Level, Lint, Puzzle, RelatedPlace};
use crate::board::Square;
use crate::syntax::BoardText;
use crate::text::{self, Edit, Span};

/// The most rounds of corrections of a stand-in: corrections can reveal further faults.
const ROUNDS: usize = 8;

/// A fault of a malformed puzzle on a square of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareFault {
    /// The square.
    pub square: Square,
    /// The message of its diagnostic.
    pub message: String,
    /// The glyph of the square, if the row has one there.
    pub glyph: Option<char>,
    /// The title of the fix that [`EditOperation::Fix`](super::EditOperation::Fix) applies.
    pub fix: Option<String>,
}

/// Returns the faulty squares of a malformed puzzle; none of a legal one.
pub fn square_faults(puzzle: &Puzzle) -> Vec<SquareFault> {
    let Some(board) = puzzle.section.board().filter(|_| puzzle.placed.is_none()) else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    for diagnostic in errors(puzzle) {
        let related = diagnostic.related.iter().filter_map(|one| match one.place {
            RelatedPlace::Here(span) => Some(span),
            RelatedPlace::Elsewhere(_) => None,
        });
        for span in related.chain([diagnostic.span]) {
            let is_ragged = diagnostic.lint == Lint::RaggedBoard;
            for (square, glyph) in squares_of(board, span, is_ragged) {
                // A related place is fixed at the place of the diagnostic.
                let fixes = diagnostic.fixes.iter();
                let fix = fixes.take(1).find(|_| span == diagnostic.span);
                faults.push(SquareFault {
                    square,
                    message: diagnostic.message.clone(),
                    glyph,
                    fix: fix.map(|fix| fix.title.clone()),
                });
            }
        }
    }
    faults
}

/// Returns the edits of the fix for the fault on a square, if there is one.
pub(super) fn fix(puzzle: &Puzzle, square: Square) -> Option<Vec<Edit>> {
    let board = puzzle.section.board()?;
    let mut faults = errors(puzzle).filter(|diagnostic| {
        let is_ragged = diagnostic.lint == Lint::RaggedBoard;
        let mut squares = squares_of(board, diagnostic.span, is_ragged).into_iter();
        squares.any(|(at, _)| at == square)
    });
    Some(faults.find_map(|fault| fault.fixes.first())?.edits.clone())
}

/// Returns a legal puzzle that differs from a malformed one in single characters, so that all
/// offsets are the same: a second robot of a name has a free name, and floor replaces an unknown
/// glyph. Returns `None` if that is not enough.
pub fn stand_in(text: &str, puzzle: &Puzzle, file: &FileHead) -> Option<(String, Puzzle)> {
    let mut text = text.to_owned();
    let mut read = None;
    for _ in 0..ROUNDS {
        let current = read.as_ref().unwrap_or(puzzle);
        if current.placed.is_some() {
            break;
        }
        let edits: Option<Vec<_>> =
            errors(current).map(|diagnostic| correction(current, &text, diagnostic)).collect();
        text = text::apply(&text, &edits?.concat());
        read = Some(Puzzle::read(&text, file));
    }
    read.filter(|read| read.placed.is_some()).map(|read| (text, read))
}

/// Returns the errors of a puzzle that may make it malformed.
pub(super) fn errors(puzzle: &Puzzle) -> impl Iterator<Item = &Diagnostic> {
    let diagnostics = puzzle.diagnostics().iter();
    diagnostics.filter(|diagnostic| diagnostic.lint.default_level() == Level::Deny)
}

/// Returns edits that keep the length of the text and correct a fault: its fix, or floor for the
/// glyph of the square.
fn correction(puzzle: &Puzzle, text: &str, diagnostic: &Diagnostic) -> Option<Vec<Edit>> {
    let keeps_length = |edit: &Edit| edit.replacement.len() == edit.span.len() as usize;
    let fix = diagnostic.fixes.first();
    if let Some(fix) = fix.filter(|fix| fix.edits.iter().all(keeps_length)) {
        return Some(fix.edits.clone());
    }
    let board = puzzle.section.board()?;
    let mut cells = board.rows.iter().flat_map(|row| &row.cells);
    let cell = cells.find(|cell| cell.span == diagnostic.span)?;
    let edit = Edit::replace(cell.span, ".".repeat(cell.span.slice(text).len()));
    (cell.span.len() == 1).then(|| vec![edit])
}

/// Returns the squares of the board in a span, with their glyphs. In a row of the wrong length, they
/// reach to the end of the longest row.
fn squares_of(board: &BoardText, span: Span, is_ragged: bool) -> Vec<(Square, Option<char>)> {
    let widest = board.rows.iter().map(|row| row.cells.len()).max();
    let mut squares = Vec::new();
    for (rank, row) in board.rows.iter().rev().enumerate() {
        let is_row = is_ragged && row.span.touches(span.start);
        let end = if is_row { widest.unwrap_or_default() } else { row.cells.len() };
        for file in 0..end {
            let cell = row.cells.get(file);
            let is_in = cell
                .map_or(is_row, |cell| span.start < cell.span.end && cell.span.start < span.end);
            if let (true, Ok(file @ 0..16), Ok(rank @ 0..16)) =
                (is_in, u8::try_from(file), u8::try_from(rank))
            {
                squares.push((Square::new(file, rank), cell.map(|cell| cell.glyph)));
            }
        }
    }
    squares
}
