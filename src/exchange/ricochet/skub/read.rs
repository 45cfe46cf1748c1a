//! Reads a puzzle of Skub.

use nom::Parser;
use nom::character::complete::{char, multispace0, one_of};
use nom::combinator::{consumed, eof, opt};
use nom::multi::many0;

use super::words::{FOOTER, HEADER, ON_TARGET, RULE, SIDE, WALL_BELOW, unquoted};
use crate::board::{Board, Direction};
use crate::exchange::parse::{Parsed, all, expect, without_mark};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::exchange::ricochet::document::{Document, prose};
use crate::exchange::ricochet::items::{BoardItems, square};
use crate::games::Piece;
use crate::syntax::Key;
use crate::text::{Span, lines};

/// The robot with the target.
const HERO: char = 'R';

pub(super) fn read(text: &str) -> Import {
    let mut import = Import::default();
    let unmarked = without_mark(text);
    let whole = lines(unmarked).map(|line| line.span.slice(unmarked));
    let whole: Vec<&str> = whole.collect();
    match puzzle(text, &whole) {
        Ok(record) => import.records.push(record),
        Err(faults) => import.faults = faults,
    }
    import
}

fn puzzle(text: &str, whole: &[&str]) -> Result<PuzzleRecord, Vec<Note>> {
    let mut rest = whole
        .iter()
        .copied()
        .skip_while(|line| line.trim().is_empty());
    let mut front: Vec<(&str, &str)> = Vec::new();
    let mut notes: Vec<&str> = Vec::new();
    let mut faults = Vec::new();
    let rest: Box<dyn Iterator<Item = &str>> = match rest.next() {
        Some(line) if line.trim_end() == RULE => {
            let mut is_closed = false;
            for line in rest.by_ref() {
                if line.trim_end() == RULE {
                    is_closed = true;
                    break;
                }
                match line.split_once(':') {
                    _ if line.trim().is_empty() => {}
                    _ if line.starts_with('#') => notes.push(line),
                    // A list or a table below a key.
                    _ if line.starts_with([' ', '\t', '-']) && !front.is_empty() => {
                        let key = front.last().map(|(key, _)| *key);
                        front.extend(key.map(|key| (key, line.trim())));
                    }
                    Some((key, value)) => front.push((key.trim(), value.trim())),
                    None => faults.push(
                        Note::new(Span::of(text, line), "expected a key and its value")
                            .with_help("write, for example, `minMoves: 8`"),
                    ),
                }
            }
            if !is_closed {
                let note = Note::new(Span::of(text, line), "unclosed front matter");
                return Err(vec![note.with_help("end it with a line `---`")]);
            }
            Box::new(rest)
        }
        Some(line) => Box::new([line].into_iter().chain(rest)),
        None => Box::new(rest),
    };
    let rest: Vec<&str> = rest.collect();
    let is_board = |line: &str| line.trim_end() == HEADER;
    let document = match Document::of(text, &rest, is_board) {
        Ok(document) => document,
        Err(fault) => {
            faults.push(fault);
            return Err(faults);
        }
    };
    let drawn = document.board;
    let head = drawn
        .first()
        .map_or(Span::of(text, document.opening), |line| {
            Span::of(text, line)
        });
    let mut record = match board(text, drawn, head) {
        Ok(record) => record,
        Err(more) => {
            faults.extend(more);
            return Err(faults);
        }
    };
    matter(text, &front, &mut record, &mut faults);
    let notes = notes.iter().map(|line| line.trim_start_matches('#'));
    record.comments = prose(notes.chain(document.above.iter().copied()));
    record
        .comments
        .extend(prose(document.below.iter().copied()));
    if faults.is_empty() {
        Ok(record)
    } else {
        Err(faults)
    }
}

/// Adds the keys of the front matter to a record.
fn matter(text: &str, front: &[(&str, &str)], record: &mut PuzzleRecord, faults: &mut Vec<Note>) {
    let same_key = |one: &(&str, &str), other: &(&str, &str)| std::ptr::eq(one.0, other.0);
    let groups: Vec<_> = front.chunk_by(same_key).collect();
    for (number, &group) in groups.iter().enumerate() {
        let [(key, first), below @ ..] = group else {
            continue;
        };
        let (key, span) = (*key, Span::of(text, first));
        let nested = nested(below);
        let value = match below {
            [] => *first,
            _ => nested.as_str(),
        };
        let mut before = groups.iter().take(number).filter_map(|group| group.first());
        match key {
            _ if before.any(|(other, _)| *other == key) => {
                let message = format!("duplicate key `{key}`");
                faults.push(Note::new(Span::of(text, key), message));
            }
            "name" => {
                record.name = Some(unquoted(value).to_owned());
            }
            "minMoves" if value.is_empty() => {}
            "minMoves" if value.parse::<u32>().is_err() => {
                faults.push(Note::new(span, "expected the number of moves"));
            }
            "minMoves" => record.set_key(Key::Moves, value, span),
            "createdAt" => record.set_key(Key::Date, value, span),
            "difficulty" => record.set_key(Key::Difficulty, value, span),
            _ if is_key(key) => record.set_own_key(&format!("x-{key}"), value, span),
            _ => faults.push(Note::new(
                Span::of(text, key),
                "expected a key of letters, digits, `-` and `_`",
            )),
        }
    }
}

/// Returns a list or a table below a key on one line, as YAML also writes it.
fn nested(below: &[(&str, &str)]) -> String {
    let lines = below.iter().map(|(_, line)| *line);
    let items: Option<Vec<&str>> = lines.clone().map(|line| line.strip_prefix("- ")).collect();
    match items {
        Some(items) => format!("[{}]", items.join(", ")),
        None => format!("{{{}}}", lines.collect::<Vec<_>>().join(", ")),
    }
}

fn is_key(key: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    !key.is_empty() && key.chars().all(is_part)
}

/// A drawn square.
struct Cell<'t> {
    /// Its text: the glyph and its marks.
    drawn: &'t str,
    glyph: char,
    marks: Vec<char>,
    /// The text of the wall on its right, if any.
    wall: Option<&'t str>,
}

/// Parses the squares of a row after its number.
fn row(input: &str) -> Parsed<'_, Vec<Cell<'_>>> {
    let (mut input, _) = expect("a blank after the number", char(' ')).parse(input)?;
    let mut cells = Vec::new();
    for number in 1..=SIDE {
        let glyph = expect("a square: a blank, `_`, `#`, `@` or `X`", one_of(" _#@X"));
        let marks = many0(one_of([WALL_BELOW, ON_TARGET].as_slice()));
        let between = expect("a blank or a wall `|` between two squares", one_of(" |"));
        let parts = (consumed((glyph, marks)), consumed(between));
        let (rest, ((drawn, (glyph, marks)), (between, _))) = { parts }.parse(input)?;
        input = rest;
        cells.push(Cell {
            drawn,
            glyph,
            marks,
            wall: Some(between).filter(|between| *between == "|" && number < SIDE),
        });
    }
    let border = expect("the border `|` after eight squares", char('|'));
    let (input, _) = (border, multispace0, expect("nothing more", eof)).parse(input)?;
    Ok((input, cells))
}

/// Parses a row with its number.
fn numbered(number: char) -> impl FnMut(&str) -> Parsed<'_, Vec<Cell<'_>>> {
    move |input| {
        let what = "the number of the row, the first on top";
        let (input, _) = (opt(char(' ')), expect(what, char(number))).parse(input)?;
        row(input)
    }
}

fn board(text: &str, drawn: &[&str], head: Span) -> Result<PuzzleRecord, Vec<Note>> {
    let mut faults = Vec::new();
    let mut expect_line = |line: Option<&&str>, expected: &str| match line {
        Some(line) if line.trim_end() == expected => {}
        Some(line) => {
            let message = format!("expected `{expected}`");
            faults.push(Note::new(Span::of(text, line), message));
        }
        None => faults.push(Note::new(head, format!("missing line `{expected}`"))),
    };
    expect_line(drawn.first(), HEADER);
    expect_line(drawn.get(usize::from(SIDE) + 1), FOOTER);
    if let Some(more) = drawn.get(usize::from(SIDE) + 2) {
        faults.push(Note::new(
            Span::of(text, more),
            "unexpected line after the board",
        ));
    }
    let empty = Board::new(usize::from(SIDE), usize::from(SIDE));
    let Ok(mut board) = empty else {
        return Err(faults);
    };
    let mut items = BoardItems::default();
    for (y, number) in (0..).zip('1'..='8') {
        let Some(line) = drawn.get(y as usize + 1) else {
            continue;
        };
        match all(text, line, numbered(number)) {
            Ok(cells) => cells_of(&cells, y, text, &mut board, &mut items),
            Err(fault) => faults.push(fault),
        }
    }
    if let Some(second) = items.second_target() {
        let note = Note::new(second, "duplicate target");
        faults.push(note.with_help("use one `X`, or one piece on the target"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    items.record(&board, true, Span::of(text, text.trim()), head)
}

/// Adds a row to the board.
fn cells_of(cells: &[Cell<'_>], y: u32, text: &str, board: &mut Board, items: &mut BoardItems) {
    for (x, cell) in (0..).zip(cells) {
        let Some(at) = square(board, x, y) else {
            continue;
        };
        let has = |mark| cell.marks.contains(&mark);
        let here = Span::of(text, cell.drawn);
        items.cell(at, here);
        if let Some(wall) = cell.wall {
            board.add_wall(at, Direction::Right);
            items.wall(at, Direction::Right, Span::of(text, wall));
        }
        if cell.glyph == '_' || has(WALL_BELOW) {
            board.add_wall(at, Direction::Down);
            items.wall(at, Direction::Down, here);
        }
        match cell.glyph {
            '@' => items.robot(HERO, at, here),
            '#' => items.robot(Piece::NAMELESS, at, here),
            _ => {}
        }
        if cell.glyph == 'X' || has(ON_TARGET) {
            items.target(Some(HERO), at, here);
        }
    }
}
