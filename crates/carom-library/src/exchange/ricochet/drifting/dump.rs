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

use super::{ROBOTS, cell, face_number, game, robot_named};
use crate::board::{Board, Direction, Square};
use crate::exchange::format::{Format, Refusal};
use crate::exchange::parse::Cursor;
use crate::exchange::record::{Import, Note, PuzzleRecord, add_notes};
use crate::exchange::ricochet::items::{BoardReader, direct, place};
use crate::exchange::ricochet::items::{Middle, with_walls};
use crate::games::Game;
use crate::games::ricochet::{Face, Symbol, faces_of, standard_board};
use crate::text::Span;
use crate::words::join_list;

pub(crate) const FORMAT: Format = Format {
    name: "driftingdroids",
    about: "game dumps of DriftingDroids",
    game: Some(Game::Ricochet),
    between: Some(""),
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

const TAG: &str = "!DriftingDroids_game!";

/// The targets, if they differ from those of the faces.
const TARGETS: &str = "x-targets";

/// An unknown face, or any robot.
const ANY: u8 = 255;

/// No square.
const NOWHERE: u32 = u32::MAX;

/// The limit of inflated bytes, more than the largest board needs.
const MOST: u64 = 16 << 10;

/// The names of the shapes, by number.
const SHAPES: [&str; 5] = ["moon", "pyramid", "saturn", "star", "cosmic"];

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
        let mut bare = Self { text: String::new(), places: Vec::new() };
        for (at, character) in text.char_indices() {
            // A byte order mark is ignored, too.
            if !character.is_whitespace() && character != '\u{feff}' {
                bare.text.push(character);
                let bytes = at..at + character.len_utf8();
                bare.places.extend(bytes.map(|at| Span::from_range(at..at).start));
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

/// A target of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target {
    /// The number of its square.
    cell: u32,
    /// The number of its robot.
    robot: u8,
    /// The number of its shape.
    shape: u8,
}

/// The contents of a dump.
struct Contents {
    width: u32,
    height: u32,
    robots: Vec<u32>,
    faces: [u8; 4],
    /// By side, then by square.
    walls: [Vec<u8>; 4],
    targets: Vec<Target>,
    target: Target,
    is_edited: bool,
}

/// The bytes that are left.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, amount: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(amount)?;
        self.0 = rest;
        Some(taken)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn target(&mut self) -> Option<Target> {
        Some(Target { cell: self.u32()?, robot: self.u8()?, shape: self.u8()? })
    }

    fn contents(&mut self) -> Option<Contents> {
        self.u8().filter(|version| *version == 0)?;
        let (width, height) = (self.u32()?, self.u32()?);
        let amount = self.u8()?;
        let robots = (0..amount).map(|_| self.u32()).collect::<Option<_>>()?;
        let faces = self.take(4)?.try_into().ok()?;
        let squares = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
        let mut walls = [const { Vec::new() }; 4];
        for side in &mut walls {
            *side = self.take(squares)?.to_vec();
        }
        let amount = self.u32()?;
        let targets = (0..amount).map(|_| self.target()).collect::<Option<_>>()?;
        let contents = Contents {
            width,
            height,
            robots,
            faces,
            walls,
            targets,
            target: self.target()?,
            is_edited: self.u8()? != 0,
        };
        self.0.is_empty().then_some(contents)
    }
}

pub(super) fn read(text: &str) -> Import {
    let mut import = Import::default();
    let bare = Bare::new(text);
    let mut cursor = Cursor::new(&bare.text, &bare.text);
    while !cursor.rest().is_empty() {
        let start = cursor;
        match contents(&mut cursor) {
            Ok(contents) => {
                let span = bare.place(cursor.since(&start));
                let read = puzzle(&contents, span).map(|(record, warning)| {
                    add_notes(&mut import.warnings, warning);
                    record
                });
                import.add(read);
            }
            Err(mut fault) => {
                fault.span = bare.place(fault.span);
                add_notes(&mut import.faults, [fault]);
                // Continue at the next dump.
                let next = start.rest().get(1..).and_then(|more| more.find(TAG));
                cursor = start.skipped(next.map_or(start.rest().len(), |at| at + 1));
            }
        }
    }
    import
}

/// Unpacks a dump and checks that it is complete.
fn contents(cursor: &mut Cursor<'_>) -> Result<Contents, Note> {
    cursor.expect(TAG, "`!DriftingDroids_game!`")?;
    let start = *cursor;
    let is_checksum = |digits: &&str| digits.len() == 8;
    let what = "a checksum of eight hexadecimal digits";
    let checksum = cursor.word(what, |c| c.is_ascii_hexdigit(), |d| Some(d).filter(is_checksum))?;
    let checksum_place = cursor.since(&start);
    cursor.expect("!", "an exclamation mark")?;
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let filled = |text| Some(text).filter(|text: &&str| !text.is_empty());
    let (base64, place) = cursor.spanned(|cursor| cursor.word("base64", is_base64, filled))?;
    cursor.expect("!", "an exclamation mark")?;
    if u32::from_str_radix(checksum, 16) != Ok(crc32fast::hash(base64.as_bytes())) {
        let note = Note::new(checksum_place, "wrong checksum");
        return Err(note.with_help("a part was lost or changed: copy the whole dump again"));
    }
    let wrong = |message: &str| Note::new(place, message);
    let bytes =
        STANDARD.decode(base64).map_err(|error| wrong(&format!("invalid base64: {error}")))?;
    let Some((length, stream)) = bytes.split_first_chunk::<4>() else {
        return Err(wrong("incomplete dump"));
    };
    let mut inflated = Vec::new();
    let mut decoder = ZlibDecoder::new(stream).take(MOST);
    let result = decoder.read_to_end(&mut inflated);
    result.map_err(|error| wrong(&format!("the dump cannot be inflated: {error}")))?;
    if u32::try_from(inflated.len()) != Ok(u32::from_be_bytes(*length)) {
        return Err(wrong("wrong length of the inflated dump"));
    }
    let contents = Bytes(&inflated).contents();
    contents.ok_or_else(|| wrong("expected a game of version 0"))
}

/// Returns the puzzle of a game, and a warning about what is dropped.
fn puzzle(contents: &Contents, span: Span) -> Result<(PuzzleRecord, Option<Note>), Vec<Note>> {
    let wrong = |message: &str| vec![Note::new(span, message)];
    let mut reader = BoardReader::new(contents.width, contents.height, 0, span)?;
    if contents.robots.len() > ROBOTS.len() {
        let found = contents.robots.len();
        return Err(wrong(&format!("expected at most five robots, found {found}")));
    }
    walls(contents, &mut reader.board).map_err(|message| wrong(&message))?;
    let at = |cell: u32| (cell % contents.width, cell / contents.width);
    for ((_, name), cell) in ROBOTS.into_iter().zip(&contents.robots) {
        if reader.try_square(at(*cell)).is_none() {
            return Err(wrong(&format!("robot {name} is outside the board")));
        }
        reader.robot(name, at(*cell), span);
    }
    let target = contents.target;
    let robot = match target.robot {
        ANY => None,
        number => match robot_named(number.into()) {
            None => return Err(wrong(&format!("unknown robot number {number}"))),
            robot => robot,
        },
    };
    match reader.try_square(at(target.cell)) {
        _ if target.cell == NOWHERE => return Err(wrong("no target in play")),
        None => return Err(wrong("the target in play is outside the board")),
        Some(_) => reader.target(robot, at(target.cell), span),
    }
    let faces = printed(contents, &reader.board);
    let mut record = match faces {
        Some(faces) => {
            reader.board = standard_board(faces).0;
            reader.record_as_it_is(span, span)?
        }
        None => reader.record(Middle::Closed, span, span)?,
    };
    let shape = usual_shape(target.robot);
    let usual = faces.map_or_else(|| vec![Target { shape, ..target }], of_faces);
    if contents.targets != usual {
        let words: Vec<String> = contents.targets.iter().copied().map(word).collect();
        record.set_own_key(TARGETS, words.join(" "), span);
    }
    let dropped: Vec<&str> = [
        (
            faces.is_none() && contents.faces != [ANY; 4],
            "the names of faces that the board is not made of",
        ),
        (target.shape != shape_of(&contents.targets, target), "the shape of the target in play"),
        (contents.is_edited && faces.is_some(), "that the board was edited"),
    ]
    .into_iter()
    .filter(|(is_dropped, _)| *is_dropped)
    .map(|(_, text)| text)
    .collect();
    let message = || format!("dropped: {}", join_list(&dropped, "and"));
    let warning = (!dropped.is_empty()).then(|| Note::new(span, message()));
    Ok((record, warning))
}

/// Adds the walls to an empty board. Each wall must be listed on both sides.
fn walls(contents: &Contents, board: &mut Board) -> Result<(), String> {
    let empty = board.clone();
    let has = |side: Direction, at: Square| {
        let walls = contents.walls.get(side.index());
        let number = usize::try_from(cell(&empty, at)).ok();
        walls
            .zip(number)
            .and_then(|(walls, number)| walls.get(number))
            .is_some_and(|wall| *wall != 0)
    };
    for at in empty.squares() {
        for side in Direction::ALL {
            let Some(beyond) = empty.beyond(at, side) else {
                continue;
            };
            if has(side, at) != has(side.opposite(), beyond) {
                return Err(format!(
                    "the wall between {at} and {beyond} is listed on one side only"
                ));
            }
            if has(side, at) {
                board.add_wall(at, side);
            }
        }
    }
    Ok(())
}

/// Returns the printed faces of the board, if it names them and consists of them.
fn printed(contents: &Contents, walled: &Board) -> Option<[Face; 4]> {
    let face = |number: u8| Face::ALL.get(usize::from(number)).copied();
    let [a, b, c, d] = contents.faces.map(face);
    let faces = [a?, b?, c?, d?];
    let board = standard_board(faces).0;
    let is_board = (contents.width, contents.height) == (16, 16)
        && with_walls(&board, Middle::Closed) == *walled;
    (is_board && faces_of(&board) == Some(faces)).then_some(faces)
}

/// Returns the default shape of a target.
const fn usual_shape(robot: u8) -> u8 {
    if robot == ANY { 4 } else { 0 }
}

/// Returns the shape of the target in play, taken from the listed targets.
fn shape_of(targets: &[Target], target: Target) -> u8 {
    let is_same = |other: &&Target| (other.cell, other.robot) == (target.cell, target.robot);
    let found = targets.iter().find(is_same);
    found.map_or_else(|| usual_shape(target.robot), |found| found.shape)
}

/// Returns the symbols of the printed faces in the order of a dump: face by face, each row by row
/// in its orientation at the top left.
fn of_faces(faces: [Face; 4]) -> Vec<Target> {
    let (board, symbols) = standard_board(faces);
    let mut targets: Vec<_> = symbols
        .into_iter()
        .map(|(symbol, square)| {
            let place = reading_place(&board, square);
            (place, of_symbol(&board, symbol, square))
        })
        .collect();
    targets.sort_by_key(|(place, _)| *place);
    targets.into_iter().map(|(_, target)| target).collect()
}

/// Returns the index of the face (top left, top right, bottom right, bottom left), and the row and
/// column of a square on it in its orientation at the top left.
fn reading_place(board: &Board, square: Square) -> (u8, u8, u8) {
    let (x, y) = place(board, square);
    match (x < 8, y < 8) {
        (true, true) => (0, y, x),
        (false, true) => (1, 15 - x, y),
        (false, false) => (2, 15 - y, 15 - x),
        (true, false) => (3, x, 15 - y),
    }
}

fn of_symbol(board: &Board, symbol: Symbol, square: Square) -> Target {
    let robot = ROBOTS
        .iter()
        .find(|(_, name)| symbol.robot() == Some(*name))
        .map_or(ANY, |(number, _)| *number);
    let mut shapes = (0..).zip(SHAPES);
    let shape = shapes.find(|(_, shape)| symbol.name().ends_with(shape));
    Target {
        cell: cell(board, square),
        robot,
        shape: shape.map_or_else(|| usual_shape(robot), |(number, _)| number),
    }
}

/// Returns a target as a word: the letter of the robot or `*`, the shape, the number of the square.
/// Values without a name are written as numbers.
fn word(target: Target) -> String {
    let robot = match robot_named(target.robot.into()) {
        Some(name) => name.to_ascii_lowercase().to_string(),
        None if target.robot == ANY => "*".to_owned(),
        None => target.robot.to_string(),
    };
    let shape = match SHAPES.get(usize::from(target.shape)) {
        Some(shape) => (*shape).to_owned(),
        None => target.shape.to_string(),
    };
    format!("{robot}-{shape}-{}", target.cell)
}

/// Parses a target.
fn of_word(word: &str) -> Option<Target> {
    let [robot, shape, cell] = word.split('-').collect::<Vec<_>>().try_into().ok()?;
    let is_named = |(_, name): &&(u8, char)| robot == name.to_ascii_lowercase().to_string();
    let robot = match ROBOTS.iter().find(is_named) {
        Some((number, _)) => *number,
        None if robot == "*" => ANY,
        None => robot.parse().ok()?,
    };
    let shape = match (0..).zip(SHAPES).find(|(_, known)| *known == shape) {
        Some((number, _)) => number,
        None => shape.parse().ok()?,
    };
    let cell = cell.parse().ok()?;
    Some(Target { cell, robot, shape })
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    let (robots, (robot, square)) = game(&setup, "the format has only one target in play")?;
    let mut target = Target {
        cell: cell(board, square),
        robot: robot.unwrap_or(ANY),
        shape: usual_shape(robot.unwrap_or(ANY)),
    };
    let printed = faces_of(board);
    let targets = match (record.own_value(TARGETS), printed) {
        (Some(words), _) => words.split_whitespace().filter_map(of_word).collect(),
        (None, Some(faces)) => of_faces(faces),
        (None, None) => vec![target],
    };
    target.shape = shape_of(&targets, target);
    let number = |number: usize| u32::try_from(number).unwrap_or(NOWHERE).to_be_bytes();
    let mut bytes = vec![0];
    bytes.extend(u32::from(board.columns()).to_be_bytes());
    bytes.extend(u32::from(board.rows()).to_be_bytes());
    bytes.extend(u8::try_from(robots.len()));
    for square in robots {
        bytes.extend(cell(board, square).to_be_bytes());
    }
    bytes.extend(printed.map_or([ANY; 4], |faces| faces.map(face_number)));
    let walled = with_walls(board, Middle::Closed);
    let mut squares: Vec<Square> = board.squares().collect();
    squares.sort_unstable_by_key(|square| cell(board, *square));
    for side in Direction::ALL {
        let has =
            |at: &Square| walled.walls(*at).contains(side) || walled.beyond(*at, side).is_none();
        bytes.extend(squares.iter().map(|at| u8::from(has(at))));
    }
    bytes.extend(number(targets.len()));
    for target in targets.into_iter().chain([target]) {
        bytes.extend(target.cell.to_be_bytes());
        bytes.extend([target.robot, target.shape]);
    }
    // A board without printed faces counts as edited.
    bytes.push(u8::from(printed.is_none()));
    packed(&bytes).map_err(|error| Refusal::new(error.to_string()))
}

/// Returns the text of a dump.
fn packed(bytes: &[u8]) -> std::io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    let length = u32::try_from(bytes.len()).map_err(std::io::Error::other)?;
    let mut packed = length.to_be_bytes().to_vec();
    packed.extend(encoder.finish()?);
    let base64 = STANDARD.encode(packed);
    let checksum = crc32fast::hash(base64.as_bytes());
    Ok(format!("{TAG}{checksum:08X}!{base64}!\n"))
}
