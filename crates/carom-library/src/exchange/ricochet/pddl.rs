//! Problems in the domain `ricochet-robots` of the planning competition of 2023, so that any
//! planner can check an answer.
//!
//! A slide is a `go`, a `step` for each square, and a stop; only the `go` has a cost. Squares are
//! `cell-x-y`, counted from the top left and from 1. Blocks are not cells; a cell next to one is
//! `blocked` in its direction. `domain.pddl` is our own text with the names of the competition's
//! domain, so that the problems work with either.
//!
//! Robots have numbers. Their names, the name of the puzzle, and the size of a board whose last
//! row or column is all blocks stand in comments. The competition's problems name the colour of a
//! robot in a comment behind its place.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::items::Middle;
use super::items::{BoardReader, COLOURS, SIDES, direct, place};
use crate::board::Square;
use crate::exchange::format::{Format, Refusal};
use crate::exchange::parse::{Cursor, without_mark};
use crate::exchange::record::{Note, PuzzleRecord};
use crate::games::Game;
use crate::games::ricochet::Setup;
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "pddl",
    about: "problems for planners, in the domain of the competition of 2023",
    game: Some(Game::Ricochet),
    extensions: &["pddl"],
    companions: &[("domain.pddl", include_str!("domain.pddl"))],
    recognises,
    read: Some(|text| puzzle(text).into()),
    write: Some(write),
    ..Format::TEXT
};

/// The largest depth of lists in lists.
const MAX_DEPTH: usize = 32;

/// The beginning of the comment with the name of the puzzle.
const NAME: &str = "puzzle:";

fn recognises(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("(problem") && text.contains("(:domain ricochet-robots)")
}

/// A list in parentheses.
#[derive(Default)]
struct List<'t> {
    span: Span,
    words: Vec<(&'t str, Span)>,
    lists: Vec<List<'t>>,
}

impl<'t> List<'t> {
    /// Returns the words. The first word names the list.
    fn texts(&self) -> Vec<&'t str> {
        self.words.iter().map(|(word, _)| *word).collect()
    }

    fn is(&self, name: &str) -> bool {
        self.words.first().is_some_and(|(word, _)| *word == name)
    }

    fn find(&self, name: &str) -> Result<&Self, Note> {
        let list = self.lists.iter().find(|list| list.is(name));
        list.ok_or_else(|| Note::new(self.span, format!("expected a list `({name} …)` in this")))
    }
}

/// Reads all lists of a text, and the places of comments outside of them.
fn lists<'t>(text: &'t str) -> Result<(List<'t>, Vec<Span>), Note> {
    let mut cursor = Cursor::new(text, without_mark(text));
    let mut open = vec![(cursor, List::default())];
    let mut comments = Vec::new();
    loop {
        cursor.skip_space();
        let start = cursor;
        let is_word = |c: char| !c.is_whitespace() && !matches!(c, '(' | ')' | ';');
        let word = cursor.take_while(is_word);
        if cursor.rest().is_empty() && word.is_empty() {
            break;
        } else if !word.is_empty() {
            let span = cursor.since(&start);
            if let Some((_, list)) = open.last_mut() {
                list.words.push((word, span));
            }
        } else if cursor.take("(") {
            open.push((start, List::default()));
            if open.len() > MAX_DEPTH {
                return Err(start.expected("fewer lists in lists"));
            }
        } else if cursor.take(")") {
            let closed = open.pop();
            let (Some((from, mut list)), Some((_, outer))) = (closed, open.last_mut()) else {
                return Err(start.expected("nothing more"));
            };
            list.span = cursor.since(&from);
            outer.lists.push(list);
        } else {
            cursor.take_while(|c| !matches!(c, '\n' | '\r'));
            if open.len() == 1 {
                comments.push(cursor.since(&start));
            }
        }
    }
    match (open.pop(), open.pop()) {
        (Some((_, whole)), None) => Ok((whole, comments)),
        _ => Err(cursor.expected("a parenthesis")),
    }
}

/// Returns the column and the row of a cell.
fn cell(word: &str) -> Option<(u32, u32)> {
    let mut numbers = word.rsplit('-').map(|number| number.parse().ok());
    let (y, x) = (numbers.next()??, numbers.next()??);
    Some((x, y))
}

fn place_of(word: &str, span: Span) -> Result<(u32, u32), Note> {
    let message = || format!("expected a cell such as cell-2-3, found `{word}`");
    cell(word).ok_or_else(|| Note::new(span, message()))
}

fn puzzle(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    // Names of PDDL are the same in capitals. The length of the text does not change.
    let lower = text.to_ascii_lowercase();
    let (whole, places) = lists(&lower)?;
    let define = whole.find("define")?;
    let head = define.words.first().map_or(define.span, |(_, span)| *span);
    let comments = places
        .iter()
        .map(|place| place.slice(text))
        .map(|comment| comment.trim_start_matches(';').trim());
    let mut header = Header::default();
    comments.for_each(|comment| header.add(comment));
    let (init, goal) = (define.find(":init")?, define.find(":goal")?);
    let objects = define.find(":objects")?;
    let cells: BTreeSet<(u32, u32)> =
        objects.words.iter().filter_map(|(word, _)| cell(word)).collect();
    let last = |side: fn(&(u32, u32)) -> u32| cells.iter().map(side).max().unwrap_or(0);
    let size = header.size.unwrap_or((last(|at| at.0), last(|at| at.1)));
    let mut reader = BoardReader::new(size.0, size.1, 1, objects.span)?;
    let is_cell = |square: &Square| {
        let (x, y) = place(&reader.board, *square);
        cells.contains(&(u32::from(x) + 1, u32::from(y) + 1))
    };
    let blocks: Vec<Square> = reader.board.squares().filter(|square| !is_cell(square)).collect();
    blocks.iter().for_each(|block| reader.board.add_block(*block));
    let mut robots: BTreeMap<&str, char> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for fact in &init.lists {
        match fact.texts().as_slice() {
            ["at", robot, at] => {
                let name = header.name_of(robot, fact.span, text, &names);
                names.insert(name);
                reader.robot(name, place_of(at, fact.span)?, fact.span);
                if robots.insert(*robot, name).is_some() {
                    let fault = Note::new(fact.span, "duplicate robot");
                    reader.fault(fault);
                }
            }
            ["blocked", at, side] => {
                let square = reader.square(place_of(at, fact.span)?, fact.span);
                let Some((_, side)) = SIDES.iter().find(|(name, _)| name == side) else {
                    let message = "expected a side: north, east, south or west";
                    return Err(Note::new(fact.span, message).into());
                };
                // There is no wall along the border or a block.
                let inside = square.filter(|square| {
                    let beyond = reader.board.beyond(*square, *side);
                    beyond.is_some_and(|beyond| !blocks.contains(&beyond))
                });
                inside.into_iter().for_each(|square| reader.wall(square, *side, fact.span));
            }
            _ => {}
        }
    }
    targets(goal, &robots, &mut reader)?;
    let mut record = reader.record(Middle::Open, Span::of(text, text.trim()), head)?;
    record.comments = header.comments;
    let problem = define
        .find("problem")
        .ok()
        .and_then(|list| list.words.get(1))
        .filter(|_| header.robots.is_empty());
    record.name = header.name.or(problem.map(|(_, span)| span.slice(text).to_owned()));
    Ok(record)
}

/// The comments of a problem.
#[derive(Default)]
struct Header {
    name: Option<String>,
    size: Option<(u32, u32)>,
    robots: BTreeMap<String, char>,
    comments: Vec<String>,
}

impl Header {
    fn add(&mut self, comment: &str) {
        let robot = comment
            .split_once(": ")
            .filter(|(name, _)| name.starts_with("robot-"))
            .and_then(|(robot, name)| Some((robot, name.split_once(" on ")?.0)));
        let size = comment
            .strip_prefix("board ")
            .and_then(|size| size.split_once('x'))
            .and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let mut letters = robot.map_or("", |(_, name)| name).chars();
        match (letters.next(), letters.next(), robot) {
            (Some(letter @ ('A'..='Z' | '0')), None, Some((robot, _))) => {
                self.robots.insert(robot.to_owned(), letter);
            }
            _ if size.is_some() => self.size = size,
            _ => match comment.strip_prefix(NAME) {
                Some(name) if self.name.is_none() => {
                    self.name = Some(name.strip_prefix(' ').unwrap_or(name).to_owned());
                }
                _ => self.comments.push(comment.to_owned()),
            },
        }
    }

    /// Returns the name of a robot: that of a comment, or the first letter that is free.
    fn name_of(&self, robot: &str, fact: Span, text: &str, taken: &BTreeSet<char>) -> char {
        let behind = text.get(fact.end as usize..).unwrap_or_default();
        let is_blank = |c: char| c.is_whitespace() && !matches!(c, '\n' | '\r');
        let comment = behind.trim_start_matches(is_blank).strip_prefix(';');
        let comment = comment.and_then(|comment| comment.split(['\n', '\r']).next());
        let colour = comment.map(|comment| comment.trim_start_matches(';').trim());
        let colour = COLOURS.iter().find(|(name, _)| Some(*name) == colour);
        let named = self.robots.get(robot).or(colour.map(|(_, name)| name));
        let is_free = |name: &char| *name == '0' || !taken.contains(name);
        let free = || ('A'..='Z').find(is_free).unwrap_or('0');
        named.copied().filter(is_free).unwrap_or_else(free)
    }
}

/// Adds the targets of a goal: for each robot, or for any robot, one of some cells.
fn targets(
    goal: &List<'_>,
    robots: &BTreeMap<&str, char>,
    reader: &mut BoardReader,
) -> Result<(), Note> {
    let is_and = |list: &&List<'_>| list.is("and");
    let parts = match goal.lists.iter().find(is_and) {
        Some(and) => &and.lists,
        None => &goal.lists,
    };
    let mut held = BTreeSet::new();
    for part in parts.iter().filter(|part| !part.is("nothing-is-moving")) {
        let choices = match part.is("or") {
            true => part.lists.as_slice(),
            false => std::slice::from_ref(part),
        };
        let (mut names, mut pairs) = (BTreeSet::new(), BTreeSet::new());
        let (mut cells, mut seen) = (Vec::new(), BTreeSet::new());
        for choice in choices {
            let texts = choice.texts();
            let &[_, robot, at] = texts.as_slice() else {
                let message = "expected `(at robot cell)`, or several in `(or …)`";
                return Err(Note::new(choice.span, message));
            };
            if !robots.contains_key(robot) {
                return Err(Note::new(choice.span, "no robot for this target"));
            }
            let at = place_of(at, choice.span)?;
            names.insert(robot);
            pairs.insert((robot, at));
            if seen.insert(at) {
                cells.push((at, choice.span));
            }
        }
        let is_any = names.len() > 1;
        if is_any && (names.len() < robots.len() || pairs.len() < names.len() * cells.len()) {
            let message = "expected the same cells for one robot, or for all robots";
            return Err(Note::new(part.span, message));
        }
        let robot = names.first().filter(|_| !is_any).and_then(|robot| robots.get(robot));
        if !held.insert(robot) {
            let message = "expected all cells of a robot in one list `(or …)`";
            return Err(Note::new(part.span, message));
        }
        for (at, span) in cells {
            reader.target(robot.copied(), at, span);
        }
    }
    Ok(())
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    let is_cell = |at: &Square| !board.blocks().contains(*at);
    let cells: Vec<Square> = board.squares().filter(is_cell).collect();
    let cell = |at: Square| {
        let (x, y) = place(board, at);
        format!("cell-{}-{}", x + 1, y + 1)
    };
    let mut text = String::new();
    for comment in record.comments.iter().flat_map(|comment| comment.lines()) {
        let _ = writeln!(text, ";; {comment}");
    }
    if let Some(name) = &record.name {
        let _ = writeln!(text, ";; {NAME} {}", name.replace(['\r', '\n'], " "));
    }
    let last = |side: fn((u8, u8)) -> u8| cells.iter().map(|at| side(place(board, *at)) + 1).max();
    let (columns, rows) = (board.columns(), board.rows());
    if (last(|at| at.0), last(|at| at.1)) != (Some(columns), Some(rows)) {
        let _ = writeln!(text, ";; board {columns}x{rows}");
    }
    for (number, robot) in (1..).zip(&setup.robots) {
        let (name, square) = (robot.name, robot.square);
        let _ = writeln!(text, ";; robot-{number}: {name} on {square}");
    }
    let _ = writeln!(text, "(define (problem {})", problem_name(record));
    text.push_str("  (:domain ricochet-robots)\n  (:objects\n");
    let names: Vec<String> = cells.iter().map(|at| cell(*at)).collect();
    let _ = writeln!(text, "    {} - cell", names.join(" "));
    let robots: Vec<String> =
        (1..=setup.robots.len()).map(|number| format!("robot-{number}")).collect();
    let _ = writeln!(text, "    {} - robot", robots.join(" "));
    text.push_str("    north east south west - direction)\n  (:init\n");
    for &at in &cells {
        for (name, side) in SIDES {
            let _ = match board.step(at, side) {
                Ok(next) => writeln!(text, "    (next {} {} {name})", cell(at), cell(next)),
                Err(_) => writeln!(text, "    (blocked {} {name})", cell(at)),
            };
        }
    }
    for &at in &cells {
        if setup.robots.iter().all(|robot| robot.square != at) {
            let _ = writeln!(text, "    (free {})", cell(at));
        }
    }
    for (name, robot) in robots.iter().zip(&setup.robots) {
        let _ = writeln!(text, "    (at {name} {})", cell(robot.square));
    }
    text.push_str("    (nothing-is-moving)\n");
    for (cost, value) in [("total-cost", 0), ("go-cost", 1), ("step-cost", 0), ("stop-cost", 0)] {
        let _ = writeln!(text, "    (= ({cost}) {value})");
    }
    let goal = goal(&setup, cell)?;
    let _ = writeln!(text, "  )\n  (:goal (and (nothing-is-moving) {goal}))");
    text.push_str("  (:metric minimize (total-cost)))\n");
    Ok(text)
}

/// Returns the goal: one target of each robot that has targets.
fn goal(setup: &Setup, cell: impl Fn(Square) -> String) -> Result<String, Refusal> {
    let mut choices: BTreeMap<Option<char>, Vec<String>> = BTreeMap::new();
    for target in &setup.targets {
        let choice = choices.entry(target.robot).or_default();
        for (number, robot) in (1..).zip(&setup.robots) {
            if target.robot.is_none_or(|name| name == robot.name) {
                choice.push(format!("(at robot-{number} {})", cell(target.square)));
            }
        }
    }
    let goals: Vec<String> = choices
        .into_values()
        .map(|choice| match choice.as_slice() {
            [only] => only.clone(),
            choice => format!("(or {})", choice.join(" ")),
        })
        .collect();
    if goals.is_empty() {
        return Err(Refusal::new("expected a target"));
    }
    Ok(goals.join(" "))
}

/// Returns a problem name of letters, digits and hyphens.
fn problem_name(record: &PuzzleRecord) -> String {
    let name = record.name.as_deref().unwrap_or_default();
    let words: Vec<&str> =
        name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name = format!("ricochet-{}", words.join("-"));
    name.trim_end_matches('-').to_owned()
}
