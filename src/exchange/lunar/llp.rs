//! `llp`: a collection with one puzzle per line, on a board of 7×7 squares.
//!
//! `47|1|4|6|4,5 1,2 1,5 3,2 4,2|AU1`: the id, which is any text without a bar, how many robots have
//! to leave the board in the middle (exits) and how many help, the moves, the `row,column` of each
//! robot from the top left, exits first, and the solution. Newer files have three numbers more
//! behind the moves: the slides of a solution with so few moves, the fewest slides, and the
//! positions that can be reached. Consecutive slides of one robot count as one move.
//!
//! A word of the solution is a robot, a direction and the robot that stops it: exits are `A`, `B`
//! and so on, helpers `1` to `9`.
//!
//! The line `# Variant: NAME` says which squares are missing. Missing squares stop nothing, like
//! the border. No robot can stop on them or beyond them: a robot stops next to another one, and the
//! first of them would have to stop next to the border. So `french` and `solitaire` are read as
//! boards of 7×7 squares, and `ufo`, which has no outer ring, as one of 5×5.

use std::iter;

use nom::Parser;
use nom::bytes::complete::take_till;
use nom::character::complete::{char, one_of, space0, space1};
use nom::combinator::{consumed, opt, peek};
use nom::multi::{separated_list0, separated_list1};
use nom::sequence::{delimited, preceded, separated_pair};

use super::card;
use crate::board::{Board, Direction, Square};
use crate::exchange::claims;
use crate::exchange::format::{Coverage, Format};
use crate::exchange::parse::{Parsed, all, expect, number};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal, lines};
use crate::games::lunar::{Rule, Setup, is_human};
use crate::games::{self, Game, Move, Mover, Piece, Slide};
use crate::syntax::Key;
use crate::text::Span;
use crate::words::join_words;

/// The line that names the variant of the puzzles below it.
const HEADING: &str = "# Variant:";

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "llp",
    about: "one puzzle per line: `id|exits|helpers|moves|positions|solution`",
    game: Some(Game::Lunar),
    extensions: &["llp"],
    between: Some(""),
    heading: Some(HEADING),
    companions: &[],
    coverage: Coverage {
        name: is_id,
        comments: true,
        keys: &[Key::Moves, Key::Solution],
        own_keys: &["x-variant", SLIDES[0], SLIDES[1], SLIDES[2]],
        grouped: true,
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

/// The numbers of newer files, behind the moves.
const SLIDES: [&str; 3] = ["x-raw-slides", "x-min-raw-slides", "x-forward-states"];

/// The number of columns and of rows.
const SIDE: u8 = 7;

const HUMANS: &str = "@123456789";
const ROBOTS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The names of robots in solutions: exits, then helpers.
const IN_SOLUTIONS: [&str; 2] = ["ABCDEFGHIJ", "123456789"];

/// The letters of directions in solutions.
const DIRECTIONS: &str = "URDL";

/// A board without some of its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Standard,
    Ufo,
    French,
    Solitaire,
}

impl Variant {
    const ALL: [Self; 4] = [Self::Standard, Self::Ufo, Self::French, Self::Solitaire];

    const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Ufo => "ufo",
            Self::French => "french",
            Self::Solitaire => "solitaire",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(name))
    }

    /// Whether it has this row and column of the board of 7×7 squares, from the top left.
    fn has(self, row: u8, column: u8) -> bool {
        // The distances from the nearest borders.
        let [row, column] = [row, column].map(|at| at.min(SIDE - 1 - at));
        match self {
            Self::Standard => true,
            Self::Ufo => row.min(column) > 0,
            Self::French => row + column > 1,
            Self::Solitaire => row.max(column) > 1,
        }
    }

    /// The number of missing rows and columns on each side.
    fn margin(self) -> u8 {
        u8::from(self == Self::Ufo)
    }

    /// Returns the number of columns and of rows without the missing ones.
    fn side(self) -> u8 {
        SIDE - 2 * self.margin()
    }

    fn square(self, row: u8, column: u8) -> Square {
        Square::new(column - self.margin(), SIDE - 1 - self.margin() - row)
    }

    /// Returns the row and column of a square.
    fn place(self, square: Square) -> (u8, u8) {
        let (row, column) = (square.row(), square.column());
        (SIDE - 1 - self.margin() - row, column + self.margin())
    }
}

/// A position with its text: row and column.
type Place<'t> = (&'t str, (u32, u32));

/// A word of a solution with its text: the robot, the direction and the robot that stops it.
type Word<'t> = (&'t str, (char, char, char));

/// A number with its text.
type Number<'t> = (&'t str, u32);

/// A parsed line.
struct Line<'t> {
    id: &'t str,
    exits: Number<'t>,
    helpers: Number<'t>,
    moves: Number<'t>,
    slides: Option<[Number<'t>; 3]>,
    places: Vec<Place<'t>>,
    solution: Vec<Word<'t>>,
}

fn recognises(text: &str) -> bool {
    let first = lines::first(text).unwrap_or_default();
    let mut fields = first.split('|').map(str::trim).skip(1);
    let are_numbers = fields.by_ref().take(3).all(is_number);
    are_numbers && fields.any(|field| field.contains(','))
}

fn is_number(text: &str) -> bool {
    text.parse::<u32>()
        .is_ok_and(|number| number.to_string() == text)
}

/// Whether a name can be the id of a line. `0` stands for a puzzle without a name.
fn is_id(name: &str) -> bool {
    let is_free = !name.contains(['|', '\n', '\r']) && !name.starts_with('#');
    is_free && name.trim() == name && !name.is_empty() && name != "0"
}

fn bar(input: &str) -> Parsed<'_, char> {
    expect("a bar `|`", delimited(space0, char('|'), space0)).parse(input)
}

fn field(input: &str) -> Parsed<'_, Number<'_>> {
    preceded(bar, consumed(number("a number"))).parse(input)
}

fn place(input: &str) -> Parsed<'_, Place<'_>> {
    let pair = separated_pair(number("a row"), char(','), number("a column"));
    expect("a row and a column such as 4,3", consumed(pair)).parse(input)
}

fn word(input: &str) -> Parsed<'_, Word<'_>> {
    let robot = || one_of("ABCDEFGHIJ123456789");
    let word = consumed((robot(), one_of(DIRECTIONS), robot()));
    expect("a move such as AU1: robot, U R D or L, robot", word).parse(input)
}

fn line(input: &str) -> Parsed<'_, Line<'_>> {
    let id = expect("the id of the puzzle", take_till(|c| c == '|'));
    let (rest, (id, exits, helpers, moves)) = (id, field, field, field).parse(input)?;
    let slides =
        (field, field, field, peek(bar)).map(|(some, fewest, states, _)| [some, fewest, states]);
    let places = preceded(bar, separated_list1(space1, place));
    let (rest, (slides, places)) = (opt(slides), places).parse(rest)?;
    let (rest, solution) = opt(preceded(bar, separated_list0(space1, word))).parse(rest)?;
    let line = Line {
        id: id.trim(),
        exits,
        helpers,
        moves,
        slides,
        places,
        solution: solution.unwrap_or_default(),
    };
    Ok((rest, line))
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    let mut comments = Vec::new();
    let mut variant = Some(Variant::Standard);
    for (span, part) in lines::content(text) {
        if let Some(name) = variant_of(part) {
            variant = Variant::named(name);
            if variant.is_none() {
                import.faults.push(unknown_variant(Span::of(text, name)));
            }
        } else if let Some(comment) = part.strip_prefix('#') {
            comments.push(comment.trim().to_owned());
        } else if let Some(variant) = variant {
            let record = all(text, part, line).and_then(|line| record(text, span, variant, &line));
            match record {
                Ok((mut record, warnings)) => {
                    record.comments = std::mem::take(&mut comments);
                    import.records.push(record);
                    import.warnings.extend(warnings);
                }
                Err(fault) => import.faults.push(fault),
            }
        }
    }
    if let Some(last) = import.records.last_mut().filter(|_| !comments.is_empty()) {
        last.comments.append(&mut comments);
    }
    import
}

/// Returns the name of the variant, if a line is the heading that names one.
fn variant_of(line: &str) -> Option<&str> {
    let (key, name) = line.strip_prefix('#')?.split_once(':')?;
    let is_heading = key.trim().eq_ignore_ascii_case("variant");
    is_heading.then(|| name.trim())
}

fn unknown_variant(span: Span) -> Note {
    let [first @ .., last] = Variant::ALL.map(Variant::name);
    let message = format!("expected a board {} or {last}", first.join(", "));
    Note::new(span, message)
        .with_help("the puzzles below are skipped: carom has no boards with six directions")
}

/// Returns the puzzle of a line, and notes on what a puzzle file cannot hold.
fn record(
    text: &str,
    span: Span,
    variant: Variant,
    line: &Line<'_>,
) -> Result<(PuzzleRecord, Vec<Note>), Note> {
    let place = |part: &str| Span::of(text, part);
    let count = |(part, number): Number<'_>, least: usize, most: &str| {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let is_possible = (least..=most.len()).contains(&number);
        let fault = || Note::new(place(part), format!("expected {least} to {}", most.len()));
        is_possible.then_some(number).ok_or_else(fault)
    };
    let exits = count(line.exits, 1, HUMANS)?;
    let helpers = count(line.helpers, 0, ROBOTS)?;
    if line.places.len() != exits + helpers {
        let (expected, found) = (exits + helpers, line.places.len());
        let all = line.places.iter().map(|(part, _)| place(part));
        let all = all.reduce(Span::cover).unwrap_or(span);
        return Err(Note::new(
            all,
            format!("expected {expected} positions, found {found}"),
        ));
    }
    let names = names(exits, helpers);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut squares = Vec::new();
    let middle = Square::new(variant.side() / 2, variant.side() / 2);
    for (&(name, _), &(part, (row, column))) in names.iter().zip(&line.places) {
        let fault = |message: String| Err(Note::new(place(part), message));
        let at = u8::try_from(row).ok().zip(u8::try_from(column).ok());
        let at =
            at.filter(|&(row, column)| row < SIDE && column < SIDE && variant.has(row, column));
        let Some((row, column)) = at else {
            return fault(format!(
                "the board `{}` has no square {part}",
                variant.name()
            ));
        };
        let square = variant.square(row, column);
        if pieces.iter().any(|piece| piece.square == square) {
            return fault("two robots on one square".to_owned());
        }
        if square == middle && is_human(name) {
            return fault("an exit cannot start in the middle".to_owned());
        }
        pieces.push(Piece { name, square });
        squares.push((square, place(part)));
    }
    let side = usize::from(variant.side());
    let setup = Board::new(side, side).ok().map(|board| Setup {
        board,
        rule: Rule::Exit,
        is_grouped: true,
        pieces,
        targets: vec![middle],
    });
    let position = setup.and_then(|setup| setup.position().ok());
    let position = position.ok_or_else(|| Note::new(span, "expected an exit"))?;
    let mut record = PuzzleRecord::new(span, position.into());
    record.squares = squares;
    record.name = Some(line.id.to_owned()).filter(|id| is_id(id));
    record.set_key(Key::Moves, line.moves.1.to_string(), place(line.moves.0));
    if !matches!(variant, Variant::Standard | Variant::Ufo) {
        record.set_own_key("x-variant", variant.name(), span);
    }
    for (key, (part, number)) in SLIDES.into_iter().zip(line.slides.into_iter().flatten()) {
        record.set_own_key(key, number.to_string(), place(part));
    }
    let warnings = solution(text, &line.solution, &names, &mut record)?;
    Ok((record, warnings))
}

/// Returns the names of robots, in a puzzle file and in a solution of this format.
fn names(exits: usize, helpers: usize) -> Vec<(char, Option<char>)> {
    let of = |names: &'static str, said: &'static str, number| {
        let said = said.chars().map(Some).chain(iter::repeat(None));
        names.chars().zip(said).take(number)
    };
    let [as_exits, as_helpers] = IN_SOLUTIONS;
    let exits = of(HUMANS, as_exits, exits);
    exits.chain(of(ROBOTS, as_helpers, helpers)).collect()
}

/// Reads a solution. Returns a note for each robot that is named as stopping another one but does
/// not.
fn solution(
    text: &str,
    words: &[Word<'_>],
    names: &[(char, Option<char>)],
    record: &mut PuzzleRecord,
) -> Result<Vec<Note>, Note> {
    let mut slides = Vec::new();
    for &(part, (mover, direction, _)) in words {
        let named = names.iter().find(|(_, said)| *said == Some(mover));
        let at = DIRECTIONS.find(direction).unwrap_or_default();
        let (Some((name, _)), Some(&direction)) = (named, Direction::ALL.get(at)) else {
            let message = format!("the puzzle has no robot {mover}");
            return Err(Note::new(Span::of(text, part), message));
        };
        slides.push(Slide {
            piece: Mover::Named(*name),
            direction,
        });
        record.moves.push(Span::of(text, part));
    }
    if let Some(span) = record.moves.iter().copied().reduce(Span::cover) {
        record.set_key(Key::Solution, join_words(&slides), span);
    }
    // The solution is checked elsewhere. An illegal move has no robot that stops it.
    let stoppers = stoppers(&record.position, &slides);
    let notes = words
        .iter()
        .zip(stoppers)
        .filter_map(|(&(part, (.., said)), stopper)| {
            let found = names.iter().find(|(name, _)| *name == stopper)?.1?;
            let message = format!("expected {found}, which stops this move, found {said}");
            (found != said).then(|| Note::new(Span::of(text, part), message))
        });
    Ok(notes.collect())
}

/// Returns the robot that stops each of these slides, up to the first illegal one.
fn stoppers(start: &games::Position, slides: &[Slide]) -> Vec<char> {
    let mut position = start.clone();
    let stopper = |&slide: &Slide| {
        let stage = position.stages(Move::Slide(slide)).ok()?.pop()?;
        let next = stage.motion.way.last()?.step(slide.direction)?;
        let piece = position
            .pieces()
            .into_iter()
            .find(|piece| piece.square == next);
        position = stage.position;
        piece.map(|piece| piece.name)
    };
    slides.iter().map_while(stopper).collect()
}

/// Returns the line for a record.
fn line_of(record: &PuzzleRecord) -> Result<(Variant, String), Refusal> {
    let position = card::without_walls(&record.position)?;
    let board = position.board();
    let variant = match (board.columns(), board.rows()) {
        (SIDE, SIDE) => record
            .own_value("x-variant")
            .and_then(Variant::named)
            .unwrap_or(Variant::Standard),
        (5, 5) => Variant::Ufo,
        (columns, rows) => {
            let reason = format!("expected a board of 7×7 or 5×5 squares, found {columns}×{rows}");
            return Err(Refusal::new(reason));
        }
    };
    if let Some(square) = board.blocks().iter().next() {
        return Err(Refusal::at(square, "the format has no blocks"));
    }
    let middle = Square::new(variant.side() / 2, variant.side() / 2);
    if let Some(square) = position.targets().iter().find(|&square| square != middle) {
        return Err(Refusal::at(
            square,
            "the format has its target in the middle",
        ));
    }
    if let Some(human) = position.departed().first() {
        return Err(Refusal::at(
            human.square,
            "an exit cannot start in the middle",
        ));
    }
    if !position.grouping().is_grouped() {
        let reason =
            "the format counts consecutive slides of one robot as one move: add `rules: grouped`";
        return Err(Refusal::new(reason));
    }
    let Some(moves) = claims::moves(record)? else {
        return Err(Refusal::new(
            "the format needs the number of moves: add `moves`",
        ));
    };
    let (exits, helpers): (Vec<Piece>, Vec<Piece>) = position
        .pieces()
        .iter()
        .partition(|piece| is_human(piece.name));
    let robots: Vec<Piece> = exits.iter().chain(&helpers).copied().collect();
    let places = robots.iter().map(|piece| {
        let (row, column) = variant.place(piece.square);
        let place = format!("{row},{column}");
        let is_there = variant.has(row, column);
        let reason = || format!("the board `{}` has no such square", variant.name());
        is_there
            .then_some(place)
            .ok_or_else(|| Refusal::at(piece.square, reason()))
    });
    let places: Result<Vec<String>, Refusal> = places.collect();
    let id = record
        .name
        .as_deref()
        .filter(|name| is_id(name))
        .unwrap_or("0");
    let mut fields = vec![
        id.to_owned(),
        exits.len().to_string(),
        helpers.len().to_string(),
        moves.to_string(),
    ];
    let slides = SLIDES.map(|key| record.own_value(key).filter(|value| is_number(value)));
    if let [Some(some), Some(fewest), Some(states)] = slides {
        fields.extend([some, fewest, states].map(str::to_owned));
    }
    fields.push(places?.join(" "));
    fields.extend(solution_of(record, &exits, &helpers)?);
    Ok((variant, fields.join("|")))
}

/// Returns the solution of a record, if it has one.
fn solution_of(
    record: &PuzzleRecord,
    exits: &[Piece],
    helpers: &[Piece],
) -> Result<Option<String>, Refusal> {
    let Some(said) = claims::slides(record)? else {
        return Ok(None);
    };
    let named = names(exits.len(), helpers.len());
    let robots = exits.iter().chain(helpers).zip(named);
    let robots: Vec<(Piece, Option<char>)> =
        robots.map(|(&piece, (_, said))| (piece, said)).collect();
    let said_of = |is_it: &dyn Fn(Piece) -> bool| robots.iter().find(|(piece, _)| is_it(*piece))?.1;
    let mut slides = Vec::new();
    for (subject, direction) in &said {
        let mover = match subject.parse::<Square>() {
            Ok(square) => Mover::On(square),
            Err(_) => Mover::Named(subject.chars().next().unwrap_or_default()),
        };
        slides.push(Slide {
            piece: mover,
            direction: *direction,
        });
    }
    let stoppers = stoppers(&record.position, &slides);
    let words = slides.iter().enumerate().map(|(at, slide)| {
        let mover = said_of(&|piece| piece.mover() == slide.piece);
        let stopper = stoppers
            .get(at)
            .and_then(|&name| said_of(&|piece| piece.name == name));
        let at = Direction::ALL
            .iter()
            .position(|&direction| direction == slide.direction);
        let direction = at.and_then(|at| DIRECTIONS.chars().nth(at));
        let refusal = || Refusal::new(format!("the format cannot express the move {slide}"));
        mover
            .zip(direction)
            .zip(stopper)
            .map(|((mover, direction), stopper)| format!("{mover}{direction}{stopper}"))
            .ok_or_else(refusal)
    });
    let words: Result<Vec<String>, Refusal> = words.collect();
    Ok(Some(words?.join(" ")))
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let (variant, line) = line_of(record)?;
    let heading = format!("{HEADING} {}\n", variant.name());
    Ok(heading + &lines::commented(record, &line))
}
