//! Problems in the domain `ricochet-robots` of the planning competition of 2023, so that any
//! planner can check an answer.
//!
//! A slide is a `go`, a `step` for each square, and a stop; only the `go` has a cost. Squares are
//! `cell-x-y`, counted from the top left and from 1. Blocks are not cells; a cell next to one is
//! `blocked` in its direction. `domain.pddl` is our own text with the names of the competition's
//! domain, so that the problems work with either. The domain could express other boards, such as
//! walls with one side; a problem is read only if its facts are those of a board.
//!
//! Robots have numbers. Their names, the name of the puzzle, and the size of a board whose last
//! row or column is all blocks stand in comments. The competition's problems name the colour of a
//! robot in a comment behind its place.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::items::Middle;
use super::items::{BoardReader, COLOURS, SIDES, direct, place};
use crate::analysis::quoted;
use crate::board::{Direction, Square};
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

const DOMAIN: &str = "ricochet-robots";

/// The costs with which a plan is as good as a solution.
const COSTS: [(&str, u8); 4] =
    [("total-cost", 0), ("go-cost", 1), ("step-cost", 0), ("stop-cost", 0)];

fn recognises(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("(problem") && text.contains(&format!("(:domain {DOMAIN})"))
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

    /// Returns the span of the first word.
    fn head(&self) -> Span {
        self.words.first().map_or(self.span, |(_, span)| *span)
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

/// The column and the row of a cell, from 1 at the top left.
type Cell = (u32, u32);

fn cell(word: &str) -> Option<Cell> {
    let mut numbers = word.rsplit('-').map(|number| number.parse().ok());
    let (y, x) = (numbers.next()??, numbers.next()??);
    (x > 0 && y > 0).then_some((x, y))
}

fn name((x, y): Cell) -> String {
    format!("cell-{x}-{y}")
}

const fn beyond((x, y): Cell, side: Direction) -> Cell {
    match side {
        Direction::Up => (x, y - 1),
        Direction::Right => (x.saturating_add(1), y),
        Direction::Down => (x, y.saturating_add(1)),
        Direction::Left => (x - 1, y),
    }
}

/// The facts about the cells of a problem, with their places.
#[derive(Default)]
struct Facts {
    cells: BTreeSet<Cell>,
    next: BTreeMap<(Cell, Direction), Vec<(Cell, Span)>>,
    blocked: BTreeMap<(Cell, Direction), Span>,
    free: BTreeMap<Cell, Span>,
}

impl Facts {
    /// Returns the cell of this name, which must be an object.
    fn cell(&self, word: &str, span: Span) -> Result<Cell, Note> {
        let cell = cell(word).filter(|cell| self.cells.contains(cell));
        let message = || format!("expected a cell of `:objects`, such as cell-2-3, found `{word}`");
        cell.ok_or_else(|| Note::new(span, message()))
    }

    /// Adds the walls to a board. What is not as on a board, for robots on these cells, is a fault,
    /// and what is missing at `init`, too.
    fn add_walls(&self, robots: &BTreeSet<Cell>, reader: &mut BoardReader, init: Span) {
        let mut missing = Vec::new();
        for &at in &self.cells {
            match (self.free.get(&at), robots.contains(&at)) {
                (Some(span), true) => reader.fault(Note::new(*span, "a robot is on this cell")),
                (None, false) => missing.push(format!("(free {})", name(at))),
                _ => {}
            }
            // The opposite side is the second next one.
            let sides = SIDES.into_iter().zip(SIDES.into_iter().cycle().skip(2));
            for ((word, side), (opposite, _)) in sides {
                let there = beyond(at, side);
                let is_next = self.cells.contains(&there);
                let next = self.next.get(&(at, side)).map(Vec::as_slice).unwrap_or_default();
                for (_, span) in next.iter().filter(|(next, _)| *next != there) {
                    let message = format!("expected the next cell to the {word}");
                    reader.fault(Note::new(*span, message));
                }
                let is_open_there = !self.blocked.contains_key(&(there, side.opposite()));
                match self.blocked.get(&(at, side)) {
                    Some(span) if is_next && is_open_there => {
                        let message = format!(
                            "blocked from one side only: expected `(blocked {} {opposite})` too",
                            name(there)
                        );
                        reader.fault(Note::new(*span, message));
                    }
                    Some(span) if is_next => {
                        let square = reader.square(at, *span);
                        square.into_iter().for_each(|square| reader.wall(square, side, *span));
                    }
                    None if !is_next => missing.push(format!("(blocked {} {word})", name(at))),
                    None if is_open_there && next.is_empty() => {
                        missing.push(format!("(next {} {} {word})", name(at), name(there)));
                    }
                    _ => {}
                }
            }
        }
        if let Some((first, others)) = missing.split_first() {
            let others = match others.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            reader.fault(Note::new(init, format!("missing fact `{first}`{others}")));
        }
    }
}

fn puzzle(text: &str) -> Result<PuzzleRecord, Vec<Note>> {
    // Names of PDDL are the same in capitals. The length of the text does not change.
    let lower = text.to_ascii_lowercase();
    let (whole, places) = lists(&lower)?;
    let define = whole.find("define")?;
    check_domain(define, text)?;
    let head = define.head();
    let comments = places
        .iter()
        .map(|place| place.slice(text))
        .map(|comment| comment.trim_start_matches(';').trim());
    let mut header = Header::default();
    comments.for_each(|comment| header.add(comment));
    let (init, goal) = (define.find(":init")?, define.find(":goal")?);
    let objects = define.find(":objects")?;
    let cells = objects.words.iter().filter_map(|(word, _)| cell(word)).collect();
    let mut facts = Facts { cells, ..Facts::default() };
    let last = |side: fn(&Cell) -> u32| facts.cells.iter().map(side).max();
    let Some(last) = last(|at| at.0).zip(last(|at| at.1)) else {
        return Err(Note::new(objects.head(), "expected cells such as cell-2-3").into());
    };
    let size = header.size.unwrap_or(last);
    let mut reader = BoardReader::new(size.0, size.1, 1, objects.head())?;
    let is_cell = |square: &Square| {
        let (x, y) = place(&reader.board, *square);
        facts.cells.contains(&(u32::from(x) + 1, u32::from(y) + 1))
    };
    let blocks: Vec<Square> = reader.board.squares().filter(|square| !is_cell(square)).collect();
    blocks.iter().for_each(|block| reader.board.add_block(*block));
    let mut robots: BTreeMap<&str, char> = BTreeMap::new();
    let (mut names, mut occupied) = (BTreeSet::new(), BTreeSet::new());
    for fact in &init.lists {
        let span = fact.span;
        let is_cost = |(name, _): &&(&str, u8)| fact.lists.iter().any(|list| list.is(name));
        let function = COSTS.iter().find(is_cost);
        match (fact.texts().as_slice(), function) {
            (["=", value], Some((name, cost))) => {
                if value.parse::<f64>().ok() != Some(f64::from(*cost)) {
                    let message = format!("expected `(= ({name}) {cost})`: a move is a slide");
                    reader.fault(Note::new(span, message));
                }
            }
            (["at", robot, at], None) => {
                let at = facts.cell(at, span)?;
                let name = header.name_of(robot, span, text, &names);
                names.insert(name);
                occupied.insert(at);
                reader.robot(name, at, span);
                if robots.insert(*robot, name).is_some() {
                    reader.fault(Note::new(span, "duplicate robot"));
                }
            }
            (["next", from, to, word], None) => {
                let (from, to) = (facts.cell(from, span)?, facts.cell(to, span)?);
                facts.next.entry((from, side(word, span)?)).or_default().push((to, span));
            }
            (["blocked", at, word], None) => {
                let at = facts.cell(at, span)?;
                facts.blocked.insert((at, side(word, span)?), span);
            }
            (["free", at], None) => {
                let at = facts.cell(at, span)?;
                facts.free.insert(at, span);
            }
            (["nothing-is-moving"], None) => {}
            _ => {
                let found = quoted(span.slice(text));
                let message = format!("expected a fact of the domain `{DOMAIN}`, found {found}");
                return Err(Note::new(span, message).into());
            }
        }
    }
    facts.add_walls(&occupied, &mut reader, init.head());
    if let Ok(metric) = define.find(":metric") {
        let is_cost = metric.lists.iter().all(|list| list.is("total-cost"));
        if metric.texts() != [":metric", "minimize"] || !is_cost {
            let message = "expected `(:metric minimize (total-cost))`";
            reader.fault(Note::new(metric.span, message));
        }
    }
    targets(goal, &robots, &facts, &mut reader)?;
    let span = Span::of(text, text.trim());
    // The competition's boards have walls around the middle, which is a block of the printed board.
    let is_own = !header.robots.is_empty();
    let mut record = match is_own {
        true => reader.record_as_it_is(span, head)?,
        false => reader.record(Middle::Open, span, head)?,
    };
    record.comments = header.comments;
    let problem =
        define.find("problem").ok().and_then(|list| list.words.get(1)).filter(|_| !is_own);
    record.name = header.name.or(problem.map(|(_, span)| span.slice(text).to_owned()));
    Ok(record)
}

fn check_domain(define: &List<'_>, text: &str) -> Result<(), Note> {
    if let Ok(domain) = define.find("domain") {
        return Err(Note::new(domain.span, "expected a problem, found a domain"));
    }
    let domain = define.find(":domain")?;
    match domain.words.get(1) {
        Some((DOMAIN, _)) => Ok(()),
        found => {
            let found = found.map_or("none", |(_, span)| span.slice(text));
            let message = format!("expected the domain `{DOMAIN}`, found `{found}`");
            Err(Note::new(domain.span, message))
        }
    }
}

fn side(word: &str, span: Span) -> Result<Direction, Note> {
    let side = SIDES.iter().find(|(name, _)| *name == word).map(|(_, side)| *side);
    side.ok_or_else(|| Note::new(span, "expected a side: north, east, south or west"))
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
    facts: &Facts,
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
            let at = facts.cell(at, choice.span)?;
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
        name((u32::from(x) + 1, u32::from(y) + 1))
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
    for (cost, value) in COSTS {
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
