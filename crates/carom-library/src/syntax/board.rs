//! The parser for the rows of a board.
//!
//! Cell *k* of a spaced board is 2*k* characters right of the board's left
//! edge. A row with other spacing is still parsed cell by cell, so that the
//! spacing is its only error.

use super::board_line::{BoardLine, most_common};
use super::border::without_border;
use super::edges::without_labels;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::line::{is_blank, without_invisible};
use super::outline::ValueLine;
use super::row_repair::{FLOOR, Grid, has_equal_tabs};
use super::tree::{BoardStyle, BoardText, Cell, Row, Wall};
use crate::text::{Edit, Span};

/// Parses the lines below `board:`, a key at the offset `key`.
pub(super) fn board(
    text: &str,
    key: u32,
    lines: &[ValueLine<'_>],
    errors: &mut Vec<SyntaxError>,
) -> BoardText {
    report_invisible(text, lines, errors);
    let lines: Vec<BoardLine> = lines.iter().map(|line| BoardLine::new(text, line)).collect();
    let mut drawn = Vec::new();
    let lines = without_labels(text, key, lines, &mut drawn);
    let lines = without_border(text, lines, &mut drawn);
    errors.extend(drawn.into_iter().reduce(SyntaxError::with));
    let rows = || lines.iter().filter(|line| !line.is_wall_row);
    let has_wall_row = rows().count() < lines.len();
    let style = most_common(rows().filter_map(BoardLine::style)).unwrap_or(if has_wall_row {
        BoardStyle::Spaced
    } else {
        BoardStyle::Compact
    });
    let mut reader = Reader {
        text,
        style,
        edge: most_common(rows().map(|row| row.indent)).unwrap_or_default(),
        rows: Vec::new(),
        after_wall_row: false,
        errors: Vec::new(),
    };
    reader.report_tabs(&lines);
    for line in &lines {
        if line.is_wall_row {
            reader.wall_row(line);
        } else {
            reader.row(line);
        }
    }
    reader.fill_gaps(&lines);
    let is_regular = reader.check_cell_counts();
    let grid = reader.grid();
    grid.mark(&lines, &reader.rows, &mut reader.errors);
    errors.append(&mut reader.errors);
    BoardText { style, rows: reader.rows, is_regular }
}

/// Reports all invisible characters of the board as one error at the first.
fn report_invisible(text: &str, lines: &[ValueLine<'_>], errors: &mut Vec<SyntaxError>) {
    let contents = lines.iter().map(|line| line.content).filter(|content| !content.is_ascii());
    let edits: Vec<Edit> =
        contents.flat_map(|part| without_invisible(part, Span::of(text, part).start)).collect();
    if let Some(first) = edits.first() {
        let mut error = SyntaxError::new(first.span, SyntaxErrorKind::Invisible);
        error.edits = edits;
        errors.push(error);
    }
}

struct Reader<'t> {
    text: &'t str,
    style: BoardStyle,
    /// The column of the board's left edge.
    edge: usize,
    rows: Vec<Row>,
    after_wall_row: bool,
    errors: Vec<SyntaxError>,
}

impl<'t> Reader<'t> {
    /// Reports all tabs of the board as one error at the first. The fix
    /// replaces a tab before a row by four blanks and any other by one.
    fn report_tabs(&mut self, lines: &[BoardLine]) {
        let edits: Vec<Edit> = lines
            .iter()
            .flat_map(|line| {
                let before = line
                    .indentation
                    .slice(self.text)
                    .char_indices()
                    .filter(|&(_, character)| character == '\t')
                    .map(|(at, _)| {
                        let at = Span::from_range(at..at + 1).shifted(line.indentation.start);
                        Edit::replace(at, "    ")
                    });
                let within = line
                    .characters
                    .iter()
                    .filter(|cell| cell.glyph == '\t')
                    .map(|cell| Edit::replace(cell.span, " "));
                before.chain(within)
            })
            .collect();
        if let Some(first) = edits.first() {
            let mut error = SyntaxError::new(first.span, SyntaxErrorKind::Tab);
            error.edits = edits;
            self.errors.push(error);
        }
    }

    fn report_indentation(&mut self, line: &BoardLine) {
        // Then the tab is the error, with its own fix.
        let has_tab = line.indentation.slice(self.text).contains('\t');
        if line.indent != self.edge && !has_tab {
            let span = line.characters.first().map_or(line.span(), |cell| cell.span);
            let blanks = " ".repeat(self.edge);
            self.errors.push(
                SyntaxError::new(span, SyntaxErrorKind::Indentation)
                    .with_edit(Edit::replace(line.indentation, blanks)),
            );
        }
    }

    fn row(&mut self, line: &BoardLine) {
        self.after_wall_row = false;
        let style = line.style().unwrap_or(self.style);
        let reported = self.errors.len();
        let mut row = match style {
            BoardStyle::Spaced => self.spaced_row(line),
            BoardStyle::Compact => Row { cells: line.characters.clone(), ..Row::default() },
        };
        row.span = line.span();
        if style == self.style {
            self.report_indentation(line);
        } else {
            // The style error replaces all others of the row.
            self.errors.truncate(reported);
            let glyphs = row.cells.iter().map(|cell| cell.glyph.to_string());
            let separator = match self.style {
                BoardStyle::Spaced => " ",
                BoardStyle::Compact => "",
            };
            let respelled = glyphs.collect::<Vec<_>>().join(separator);
            let mut error =
                SyntaxError::new(row.span, SyntaxErrorKind::BoardStyle).covering(row.span);
            if row.right_walls.is_empty() {
                error = error.with_edit(Edit::replace(row.span, respelled));
            }
            self.errors.push(error);
        }
        self.rows.push(row);
    }

    /// Parses cells separated by a blank or a wall.
    fn spaced_row(&mut self, line: &BoardLine) -> Row {
        let is_separator = |cell: &Cell| is_blank(cell.glyph) || cell.glyph == '|';
        let mut row = Row::default();
        row.cells.reserve(line.characters.len() / 2 + 1);
        let mut rest = line.characters.as_slice();
        loop {
            let parts = rest.iter().take_while(|cell| is_separator(cell)).count();
            let (separator, behind) = rest.split_at(parts);
            let next = behind.split_first();
            self.separator(&mut row, separator, next.map(|(&cell, _)| cell));
            let Some((&cell, behind)) = next else {
                return row;
            };
            row.cells.push(cell);
            rest = behind;
        }
    }

    fn separator(&mut self, row: &mut Row, separator: &[Cell], next: Option<Cell>) {
        let wall = separator.iter().find(|cell| cell.glyph == '|');
        let span = match (separator.first(), separator.last()) {
            (Some(first), Some(last)) => Some(first.span.cover(last.span)),
            _ => None,
        };
        let (Some(_), Some(next)) = (row.cells.last(), next) else {
            // The border is before the first cell and after the last one.
            return;
        };
        if let Some(wall) = wall {
            row.right_walls.push(Wall { cell: row.cells.len() - 1, span: wall.span });
        }
        if separator.len() != 1 {
            let separator = if wall.is_some() { "|" } else { " " };
            let between = Span::empty(next.span.start);
            self.errors.push(
                SyntaxError::new(span.unwrap_or(next.span), SyntaxErrorKind::Separator)
                    .with_edit(Edit::replace(span.unwrap_or(between), separator)),
            );
        }
    }

    fn wall_row(&mut self, line: &BoardLine) {
        let stray =
            self.rows.is_empty() || self.after_wall_row || self.style == BoardStyle::Compact;
        self.after_wall_row = true;
        let Some(row) = self.rows.last_mut().filter(|_| !stray) else {
            self.errors.push(SyntaxError::new(line.span(), SyntaxErrorKind::StrayWallRow));
            return;
        };
        let last = 2 * row.cells.len().saturating_sub(1);
        let is_wall = |number: Option<usize>| {
            let at = number.and_then(|number| line.characters.get(number));
            at.is_some_and(|cell| cell.glyph == '-')
        };
        for (number, wall) in line.characters.iter().enumerate() {
            if wall.glyph != '-' {
                continue;
            }
            match (line.indent + number).checked_sub(self.edge) {
                Some(column) if column <= last => {
                    let is_below_cell = column % 2 == 0;
                    let walls = if is_below_cell { &mut row.lower_walls } else { &mut row.joins };
                    walls.push(Wall { cell: column / 2, span: wall.span });
                    let joins = is_wall(number.checked_sub(1)) && is_wall(Some(number + 1));
                    if !is_below_cell && !joins {
                        self.errors
                            .push(SyntaxError::new(wall.span, SyntaxErrorKind::MisplacedWall));
                    }
                }
                _ => self.errors.push(SyntaxError::new(wall.span, SyntaxErrorKind::WallOutside)),
            }
        }
    }

    fn grid(&self) -> Grid<'t> {
        Grid {
            text: self.text,
            edge: self.edge,
            width: most_common(self.rows.iter().map(|row| row.cells.len())).unwrap_or_default(),
        }
    }

    /// Inserts floor for missing squares, if the columns of the other cells show where they are
    /// missing.
    fn fill_gaps(&mut self, lines: &[BoardLine]) {
        if self.style == BoardStyle::Compact || !has_equal_tabs(self.text, lines) {
            return;
        }
        let before: Vec<Row> = self.rows.clone();
        let mut cells = before.iter().flat_map(|row| &row.cells);
        let has_floor = cells.any(|cell| cell.glyph == FLOOR);
        let grid = self.grid();
        let mut errors = Vec::new();
        let mut open = Vec::new();
        for (line, row) in lines.iter().filter(|line| !line.is_wall_row).zip(&mut self.rows) {
            match has_floor.then(|| grid.fill(line, row)).flatten() {
                Some(error) => errors.push(error),
                None => open.push((line, row)),
            }
        }
        errors.extend(grid.fill_blank_floor(open));
        for (before, row) in before.iter().zip(&self.rows) {
            if before != row {
                let is_of_row = |error: &SyntaxError| {
                    before.span.start <= error.span.start && error.span.end <= before.span.end
                };
                self.errors.retain(|error| !is_of_row(error));
            }
        }
        self.errors.append(&mut errors);
    }

    /// Reports rows of a different width. Returns whether all rows have the same width.
    fn check_cell_counts(&mut self) -> bool {
        let counts = self.rows.iter().map(|row| row.cells.len());
        let expected = most_common(counts).unwrap_or_default();
        let mut is_regular = true;
        for row in &self.rows {
            let found = row.cells.len();
            if found == expected {
                continue;
            }
            is_regular = false;
            let mut covers = self.errors.iter().filter_map(|error| error.covers);
            if covers.any(|cover| cover == row.span) {
                continue;
            }
            let surplus = row.cells.get(expected).map(|cell| cell.span);
            let start = surplus.or(row.cells.last().map(|cell| cell.span));
            let span = start.unwrap_or(row.span).cover(Span::empty(row.span.end));
            let mut error = SyntaxError::new(span, SyntaxErrorKind::CellCount { found, expected })
                .covering(row.span);
            if let Some(missing) = expected.checked_sub(found).filter(|_| found > 0) {
                let floor = match self.style {
                    BoardStyle::Spaced => " .",
                    BoardStyle::Compact => ".",
                };
                let end = Span::empty(row.span.end);
                error = error.with_edit(Edit::replace(end, floor.repeat(missing)));
            }
            self.errors.push(error);
        }
        is_regular
    }
}
