//! The levels of Roboyard: a statement a line.
//!
//! ```text
//! board:12,14;          width, height
//! h3,2;                 a wall above the square 3, 2, counted from the top left
//! v4,5;                 a wall left of a square; the border is listed, too
//! tb8,7;                the target of b; tm for any robot
//! rr1,5;                a robot: r, g, b or y
//! solution:gE gN        without a semicolon
//! num_moves:26          likewise
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{consumed, cut, opt};
use nom::multi::separated_list1;
use nom::sequence::{preceded, separated_pair, terminated};

use super::claims::{moves, slides};
use super::placed::{Placed, direct, empty, place, square};
use super::walled::with_walls;
use crate::board::{Board, Direction, Square};
use crate::exchange::draft::{Draft, Note, Reading};
use crate::exchange::form::{Form, Keeps, Refusal};
use crate::exchange::parse::{Expected, Parsed, all, expect, number, without_mark};
use crate::games::Game;
use crate::games::ricochet::Setup;
use crate::syntax::Key;
use crate::text::{Span, lines};

pub(in crate::exchange) const FORM: Form = Form {
    name: "roboyard",
    about: "levels of Roboyard",
    game: Some(Game::Ricochet),
    extensions: &["txt"],
    between: None,
    companions: &[],
    keeps: Keeps {
        comments: true,
        keys: &[Key::Moves, Key::Solution],
        own_keys: &[REPEATS, ORDER],
        ..Keeps::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// Walls that the level lists more than once.
const REPEATS: &str = "x-repeats";

/// What is placed in another order than [`USUAL`].
const ORDER: &str = "x-order";

/// The order in which levels place the target and the robots.
const USUAL: &str = "t r b y g";

/// The letters of the robots.
const ROBOTS: [(char, char); 4] = [('r', 'R'), ('b', 'B'), ('y', 'Y'), ('g', 'G')];

fn recognises(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with("board:"))
}

/// A pair of numbers.
type Pair = (u32, u32);

/// Whether a wall is above, or else left of a square, and the square.
type Wall = (bool, Pair);

enum Statement<'t> {
    Board(Pair),
    /// A wall above, or else left of a square.
    Wall(bool, Pair),
    Robot(char, Pair),
    Target(Option<char>, Pair),
    /// Each slide, with the words that say it.
    Solution(Vec<(&'t str, String)>),
    /// The digits, and the number.
    Moves(&'t str, u32),
}

fn pair(input: &str) -> Parsed<'_, Pair> {
    let comma = expect("a comma", (space0, char(','), space0));
    separated_pair(number("a number"), comma, number("a number")).parse(input)
}

fn robot(input: &str) -> Parsed<'_, char> {
    let (input, letter) = expect("a robot: r, g, b or y", one_of("rgby")).parse(input)?;
    Ok((input, letter.to_ascii_uppercase()))
}

fn slide(input: &str) -> Parsed<'_, String> {
    let (input, robot) = robot(input)?;
    let (input, side) = expect("a direction: N, E, S or W", one_of("NESW")).parse(input)?;
    let direction = match side {
        'N' => Direction::Up,
        'E' => Direction::Right,
        'S' => Direction::Down,
        _ => Direction::Left,
    };
    Ok((input, format!("{robot}{}", direction.symbol())))
}

/// A statement of one keyword, which says at once that it is one.
fn after<'t, T>(
    keyword: &'static str,
    value: impl Parser<&'t str, Output = T, Error = Expected<'t>>,
    end: impl Parser<&'t str, Output = (), Error = Expected<'t>>,
) -> impl Parser<&'t str, Output = T, Error = Expected<'t>> {
    preceded((tag(keyword), space0), cut(terminated(value, end)))
}

fn semicolon(input: &str) -> Parsed<'_, ()> {
    expect("a semicolon", (space0, char(';')).map(|_| ())).parse(input)
}

fn statement(input: &str) -> Parsed<'_, Statement<'_>> {
    let target = alt((char('m').map(|_| None), robot.map(Some)));
    let target = expect("the target's robot: r, g, b or y, or m for any", target);
    let or_none = || opt(semicolon).map(|_| ());
    let count = consumed(number("the number of moves"));
    let slides = separated_list1(space1, consumed(slide));
    expect(
        "a statement, such as `h3,2;` or `rb3,8;`",
        alt((
            after("board:", pair, semicolon).map(Statement::Board),
            after("solution:", slides, or_none()).map(Statement::Solution),
            after("num_moves:", count, or_none())
                .map(|(digits, moves)| Statement::Moves(digits, moves)),
            after("h", pair, semicolon).map(|at| Statement::Wall(true, at)),
            after("v", pair, semicolon).map(|at| Statement::Wall(false, at)),
            after("r", (robot, pair), semicolon).map(|(name, at)| Statement::Robot(name, at)),
            after("t", (target, pair), semicolon).map(|(of, at)| Statement::Target(of, at)),
        )),
    )
    .parse(input)
}

fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    let mut statements = Vec::new();
    let mut comments = Vec::new();
    for line in lines(without_mark(text)) {
        let line = line.span.slice(without_mark(text)).trim();
        if let Some(comment) = line.strip_prefix('#') {
            comments.push(comment.trim().to_owned());
            continue;
        }
        // Several may stand on a line.
        for part in line.split_inclusive(';').map(str::trim) {
            if part.is_empty() {
                continue;
            }
            match all(text, part, terminated(statement, space0)) {
                Ok(statement) => statements.push((statement, Span::of(text, part))),
                Err(fault) => reading.faults.push(fault),
            }
        }
    }
    let head = statements.first().map_or(Span::empty(0), |(_, span)| *span);
    if reading.faults.is_empty() {
        match level(text, &statements, head) {
            Ok(mut draft) => {
                draft.comments = comments;
                reading.drafts.push(draft);
            }
            Err(faults) => reading.faults = faults,
        }
    }
    reading
}

/// The puzzle that the statements make up.
fn level(text: &str, statements: &[(Statement<'_>, Span)], head: Span) -> Result<Draft, Vec<Note>> {
    let mut sizes = statements
        .iter()
        .filter_map(|(statement, span)| match statement {
            Statement::Board(size) => Some((*size, *span)),
            _ => None,
        });
    let Some(((width, height), board_span)) = sizes.next() else {
        let note = Note::new(head, "the size of the board is missing");
        return Err(vec![note.with_help("say it first, as in `board:12,14;`")]);
    };
    let empty = empty(width, height, board_span).map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    if let Some((_, span)) = sizes.next() {
        faults.push(Note::new(
            span,
            "the size of the board is said a second time",
        ));
    }
    let mut board = empty.clone();
    let mut placed = Placed::default();
    let mut listed: BTreeMap<Wall, usize> = BTreeMap::new();
    let mut said: Vec<(Key, String, Span)> = Vec::new();
    let mut slides = Vec::new();
    let mut order: Vec<String> = Vec::new();
    for (statement, span) in statements {
        let mut on_board = |(x, y): Pair| {
            let found = square(&empty, x, y);
            if found.is_none() {
                let note = format!("{x},{y} is not on the board of {width} by {height} squares");
                faults.push(Note::new(*span, note));
            }
            found
        };
        match statement {
            Statement::Board(_) => {}
            &Statement::Wall(above, (x, y)) => {
                *listed.entry((above, (x, y))).or_default() += 1;
                // The border has nothing beyond it.
                let is_border = if above {
                    y == height && x < width
                } else {
                    x == width && y < height
                };
                let side = if above {
                    Direction::Up
                } else {
                    Direction::Left
                };
                if !is_border && let Some(square) = on_board((x, y)) {
                    board.add_wall(square, side);
                    placed.wall(square, side, *span);
                }
            }
            &Statement::Robot(name, at) => {
                order.push(name.to_ascii_lowercase().to_string());
                if let Some(square) = on_board(at) {
                    placed.robot(name, square, *span);
                }
            }
            &Statement::Target(robot, at) => {
                order.push("t".to_owned());
                if let Some(square) = on_board(at) {
                    placed.target(robot, square, *span);
                }
            }
            Statement::Solution(_) if said.iter().any(|(key, ..)| *key == Key::Solution) => {
                faults.push(Note::new(*span, "the solution is said a second time"));
            }
            Statement::Moves(..) if said.iter().any(|(key, ..)| *key == Key::Moves) => {
                let message = "the number of moves is said a second time";
                faults.push(Note::new(*span, message));
            }
            Statement::Solution(played) => {
                let words: Vec<&str> = played.iter().map(|(_, word)| word.as_str()).collect();
                slides = played
                    .iter()
                    .map(|(there, _)| Span::of(text, there))
                    .collect();
                let place = slides.iter().copied().reduce(Span::cover);
                said.push((Key::Solution, words.join(" "), place.unwrap_or(*span)));
            }
            Statement::Moves(digits, moves) => {
                said.push((Key::Moves, moves.to_string(), Span::of(text, digits)));
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let whole = Span::of(text, text.trim());
    let mut draft = placed.draft(&board, true, whole, head)?;
    draft.moves = slides;
    for (key, value, span) in said {
        draft.say(key, value, span);
    }
    let repeats = listed.iter().filter(|(_, times)| **times > 1);
    let repeats = repeats.flat_map(|(wall, times)| vec![wall_word(*wall); times - 1]);
    let repeats: Vec<String> = repeats.collect();
    if !repeats.is_empty() {
        draft.say_own(REPEATS, repeats.join(" "), head);
    }
    order.dedup();
    let mut usual = USUAL.split(' ');
    // Some may be missing.
    if !order.iter().all(|word| usual.any(|other| other == word)) {
        draft.say_own(ORDER, order.join(" "), head);
    }
    Ok(draft)
}

fn wall_word((above, (x, y)): Wall) -> String {
    let letter = if above { 'h' } else { 'v' };
    format!("{letter}{x},{y}")
}

fn write(draft: &Draft) -> Result<String, Refusal> {
    let setup = direct(draft)?;
    let mut text = String::new();
    for comment in &draft.comments {
        let _ = writeln!(text, "# {comment}");
    }
    let board = &setup.board;
    let _ = writeln!(text, "board:{},{};", board.files(), board.ranks());
    let mut walls = walls(&with_walls(board, true));
    let repeats = draft.own(REPEATS).unwrap_or_default();
    let repeats = repeats.split_whitespace();
    walls.extend(repeats.filter_map(|word| all(word, word, wall).ok()));
    // Those above squares come first.
    walls.sort_unstable_by_key(|(above, at)| (!above, *at));
    for wall in walls {
        let _ = writeln!(text, "{};", wall_word(wall));
    }
    let own = draft.own(ORDER).unwrap_or_default();
    let mut done = Vec::new();
    for word in own.split_whitespace().chain(USUAL.split(' ')) {
        if !done.contains(&word) {
            done.push(word);
            place_all(&setup, word, &mut text)?;
        }
    }
    if let Some(slides) = slides(draft)? {
        let words: Result<Vec<String>, Refusal> = slides.into_iter().map(word).collect();
        let _ = writeln!(text, "solution:{}", words?.join(" "));
    }
    if let Some(moves) = moves(draft)? {
        let _ = writeln!(text, "num_moves:{moves}");
    }
    Ok(text)
}

/// Writes where the robot of this letter is, or else all targets.
fn place_all(setup: &Setup, word: &str, text: &mut String) -> Result<(), Refusal> {
    if word == "t" {
        for target in &setup.targets {
            let (x, y) = place(&setup.board, target.square);
            let of = match target.robot {
                Some(name) => letter(name, target.square)?,
                None => 'm',
            };
            let _ = writeln!(text, "t{of}{x},{y};");
        }
    }
    for robot in &setup.robots {
        let letter = letter(robot.name, robot.square)?;
        if word == letter.to_string() {
            let (x, y) = place(&setup.board, robot.square);
            let _ = writeln!(text, "r{letter}{x},{y};");
        }
    }
    Ok(())
}

/// A slide as levels write it.
fn word((piece, direction): (String, Direction)) -> Result<String, Refusal> {
    let letter = ROBOTS.iter().find(|(_, name)| piece == name.to_string());
    let Some((letter, _)) = letter else {
        let reason = format!("the solution moves {piece}, and the form knows R, G, B and Y only");
        return Err(Refusal::new(reason));
    };
    let side = match direction {
        Direction::Up => 'N',
        Direction::Right => 'E',
        Direction::Down => 'S',
        Direction::Left => 'W',
    };
    Ok(format!("{letter}{side}"))
}

/// The letter of a robot that stands on a square, or has its target there.
fn letter(name: char, square: Square) -> Result<char, Refusal> {
    let known = ROBOTS.iter().find(|(_, known)| *known == name);
    let Some((letter, _)) = known else {
        let reason = format!("the form knows the robots R, G, B and Y only, and no {name}");
        return Err(Refusal::at(square, reason));
    };
    Ok(*letter)
}

/// A wall as a word of [`REPEATS`].
fn wall(input: &str) -> Parsed<'_, Wall> {
    let above = alt((char('h').map(|_| true), char('v').map(|_| false)));
    (above, pair).parse(input)
}

/// All walls, those of the border among them.
fn walls(board: &Board) -> Vec<Wall> {
    let mut walls = Vec::new();
    for at in board.squares() {
        let (x, y) = place(board, at);
        let (x, y) = (u32::from(x), u32::from(y));
        let sides = board.walls(at);
        let beyond = |side| board.beyond(at, side).is_none();
        if sides.contains(Direction::Up) || beyond(Direction::Up) {
            walls.push((true, (x, y)));
        }
        if sides.contains(Direction::Left) || beyond(Direction::Left) {
            walls.push((false, (x, y)));
        }
        if beyond(Direction::Down) {
            walls.push((true, (x, y + 1)));
        }
        if beyond(Direction::Right) {
            walls.push((false, (x + 1, y)));
        }
    }
    walls
}
