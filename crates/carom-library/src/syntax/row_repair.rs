//! Errors of rows that the formatter fixes, because the other rows of the board
//! leave no doubt about the intended layout.

use itertools::Itertools;

use super::board_line::{BoardLine, most_common};
use super::error::{SyntaxError, SyntaxErrorKind};
use super::line::is_blank;
use super::tree::{BoardStyle, Cell, Row, Wall};
use super::typos::is_prose;
use crate::text::{Edit, Span};

/// The glyph of an empty square.
pub(super) const FLOOR: char = '.';

/// The common layout of a board's rows.
pub(super) struct Grid<'t> {
    pub(super) text: &'t str,
    /// The column of the left edge.
    pub(super) edge: usize,
    /// The number of cells in most rows.
    pub(super) width: usize,
}

impl Grid<'_> {
    /// Reads the blanks of a row in the columns of squares as empty squares. Returns the row and
    /// the gaps, if all its cells and walls are in their proper columns.
    fn filled(&self, line: &BoardLine, row: &Row) -> Option<(Row, Vec<Span>)> {
        let indentation = line.indentation.slice(self.text);
        let is_measured = indentation.len() == line.indent && !indentation.contains('\t');
        let offset = line.indent.checked_sub(self.edge)?;
        if !is_measured {
            return None;
        }
        let start = line.indentation.start.saturating_add(count(self.edge));
        let before = (0..offset).map(|column| Cell {
            span: Span::from_range(column..column + 1).shifted(start),
            glyph: ' ',
        });
        let mut filled = Row {
            span: row.span,
            lower_walls: row.lower_walls.clone(),
            joins: row.joins.clone(),
            ..Row::default()
        };
        let mut gaps = Vec::new();
        for (column, cell) in before.chain(line.characters.iter().copied()).enumerate() {
            match (column % 2 == 0, cell.glyph) {
                (true, ' ') => {
                    gaps.push(cell.span);
                    filled.cells.push(Cell { glyph: FLOOR, ..cell });
                }
                (true, glyph) if glyph != '|' && !is_blank(glyph) => filled.cells.push(cell),
                (false, ' ') => {}
                (false, '|') => filled.right_walls.push(Wall { cell: column / 2, span: cell.span }),
                _ => return None,
            }
        }
        if let Some(&first) = gaps.first() {
            filled.span = row.span.cover(first);
        }
        Some((filled, gaps))
    }

    /// Fills the gaps of a row that then has as many squares as the others. Returns the error that
    /// replaces all others of the row.
    pub(super) fn fill(&self, line: &BoardLine, row: &mut Row) -> Option<SyntaxError> {
        if row.cells.len() >= self.width || line.is_no_row() {
            return None;
        }
        let (filled, gaps) = self.filled(line, row)?;
        let is_proved = filled.cells.len() == self.width && 2 * gaps.len() <= self.width;
        let first = *gaps.first().filter(|_| is_proved)?;
        *row = filled;
        let mut error = SyntaxError::new(first, SyntaxErrorKind::MissingCell);
        error.edits = gaps.into_iter().map(|gap| Edit::replace(gap, FLOOR)).collect();
        error.has_safe_fix = true;
        Some(error)
    }

    /// Fills the gaps of all rows of a board that has blanks for its empty squares, if it seems to
    /// be one. Returns the error that replaces all others of the changed rows. Its fix is one of
    /// two: the author may also have separated the squares by several blanks.
    pub(super) fn fill_blank_floor(
        &self,
        mut rows: Vec<(&BoardLine, &mut Row)>,
    ) -> Option<SyntaxError> {
        let plain = rows.iter().filter(|(line, row)| {
            row.cells.len() > 1 && line.indent == self.edge && !line.has_long_blank()
        });
        let shown = most_common(plain.map(|(_, row)| row.cells.len()));
        let filled: Vec<_> = rows.iter().map(|(line, row)| self.filled(line, row)).collect();
        let widths = filled.iter().flatten().map(|(row, _)| row.cells.len());
        let width = shown.or(widths.max())?;
        let fits = |row: &Row| row.cells.len() <= width;
        if !rows.iter().zip(&filled).any(|((line, _), filled)| {
            line.has_long_blank() && filled.as_ref().is_some_and(|(row, _)| fits(row))
        }) {
            return None;
        }
        let mut edits = Vec::new();
        let mut first: Option<Span> = None;
        for ((_, row), filled) in rows.iter_mut().zip(filled) {
            let Some((mut filled, gaps)) = filled.filter(|(row, _)| fits(row)) else {
                continue;
            };
            first = first.or(gaps.first().copied());
            edits.extend(gaps.into_iter().map(|gap| Edit::replace(gap, FLOOR)));
            let missing = width - filled.cells.len();
            if missing > 0 {
                let end = Span::empty(filled.span.end);
                edits.push(Edit::replace(end, " .".repeat(missing)));
                let floor = Cell { span: end, glyph: FLOOR };
                filled.cells.extend(std::iter::repeat_n(floor, missing));
            }
            **row = filled;
        }
        let mut error = SyntaxError::new(first?, SyntaxErrorKind::MissingCell);
        error.edits = edits;
        Some(error)
    }

    /// Marks errors with only one possible fix as safe. A safe fix never moves a cell to another
    /// square, whether a reader takes blanks for empty squares or for separators. Walls below
    /// squares are parsed by their columns, so next to them no fix is safe.
    pub(super) fn mark(&self, lines: &[BoardLine], rows: &[Row], errors: &mut [SyntaxError]) {
        let is_fault_of = |error: &SyntaxError, row: &Row| {
            row.span.start <= error.span.start && error.span.end <= row.span.end
        };
        let is_parted = |row: &Row| {
            let parting = |kind: &SyntaxErrorKind| {
                matches!(kind, SyntaxErrorKind::Separator | SyntaxErrorKind::BoardStyle)
            };
            let mut others = errors.iter().filter(|error| parting(&error.kind));
            row.cells.len() == self.width && !others.any(|error| is_fault_of(error, row))
        };
        // Another row shows the separator, unless blanks leave open how many squares a row has.
        let is_open =
            |error: &SyntaxError| error.kind == SyntaxErrorKind::MissingCell && !error.has_safe_fix;
        let is_shown = rows.iter().any(is_parted) && !errors.iter().any(is_open);
        let has_equal_tabs = has_equal_tabs(self.text, lines);
        let slice = |row: &Row| row.span.slice(self.text);
        let certain = errors.iter().map(|error| {
            let place = rows.iter().position(|row| is_fault_of(error, row));
            let row = place.and_then(|place| rows.get(place));
            let is_whole = row.is_some_and(|row| row.cells.len() == self.width);
            let mut row_lines = lines.iter().filter(|line| !line.is_wall_row);
            let line = place.and_then(|place| row_lines.nth(place));
            let is_tight = || line.is_some_and(BoardLine::is_tight);
            let is_plain = || place.is_some_and(|place| !is_beside_walls(lines, place));
            let is_certain = match error.kind {
                SyntaxErrorKind::MissingCell => error.has_safe_fix,
                SyntaxErrorKind::Tab => has_equal_tabs,
                SyntaxErrorKind::Indentation => {
                    // An even shift leaves the cells in the columns of other squares.
                    let shift = line.map_or(0, |line| line.indent.abs_diff(self.edge));
                    shift % 2 == 1 && has_equal_tabs && is_whole && is_tight() && is_plain()
                }
                SyntaxErrorKind::Separator => {
                    let is_glued = error.edits.iter().any(|edit| edit.span.is_empty());
                    let is_shown = is_shown && !is_prose(row.map_or("", slice));
                    is_whole && is_tight() && is_plain() && (is_shown || !is_glued)
                }
                SyntaxErrorKind::BoardStyle => {
                    let is_compact = line.and_then(BoardLine::style) == Some(BoardStyle::Compact);
                    is_whole && is_plain() && is_compact && !is_prose(row.map_or("", slice))
                }
                _ => false,
            };
            is_certain && !line.is_some_and(BoardLine::is_no_row)
        });
        let certain: Vec<bool> = certain.collect();
        for (error, has_safe_fix) in errors.iter_mut().zip(certain) {
            error.has_safe_fix = has_safe_fix;
        }
    }
}

impl BoardLine {
    /// Whether a run of blanks has room for a square.
    fn has_long_blank(&self) -> bool {
        let mut triples = self.characters.windows(3);
        triples.any(|cells| cells.iter().all(|cell| cell.glyph == ' '))
    }

    /// Whether no separator could hide a square: each has at most one wall, and no tab and no two
    /// blanks in a row.
    fn is_tight(&self) -> bool {
        let glyphs = || self.characters.iter().map(|cell| cell.glyph);
        let has_run = glyphs().tuple_windows().any(|(a, b)| a == ' ' && b == ' ');
        let mut walls = 0;
        let has_two_walls = glyphs().any(|glyph| {
            walls = match glyph {
                '|' => walls + 1,
                ' ' => walls,
                _ => 0,
            };
            walls > 1
        });
        !has_run && !has_two_walls && !glyphs().any(|glyph| glyph == '\t')
    }
}

/// Whether tabs are only before the rows, and before all lines in the same way. The width of a tab
/// in the author's editor is unknown.
pub(super) fn has_equal_tabs(text: &str, lines: &[BoardLine]) -> bool {
    let mut leads = lines.iter().map(|line| {
        let indentation = line.indentation.slice(text);
        indentation.trim_end_matches(|blank| blank != '\t')
    });
    let mut glyphs = lines.iter().flat_map(|line| &line.characters);
    leads.all_equal() && !glyphs.any(|cell| cell.glyph == '\t')
}

/// Whether a wall line is above or below the row of this number.
fn is_beside_walls(lines: &[BoardLine], number: usize) -> bool {
    let mut rows = lines.iter().enumerate().filter(|(_, line)| !line.is_wall_row);
    rows.nth(number).is_none_or(|(at, _)| is_near_walls(lines, at))
}

/// Whether the line of this number or a neighbouring one is a wall line.
fn is_near_walls(lines: &[BoardLine], at: usize) -> bool {
    let mut near = lines.iter().take(at + 2).skip(at.saturating_sub(1));
    near.any(|line| line.is_wall_row)
}

fn count(columns: usize) -> u32 {
    Span::from_range(0..columns).end
}
