//! What diagrams draw at the edges of a board: letters and numbers of its columns and rows, and
//! tiles three characters wide. It is removed before the rows are parsed, so that it causes one
//! error only.

use std::ops::Range;

use super::board_line::{BoardLine, most_common};
use super::border;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::key::Key;
use super::line::{self, is_blank};
use super::outline::{ValueLine, is_wall_row};
use super::row_repair::FLOOR;
use super::tree::{BoardText, Cell};
use super::typos;
use crate::text::{Edit, Span, lines, sort_edits};

/// The fewest labels in a row that are no squares.
const LABELS: usize = 3;

/// The letters or numbers of the columns, as a line of them.
struct Header {
    /// The columns of their last characters.
    columns: Vec<usize>,
}

/// A row, without the labels beside it.
struct Labelled {
    /// The labels left and right of it.
    labels: [Option<usize>; 2],
    /// The range of its characters between them, without blanks.
    inner: Range<usize>,
    /// The same with the blanks.
    between: Range<usize>,
}

/// Whether numbers count up from 0 or 1 by one, or down to it.
fn is_sequence(labels: &[usize]) -> bool {
    let steps = |from: Option<&usize>, by: fn(usize) -> usize| {
        from.is_some_and(|&first| first <= 1)
            && labels.len() > 1
            && labels.windows(2).all(|pair| matches!(pair, &[a, b] if by(a) == b))
    };
    let counts_down = || {
        let mut reversed: Vec<usize> = labels.to_vec();
        reversed.reverse();
        is_sequence(&reversed)
    };
    steps(labels.first(), |label| label + 1) || labels.last() < labels.first() && counts_down()
}

/// Returns the number that a label stands for.
fn label(word: &str) -> Option<usize> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='z'), None) => Some(letter as usize - 'a' as usize + 1),
        (Some(letter @ 'A'..='Z'), None) => Some(letter as usize - 'A' as usize + 1),
        _ if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    }
}

impl BoardLine {
    /// Returns the runs of characters between blanks, with the column of the last one.
    fn words(&self) -> Vec<(String, usize)> {
        let mut words: Vec<(String, usize)> = Vec::new();
        let mut is_parted = true;
        for (at, cell) in self.characters.iter().enumerate() {
            if is_blank(cell.glyph) {
                is_parted = true;
                continue;
            }
            let column = self.indent + at;
            match words.last_mut().filter(|_| !is_parted) {
                Some((word, last)) => {
                    word.push(cell.glyph);
                    *last = column;
                }
                None => words.push((cell.glyph.to_string(), column)),
            }
            is_parted = false;
        }
        words
    }

    /// Returns the letters or numbers of the columns.
    fn header(&self) -> Option<Header> {
        let words = self.words();
        let inner = words.iter().filter(|(word, _)| !matches!(word.as_str(), "+" | "|"));
        let (labels, columns): (Vec<usize>, Vec<usize>) =
            inner.map(|(word, at)| label(word).map(|label| (label, *at))).collect::<Option<_>>()?;
        let starts = labels.first().is_some_and(|&first| first <= 1);
        let is_header = labels.len() >= LABELS && starts && is_sequence(&labels);
        is_header.then_some(Header { columns })
    }

    /// Whether the line seems to be no row of squares: letters or numbers of the columns, or a line
    /// drawn from column to column. No safe fix makes a row of it.
    pub(super) fn is_no_row(&self) -> bool {
        let glyphs = || self.characters.iter().map(|cell| cell.glyph).filter(|&g| !is_blank(g));
        let is_drawn = |glyph| matches!(glyph, '-' | '_' | '=' | '+' | '|' | '─' | '━');
        let drawn = glyphs().filter(|&glyph| matches!(glyph, '-' | '_' | '=' | '─' | '━')).count();
        let labels: Option<Vec<usize>> = glyphs().map(|g| label(&g.to_string())).collect();
        let is_compact =
            labels.is_some_and(|labels| labels.len() >= LABELS && is_sequence(&labels));
        self.header().is_some() || is_compact || drawn > 0 && glyphs().all(is_drawn)
    }

    fn labelled(&self) -> Labelled {
        let is_end = |cell: &Cell| is_blank(cell.glyph) || matches!(cell.glyph, '|' | '[' | '+');
        let all = &self.characters;
        let glyphs = |range: &[Cell]| range.iter().map(|cell| cell.glyph).collect::<String>();
        let number = |word: &[Cell]| {
            let word = glyphs(word);
            label(&word).filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let first = all.iter().position(is_end).unwrap_or(all.len());
        let left = all.get(..first).and_then(number).filter(|_| first < all.len());
        let last = all.iter().rposition(is_end).map_or(0, |at| at + 1);
        let right = all.get(last..).and_then(number).filter(|_| last > first);
        let is_gap = |at: &usize| all.get(*at).is_some_and(|cell| is_blank(cell.glyph));
        let mut inner = 0..all.len();
        if left.is_some() {
            inner.start = (first..all.len()).find(|at| !is_gap(at)).unwrap_or(all.len());
        }
        if right.is_some() {
            let before = (inner.start..last).rev().find(|at| !is_gap(at));
            inner.end = before.map_or(inner.start, |at| at + 1);
        }
        let start = if left.is_some() { first } else { 0 };
        let end = if right.is_some() { last } else { all.len() };
        Labelled { labels: [left, right], inner, between: start..end }
    }
}

struct Edges {
    top: Option<Header>,
    bottom: Option<Header>,
    rows: Vec<Labelled>,
    /// Whether the rows are numbered on the left and on the right.
    sides: [bool; 2],
}

impl Edges {
    fn new(lines: &[BoardLine]) -> Self {
        let top = lines.first().and_then(BoardLine::header);
        let bottom = lines.last().filter(|_| lines.len() > 1).and_then(BoardLine::header);
        let mut edges = Self { top, bottom, rows: Vec::new(), sides: [false; 2] };
        edges.rows = edges.inner(lines).iter().map(BoardLine::labelled).collect();
        let inner = edges.inner(lines);
        let rows = || edges.rows.iter().zip(inner).filter(|(_, line)| is_row(line));
        let is_numbered = |side: usize| {
            let labels: Option<Vec<usize>> =
                rows().map(|(row, _)| row.labels.get(side).copied().flatten()).collect();
            let has_letters = edges.top.is_some() || edges.bottom.is_some();
            labels.is_some_and(|labels| is_sequence(&labels) || has_letters && labels == [1])
        };
        edges.sides = [is_numbered(0), is_numbered(1)];
        edges
    }

    /// Returns the lines between the letters.
    fn inner<'l>(&self, lines: &'l [BoardLine]) -> &'l [BoardLine] {
        let start = usize::from(self.top.is_some());
        let end = lines.len() - usize::from(self.bottom.is_some());
        lines.get(start..end).unwrap_or_default()
    }

    /// Returns the lines of letters.
    fn headers<'l>(&self, lines: &'l [BoardLine]) -> impl Iterator<Item = &'l BoardLine> {
        let top = lines.first().filter(|_| self.top.is_some());
        let bottom = lines.last().filter(|_| self.bottom.is_some());
        top.into_iter().chain(bottom)
    }

    /// Returns the glyphs of a row between its numbers, without walls, with their columns.
    fn squares(&self, line: &BoardLine, row: &Labelled) -> Vec<(usize, char)> {
        let start = line.indent + row_start(self, row);
        let cells = self.cells(line, row).iter().enumerate();
        let squares = cells.filter(|(_, cell)| !is_blank(cell.glyph) && !is_wall(cell.glyph));
        squares.map(|(at, cell)| (start + at, cell.glyph)).collect()
    }

    /// Whether the letters stand between the columns of the numbers of a row. Others may be squares
    /// of the same columns.
    fn is_between(&self, line: &BoardLine, row: &Labelled, header: &Header) -> bool {
        let [left, right] = self.sides;
        let (start, end) = (line.indent + row.between.start, line.indent + row.between.end);
        header.columns.iter().all(|&at| (!left || at >= start) && (!right || at < end))
    }

    /// Returns the characters of a row between its numbers.
    fn cells<'l>(&self, line: &'l BoardLine, row: &Labelled) -> &'l [Cell] {
        let [left, right] = self.sides;
        let start = if left { row.inner.start } else { 0 };
        let end = if right { row.inner.end } else { line.characters.len() };
        line.characters.get(start..end.max(start)).unwrap_or_default()
    }
}

fn is_row(line: &BoardLine) -> bool {
    !line.is_wall_row && !border::is_side(line, false)
}

const fn is_wall(glyph: char) -> bool {
    matches!(glyph, '|' | '│' | '┃')
}

const fn is_tile(glyph: char) -> bool {
    matches!(glyph, '\u{2550}'..='\u{256c}' | '·' | '╴'..='╷')
}

/// A piece of the rewritten board.
struct Rewritten {
    error: SyntaxError,
    lines: Vec<BoardLine>,
}

/// Removes what is drawn at the edges of the board, and returns the remaining lines. If opposite
/// edges or both axes agree, the fix is safe; otherwise the error covers the board.
pub(super) fn without_labels(
    text: &str,
    key: u32,
    lines: Vec<BoardLine>,
    errors: &mut Vec<SyntaxError>,
) -> Vec<BoardLine> {
    let Some(whole) = lines.iter().map(BoardLine::span).reduce(Span::cover) else {
        return lines;
    };
    if let Some(tiles) = tile_bits(&lines) {
        errors.push(tiles.error);
        return tiles.lines;
    }
    let edges = Edges::new(&lines);
    let [left, right] = edges.sides;
    let has_header = edges.top.is_some() || edges.bottom.is_some();
    if !has_header && !left && !right {
        return lines;
    }
    let rewritten = wide_tiles(text, key, &lines, &edges).or_else(|| plain(text, &lines, &edges));
    if let Some(rewritten) = rewritten {
        errors.push(rewritten.error);
        return rewritten.lines;
    }
    if is_no_board(&lines, &edges) {
        let span = first_label(&lines, &edges).unwrap_or(whole);
        errors.push(SyntaxError::new(span, SyntaxErrorKind::Labels).covering(whole));
    }
    lines
}

/// Whether a text is a board with letters and numbers at its edges, as `carom solve --show` prints
/// it.
pub fn is_diagram(text: &str) -> bool {
    let drawn = lines(text).map(|line| (line, line.span.slice(text).trim_matches(is_blank)));
    let drawn = drawn.filter(|(_, content)| line::key_line(content).is_none());
    let value_line =
        |(line, content)| ValueLine { line, content, is_wall_row: is_wall_row(content) };
    let lines: Vec<BoardLine> = drawn.map(|line| BoardLine::new(text, &value_line(line))).collect();
    let mut errors = Vec::new();
    without_labels(text, 0, lines, &mut errors);
    errors.iter().any(|error| error.kind == SyntaxErrorKind::Labels && error.has_safe_fix)
}

/// Returns the span of the first label or letters.
fn first_label(lines: &[BoardLine], edges: &Edges) -> Option<Span> {
    let header = |line: Option<&BoardLine>| line.map(BoardLine::span);
    match (&edges.top, &edges.bottom) {
        (Some(_), _) => header(lines.first()),
        (None, Some(_)) => header(lines.last()),
        (None, None) => {
            let first = edges.inner(lines).iter().find(|line| is_row(line))?;
            first.characters.first().map(|cell| cell.span)
        }
    }
}

/// Whether the lines cannot be the rows of a board: the letters are not in the columns of squares,
/// or a number has two digits.
fn is_no_board(lines: &[BoardLine], edges: &Edges) -> bool {
    let shape = |line: &BoardLine| {
        let glyphs = line.characters.iter().filter(|c| !is_blank(c.glyph) && !is_wall(c.glyph));
        (line.indent, glyphs.count())
    };
    let rows = edges.inner(lines).iter().filter(|line| is_row(line));
    let usual = most_common(rows.map(shape));
    let is_apart = edges.headers(lines).any(|header| {
        let is_aligned = usual.is_some_and(|(indent, _)| indent == header.indent);
        Some(shape(header)) != usual && !(is_aligned && may_be_squares(lines, header))
    });
    let is_long = edges.rows.iter().flat_map(|row| row.labels).flatten().any(|label| label > 9);
    let is_wide = lines.iter().any(|line| line.characters.iter().any(|cell| cell.glyph == '['));
    is_apart || edges.sides.contains(&true) && (is_long || is_wide)
}

/// Whether letters may be squares. A capital letter that is there once is a robot, and a small one
/// the target of such a robot.
fn may_be_squares(lines: &[BoardLine], letters: &BoardLine) -> bool {
    let all = || lines.iter().flat_map(|line| line.characters.iter().map(|cell| cell.glyph));
    let is_robot = |robot: char| all().filter(|&glyph| glyph == robot).count() == 1;
    let mut letters = letters.characters.iter().map(|cell| cell.glyph);
    letters.all(|c| is_blank(c) || c.is_ascii_alphabetic() && is_robot(c.to_ascii_uppercase()))
}

/// Rewrites a board whose labels leave no doubt.
fn plain(text: &str, lines: &[BoardLine], edges: &Edges) -> Option<Rewritten> {
    let [left, right] = edges.sides;
    let inner = edges.inner(lines);
    let rows = || edges.rows.iter().zip(inner).filter(|(_, line)| is_row(line));
    let squares = |row, line| edges.squares(line, row);
    let width = rows().map(|(row, line)| squares(row, line).len()).max()?;
    let is_even = rows().all(|(row, line)| squares(row, line).len() == width);
    // Above or below each square stands a letter, and above or below no number.
    let is_below = |header: &Header| {
        let mut columns = rows().flat_map(|(row, line)| squares(row, line));
        columns.all(|(column, _)| header.columns.contains(&column))
            && rows().all(|(row, line)| edges.is_between(line, row, header))
    };
    // Letters that may be squares are those of the columns only if they stand above or below them.
    let agrees = |header: &Option<Header>, line: Option<&BoardLine>| {
        header.as_ref().zip(line).is_some_and(|(header, line)| {
            is_even && header.columns.len() == width && !may_be_squares(lines, line)
                || is_below(header)
        })
    };
    let (top, bottom) = (agrees(&edges.top, lines.first()), agrees(&edges.bottom, lines.last()));
    let is_certain = match (&edges.top, &edges.bottom) {
        (Some(_), Some(_)) => top && bottom,
        (None, None) => left && right,
        _ => (top || bottom) && (left || right),
    };
    let inner_glyphs = rows().flat_map(|(row, line)| squares(row, line));
    let glyphs: Vec<char> = inner_glyphs.map(|(_, glyph)| glyph).collect();
    // Tiles may be written as digits.
    let is_tile = |&glyph: &char| is_tile(glyph) || glyph.is_ascii_hexdigit();
    let mut headers = edges.headers(lines);
    let is_of_squares =
        glyphs.iter().all(is_tile) || headers.any(|header| may_be_squares(lines, header));
    let has_both_axes = (left || right) && (edges.top.is_some() || edges.bottom.is_some());
    if !is_certain || is_of_squares && !has_both_axes {
        return None;
    }
    let header = edges.top.as_ref().or(edges.bottom.as_ref());
    let columns = header.filter(|header| !is_even || header.columns.len() != width);
    let mut edits = Vec::new();
    let mut kept = Vec::new();
    edits.extend(edges.headers(lines).map(|line| border::removed(text, line)));
    for (row, line) in edges.rows.iter().zip(inner) {
        if line.is_wall_row {
            kept.push(line.clone());
            continue;
        }
        kept.push(without_numbers(edges, row, line, columns, &mut edits));
    }
    level(&mut kept, &mut edits);
    Some(finished(lines, edges, edits, kept))
}

fn row_start(edges: &Edges, row: &Labelled) -> usize {
    if edges.sides.first() == Some(&true) { row.inner.start } else { 0 }
}

/// Returns a row without its numbers, and with floor for blanks in the given columns.
fn without_numbers(
    edges: &Edges,
    row: &Labelled,
    line: &BoardLine,
    header: Option<&Header>,
    edits: &mut Vec<Edit>,
) -> BoardLine {
    let mut kept = line.clone();
    let start = row_start(edges, row);
    let cells = edges.cells(line, row);
    let end = start + cells.len();
    if let Some(header) = header.filter(|_| is_row(line)) {
        return filled(line, cells, &header.columns, edits);
    }
    if let Some(behind) = line.characters.get(end..).filter(|behind| !behind.is_empty()) {
        let spans = behind.iter().map(|cell| cell.span);
        edits.extend(spans.reduce(Span::cover).map(Edit::delete));
    }
    kept.characters.truncate(end);
    if start > 0 {
        let before: Vec<Cell> = kept.characters.drain(..start).collect();
        if let (Some(first), Some(last)) = (before.first(), before.last()) {
            let span = first.span.cover(last.span);
            edits.push(Edit::replace(span, " ".repeat(start)));
            kept.indentation = Span::empty(span.end);
        }
        kept.indent += start;
    }
    kept
}

/// Rewrites a row with a square in each of the columns, and floor for blanks.
pub(super) fn filled(
    line: &BoardLine,
    cells: &[Cell],
    columns: &[usize],
    edits: &mut Vec<Edit>,
) -> BoardLine {
    let mut kept = line.clone();
    let (Some(&first), Some(&last)) = (columns.first(), columns.last()) else {
        return kept;
    };
    let at = |column: usize| {
        let number = column.checked_sub(line.indent)?;
        let cell = line.characters.get(number)?;
        cells.iter().find(|inner| inner.span == cell.span)
    };
    let end = line.span().end;
    kept.characters = (first..=last)
        .map(|column| {
            let is_square = columns.contains(&column);
            match at(column) {
                Some(cell) if !is_blank(cell.glyph) => *cell,
                found => Cell {
                    span: found.map_or(Span::empty(end), |cell| cell.span),
                    glyph: if is_square { FLOOR } else { ' ' },
                },
            }
        })
        .collect();
    kept.indent = first;
    let glyphs: String = kept.characters.iter().map(|cell| cell.glyph).collect();
    let span = line.indentation.cover(line.span());
    edits.push(Edit::replace(span, " ".repeat(first) + &glyphs));
    kept.indentation = Span::empty(line.indentation.start);
    kept
}

/// Moves rows whose numbers had different widths to a common edge.
fn level(rows: &mut [BoardLine], edits: &mut Vec<Edit>) {
    let edge = rows.iter().map(|line| line.indent).max();
    let Some(edge) = edge.filter(|_| rows.iter().all(is_row)) else {
        return;
    };
    for line in rows.iter_mut().filter(|line| line.indent < edge) {
        let blanks = " ".repeat(edge - line.indent);
        edits.push(Edit::insert(line.indentation.end, blanks));
        line.indent = edge;
    }
}

fn finished(
    lines: &[BoardLine],
    edges: &Edges,
    mut edits: Vec<Edit>,
    kept: Vec<BoardLine>,
) -> Rewritten {
    sort_edits(&mut edits);
    let span = first_label(lines, edges).unwrap_or_default();
    let mut error = SyntaxError::new(span, SyntaxErrorKind::Labels);
    error.edits = edits;
    error.has_safe_fix = true;
    Rewritten { error, lines: kept }
}

/// Rewrites tiles three characters wide, whose ways join, as compact rows. Brackets around a tile
/// mark the player.
fn wide_tiles(text: &str, key: u32, lines: &[BoardLine], edges: &Edges) -> Option<Rewritten> {
    let [left, _] = edges.sides;
    let header = edges.bottom.as_ref().or(edges.top.as_ref()).filter(|_| left)?;
    let columns = &header.columns;
    if columns.windows(2).any(|pair| !matches!(pair, &[a, b] if a + 3 == b)) {
        return None;
    }
    let mut edits = Vec::new();
    let mut rows = Vec::new();
    let mut player = None;
    let inner = edges.inner(lines);
    for (from_top, line) in inner.iter().enumerate() {
        let at = |column: usize| line.characters.get(column.checked_sub(line.indent)?).copied();
        let mut row = line.clone();
        row.characters = columns
            .iter()
            .map(|&column| at(column).filter(|cell| is_tile(cell.glyph)))
            .collect::<Option<_>>()?;
        let open = |&&column: &&usize| at(column - 1).is_some_and(|cell| cell.glyph == '[');
        if let Some(at) = columns.iter().position(|column| open(&column)) {
            player = Some((at, from_top));
        }
        let tiles: String = row.characters.iter().map(|cell| cell.glyph).collect();
        edits.push(Edit::replace(line.span(), tiles));
        rows.push(row);
    }
    // The player starts on the top left square by default.
    let moved = player.filter(|&at| at != (0, 0) && !has_key(text, Key::Player));
    edits.extend(edges.headers(lines).map(|line| border::removed(text, line)));
    if let Some((column, from_top)) = moved {
        let letter = char::from(b'a' + u8::try_from(column).ok()?);
        let start = text.get(..key as usize)?.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let start = Span::from_range(start..start).start;
        let end = line_end(text);
        let line = format!("  {}: {letter}{}{end}", Key::Player.name(), inner.len() - from_top);
        edits.push(Edit::insert(start, line));
    }
    Some(finished(lines, edges, edits, rows))
}

fn line_end(text: &str) -> &'static str {
    let mut ends = lines(text).filter_map(|line| line.end);
    ends.next().map_or("\n", crate::text::LineEnd::as_str)
}

fn has_key(text: &str, key: Key) -> bool {
    let mut keys = lines(text).filter_map(|line| line::key_line(line.span.slice(text)));
    keys.any(|(found, _)| Key::from_text(found) == Some(key))
}

/// Rewrites tiles given as four bits each, for the openings up, right, down and left, as
/// hexadecimal digits.
fn tile_bits(lines: &[BoardLine]) -> Option<Rewritten> {
    let mut width = None;
    let mut edits = Vec::new();
    let mut rows = Vec::new();
    for line in lines {
        let words = line.words();
        let is_row = words.len() > 1
            && words.iter().all(|(word, _)| typos::is_tile_bits(word))
            && words.len() == *width.get_or_insert(words.len());
        if !is_row {
            return None;
        }
        let mut row = line.clone();
        row.characters = words
            .iter()
            .filter_map(|(word, last)| {
                let value = u32::from_str_radix(word, 2).ok()?;
                let cell = line.characters.get(last - line.indent)?;
                Some(Cell { span: cell.span, glyph: char::from_digit(value, 16)? })
            })
            .collect();
        let digits: String = row.characters.iter().map(|cell| cell.glyph).collect();
        edits.push(Edit::replace(line.span(), digits));
        rows.push(row);
    }
    let first = lines.first()?;
    let whole = lines.iter().map(BoardLine::span).fold(first.span(), Span::cover);
    let mut error = SyntaxError::new(first.span(), SyntaxErrorKind::TileBits).covering(whole);
    error.edits = edits;
    error.has_safe_fix = true;
    Some(Rewritten { error, lines: rows })
}

/// The letters or numbers along an edge of a board that could also be its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeLabels {
    /// The span of the first.
    pub first: Span,
    /// The glyphs.
    pub glyphs: Vec<char>,
}

/// Returns the first edge of a board along which letters or numbers count its rows or columns.
pub fn edge_labels(board: &BoardText) -> Option<EdgeLabels> {
    let row = |number: Option<usize>| {
        let row = board.rows.get(number?)?;
        Some(row.cells.clone())
    };
    let column = |right: bool| {
        let cells = board.rows.iter().map(|row| match right {
            true => row.cells.last().copied(),
            false => row.cells.first().copied(),
        });
        cells.collect::<Option<Vec<_>>>()
    };
    let edges = [row(Some(0)), row(board.rows.len().checked_sub(1)), column(false), column(true)];
    edges.into_iter().flatten().find_map(|cells| {
        let glyphs: Vec<char> = cells.iter().map(|cell| cell.glyph).collect();
        let labels: Option<Vec<usize>> = glyphs.iter().map(|g| label(&g.to_string())).collect();
        let is_one_kind =
            glyphs.iter().all(char::is_ascii_lowercase) || glyphs.iter().all(char::is_ascii_digit);
        let counts = labels.is_some_and(|labels| labels.len() >= LABELS && is_sequence(&labels));
        let first = cells.first()?.span;
        (is_one_kind && counts).then_some(EdgeLabels { first, glyphs })
    })
}
