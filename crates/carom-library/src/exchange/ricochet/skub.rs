//! Puzzles of Skub: Markdown with a front matter and a fenced board.
//!
//! ```text
//! + A B C D E F G H +
//! 1                 |   squares in every second column, a blank or a wall between
//! 2   #̲|    _ @     |   @ the robot with the target, # a robot without a name,
//! 3        |  X |   |   X the target, _ a wall below; after a piece, U+0332 is a
//! ...                   wall below it and U+0302 means that it is on the target
//! +-----------------+
//! ```
//!
//! The rest of the document becomes comments of the puzzle.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::items::{BoardReader, direct, only_target, robot_of};
use super::items::{Middle, with_walls};
use crate::board::{Direction, Square};
use crate::exchange::format::{Format, Refusal};
use crate::exchange::parse::{Cursor, all, without_mark};
use crate::exchange::record::{Note, PuzzleRecord, add_notes};
use crate::games::{Game, Piece};
use crate::syntax::Key;
use crate::text::{Span, lines};

pub(crate) const FORMAT: Format = Format {
    name: "skub",
    about: "puzzles of Skub in Markdown",
    game: Some(Game::Ricochet),
    extensions: &["md"],
    recognises,
    read: Some(|text| puzzle(text).into()),
    write: Some(write),
    ..Format::TEXT
};

const SIDE: u8 = 8;
const HEADER: &str = "+ A B C D E F G H +";
const FOOTER: &str = "+-----------------+";
const RULE: &str = "---";

/// The fence of a code block.
const FENCE: &str = "```";

/// Combining marks: a wall below a piece, and a piece on the target.
const WALL_BELOW: char = '\u{332}';
const ON_TARGET: char = '\u{302}';

/// The robot with the target.
const HERO: char = 'R';

/// The keys of the front matter in their usual order.
const USUAL: [&str; 6] = ["number", "name", "slug", "createdAt", "difficulty", "minMoves"];

/// The quotes around a value.
const QUOTES: [char; 2] = ['"', '\''];

fn recognises(text: &str) -> bool {
    let mut lines = lines(text).map(|line| line.span.slice(text));
    lines.any(|line| line.trim_end() == HEADER)
        || text.starts_with(RULE) && text.contains("minMoves:")
}

fn puzzle(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    let unmarked = without_mark(text);
    let lines: Vec<&str> = lines(unmarked)
        .map(|line| line.span.slice(unmarked))
        .skip_while(|line| line.trim().is_empty())
        .collect();
    let mut front = Vec::new();
    let mut body = lines.as_slice();
    if let Some((rule, rest)) = lines.split_first().filter(|(line, _)| line.trim_end() == RULE) {
        let Some(end) = rest.iter().position(|line| line.trim_end() == RULE) else {
            let note = Note::new(Span::of(text, rule), "unclosed front matter");
            return Err(note.with_help("end it with a line `---`").into());
        };
        front = rest.get(..end).unwrap_or_default().to_vec();
        body = rest.get(end + 1..).unwrap_or_default();
    }
    let (above, block, below) = board_block(text, body)?;
    let mut record = board(text, block)?;
    let comments = front.iter().filter_map(|line| line.strip_prefix('#'));
    record.comments = prose(comments.chain(above.iter().copied()));
    record.comments.extend(prose(below.iter().copied()));
    front.retain(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let mut faults = Vec::new();
    matter(text, &front, &mut record, &mut faults);
    match faults.is_empty() {
        true => Ok(record),
        false => Err(faults),
    }
}

/// Lines, with a block of them and those above and below it.
type Parts<'l, 't> = (&'l [&'t str], &'l [&'t str], &'l [&'t str]);

/// Finds the code block of the board, or else the first block. The block starts with its fence.
fn board_block<'l, 't>(text: &str, lines: &'l [&'t str]) -> Result<Parts<'l, 't>, Note> {
    let mut found: Option<(bool, Parts<'l, 't>)> = None;
    let mut at = 0;
    while let Some((opening, rest)) = lines.get(at..).and_then(<[_]>::split_first) {
        let Some(ticks) = ticks_of(opening) else {
            at += 1;
            continue;
        };
        let closes = |line: &&str| {
            let line = line.trim();
            line.len() >= ticks && line.bytes().all(|byte| byte == b'`')
        };
        let Some(length) = rest.iter().position(closes) else {
            let note = Note::new(Span::of(text, opening.trim()), "unclosed code block");
            return Err(note.with_help("end it with a line of ```"));
        };
        let header = rest.first().filter(|line| line.trim_end() == HEADER);
        let was_board = found.is_some_and(|(is_board, _)| is_board);
        if let Some(header) = header.filter(|_| was_board) {
            let note = Note::new(Span::of(text, header), "duplicate board");
            return Err(note.with_help("a file has one puzzle"));
        }
        if header.is_some() || found.is_none() {
            let (above, block) = lines.split_at(at);
            let (block, below) = block.split_at(length + 1);
            found = Some((header.is_some(), (above, block, below.get(1..).unwrap_or_default())));
        }
        at += length + 2;
    }
    found.map(|(_, parts)| parts).ok_or_else(|| {
        let end = Span::of(text, text.get(text.len()..).unwrap_or_default());
        Note::new(end, "expected a board").with_help("draw it between two lines of ```")
    })
}

/// Returns the number of backticks of a line that opens a block.
fn ticks_of(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let after = line.trim_start_matches('`');
    let ticks = line.len() - after.len();
    // Inline code has more backticks on the line.
    (ticks >= FENCE.len() && !after.contains('`')).then_some(ticks)
}

/// Returns lines as comments, with single blank lines between paragraphs.
fn prose<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut prose: Vec<String> = Vec::new();
    for line in lines.map(str::trim) {
        let follows_text = prose.last().is_some_and(|last| !last.is_empty());
        if !line.is_empty() || follows_text {
            prose.push(line.to_owned());
        }
    }
    if prose.last().is_some_and(String::is_empty) {
        prose.pop();
    }
    prose
}

/// Adds the keys of the front matter to a record.
fn matter(text: &str, front: &[&str], record: &mut PuzzleRecord, faults: &mut Vec<Note>) {
    let mut keys: BTreeSet<&str> = BTreeSet::new();
    let is_below = |line: &str| line.starts_with([' ', '\t', '-']);
    for entry in front.chunk_by(|_, line| is_below(line)) {
        let [line, below @ ..] = entry else { continue };
        let Some((key, value)) = line.split_once(':') else {
            let note = Note::new(Span::of(text, line), "expected a key and its value");
            add_notes(faults, [note.with_help("write, for example, `minMoves: 8`")]);
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        let span = Span::of(text, value);
        let value = match below {
            [] => value.to_owned(),
            _ => nested(below),
        };
        match key {
            _ if keys.contains(key) => {
                let message = format!("duplicate key `{key}`");
                add_notes(faults, [Note::new(Span::of(text, key), message)]);
            }
            "name" => record.name = Some(unquoted(&value).to_owned()),
            "minMoves" if value.is_empty() => {}
            "minMoves" if value.parse::<u32>().is_err() => {
                add_notes(faults, [Note::new(span, "expected the number of moves")]);
            }
            "minMoves" => record.set_key(Key::Moves, value, span),
            "createdAt" => record.set_key(Key::Date, value, span),
            "difficulty" => record.set_key(Key::Difficulty, value, span),
            _ if is_key(key) => record.set_own_key(&format!("x-{key}"), value, span),
            _ => {
                let message = "expected a key of letters, digits, `-` and `_`";
                add_notes(faults, [Note::new(Span::of(text, key), message)]);
            }
        }
        keys.insert(key);
    }
}

/// Returns a list or a table below a key on one line, as YAML also writes it.
fn nested(below: &[&str]) -> String {
    let lines = below.iter().map(|line| line.trim());
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

/// Reads the block of the board, which starts with its fence.
fn board(text: &str, block: &[&str]) -> Result<PuzzleRecord, Vec<Note>> {
    let place = |line: &&str| Span::of(text, line);
    let drawn = block.get(1..).unwrap_or_default();
    let head = drawn.first().or(block.first()).map(place).unwrap_or_default();
    let mut reader = BoardReader::new(SIDE.into(), SIDE.into(), 0, head)?;
    let last = usize::from(SIDE) + 1;
    for (number, expected) in [(0, HEADER), (last, FOOTER)] {
        match drawn.get(number) {
            Some(line) if line.trim_end() == expected => {}
            Some(line) => reader.fault(Note::new(place(line), format!("expected `{expected}`"))),
            None => reader.fault(Note::new(head, format!("missing line `{expected}`"))),
        }
    }
    if let Some(more) = drawn.get(last + 1) {
        let note = Note::new(place(more), "unexpected line after the board");
        reader.fault(note);
    }
    for (y, line) in (0..u32::from(SIDE)).zip(drawn.iter().skip(1)) {
        if let Err(fault) = all(text, line, |cursor| row(cursor, y, &mut reader)) {
            reader.fault(fault);
        }
    }
    if let Some((_, second)) = reader.targets.get(1) {
        let note = Note::new(*second, "duplicate target");
        let fault = note.with_help("use one `X`, or one piece on the target");
        reader.fault(fault);
    }
    reader.record(Middle::Open, Span::of(text, text.trim()), head)
}

/// Reads a row with its number.
fn row(cursor: &mut Cursor<'_>, y: u32, reader: &mut BoardReader) -> Result<(), Note> {
    cursor.take(" ");
    let what = "the number of the row, the first on top";
    cursor.expect(&(y + 1).to_string(), what)?;
    cursor.expect(" ", "a blank after the number")?;
    for x in 0..u32::from(SIDE) {
        let what = "a square: a blank, `_`, `#`, `@` or `X`";
        let is_mark = |c| matches!(c, WALL_BELOW | ON_TARGET);
        let ((glyph, marks), here) = cursor.spanned(|cursor| {
            let glyph = cursor.one(what, |c| " _#@X".contains(c).then_some(c))?;
            Ok((glyph, cursor.take_while(is_mark)))
        })?;
        let what = "a blank or a wall `|` between two squares";
        let wall = |c| matches!(c, ' ' | '|').then_some(c == '|');
        let (is_wall, between) = cursor.spanned(|cursor| cursor.one(what, wall))?;
        let Some(square) = reader.try_square((x, y)) else {
            continue;
        };
        reader.cell(square, here);
        if is_wall && x + 1 < u32::from(SIDE) {
            reader.wall(square, Direction::Right, between);
        }
        if glyph == '_' || marks.contains(WALL_BELOW) {
            reader.wall(square, Direction::Down, here);
        }
        match glyph {
            '@' => reader.robot(HERO, (x, y), here),
            '#' => reader.robot(Piece::NAMELESS, (x, y), here),
            _ => {}
        }
        if glyph == 'X' || marks.contains(ON_TARGET) {
            reader.target(Some(HERO), (x, y), here);
        }
    }
    cursor.expect("|", "the border `|` after eight squares")
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    if (board.columns(), board.rows()) != (SIDE, SIDE) {
        return Err(Refusal::size("a board of 8×8", board));
    }
    let target = only_target(&setup, "the format has only one target")?;
    let hero = robot_of(target)?;
    let mut text = front(record)?;
    let comments = record.comments.iter();
    let comments = prose(comments.flat_map(|comment| comment.split('\n')));
    for line in &comments {
        let _ = writeln!(text, "{line}");
    }
    if !comments.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{FENCE}\n{HEADER}");
    let walled = with_walls(board, Middle::Open);
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
            text.push(match walls.contains(Direction::Right) {
                true => '|',
                false => ' ',
            });
        }
        text.push_str("|\n");
    }
    let _ = writeln!(text, "{FOOTER}\n{FENCE}");
    // Comments may contain Markdown that hides the board, and keys may be duplicates.
    match puzzle(&text).err().unwrap_or_default().first() {
        Some(fault) => Err(Refusal::new(format!(
            "its comments or keys would make the text unreadable: {}",
            fault.message
        ))),
        None => Ok(text),
    }
}

/// Returns the front matter and a blank line, or nothing if there are no keys.
fn front(record: &PuzzleRecord) -> Result<String, Refusal> {
    let moves = record.claimed_moves()?.map(|moves| moves.to_string());
    let value = |key| record.key_value(key).map(|entry| entry.value.clone());
    let mut values = vec![
        ("name", record.name.as_deref().map(quoted)),
        ("createdAt", value(Key::Date)),
        ("difficulty", value(Key::Difficulty)),
        ("minMoves", moves),
    ];
    values.extend(record.own_keys.iter().map(|entry| {
        let key = entry.key.strip_prefix("x-").unwrap_or(&entry.key);
        (key, Some(entry.value.clone()))
    }));
    // Other keys come last.
    let place = |key: &str| USUAL.iter().position(|usual| *usual == key);
    values.sort_by_key(|(key, _)| place(key).unwrap_or(USUAL.len()));
    let mut text = String::new();
    for (key, value) in &values {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    Ok(match text.is_empty() {
        true => text,
        false => format!("{RULE}\n{text}{RULE}\n\n"),
    })
}

/// Strips the quotes around a value.
fn unquoted(value: &str) -> &str {
    let mut within = QUOTES.iter().filter_map(|&quote| {
        let opened = value.strip_prefix(quote)?;
        opened.strip_suffix(quote)
    });
    within.next().unwrap_or(value)
}

/// Quotes a value if YAML would read it differently without quotes.
fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '(' | '.' | '+' | '/' | '_');
    let starts_plain = value.chars().next().is_none_or(is_plain);
    let is_value = starts_plain && !value.contains(": ") && !value.contains(" #");
    let is_value = is_value && value.trim() == value;
    let quote = QUOTES.iter().find(|quote| !value.contains(**quote));
    match quote {
        Some(quote) if !is_value || value.ends_with(':') => format!("{quote}{value}{quote}"),
        _ => value.to_owned(),
    }
}
