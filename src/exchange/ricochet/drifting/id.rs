//! Game IDs of DriftingDroids on the printed board: `7650+42+E2302B12+C9`.
//!
//! A digit for each face (top left, top right, bottom right, bottom left), the number of robots
//! and the index of the robot with the target, then the squares of the robots and of the target,
//! each `16 * y + x` from the top left. All digits are hexadecimal. The number of moves, or `-`,
//! and a dump of the same game may follow.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, one_of, space1};
use nom::combinator::{consumed, map_opt, opt, recognize};
use nom::multi::count;
use nom::sequence::{preceded, terminated};

use super::order::{ROBOTS, cell, in_order};
use crate::board::{Bitboard, Direction, Square};
use crate::exchange::format::{Coverage, Format, Refusal};
use crate::exchange::lines;
use crate::exchange::parse::{Expected, Parsed, all, expect, number};
use crate::exchange::record::{Import, Note, PuzzleRecord};
use crate::exchange::ricochet::items::{BoardItems, direct, only_target, square};
use crate::games::ricochet::{Face, Setup, faces_of, standard_board};
use crate::games::{Game, Position};
use crate::syntax::Key;
use crate::text::Span;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "driftingdroids-id",
    about: "game IDs of DriftingDroids, one per line",
    game: Some(Game::Ricochet),
    extensions: &["txt"],
    between: Some(""),
    heading: None,
    companions: &[],
    coverage: Coverage {
        comments: true,
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

fn recognises(text: &str) -> bool {
    lines::first(text).is_some_and(|line| {
        let mut parts = line.split('+').map(str::len);
        let lengths = [parts.next(), parts.next()];
        lengths == [Some(4), Some(2)] && all(line, line.get(..4).unwrap_or_default(), faces).is_ok()
    })
}

/// A value of an ID with its digits.
type Digits<'t, T> = (&'t str, T);

/// An ID with the claims about its game.
struct Id<'t> {
    faces: [Digits<'t, Face>; 4],
    robots: Vec<Digits<'t, u32>>,
    /// The robot with the target; `None` for any.
    robot: Option<usize>,
    target: Digits<'t, u32>,
    moves: Option<Digits<'t, u32>>,
    dump: Option<&'t str>,
}

fn digit(input: &str) -> Parsed<'_, u32> {
    let digit = map_opt(one_of("0123456789ABCDEFabcdef"), |digit| digit.to_digit(16));
    expect("a hexadecimal digit", digit).parse(input)
}

fn pos(input: &str) -> Parsed<'_, u32> {
    let what = "two hexadecimal digits, 16 * y + x";
    expect(what, (digit, digit))
        .map(|(y, x)| 16 * y + x)
        .parse(input)
}

fn faces(input: &str) -> Parsed<'_, [Digits<'_, Face>; 4]> {
    let face = || {
        consumed(map_opt(digit, |digit| {
            Face::ALL.get(usize::try_from(digit).ok()?).copied()
        }))
    };
    let four = expect(
        "four hexadecimal digits for the faces",
        (face(), face(), face(), face()),
    );
    four.map(|(a, b, c, d)| [a, b, c, d]).parse(input)
}

fn plus<'t>() -> impl Parser<&'t str, Output = char, Error = Expected<'t>> {
    expect("a `+`", char('+'))
}

fn id(input: &str) -> Parsed<'_, Id<'_>> {
    let (input, faces) = terminated(faces, plus()).parse(input)?;
    let known = |amount| {
        usize::try_from(amount)
            .ok()
            .filter(|amount| (1..=ROBOTS.len()).contains(amount))
    };
    let (input, amount) =
        expect("the number of robots, 1 to 5", map_opt(digit, known)).parse(input)?;
    let among = |digit| usize::try_from(digit).ok().filter(|robot| *robot < amount);
    let robot = alt((one_of("Ff").map(|_| None), map_opt(digit, among).map(Some)));
    let what = "the index of the robot with the target, from 0, or F for any";
    let (input, robot) = terminated(expect(what, robot), plus()).parse(input)?;
    let (input, robots) = terminated(count(consumed(pos), amount), plus()).parse(input)?;
    let (input, target) = consumed(pos).parse(input)?;
    let unknown = || char('-').map(|_| None);
    let moves = alt((unknown(), consumed(number("the number of moves")).map(Some)));
    let (input, moves) = opt(preceded(space1, moves)).parse(input)?;
    let dump = recognize((char('!'), take_while1(|c: char| !c.is_whitespace())));
    let dump = alt((dump.map(Some), char('-').map(|_| None)));
    let (input, dump) = opt(preceded(space1, dump)).parse(input)?;
    let (moves, dump) = (moves.flatten(), dump.flatten());
    Ok((
        input,
        Id {
            faces,
            robots,
            robot,
            target,
            moves,
            dump,
        },
    ))
}

/// The number of moves of a puzzle for which DriftingDroids demands a ricochet.
const MOVES: &str = "x-driftingdroids-moves";

fn read(text: &str) -> Import {
    let mut import = lines::read(text, |_, line| {
        let id = all(text, line, id).map_err(|fault| vec![fault])?;
        let record = record(&id, text, line)?;
        match id.dump {
            Some(dump) => same_game(&record, dump, Span::of(text, dump)).map(|()| record),
            None => Ok(record),
        }
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
        let active = setup.robots.iter();
        let mut active = active.filter(|robot| target.robot.is_none_or(|name| name == robot.name));
        active.any(|robot| {
            let mut directions = Direction::ALL.into_iter();
            robot.square == target.square
                || directions.any(|direction| stops_on(target.square, robot.square, direction))
        })
    })
}

/// Checks that the dump after an ID is of the same game, so that nothing is lost.
fn same_game(record: &PuzzleRecord, dump: &str, place: Span) -> Result<(), Vec<Note>> {
    let mut import = super::dump::read(dump);
    for fault in &mut import.faults {
        fault.span = fault.span.shifted(place.start);
    }
    match import.records.as_slice() {
        _ if !import.faults.is_empty() => Err(import.faults),
        [other] if other.position == record.position => Ok(()),
        _ => {
            let note = Note::new(place, "this dump is of another game than the ID");
            Err(vec![note.with_help("replace or remove it")])
        }
    }
}

fn record(id: &Id<'_>, text: &str, line: &str) -> Result<PuzzleRecord, Vec<Note>> {
    let word = line.split_whitespace().next().unwrap_or_default();
    let head = Span::of(text, word);
    for (second, (digit, face)) in id.faces.iter().enumerate() {
        let mut before = id.faces.iter().take(second).map(|(_, face)| face);
        if let Some(first) = before.find(|other| other.tile() == face.tile()) {
            let message = format!(
                "{} and {} are faces of the same tile",
                first.name(),
                face.name()
            );
            let note = Note::new(Span::of(text, digit), message);
            return Err(vec![note.with_help("use four different tiles")]);
        }
    }
    let (board, _) = standard_board(id.faces.map(|(_, face)| face));
    let on_board = |pos: u32| square(&board, pos % 16, pos / 16);
    let mut items = BoardItems::default();
    for (name, (digits, pos)) in ROBOTS.into_iter().zip(&id.robots) {
        if let Some(square) = on_board(*pos) {
            items.robot(name, square, Span::of(text, digits));
        }
    }
    let (digits, pos) = id.target;
    if let Some(square) = on_board(pos) {
        let robot = id.robot.and_then(|robot| ROBOTS.get(robot).copied());
        items.target(robot, square, Span::of(text, digits));
    }
    let mut record = items.record_on(board, head, head)?;
    if let Some((digits, moves)) = id.moves {
        let span = Span::of(text, digits);
        match &record.position {
            Position::Ricochet(position) if moves > 1 && needs_ricochet(&position.into()) => {
                record.set_own_key(MOVES, moves.to_string(), span);
            }
            _ => record.set_key(Key::Moves, moves.to_string(), span),
        }
    }
    Ok(record)
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let setup = direct(record)?;
    let board = &setup.board;
    let Some(faces) = faces_of(board) else {
        return Err(Refusal::new(
            "expected a board of four printed faces, as in `tiles:`",
        ));
    };
    let digits = faces
        .iter()
        .filter_map(|face| Face::ALL.iter().position(|other| other == face));
    let digits: String = digits.map(|digit| format!("{digit:X}")).collect();
    let robots = in_order(&setup.robots)?;
    let target = only_target(&setup, "the format has only one target")?;
    let robot = match target.robot {
        Some(name) => ROBOTS.iter().position(|other| *other == name),
        None => Some(15),
    };
    let pos = |square: Square| format!("{:02X}", cell(board, square));
    let squares: String = robots.iter().map(|square| pos(*square)).collect();
    let id = format!(
        "{digits}+{}{:X}+{squares}+{}",
        robots.len(),
        robot.unwrap_or(15),
        pos(target.square)
    );
    Ok(lines::commented(record, &id))
}
