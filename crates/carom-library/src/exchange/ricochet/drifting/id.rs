//! Game IDs of DriftingDroids on the printed board: `7650+42+E2302B12+C9`.
//!
//! A digit for each face (top left, top right, bottom right, bottom left), the number of robots
//! and the index of the robot with the target, then the squares of the robots and of the target,
//! each `16 * y + x` from the top left. All digits are hexadecimal. The number of moves, or `-`,
//! and a dump of the same game may follow.

use super::dump;
use super::{ROBOTS, cell, face_number, game, robot_named};
use crate::board::{Bitboard, Direction, Square};
use crate::exchange::format::{Format, Refusal};
use crate::exchange::lines;
use crate::exchange::parse::{Cursor, all};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::exchange::ricochet::items::{BoardReader, direct};
use crate::games::ricochet::{Face, Setup, faces_of, standard_board};
use crate::games::{Game, Position};
use crate::syntax::Key;
use crate::text::Span;

pub(crate) const FORMAT: Format = Format {
    name: "driftingdroids-id",
    about: "game IDs of DriftingDroids, one per line",
    game: Some(Game::Ricochet),
    between: Some(""),
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

fn recognises(text: &str) -> bool {
    lines::first(text).is_some_and(|line| {
        let mut parts = line.split('+').map(str::len);
        let lengths = [parts.next(), parts.next()];
        lengths == [Some(4), Some(2)] && all(line, line.get(..4).unwrap_or_default(), faces).is_ok()
    })
}

fn digit(cursor: &mut Cursor<'_>) -> Result<u32, Note> {
    cursor.one("a hexadecimal digit", |c| c.to_digit(16))
}

/// Reads the number of a square.
fn square(cursor: &mut Cursor<'_>) -> Result<(u32, u32), Note> {
    let start = *cursor;
    let expected = |_| start.expected("two hexadecimal digits, 16 * y + x");
    let y = digit(cursor).map_err(expected)?;
    Ok((digit(cursor).map_err(expected)?, y))
}

/// Reads the faces, each with its place.
fn faces(cursor: &mut Cursor<'_>) -> Result<Vec<(Face, Span)>, Note> {
    let start = *cursor;
    let expected = |_| start.expected("four hexadecimal digits for the faces");
    let face = |c: char| Face::ALL.get(usize::try_from(c.to_digit(16)?).ok()?).copied();
    let faces = (0..4).map(|_| cursor.spanned(|cursor| cursor.one("", face)));
    faces.collect::<Result<_, _>>().map_err(expected)
}

fn plus(cursor: &mut Cursor<'_>) -> Result<(), Note> {
    cursor.expect("+", "a `+`")
}

/// The number of moves of a puzzle for which DriftingDroids demands a ricochet.
const MOVES: &str = "x-driftingdroids-moves";

fn read(text: &str) -> Import {
    let mut import = lines::read(text, |_, line| {
        let mut cursor = Cursor::new(text, line);
        let record = puzzle(&mut cursor)?;
        cursor.end()?;
        Ok(record)
    });
    let claims = import.records.iter().flat_map(|record| &record.own_keys);
    let unchecked = claims.map(|claim| {
        let message = format!(
            "claim of {} moves not checked: DriftingDroids demands a ricochet here",
            claim.value
        );
        let help = "it does so if a robot starts on its target, or in a straight line with it; \
                    see `carom explain convert`";
        Note::new(claim.span, message).with_help(help)
    });
    import.unchecked = unchecked.collect();
    import
}

/// Whether DriftingDroids demands a ricochet for a target (`Board.isSolution01`): a robot starts on
/// its target, or would stop there by one straight slide. Such a slide continues behind robots.
fn needs_ricochet(setup: &Setup) -> bool {
    let occupied: Bitboard = setup.robots.iter().map(|robot| robot.square).collect();
    let stops_on = |target: Square, mut square: Square, direction: Direction| {
        while let Ok(next) = setup.board.step(square, direction) {
            if square == target && occupied.contains(next) {
                break;
            }
            square = next;
        }
        square == target
    };
    setup.targets.iter().any(|target| {
        let mut active =
            setup.robots.iter().filter(|robot| target.robot.is_none_or(|name| name == robot.name));
        active.any(|robot| {
            let mut directions = Direction::ALL.into_iter();
            robot.square == target.square
                || directions.any(|direction| stops_on(target.square, robot.square, direction))
        })
    })
}

fn puzzle(cursor: &mut Cursor<'_>) -> Result<PuzzleRecord, Vec<Note>> {
    let start = *cursor;
    let faces = faces(cursor)?;
    plus(cursor)?;
    let number = |c: char| c.to_digit(16).filter(|amount| (1..=5).contains(amount));
    let amount = cursor.one("the number of robots, 1 to 5", number)?;
    let robot = |c: char| match c.to_digit(16)? {
        0xF => Some(None),
        number => robot_named(number).filter(|_| number < amount).map(Some),
    };
    let what = "the index of the robot with the target, from 0, or F for any";
    let robot = cursor.one(what, robot)?;
    plus(cursor)?;
    let robots = (0..amount).map(|_| cursor.spanned(square)).collect::<Result<Vec<_>, _>>()?;
    plus(cursor)?;
    let (target, target_place) = cursor.spanned(square)?;
    let head = cursor.since(&start);
    let moves = match cursor.skip_space() && !cursor.take("-") {
        true => Some(cursor.spanned(|cursor| cursor.number("the number of moves"))?),
        false => None,
    };
    let (dump, dump_place) = match cursor.skip_space() && !cursor.take("-") {
        true => cursor.spanned(|cursor| Ok(cursor.take_while(|c| !c.is_whitespace())))?,
        false => ("", head),
    };
    let mut before: Vec<Face> = Vec::new();
    for &(face, place) in &faces {
        if let Some(first) = before.iter().find(|other| other.tile() == face.tile()) {
            let (first, second) = (first.name(), face.name());
            let message = format!("{first} and {second} are faces of the same tile");
            let note = Note::new(place, message);
            return Err(note.with_help("use four different tiles").into());
        }
        before.push(face);
    }
    let unsupported = |_| Note::new(head, "expected four faces");
    let faces: [Face; 4] = before.try_into().map_err(unsupported)?;
    let mut reader = BoardReader::on(standard_board(faces).0);
    for ((_, name), (at, place)) in ROBOTS.into_iter().zip(robots) {
        reader.robot(name, at, place);
    }
    reader.target(robot, target, target_place);
    let mut record = reader.record_as_it_is(head, head)?;
    if let Some((moves, place)) = moves {
        match &record.position {
            Position::Ricochet(position) if moves > 1 && needs_ricochet(&position.into()) => {
                record.set_own_key(MOVES, moves.to_string(), place);
            }
            _ => record.set_key(Key::Moves, moves.to_string(), place),
        }
    }
    if !dump.is_empty() {
        same_game(&record, dump, dump_place)?;
    }
    Ok(record)
}

/// Checks that the dump after an ID is of the same game, so that nothing is lost.
fn same_game(record: &PuzzleRecord, dump: &str, place: Span) -> Result<(), Vec<Note>> {
    let mut import = dump::read(dump);
    for fault in &mut import.faults {
        fault.span = fault.span.shifted(place.start);
    }
    match import.records.as_slice() {
        _ if !import.faults.is_empty() => Err(import.faults),
        [other] if other.position == record.position => Ok(()),
        _ => {
            let note = Note::new(place, "this dump is of another game than the ID");
            Err(note.with_help("replace or remove it").into())
        }
    }
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    let Some(faces) = faces_of(board) else {
        return Err(Refusal::new("expected a board of four printed faces, as in `tiles:`"));
    };
    let (robots, (robot, target)) = game(&setup, "the format has only one target")?;
    let faces = faces.map(|face| format!("{:X}", face_number(face))).concat();
    let (amount, robot) = (robots.len(), robot.unwrap_or(0xF));
    let robots: String = robots.iter().map(|at| format!("{:02X}", cell(board, *at))).collect();
    let target = cell(board, target);
    let id = format!("{faces}+{amount}{robot:X}+{robots}+{target:02X}");
    Ok(lines::commented(record, &id))
}
