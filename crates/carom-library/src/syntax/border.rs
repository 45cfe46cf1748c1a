//! Removal of a border drawn around a board. It is removed before the rows are
//! parsed, so that it causes one error only.

use super::board_line::{BoardLine, most_common};
use super::edges::filled;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::line::is_blank;
use super::tree::Cell;
use crate::text::{Edit, Span, sort_edits};

/// Whether a line is the upper or lower side of a border. On a board of `tiles`,
/// box-drawing glyphs alone draw no border.
pub(super) fn is_side(line: &BoardLine, tiles: bool) -> bool {
    let is_drawn = |glyph| matches!(glyph, '-' | '=' | '_' | '─' | '━' | '═');
    let is_corner = |glyph| matches!(glyph, '+' | '|' | '.' | '\'' | '┌' | '┐' | '└' | '┘');
    let glyphs = || line.characters.iter().map(|cell| cell.glyph);
    let drawn = glyphs().filter(|&glyph| is_drawn(glyph)).count();
    let others = || glyphs().filter(|&glyph| !is_drawn(glyph) && !is_blank(glyph));
    // A line of box-drawing glyphs alone may be a row of tiles.
    let is_ascii = glyphs().any(|glyph| matches!(glyph, '-' | '=' | '_'));
    line.is_wall_row
        || drawn >= 2 && others().all(is_corner) && is_ascii
        || !tiles && (others().eq(['┌', '┐']) || others().eq(['└', '┘']))
}

/// Whether the squares are tiles: most glyphs inside the outer ones are box-drawing glyphs or
/// hexadecimal digits, which also denote tiles.
fn has_tiles(lines: &[BoardLine]) -> bool {
    let inner_lines = lines.split_first().and_then(|(_, rest)| rest.split_last());
    let inner = inner_lines.map_or(&[][..], |(_, inner)| inner).iter();
    let glyphs = inner.flat_map(|line| {
        let inner = line.characters.split_first().and_then(|(_, rest)| rest.split_last());
        inner.map_or(&[][..], |(_, inner)| inner)
    });
    let is_tile =
        |glyph: char| matches!(glyph, '\u{2500}'..='\u{257f}' | '·') || glyph.is_ascii_hexdigit();
    let glyphs: Vec<char> =
        glyphs.map(|cell| cell.glyph).filter(|&glyph| !is_blank(glyph)).collect();
    let tiles = glyphs.iter().filter(|&&glyph| is_tile(glyph)).count();
    2 * tiles >= glyphs.len()
}

/// Removes the border and returns the remaining lines. On a board of tiles, a
/// box-drawing glyph is a square and never part of a border.
pub(super) fn without_border(
    text: &str,
    mut lines: Vec<BoardLine>,
    errors: &mut Vec<SyntaxError>,
) -> Vec<BoardLine> {
    let tiles = has_tiles(&lines);
    let is_side = |line: &BoardLine| is_side(line, tiles);
    let mut border = Border { tiles, ..Border::default() };
    let whole = lines.iter().map(BoardLine::span).reduce(Span::cover);
    let count = lines.len();
    while lines.len() > 1 && lines.last().is_some_and(is_side) {
        border.side(text, lines.pop());
    }
    let has_bottom = lines.len() < count;
    let count = lines.len();
    while lines.len() > 1 && lines.first().is_some_and(is_side) {
        border.side(text, Some(lines.remove(0)));
    }
    let has_top = lines.len() < count;
    let is_closed = |line: &BoardLine| border.starts(line) && border.ends(line);
    let is_whole = has_top && has_bottom && lines.iter().all(is_closed);
    let blank = if is_whole { border.blank_floor(&lines) } else { Blank::None };
    if let Blank::Columns(columns) = &blank {
        for line in &mut lines {
            border.found(line.span());
            *line = filled(line, &line.characters, columns, &mut border.edits);
        }
    }
    // Rows without a border show the left edge of the other rows.
    let plain = lines.iter().filter(|line| !line.is_wall_row && !border.starts(line));
    let edge = most_common(plain.map(|line| line.indent));
    for line in &mut lines {
        border.left(line, edge);
        border.right(line);
    }
    if let Some(span) = border.first {
        let mut error = SyntaxError::new(span, SyntaxErrorKind::DrawnBorder);
        error.edits = border.edits;
        sort_edits(&mut error.edits);
        error.has_safe_fix = is_whole;
        if let (Blank::Open, Some(whole)) = (blank, whole) {
            error.edits.clear();
            error = error.covering(whole);
        }
        // Lines between the rows, as in a table, cannot be fixed.
        let grid = lines.iter().filter(|line| !line.is_wall_row && is_side(line));
        if grid.count() > 0 {
            let spans = lines.iter().map(BoardLine::span);
            let cover = spans.reduce(Span::cover).unwrap_or(span);
            error.edits.clear();
            error = error.covering(cover.cover(span));
        }
        error.has_safe_fix &= !error.edits.is_empty();
        errors.push(error);
    }
    lines
}

/// Returns the edit that removes a line that is no row. A comment behind it stays.
pub(super) fn removed(text: &str, line: &BoardLine) -> Edit {
    let whole = Span::new(line.line.span.start, line.line.next_start());
    let rest = Span::new(line.span().end, line.line.span.end);
    let is_alone = rest.slice(text).chars().all(is_blank);
    Edit::delete(if is_alone { whole } else { line.span() })
}

/// What the blanks in a frame are.
enum Blank {
    /// Separators of squares.
    None,
    /// Empty squares, one in each of these columns.
    Columns(Vec<usize>),
    /// Separators and empty squares.
    Open,
}

#[derive(Default)]
struct Border {
    /// Whether box-drawing glyphs are squares.
    tiles: bool,
    /// The first part of the border.
    first: Option<Span>,
    edits: Vec<Edit>,
}

impl Border {
    const fn is_wall(&self, glyph: char) -> bool {
        glyph == '|' || !self.tiles && matches!(glyph, '│' | '┃')
    }

    /// Whether a line starts with a glyph of a border.
    fn starts(&self, line: &BoardLine) -> bool {
        let first = line.characters.first();
        first.is_some_and(|first| self.is_wall(first.glyph))
    }

    /// Whether a line ends with a glyph of a border.
    fn ends(&self, line: &BoardLine) -> bool {
        let last = line.characters.last().filter(|_| line.characters.len() > 1);
        last.is_some_and(|last| self.is_wall(last.glyph))
    }

    /// Finds the columns of the squares between the sides of a frame, if blanks are the only floor.
    fn blank_floor(&self, lines: &[BoardLine]) -> Blank {
        let glyphs = || lines.iter().flat_map(|line| line.characters.iter().map(|c| c.glyph));
        let shapes = || lines.iter().map(|line| (line.indent, line.characters.len()));
        let Some((indent, length)) = shapes().next().filter(|&first| shapes().all(|s| s == first))
        else {
            return Blank::None;
        };
        let inner = indent + 1..indent + length - 1;
        let is_square = |glyph| !self.is_wall(glyph) && !is_blank(glyph);
        let columns = lines.iter().flat_map(|line| {
            let characters = line.characters.iter().enumerate();
            let squares = characters.filter(|(_, cell)| is_square(cell.glyph));
            squares.map(|(at, _)| at).collect::<Vec<_>>()
        });
        let (mut even, mut odd) = (false, false);
        for column in columns {
            *if column % 2 == 0 { &mut even } else { &mut odd } = true;
        }
        let rows = || {
            lines.iter().map(|line| line.characters.iter().filter(|c| is_square(c.glyph)).count())
        };
        let has_walls = glyphs().filter(|&glyph| self.is_wall(glyph)).count() > 2 * lines.len();
        let is_full = rows().all(|count| count == inner.len())
            || even != odd
                && rows().max() == rows().min()
                && rows().all(|c| 2 * c + 1 >= inner.len());
        if glyphs().any(|glyph| glyph == '.') || is_full || even == odd && !even {
            Blank::None
        } else if !has_walls && (even && odd || inner.len() % 2 == 0) {
            Blank::Columns(inner.collect())
        } else {
            Blank::Open
        }
    }

    fn found(&mut self, span: Span) {
        self.first = Some(self.first.map_or(span, |first| first.min(span)));
    }

    fn side(&mut self, text: &str, line: Option<BoardLine>) {
        let Some(line) = line else {
            return;
        };
        self.found(line.span());
        self.edits.push(removed(text, &line));
    }

    fn left(&mut self, line: &mut BoardLine, edge: Option<usize>) {
        if line.is_wall_row || !self.starts(line) {
            return;
        }
        let outside = |cell: &&Cell| self.is_wall(cell.glyph) || is_blank(cell.glyph);
        let length = line.characters.iter().take_while(outside).count();
        let outside: Vec<_> = line.characters.drain(..length).collect();
        let (Some(first), Some(last)) = (outside.first(), outside.last()) else {
            return;
        };
        self.found(first.span);
        let start = line.indent.saturating_sub(line.indentation.len() as usize);
        line.indent += length;
        line.is_wall_row = line.holds_walls();
        if !line.is_wall_row {
            line.indent = edge.unwrap_or(line.indent);
        }
        let span = line.indentation.cover(last.span);
        let blanks = line.indent.saturating_sub(start);
        self.edits.push(Edit::replace(span, " ".repeat(blanks)));
        line.indentation = Span::empty(span.end);
    }

    fn right(&mut self, line: &mut BoardLine) {
        if line.is_wall_row || !line.characters.last().is_some_and(|last| self.is_wall(last.glyph))
        {
            return;
        }
        let mut outside: Option<Span> = None;
        while let Some(last) = line.characters.last() {
            if !self.is_wall(last.glyph) && !is_blank(last.glyph) {
                break;
            }
            if self.is_wall(last.glyph) {
                self.found(last.span);
            }
            outside = Some(outside.map_or(last.span, |span| span.cover(last.span)));
            line.characters.pop();
        }
        self.edits.extend(outside.map(Edit::delete));
        line.is_wall_row = line.holds_walls();
    }
}

impl BoardLine {
    /// Whether the line has only walls below squares.
    fn holds_walls(&self) -> bool {
        let mut glyphs = self.characters.iter().map(|cell| cell.glyph);
        glyphs.all(|glyph| glyph == '-' || is_blank(glyph))
    }
}
