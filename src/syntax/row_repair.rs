//! Errors of rows that the formatter fixes, because the other rows of the board
//! leave no doubt about the intended layout.

use super::board_line::BoardLine;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::line::is_blank;
use super::tree::{BoardStyle, Cell, Row, Wall};
use super::typos::is_prose;
use crate::text::{Edit, Span};

/// The glyph of an empty square.
const FLOOR: char = '.';

/// The common layout of a board's rows.
pub(super) struct Grid<'t> {
    pub(super) text: &'t str,
    /// The column of the left edge.
    pub(super) edge: usize,
    /// The number of cells in most rows.
    pub(super) width: usize,
}

impl Grid<'_> {
    /// Fills the gaps of a row that has blanks instead of squares, if every cell after a gap is in
    /// its proper column. Returns the error that replaces all others of the row.
    pub(super) fn fill(&self, line: &BoardLine, row: &mut Row) -> Option<SyntaxError> {
        let indentation = line.indentation.slice(self.text);
        let is_measured = indentation.len() == line.indent && !indentation.contains('\t');
        let offset = line.indent.checked_sub(self.edge)?;
        let end = offset + line.characters.len();
        if !is_measured || row.cells.len() >= self.width || end != 2 * self.width - 1 {
            return None;
        }
        let start = line.indentation.start.saturating_add(count(self.edge));
        let before = (0..offset).map(|column| Cell {
            span: Span::from_range(column..column + 1).shifted(start),
            glyph: ' ',
        });
        let mut filled = Row {
            lower_walls: row.lower_walls.clone(),
            joins: row.joins.clone(),
            ..Row::default()
        };
        let mut gaps = Vec::new();
        for (column, cell) in before.chain(line.characters.iter().copied()).enumerate() {
            match (column % 2 == 0, cell.glyph) {
                (true, ' ') => {
                    gaps.push(cell.span);
                    filled.cells.push(Cell {
                        glyph: FLOOR,
                        ..cell
                    });
                }
                (true, glyph) if glyph != '|' && !is_blank(glyph) => filled.cells.push(cell),
                (false, ' ') => {}
                (false, '|') => filled.right_walls.push(Wall {
                    cell: column / 2,
                    span: cell.span,
                }),
                _ => return None,
            }
        }
        let first = *gaps.first().filter(|_| 2 * gaps.len() <= self.width)?;
        filled.span = row.span.cover(first);
        *row = filled;
        let mut error = SyntaxError::new(first, SyntaxErrorKind::MissingCell);
        error.edits = gaps
            .into_iter()
            .map(|gap| Edit::replace(gap, FLOOR))
            .collect();
        error.has_safe_fix = true;
        Some(error)
    }

    /// Marks errors with only one possible fix as safe. Walls below squares are
    /// parsed by their columns, so next to them no fix is safe.
    pub(super) fn mark(&self, lines: &[BoardLine], rows: &[Row], errors: &mut [SyntaxError]) {
        let is_fault_of = |error: &SyntaxError, row: &Row| {
            row.span.start <= error.span.start && error.span.end <= row.span.end
        };
        let is_parted = |row: &Row| {
            let parting = |kind: &SyntaxErrorKind| {
                matches!(
                    kind,
                    SyntaxErrorKind::Separator | SyntaxErrorKind::BoardStyle
                )
            };
            let mut others = errors.iter().filter(|error| parting(&error.kind));
            row.cells.len() == self.width && !others.any(|error| is_fault_of(error, row))
        };
        // Another row shows the separator.
        let is_shown = rows.iter().any(is_parted);
        let certain = errors.iter().map(|error| {
            let place = rows.iter().position(|row| is_fault_of(error, row));
            let row = place.and_then(|place| rows.get(place));
            let is_whole = row.is_some_and(|row| row.cells.len() == self.width);
            let is_plain = || place.is_some_and(|place| !is_beside_walls(lines, place));
            match error.kind {
                SyntaxErrorKind::MissingCell => true,
                SyntaxErrorKind::Tab => self.has_plain_tabs(lines),
                SyntaxErrorKind::Indentation => is_whole && is_plain(),
                SyntaxErrorKind::Separator => {
                    let is_glued = error.edits.iter().any(|edit| edit.span.is_empty());
                    is_whole && is_plain() && (is_shown || !is_glued)
                }
                SyntaxErrorKind::BoardStyle => {
                    let is_prose = row.is_none_or(|row| is_prose(row.span.slice(self.text)));
                    is_whole && is_plain() && !error.edits.is_empty() && !is_prose
                }
                _ => false,
            }
        });
        let certain: Vec<bool> = certain.collect();
        for (error, has_safe_fix) in errors.iter_mut().zip(certain) {
            error.has_safe_fix = has_safe_fix;
        }
    }

    /// Whether all tabs can be replaced by blanks. The width of a tab in the
    /// author's editor is unknown. So if there are wall lines, all lines have
    /// to start with the same tabs, and only rows away from wall lines may have
    /// other tabs.
    fn has_plain_tabs(&self, lines: &[BoardLine]) -> bool {
        let lead = |line: &BoardLine| {
            let indentation = line.indentation.slice(self.text);
            indentation.trim_end_matches(|blank| blank != '\t')
        };
        let mut leads = lines.iter().map(lead);
        let first = leads.next();
        let is_even = leads.all(|lead| Some(lead) == first);
        let has_tab = |line: &BoardLine| line.characters.iter().any(|cell| cell.glyph == '\t');
        let mut places = lines.iter().enumerate();
        let is_apart = places.all(|(at, line)| !has_tab(line) || !is_near_walls(lines, at));
        let has_walls = lines.iter().any(|line| line.is_wall_row);
        !has_walls || is_even && is_apart
    }
}

/// Whether a wall line is above or below the row of this number.
fn is_beside_walls(lines: &[BoardLine], number: usize) -> bool {
    let mut rows = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.is_wall_row);
    rows.nth(number)
        .is_none_or(|(at, _)| is_near_walls(lines, at))
}

/// Whether the line of this number or a neighbouring one is a wall line.
fn is_near_walls(lines: &[BoardLine], at: usize) -> bool {
    let mut near = lines.iter().take(at + 2).skip(at.saturating_sub(1));
    near.any(|line| line.is_wall_row)
}

fn count(columns: usize) -> u32 {
    Span::from_range(0..columns).end
}

/// Whether a board of these rows has empty squares.
pub(super) fn has_floor(rows: &[Row], style: BoardStyle) -> bool {
    let mut cells = rows.iter().flat_map(|row| &row.cells);
    style == BoardStyle::Spaced && cells.any(|cell| cell.glyph == FLOOR)
}
