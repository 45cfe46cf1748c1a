//! Game dumps of DriftingDroids.
//!
//! `!DriftingDroids_game!<CRC32 of the base64 text>!<base64>!`; blanks and line breaks are
//! ignored. The base64 text holds the length of the inflated data in four bytes, then a zlib
//! stream. Inflated, all numbers are big endian:
//!
//! ```text
//! u8 version 0, u32 width, u32 height, u8 n, n × u32 square of a robot,
//! 4 × u8 face or 255, 4 × (width * height) u8: a wall to the north, east,
//! south, west of each square, u32 number of targets, of each: u32 square,
//! u8 robot or 255, u8 shape, of the one in play: the same, u8 edited
//! ```
//!
//! Squares count row by row from the top left.

use std::io::{Read as _, Write as _};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use nom::bytes::complete::{tag, take, take_while_m_n, take_while1};
use nom::character::complete::char;
use nom::multi::count;
use nom::number::complete::{be_u8, be_u32};
use nom::sequence::terminated;
use nom::{IResult, Parser};

use super::order::{ROBOTS, cell, in_order};
use super::symbols::{ANY, Listed, of_faces, of_word, usual_shape, word};
use crate::board::{Board, Direction, Square};
use crate::exchange::format::{Coverage, Format, Refusal};
use crate::exchange::parse::{Parsed, expect, note};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::exchange::ricochet::items::{BoardItems, direct, empty, only_target, square};
use crate::exchange::ricochet::walled::with_walls;
use crate::games::Game;
use crate::games::ricochet::{Face, faces_of, standard_board};
use crate::text::Span;
use crate::words::join_list;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "driftingdroids",
    about: "game dumps of DriftingDroids",
    game: Some(Game::Ricochet),
    extensions: &["txt"],
    between: Some(""),
    heading: None,
    companions: &[],
    coverage: Coverage {
        own_keys: &[TARGETS],
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

const TAG: &str = "!DriftingDroids_game!";

/// The targets, if they differ from those of the faces.
const TARGETS: &str = "x-targets";

/// An unknown face.
const NO_FACE: u8 = 255;

/// No square.
const NOWHERE: u32 = u32::MAX;

/// The limit of inflated bytes, more than the largest board needs.
const MOST: u64 = 1 << 20;

/// The sides in the order of a dump.
const SIDES: [Direction; 4] = Direction::ALL;

fn recognises(text: &str) -> bool {
    let bare = text.chars().filter(|c| !c.is_whitespace());
    bare.take(TAG.len()).eq(TAG.chars())
}

/// A text without blanks, and the original offset of each byte.
struct Bare {
    text: String,
    places: Vec<u32>,
}

impl Bare {
    fn new(text: &str) -> Self {
        let mut bare = Self {
            text: String::new(),
            places: Vec::new(),
        };
        for (at, character) in text.char_indices() {
            // A byte order mark is ignored, too.
            if !character.is_whitespace() && character != '\u{feff}' {
                bare.text.push(character);
                let bytes = at..at + character.len_utf8();
                bare.places
                    .extend(bytes.map(|at| Span::from_range(at..at).start));
            }
        }
        bare
    }

    /// Converts a span to one of the original text.
    fn place(&self, span: Span) -> Span {
        let place = |at: u32| self.places.get(at as usize).copied();
        let last = span.end.checked_sub(1).and_then(place);
        let end = self.places.last().map_or(0, |last| last + 1);
        let start = place(span.start).unwrap_or(end);
        Span::new(start, last.map_or(start, |last| (last + 1).max(start)))
    }
}

/// The parts of a dump.
struct Dump<'t> {
    checksum: &'t str,
    base64: &'t str,
}

fn dump(input: &str) -> Parsed<'_, Dump<'_>> {
    let (input, _) = expect("`!DriftingDroids_game!`", tag(TAG)).parse(input)?;
    let hexadecimal = |c: char| c.is_ascii_hexdigit();
    let checksum = take_while_m_n(8, 8, hexadecimal);
    let checksum = expect("a checksum of eight hexadecimal digits", checksum);
    let mark = || expect("an exclamation mark", char('!'));
    let (input, checksum) = terminated(checksum, mark()).parse(input)?;
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let base64 = expect("base64", take_while1(is_base64));
    let (input, base64) = terminated(base64, mark()).parse(input)?;
    Ok((input, Dump { checksum, base64 }))
}

/// The contents of a dump.
struct Contents {
    width: u32,
    height: u32,
    robots: Vec<u32>,
    faces: [u8; 4],
    /// By side, then by square.
    walls: Vec<Vec<u8>>,
    targets: Vec<Listed>,
    target: Listed,
    freestyle: u8,
}

type Bytes<'b, T> = IResult<&'b [u8], T>;

fn listed(input: &[u8]) -> Bytes<'_, Listed> {
    let parts = (be_u32, be_u8, be_u8);
    parts
        .map(|(cell, robot, shape)| Listed { cell, robot, shape })
        .parse(input)
}

fn contents(input: &[u8]) -> Bytes<'_, Contents> {
    let (input, _) = nom::bytes::complete::tag([0_u8].as_slice()).parse(input)?;
    let (input, (width, height, amount)) = (be_u32, be_u32, be_u8).parse(input)?;
    let (input, robots) = count(be_u32, usize::from(amount)).parse(input)?;
    let (input, (a, b, c, d)) = (be_u8, be_u8, be_u8, be_u8).parse(input)?;
    // A size that is too large fails below.
    let squares = u64::from(width) * u64::from(height);
    let squares = usize::try_from(squares).unwrap_or(usize::MAX);
    let walls = count(take(squares).map(<[u8]>::to_vec), SIDES.len());
    let (input, walls) = { walls }.parse(input)?;
    let (mut input, amount) = be_u32(input)?;
    let mut targets = Vec::new();
    for _ in 0..amount {
        let (rest, target) = listed(input)?;
        targets.push(target);
        input = rest;
    }
    let (input, (target, freestyle)) = (listed, be_u8).parse(input)?;
    let contents = Contents {
        width,
        height,
        robots,
        faces: [a, b, c, d],
        walls,
        targets,
        target,
        freestyle,
    };
    Ok((input, contents))
}

pub(super) fn read(text: &str) -> Import {
    let mut import = Import::default();
    let bare = Bare::new(text);
    let mut rest = bare.text.as_str();
    while !rest.is_empty() {
        let (after, parts) = match dump(rest) {
            Ok(parts) => parts,
            Err(error) => {
                let mut fault = note(&bare.text, error);
                fault.span = bare.place(fault.span);
                import.faults.push(fault);
                // Continue at the next dump.
                rest = match rest.get(1..).and_then(|more| more.find(TAG)) {
                    Some(at) => rest.get(at + 1..).unwrap_or_default(),
                    None => "",
                };
                continue;
            }
        };
        let whole = rest.get(..rest.len() - after.len()).unwrap_or_default();
        let span = bare.place(Span::of(&bare.text, whole));
        let record = inflated(&parts, &bare).map_err(|fault| vec![fault]);
        match record.and_then(|contents| puzzle(&contents, span)) {
            Ok((record, warning)) => {
                import.records.push(record);
                import.warnings.extend(warning);
            }
            Err(faults) => import.faults.extend(faults),
        }
        rest = after;
    }
    import
}

/// Unpacks a dump and checks that it is complete.
fn inflated(dump: &Dump<'_>, bare: &Bare) -> Result<Contents, Note> {
    let place = |part: &str| bare.place(Span::of(&bare.text, part));
    let checksum = crc32fast::hash(dump.base64.as_bytes());
    if u32::from_str_radix(dump.checksum, 16) != Ok(checksum) {
        let message = "wrong checksum";
        return Err(Note::new(place(dump.checksum), message)
            .with_help("a part was lost or changed: copy the whole dump again"));
    }
    let wrong = |message: &str| Note::new(place(dump.base64), message);
    let bytes = STANDARD.decode(dump.base64);
    let bytes = bytes.map_err(|error| wrong(&format!("invalid base64: {error}")))?;
    let Some((length, stream)) = bytes.split_first_chunk::<4>() else {
        return Err(wrong("incomplete dump"));
    };
    let mut inflated = Vec::new();
    let result = ZlibDecoder::new(stream)
        .take(MOST)
        .read_to_end(&mut inflated);
    result.map_err(|error| wrong(&format!("the dump cannot be inflated: {error}")))?;
    if u32::try_from(inflated.len()) != Ok(u32::from_be_bytes(*length)) {
        return Err(wrong("wrong length of the inflated dump"));
    }
    match contents(&inflated) {
        Ok((&[], contents)) => Ok(contents),
        _ => Err(wrong("expected a game of version 0")),
    }
}

/// Returns the puzzle of a game, and a warning about what is dropped.
fn puzzle(contents: &Contents, span: Span) -> Result<(PuzzleRecord, Option<Note>), Vec<Note>> {
    let wrong = |message: String| vec![Note::new(span, message)];
    let (width, height) = (contents.width, contents.height);
    let empty = empty(width, height, span).map_err(|fault| vec![fault])?;
    if contents.robots.len() > ROBOTS.len() {
        return Err(wrong(format!(
            "expected at most five robots, found {}",
            contents.robots.len()
        )));
    }
    let walled = walled(contents, &empty).map_err(wrong)?;
    let on_board = |cell: u32| square(&empty, cell % width, cell / width);
    let mut items = BoardItems::default();
    for (name, cell) in ROBOTS.into_iter().zip(&contents.robots) {
        let square =
            on_board(*cell).ok_or_else(|| wrong(format!("robot {name} is outside the board")))?;
        items.robot(name, square, span);
    }
    let target = contents.target;
    if target.cell == NOWHERE {
        return Err(wrong("no target in play".to_owned()));
    }
    let Some(at) = on_board(target.cell) else {
        return Err(wrong("the target in play is outside the board".to_owned()));
    };
    let robot = match target.robot {
        ANY => None,
        number => match ROBOTS.get(usize::from(number)) {
            Some(name) => Some(*name),
            None => return Err(wrong(format!("unknown robot number {number}"))),
        },
    };
    items.target(robot, at, span);
    let printed = printed(contents, &walled);
    let mut record = match printed {
        Some(faces) => items.record_on(standard_board(faces).0, span, span)?,
        None => items.record(&walled, false, span, span)?,
    };
    let shape = usual_shape(target.robot);
    let usual = printed.map_or_else(|| vec![Listed { shape, ..target }], of_faces);
    if contents.targets != usual {
        let words: Vec<String> = contents.targets.iter().copied().map(word).collect();
        record.set_own_key(TARGETS, words.join(" "), span);
    }
    let dropped = [
        (
            printed.is_none() && contents.faces != [NO_FACE; 4],
            "the names of faces that the board is not made of",
        ),
        (
            target.shape != shape_of(&contents.targets, target),
            "the shape of the target in play",
        ),
        (
            contents.freestyle != 0 && printed.is_some(),
            "that the board was edited",
        ),
    ];
    let dropped: Vec<&str> = dropped
        .into_iter()
        .filter_map(|(is_dropped, text)| is_dropped.then_some(text))
        .collect();
    let message = || format!("dropped: {}", join_list(&dropped, "and"));
    let warning = (!dropped.is_empty()).then(|| Note::new(span, message()));
    Ok((record, warning))
}

/// Returns the shape of the target in play, taken from the listed targets.
fn shape_of(targets: &[Listed], target: Listed) -> u8 {
    let mut targets = targets.iter();
    let is_same = |other: &&Listed| (other.cell, other.robot) == (target.cell, target.robot);
    let found = targets.find(is_same);
    found.map_or_else(|| usual_shape(target.robot), |found| found.shape)
}

/// Returns the board with its walls. Each wall must be listed on both sides.
fn walled(contents: &Contents, empty: &Board) -> Result<Board, String> {
    let has = |number: usize, at: Square| {
        let side = contents.walls.get(number);
        side.and_then(|side| side.get(cell(empty, at)))
            .is_some_and(|wall| *wall != 0)
    };
    let mut board = empty.clone();
    for at in empty.squares() {
        for (number, side) in SIDES.into_iter().enumerate() {
            let Some(beyond) = empty.beyond(at, side) else {
                continue;
            };
            let back = side.opposite().index();
            if has(number, at) != has(back, beyond) {
                return Err(format!(
                    "the wall between {at} and {beyond} is listed on one side only"
                ));
            }
            if has(number, at) {
                board.add_wall(at, side);
            }
        }
    }
    Ok(board)
}

/// Returns the printed faces of the board, if it names them and consists of them.
fn printed(contents: &Contents, walled: &Board) -> Option<[Face; 4]> {
    let face = |number: u8| Face::ALL.get(usize::from(number)).copied();
    let [a, b, c, d] = contents.faces.map(face);
    let faces = [a?, b?, c?, d?];
    let board = standard_board(faces).0;
    let is_board =
        (contents.width, contents.height) == (16, 16) && with_walls(&board, false) == *walled;
    (is_board && faces_of(&board) == Some(faces)).then_some(faces)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    let number = |number: usize| u32::try_from(number).unwrap_or(NOWHERE).to_be_bytes();
    let target = only_target(&setup, "the format has only one target in play")?;
    let robots = in_order(&setup.robots)?;
    let of = target
        .robot
        .and_then(|name| ROBOTS.iter().position(|other| *other == name));
    let mut target = Listed {
        cell: u32::try_from(cell(board, target.square)).unwrap_or(NOWHERE),
        robot: of.and_then(|of| u8::try_from(of).ok()).unwrap_or(ANY),
        shape: 0,
    };
    target.shape = usual_shape(target.robot);
    let printed = faces_of(board);
    let faces = printed.map_or([NO_FACE; 4], |faces| faces.map(face_number));
    let targets = match (record.own_value(TARGETS), printed) {
        (Some(words), _) => words.split_whitespace().filter_map(of_word).collect(),
        (None, Some(faces)) => of_faces(faces),
        (None, None) => vec![target],
    };
    target.shape = shape_of(&targets, target);
    let mut bytes = vec![0];
    bytes.extend(number(usize::from(board.columns())));
    bytes.extend(number(usize::from(board.rows())));
    bytes.extend(u8::try_from(robots.len()));
    for square in robots {
        bytes.extend(number(cell(board, square)));
    }
    bytes.extend(faces);
    bytes.extend(walls(board));
    bytes.extend(number(targets.len()));
    for listed in targets.into_iter().chain([target]) {
        bytes.extend(listed.cell.to_be_bytes());
        bytes.extend([listed.robot, listed.shape]);
    }
    // An edited board.
    bytes.push(u8::from(printed.is_none()));
    packed(&bytes).map_err(|error| Refusal::new(error.to_string()))
}

fn face_number(face: Face) -> u8 {
    let number = Face::ALL.iter().position(|other| *other == face);
    number
        .and_then(|number| u8::try_from(number).ok())
        .unwrap_or(NO_FACE)
}

/// Returns the walls to the north, east, south and west of all squares, including the border.
fn walls(board: &Board) -> Vec<u8> {
    let walled = with_walls(board, false);
    let mut squares: Vec<Square> = board.squares().collect();
    squares.sort_unstable_by_key(|square| cell(board, *square));
    let of_side = |side: Direction| {
        let has =
            |at: &Square| walled.walls(*at).contains(side) || walled.beyond(*at, side).is_none();
        squares
            .iter()
            .map(|at| u8::from(has(at)))
            .collect::<Vec<u8>>()
    };
    SIDES.map(of_side).concat()
}

/// Returns the text of a dump.
fn packed(bytes: &[u8]) -> std::io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    let mut packed = u32::try_from(bytes.len())
        .map_err(std::io::Error::other)?
        .to_be_bytes()
        .to_vec();
    packed.extend(encoder.finish()?);
    let base64 = STANDARD.encode(packed);
    let checksum = crc32fast::hash(base64.as_bytes());
    Ok(format!("{TAG}{checksum:08X}!{base64}!\n"))
}
