//! The puzzles of Skub: Markdown with a front matter and a fenced board.
//!
//! ```text
//! + A B C D E F G H +
//! 1                 |   a square each second column, a blank or a wall between
//! 2   #̲|    _ @     |   @ the robot of the target, # a robot without a name,
//! 3        |  X |   |   X the target, _ a wall below; under a piece U+0332 is
//! ...                   one, and U+0302 says that it stands on the target
//! +-----------------+
//! ```
//!
//! What else the document says are comments of the puzzle.

use std::fmt::Write as _;

use nom::Parser;
use nom::character::complete::{char, one_of};
use nom::combinator::{consumed, eof, opt};
use nom::multi::many0;

use super::claims::moves;
use super::document::{Document, FENCE, prose};
use super::placed::{Placed, direct, only_target, square};
use super::walled::with_walls;
use crate::board::{Board, Direction, Square};
use crate::exchange::draft::{Draft, Note, Reading};
use crate::exchange::form::{Form, Keeps, Refusal};
use crate::exchange::parse::{Parsed, all, expect, without_mark};
use crate::games::{Game, Piece};
use crate::syntax::Key;
use crate::text::{Span, lines};

pub(in crate::exchange) const FORM: Form = Form {
    name: "skub",
    about: "puzzles of Skub in Markdown",
    game: Some(Game::Ricochet),
    extensions: &["md"],
    between: None,
    companions: &[],
    keeps: Keeps {
        name: |_| true,
        comments: true,
        keys: &[Key::Moves, Key::Date, Key::Difficulty],
        all_own_keys: true,
        ..Keeps::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// The robot of the target.
const HERO: char = 'R';

const SIDE: u8 = 8;
const HEADER: &str = "+ A B C D E F G H +";
const FOOTER: &str = "+-----------------+";
const RULE: &str = "---";

/// A wall below a piece, and a piece on the target.
const WALL_BELOW: char = '\u{332}';
const ON_TARGET: char = '\u{302}';

/// The keys of the front matter in their usual order.
const USUAL: [&str; 6] = [
    "number",
    "name",
    "slug",
    "createdAt",
    "difficulty",
    "minMoves",
];

/// What keys of this reader's own begin with, which say how the text was
/// written. The front matter can have none of them.
const OWN: &str = "skub-";
/// The keys of the front matter where their order is another.
const ORDER: &str = "x-skub-order";
/// The name where it is quoted otherwise than it would be.
const NAME: &str = "x-skub-name";
/// The line above the board where it is another than three backticks.
const OPENING: &str = "x-skub-fence";
/// How many of the comments stand below the board.
const BELOW: &str = "x-skub-below";

fn recognises(text: &str) -> bool {
    text.lines().any(|line| line.trim_end() == HEADER)
        || text.starts_with(RULE) && text.contains("minMoves:")
}

fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    let unmarked = without_mark(text);
    let whole = lines(unmarked).map(|line| line.span.slice(unmarked));
    let whole: Vec<&str> = whole.collect();
    match puzzle(text, &whole) {
        Ok(draft) => reading.drafts.push(draft),
        Err(faults) => reading.faults = faults,
    }
    reading
}

fn puzzle(text: &str, whole: &[&str]) -> Result<Draft, Vec<Note>> {
    let mut rest = whole
        .iter()
        .copied()
        .skip_while(|line| line.trim().is_empty());
    let mut front = Vec::new();
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
                    Some((key, value)) => front.push((key.trim(), value.trim())),
                    None => faults.push(
                        Note::new(Span::of(text, line), "expected a key and its value")
                            .with_help("write it as in `minMoves: 8`"),
                    ),
                }
            }
            if !is_closed {
                let note = Note::new(Span::of(text, line), "the front matter does not end");
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
    let mut draft = match board(text, drawn, head) {
        Ok(draft) => draft,
        Err(more) => {
            faults.extend(more);
            return Err(faults);
        }
    };
    matter(text, &front, &mut draft, &mut faults);
    if document.opening.trim() != FENCE {
        let opening = Span::of(text, document.opening);
        draft.say_own(OPENING, document.opening.trim(), opening);
    }
    let below = prose(document.below.iter().copied());
    if !below.is_empty() {
        draft.say_own(BELOW, below.len().to_string(), head);
    }
    draft.comments = prose(document.above.iter().copied());
    draft.comments.extend(below);
    if faults.is_empty() {
        Ok(draft)
    } else {
        Err(faults)
    }
}

/// Notes the keys of the front matter.
fn matter(text: &str, front: &[(&str, &str)], draft: &mut Draft, faults: &mut Vec<Note>) {
    for (number, &(key, value)) in front.iter().enumerate() {
        let span = Span::of(text, value);
        let mut before = front.iter().take(number);
        match key {
            _ if before.any(|(other, _)| *other == key) => {
                let message = format!("`{key}` is said a second time");
                faults.push(Note::new(Span::of(text, key), message));
            }
            "name" => {
                let name = unquoted(value);
                draft.name = Some(name.to_owned());
                if quoted(name) != value {
                    draft.say_own(NAME, value, span);
                }
            }
            "minMoves" if value.parse::<u32>().is_err() => {
                faults.push(Note::new(span, "expected the number of moves"));
            }
            "minMoves" => draft.say(Key::Moves, value, span),
            "createdAt" => draft.say(Key::Date, value, span),
            "difficulty" => draft.say(Key::Difficulty, value, span),
            _ if key.starts_with(OWN) => {
                let message = format!("a key may not begin with `{OWN}`");
                let note = Note::new(Span::of(text, key), message);
                faults.push(note.with_help("such keys note here how the text is written"));
            }
            _ if is_key(key) => draft.say_own(&format!("x-{key}"), value, span),
            _ => faults.push(Note::new(Span::of(text, key), "expected a word for a key")),
        }
    }
    let keys: Vec<&str> = front.iter().map(|(key, _)| *key).collect();
    if !is_usual(&keys) {
        draft.say_own(ORDER, keys.join(" "), draft.head);
    }
}

fn is_key(key: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    !key.is_empty() && key.chars().all(is_part)
}

/// The quotes that a value may stand in.
const QUOTES: [char; 2] = ['"', '\''];

/// A value without the quotes around it.
fn unquoted(value: &str) -> &str {
    let mut within = QUOTES.iter().filter_map(|&quote| {
        let opened = value.strip_prefix(quote)?;
        opened.strip_suffix(quote)
    });
    within.next().unwrap_or(value)
}

/// A value in quotes if it means something else without.
fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '(' | '.' | '+' | '/' | '_');
    let starts_plain = value.chars().next().is_none_or(is_plain);
    let is_value = starts_plain && !value.contains(": ") && !value.contains(" #");
    let quote = QUOTES.iter().find(|quote| !value.contains(**quote));
    match quote {
        Some(quote) if !is_value || value.ends_with(':') => format!("{quote}{value}{quote}"),
        _ => value.to_owned(),
    }
}

/// Whether the keys stand in their usual order, others behind them.
fn is_usual(keys: &[&str]) -> bool {
    let place = |key: &&str| USUAL.iter().position(|usual| usual == key);
    let places = keys.iter().map(|key| place(key).unwrap_or(USUAL.len()));
    places.is_sorted()
}

/// A square as it is drawn.
struct Cell<'t> {
    /// The glyph and its marks.
    drawn: &'t str,
    glyph: char,
    marks: Vec<char>,
    /// The wall on its right, if there is one.
    wall: Option<&'t str>,
}

/// The squares of a row, after its number.
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
    let (input, _) = (border, many0(char(' ')), expect("nothing more", eof)).parse(input)?;
    Ok((input, cells))
}

/// A row with its number.
fn numbered(number: char) -> impl FnMut(&str) -> Parsed<'_, Vec<Cell<'_>>> {
    move |input| {
        let what = "the number of the row, the first on top";
        let (input, _) = (opt(char(' ')), expect(what, char(number))).parse(input)?;
        row(input)
    }
}

fn board(text: &str, drawn: &[&str], head: Span) -> Result<Draft, Vec<Note>> {
    let mut faults = Vec::new();
    let mut expect_line = |line: Option<&&str>, expected: &str| match line {
        Some(line) if line.trim_end() == expected => {}
        Some(line) => {
            let message = format!("expected `{expected}`");
            faults.push(Note::new(Span::of(text, line), message));
        }
        None => faults.push(Note::new(head, format!("the line `{expected}` is missing"))),
    };
    expect_line(drawn.first(), HEADER);
    expect_line(drawn.get(usize::from(SIDE) + 1), FOOTER);
    if let Some(more) = drawn.get(usize::from(SIDE) + 2) {
        faults.push(Note::new(Span::of(text, more), "the board has ended above"));
    }
    let empty = Board::new(usize::from(SIDE), usize::from(SIDE));
    let Ok(mut board) = empty else {
        return Err(faults);
    };
    let mut placed = Placed::default();
    for (y, number) in (0..).zip('1'..='8') {
        let Some(line) = drawn.get(y as usize + 1) else {
            continue;
        };
        match all(text, line, numbered(number)) {
            Ok(cells) => cells_of(&cells, y, text, &mut board, &mut placed),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    placed.draft(&board, true, Span::of(text, text.trim()), head)
}

/// Puts what a row shows on the board.
fn cells_of(cells: &[Cell<'_>], y: u32, text: &str, board: &mut Board, placed: &mut Placed) {
    for (x, cell) in (0..).zip(cells) {
        let Some(at) = square(board, x, y) else {
            continue;
        };
        let has = |mark| cell.marks.contains(&mark);
        let here = Span::of(text, cell.drawn);
        placed.cell(at, here);
        if let Some(wall) = cell.wall {
            board.add_wall(at, Direction::Right);
            placed.wall(at, Direction::Right, Span::of(text, wall));
        }
        if cell.glyph == '_' || has(WALL_BELOW) {
            board.add_wall(at, Direction::Down);
            placed.wall(at, Direction::Down, here);
        }
        match cell.glyph {
            '@' => placed.robot(HERO, at, here),
            '#' => placed.robot(Piece::NAMELESS, at, here),
            _ => {}
        }
        if cell.glyph == 'X' || has(ON_TARGET) {
            placed.target(Some(HERO), at, here);
        }
    }
}

fn write(draft: &Draft) -> Result<String, Refusal> {
    let setup = direct(draft)?;
    let board = &setup.board;
    if (board.files(), board.ranks()) != (SIDE, SIDE) {
        return Err(Refusal::new(format!(
            "the form knows boards of 8 by 8 squares only, and this one has {} by {}",
            board.files(),
            board.ranks()
        )));
    }
    let target = only_target(&setup, "the form knows one target only")?;
    let Some(hero) = target.robot else {
        let reason = "the form knows no target of any robot";
        return Err(Refusal::at(target.square, reason));
    };
    let mut text = front(draft)?;
    let comments = draft.comments.iter();
    let comments = comments.flat_map(|comment| comment.split('\n'));
    let comments: Vec<&str> = comments.collect();
    let below = draft.own(BELOW).and_then(|below| below.parse().ok());
    let below = comments.len().saturating_sub(below.unwrap_or(0));
    let (above, below) = comments.split_at_checked(below).unwrap_or_default();
    for line in prose(above.iter().copied()) {
        let _ = writeln!(text, "{line}");
    }
    if !above.is_empty() {
        text.push('\n');
    }
    let opening = draft.own(OPENING);
    let opening = opening.filter(|opening| opening.starts_with(FENCE));
    let opening = opening.unwrap_or(FENCE);
    let _ = writeln!(text, "{opening}\n{HEADER}");
    let walled = with_walls(board, true);
    for y in 0..SIDE {
        let _ = write!(text, "{} ", y + 1);
        for x in 0..SIDE {
            let at = Square::new(x, SIDE - 1 - y);
            let robot = setup.robots.iter().find(|robot| robot.square == at);
            let walls = walled.walls(at);
            let is_target = target.square == at;
            let below = walls.contains(Direction::Down);
            let glyph = match robot {
                Some(robot) if robot.name == hero => '@',
                Some(_) => '#',
                None if is_target => 'X',
                None if below => '_',
                None => ' ',
            };
            text.push(glyph);
            if robot.is_some() && is_target {
                text.push(ON_TARGET);
            }
            if below && glyph != '_' {
                text.push(WALL_BELOW);
            }
            text.push(if walls.contains(Direction::Right) {
                '|'
            } else {
                ' '
            });
        }
        text.push_str("|\n");
    }
    let closing: String = opening.chars().take_while(|c| *c == '`').collect();
    let _ = writeln!(text, "{FOOTER}\n{closing}");
    let below = prose(below.iter().copied());
    if !below.is_empty() {
        text.push('\n');
    }
    for line in &below {
        let _ = writeln!(text, "{line}");
    }
    // Comments may hold Markdown that takes the board for something else, and
    // keys may say a second time what others say.
    match read(&text).faults.first() {
        Some(fault) => Err(Refusal::new(format!(
            "its comments and keys make no such text: {}",
            fault.message
        ))),
        None => Ok(text),
    }
}

/// The front matter and the blank line below it; nothing where it says nothing.
fn front(draft: &Draft) -> Result<String, Refusal> {
    let moves = moves(draft)?.map(|moves| moves.to_string());
    let as_read = draft.own(NAME);
    let named = |name: &str| match as_read {
        Some(as_read) if unquoted(as_read) == name => as_read.to_owned(),
        _ => quoted(name),
    };
    let said = |key| draft.said(key).map(|said| said.value.clone());
    let mut values = vec![
        ("name".to_owned(), draft.name.as_deref().map(named)),
        ("createdAt".to_owned(), said(Key::Date)),
        ("difficulty".to_owned(), said(Key::Difficulty)),
        ("minMoves".to_owned(), moves),
    ];
    values.extend(draft.own_keys.iter().filter_map(|said| {
        let key = said.key.strip_prefix("x-").unwrap_or(&said.key);
        (!key.starts_with(OWN)).then(|| (key.to_owned(), Some(said.value.clone())))
    }));
    values.retain(|(_, value)| value.is_some());
    if values.is_empty() {
        return Ok(String::new());
    }
    let mut order: Vec<&str> = draft
        .own(ORDER)
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    order.extend(USUAL);
    let place = |key: &str| order.iter().position(|other| *other == key);
    // What is in no order comes last.
    values.sort_by_key(|(key, _)| place(key).unwrap_or(order.len()));
    let mut text = String::new();
    for (key, value) in &values {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    Ok(format!("{RULE}\n{text}{RULE}\n\n"))
}
