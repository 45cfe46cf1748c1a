//! Levels of Roboyard: one statement per line.
//!
//! ```text
//! board:12,14;          width, height
//! h3,2;                 a wall above the square 3, 2, counted from the top left
//! v4,5;                 a wall left of a square; the border is listed, too
//! tb8,7;                the target of b; tm for any robot
//! rr1,5;                a robot: r, g, b, y or s
//! solution:gE gN        optional, without a semicolon
//! num_moves:26          likewise
//! ```
//!
//! Generated levels write `mh3,2;`, `mv4,5;`, `target_blue8,7;` and `robot_red1,5;`.

use std::fmt::Write as _;

use super::items::{BoardReader, direct, place, word_of};
use super::items::{Middle, with_walls};
use crate::board::{Board, Direction, Square};
use crate::exchange::format::{Format, Refusal};
use crate::exchange::lines;
use crate::exchange::parse::{Cursor, all, without_mark};
use crate::exchange::record::{Note, PuzzleRecord, add_notes};
use crate::games::{Game, Mover, Slide};
use crate::syntax::Key;
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "roboyard",
    about: "levels of Roboyard",
    game: Some(Game::Ricochet),
    recognises: |text| lines::content(text).any(|(_, line)| line.starts_with("board:")),
    read: Some(|text| level(text).into()),
    write: Some(write),
    ..Format::TEXT
};

/// The letters of the robots, in the order of Roboyard's levels.
const ROBOTS: [(char, char); 5] = [('r', 'R'), ('b', 'B'), ('y', 'Y'), ('g', 'G'), ('s', 'S')];

/// The colours of generated levels.
const COLOURS: [(&str, char); 6] =
    [("red", 'R'), ("pink", 'R'), ("green", 'G'), ("blue", 'B'), ("yellow", 'Y'), ("silver", 'S')];

const SIDES: [(char, Direction); 4] =
    [('N', Direction::Up), ('E', Direction::Right), ('S', Direction::Down), ('W', Direction::Left)];

type Pair = (u32, u32);

enum Statement {
    Board(Pair),
    /// A wall on this side of a square: above or on the left.
    Wall(Direction, Pair),
    Robot(char, Pair),
    Target(Option<char>, Pair),
    /// Each slide with its place.
    Solution(Vec<(String, Span)>),
    /// The number with its place.
    Moves(u32, Span),
}

fn letter(cursor: &mut Cursor<'_>, what: &str) -> Result<char, Note> {
    let known = |c| ROBOTS.iter().find(|(letter, _)| *letter == c);
    cursor.one(what, |c| known(c).map(|(_, name)| *name))
}

fn colour(cursor: &mut Cursor<'_>) -> Result<char, Note> {
    let named = COLOURS.iter().find(|(name, _)| cursor.take(name));
    let what = "a colour: red, green, blue, yellow or silver";
    named.map(|(_, name)| *name).ok_or_else(|| cursor.expected(what))
}

/// Reads the slides of a solution.
fn solution(cursor: &mut Cursor<'_>) -> Result<Vec<(String, Span)>, Note> {
    let mut slides = Vec::new();
    loop {
        slides.push(cursor.spanned(|cursor| {
            let robot = letter(cursor, "a robot: r, g, b, y or s")?;
            let side = |c| SIDES.iter().find(|(letter, _)| *letter == c);
            let (_, side) = cursor.one("a direction: N, E, S or W", side)?;
            Ok(format!("{robot}{}", side.symbol()))
        })?);
        if !cursor.skip_space() || cursor.rest().starts_with(';') {
            return Ok(slides);
        }
    }
}

fn statement(cursor: &mut Cursor<'_>) -> Result<Statement, Note> {
    let words =
        ["board:", "solution:", "num_moves:", "robot_", "target_", "mh", "mv", "h", "v", "r", "t"];
    let Some(word) = words.into_iter().find(|word| cursor.take(word)) else {
        return Err(cursor.expected("a statement, such as `h3,2;` or `rb3,8;`"));
    };
    cursor.skip_space();
    let statement = match word {
        "board:" => Statement::Board(cursor.comma_pair()?),
        "solution:" => Statement::Solution(solution(cursor)?),
        "num_moves:" => {
            let moves = cursor.spanned(|cursor| cursor.number("the number of moves"))?;
            Statement::Moves(moves.0, moves.1)
        }
        "robot_" => Statement::Robot(colour(cursor)?, cursor.comma_pair()?),
        "r" => {
            let robot = letter(cursor, "a robot: r, g, b, y or s")?;
            Statement::Robot(robot, cursor.comma_pair()?)
        }
        "target_" if cursor.take("multi") => Statement::Target(None, cursor.comma_pair()?),
        "target_" => Statement::Target(Some(colour(cursor)?), cursor.comma_pair()?),
        "t" if cursor.take("m") => Statement::Target(None, cursor.comma_pair()?),
        "t" => {
            let what = "the robot of the target: r, g, b, y or s, or m for any";
            let robot = letter(cursor, what)?;
            Statement::Target(Some(robot), cursor.comma_pair()?)
        }
        "h" | "mh" => Statement::Wall(Direction::Up, cursor.comma_pair()?),
        _ => Statement::Wall(Direction::Left, cursor.comma_pair()?),
    };
    let is_open = matches!(statement, Statement::Solution(_) | Statement::Moves(..));
    match cursor.mark(";", "a semicolon") {
        Err(fault) if !is_open => Err(fault),
        _ => Ok(statement),
    }
}

fn level(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    let mut faults = Vec::new();
    let mut statements = Vec::new();
    let mut comments = Vec::new();
    for (_, line) in lines::content(without_mark(text)) {
        if let Some(comment) = line.strip_prefix('#') {
            comments.push(comment.trim().to_owned());
            continue;
        }
        // A line may hold several statements.
        let parts = line.split_inclusive(';').map(str::trim);
        for part in parts.filter(|part| !part.is_empty()) {
            match all(text, part, statement) {
                Ok(statement) => statements.push((statement, Span::of(text, part))),
                Err(fault) => add_notes(&mut faults, [fault]),
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let head = statements.first().map_or(Span::empty(0), |(_, span)| *span);
    let size = |(statement, span): &(Statement, Span)| match statement {
        Statement::Board(size) => Some((*size, *span)),
        _ => None,
    };
    let mut sizes = statements.iter().filter_map(size);
    let Some(((width, height), span)) = sizes.next() else {
        let note = Note::new(head, "missing size of the board");
        return Err(note.with_help("begin with the size, as in `board:12,14;`").into());
    };
    let mut reader = BoardReader::new(width, height, 0, span)?;
    if let Some((_, span)) = sizes.next() {
        let fault = Note::new(span, "duplicate size of the board");
        reader.fault(fault);
    }
    let mut moves = None;
    let mut solution = None;
    for (statement, span) in statements {
        let duplicate = match statement {
            Statement::Board(_) => None,
            Statement::Wall(side, (x, y)) => {
                // Nothing is beyond the border.
                let is_border = match side {
                    Direction::Up => y == height && x < width,
                    _ => x == width && y < height,
                };
                if !is_border && let Some(square) = reader.square((x, y), span) {
                    reader.wall(square, side, span);
                }
                None
            }
            Statement::Robot(name, at) => {
                reader.robot(name, at, span);
                None
            }
            Statement::Target(robot, at) => {
                reader.target(robot, at, span);
                None
            }
            Statement::Solution(slides) => solution.replace(slides).map(|_| "duplicate solution"),
            Statement::Moves(number, place) => {
                let earlier = moves.replace((number, place));
                earlier.map(|_| "duplicate number of moves")
            }
        };
        if let Some(message) = duplicate {
            reader.fault(Note::new(span, message));
        }
    }
    let whole = Span::of(text, text.trim());
    let mut record = reader.record(Middle::Open, whole, head)?;
    record.comments = comments;
    if let Some(slides) = solution {
        let (words, places): (Vec<String>, Vec<Span>) = slides.into_iter().unzip();
        let place = places.iter().copied().reduce(Span::cover);
        record.set_key(Key::Solution, words.join(" "), place.unwrap_or(head));
        record.moves = places;
    }
    if let Some((number, place)) = moves {
        record.set_key(Key::Moves, number.to_string(), place);
    }
    Ok(record)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    let mut text = String::new();
    for comment in &record.comments {
        let _ = writeln!(text, "# {comment}");
    }
    let _ = writeln!(text, "board:{},{};", board.columns(), board.rows());
    let walls = walls(&with_walls(board, Middle::Open));
    for (letter, x, y) in walls {
        let _ = writeln!(text, "{letter}{x},{y};");
    }
    // A puzzle file lists targets under pieces after the others.
    let mut targets = setup.targets.clone();
    targets.sort_unstable_by_key(|target| (target.square, target.robot));
    for target in targets {
        let (x, y) = place(board, target.square);
        let letter = match target.robot {
            Some(name) => word_of(&ROBOTS, name, target.square)?,
            None => 'm',
        };
        let _ = writeln!(text, "t{letter}{x},{y};");
    }
    for robot in &setup.robots {
        word_of(&ROBOTS, robot.name, robot.square)?;
    }
    for (letter, name) in ROBOTS {
        for robot in setup.robots.iter().filter(|robot| robot.name == name) {
            let (x, y) = place(board, robot.square);
            let _ = writeln!(text, "r{letter}{x},{y};");
        }
    }
    if let Some(slides) = record.slides()? {
        let words: Result<Vec<String>, Refusal> = slides.into_iter().map(word).collect();
        let _ = writeln!(text, "solution:{}", words?.join(" "));
    }
    if let Some(moves) = record.claimed_moves()? {
        let _ = writeln!(text, "num_moves:{moves}");
    }
    Ok(text)
}

/// Returns a slide in the notation of levels.
fn word(slide: Slide) -> Result<String, Refusal> {
    let robot = |(_, name): &&(char, char)| slide.piece == Mover::Named(*name);
    let side = SIDES.iter().find(|(_, side)| *side == slide.direction);
    match (ROBOTS.iter().find(robot), side) {
        (Some((letter, _)), Some((side, _))) => Ok(format!("{letter}{side}")),
        _ => Err(Refusal::new(format!(
            "unsupported robot {} in the solution: the format has R, G, B, Y and S",
            slide.piece
        ))),
    }
}

/// Returns all walls, including the border: first those above squares, then those on the left.
fn walls(board: &Board) -> Vec<(char, u8, u8)> {
    let has = |square: Square, side| {
        board.walls(square).contains(side) || board.beyond(square, side).is_none()
    };
    let mut walls = Vec::new();
    for square in board.squares() {
        let (x, y) = place(board, square);
        for (letter, side, x, y) in [
            ('h', Direction::Up, x, y),
            ('v', Direction::Left, x, y),
            ('h', Direction::Down, x, y + 1),
            ('v', Direction::Right, x + 1, y),
        ] {
            let is_before = matches!(side, Direction::Up | Direction::Left);
            if has(square, side) && (is_before || board.beyond(square, side).is_none()) {
                walls.push((letter, x, y));
            }
        }
    }
    walls.sort_unstable();
    walls
}
