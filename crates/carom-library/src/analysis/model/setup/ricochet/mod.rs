//! Reading a Ricochet Robots puzzle.

mod keys;
mod tiles;
mod write;

pub(crate) use self::keys::NONE;

use super::source::{items, plain, put, size, with_free_name};
use super::{BoardObject, Entry, LocatedPosition, Mark, Notation, Source, entry};
use crate::analysis::model::moves::slide;
use crate::analysis::{Diagnostic, Lint};
use crate::board::{Board, Square};
use crate::games::ricochet::{Fault, Rules, Setup, Symbol, Target};
use crate::games::{Diagonal, DiagonalKind, Game, ItemPlace, Piece, Position};
use crate::syntax::{Key, ParsedSection};
use crate::text::Span;

/// The notation of Ricochet Robots.
pub(super) const NOTATION: Notation = Notation {
    keys: &[Key::Moves, Key::Target, Key::Tiles, Key::Robots, Key::Diagonals],
    glyph_help: "`.` is floor, `#` a block, a capital letter a robot, `0` one without a name, \
         a small letter a robot's target, `*` one of any, `/` and `\\` diagonals",
    example: (
        "puzzle ricochet\n  rules: direct\n  board:\n    . . . . .\n    . . . . .\n    R . r B .\n",
        &["R>"],
    ),
    usual_sizes: &[8, 12, 16],
    start,
    read,
    read_move: |token| slide(Game::Ricochet, token),
    keyed,
    words,
    shown,
    start_keys: &[],
};

fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    if !(2..=16).contains(&columns) || !(2..=16).contains(&rows) {
        return None;
    }
    let last = rows - 1;
    let mut rows = plain(columns, rows, '.');
    put(&mut rows, 0, 0, 'R');
    put(&mut rows, last, columns - 1, 'r');
    Some(rows)
}

fn keyed(object: &BoardObject, square: Square) -> Option<(Key, String)> {
    let (key, words) = match *object {
        BoardObject::Piece(name) => (Key::Robots, write::robot_words(&Piece { name, square })),
        BoardObject::Target(glyph) => {
            let robot = target_robot(glyph);
            let target = Target { square, robot };
            (Key::Target, write::target_words(&target, &[]))
        }
        BoardObject::Diagonal(kind, robot) => {
            let diagonal = Diagonal { square, kind, robot };
            (Key::Diagonals, write::diagonal_words(&diagonal))
        }
        BoardObject::Item(_) | BoardObject::Player | BoardObject::Block => return None,
    };
    Some((key, words.join(" ")))
}

fn words(key: Key) -> Vec<Entry> {
    match key {
        Key::Tiles => tiles::words(),
        Key::Target => {
            let any = Game::Ricochet
                .glyphs()
                .iter()
                .filter(|(glyph, _)| *glyph == '*')
                .map(|(glyph, meaning)| (glyph.to_string(), (*meaning).to_owned()));
            any.chain(Symbol::all().map(symbol)).collect()
        }
        Key::Diagonals => vec![entry(NONE, "without the diagonals that are printed on tiles")],
        _ => Vec::new(),
    }
}

fn shown(section: &ParsedSection, key: Key) -> Option<String> {
    (key == Key::Tiles).then(|| tiles::shown(section))?
}

fn symbol(symbol: Symbol) -> Entry {
    let meaning = match symbol.robot() {
        Some(robot) => format!("the symbol on a tile, a target of the robot {robot}"),
        None => "the symbol on a tile, a target of any robot".to_owned(),
    };
    (symbol.name().to_owned(), meaning)
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    let rules = Rules::of_words(&source.rules());
    let mut parts = Parts::default();
    let mut symbols = Vec::new();
    let ground = if let Some(field) = source.section.field(Key::Tiles) {
        tiles::read(source).map(|(board, printed, diagonals)| {
            let spans = std::iter::repeat(field.key_span);
            symbols = printed;
            parts.printed = diagonals.len();
            parts.diagonals = diagonals.into_iter().zip(spans).collect();
            (board, Vec::new())
        })
    } else {
        source.drawn_board(|glyph, square, span| parts.glyph(glyph, square, span))
    };
    keys::robots(source, &mut parts);
    keys::diagonals(source, &mut parts);
    keys::targets(source, &mut parts, ground.is_some().then_some(&symbols));
    let (board, cells) = ground?;
    let setup = Setup {
        board,
        rules,
        robots: items(&parts.robots),
        targets: items(&parts.targets),
        diagonals: items(&parts.diagonals),
    };
    match setup.position() {
        Ok(position) => Some(LocatedPosition {
            position: Position::Ricochet(position),
            marks: parts.marks(),
            pieces: parts.robots,
            cells,
        }),
        Err(faults) => {
            for fault in faults {
                let is_misread = match fault {
                    Fault::NoRobot => source.is_misread(Key::Robots),
                    Fault::NoTarget => source.is_misread(Key::Target),
                    _ => false,
                };
                if !is_misread {
                    source.report(report(fault, &parts, &setup.board, source));
                }
            }
            None
        }
    }
}

/// The parts of a setup, collected from the board and the keys of a puzzle, with their spans.
#[derive(Default)]
struct Parts {
    robots: Vec<(Piece, Span)>,
    targets: Vec<(Target, Span)>,
    diagonals: Vec<(Diagonal, Span)>,
    /// The number of printed diagonals, which come first.
    printed: usize,
}

impl Parts {
    fn glyph(&mut self, glyph: char, square: Square, span: Span) -> bool {
        match glyph {
            name if is_robot(name) => self.robots.push((Piece { name, square }, span)),
            'a'..='z' | '*' => {
                let robot = target_robot(glyph);
                self.targets.push((Target { square, robot }, span));
            }
            _ => {
                let robot = None;
                let Some(kind) = diagonal_kind(glyph) else {
                    return false;
                };
                let diagonal = Diagonal { square, kind, robot };
                self.diagonals.push((diagonal, span));
            }
        }
        true
    }

    /// Returns the targets and the diagonals, with the spans that place them. Printed diagonals
    /// have none.
    fn marks(&self) -> Vec<Mark> {
        let targets = self.targets.iter().map(|&(target, span)| {
            let object = BoardObject::Target(target.glyph());
            Mark::new(object, ItemPlace::Board(target.square), span)
        });
        let diagonals = self.diagonals.iter().enumerate().map(|(number, &(diagonal, span))| Mark {
            object: BoardObject::Diagonal(diagonal.kind, diagonal.robot),
            place: ItemPlace::Board(diagonal.square),
            span: (number >= self.printed).then_some(span),
        });
        targets.chain(diagonals).collect()
    }
}

const fn diagonal_kind(glyph: char) -> Option<DiagonalKind> {
    match glyph {
        '/' => Some(DiagonalKind::Slash),
        '\\' => Some(DiagonalKind::Backslash),
        _ => None,
    }
}

/// Whether `name` is the name of a robot: a capital letter, or `0` for one without a name.
const fn is_robot(name: char) -> bool {
    name.is_ascii_uppercase() || name == Piece::NAMELESS
}

/// Returns the robot of a target's glyph; `None` for `*`.
const fn target_robot(glyph: char) -> Option<char> {
    if glyph == '*' { None } else { Some(glyph.to_ascii_uppercase()) }
}

/// Maps a fault of a setup to the text.
fn report(fault: Fault, parts: &Parts, board: &Board, source: &Source<'_>) -> Diagnostic {
    let header = source.header;
    let robot = |number: usize| parts.robots.get(number).map_or(header, |(_, span)| *span);
    let target = |number: usize| parts.targets.get(number).map_or(header, |(_, span)| *span);
    let diagonal = |number: usize| parts.diagonals.get(number).map_or(header, |(_, span)| *span);
    let name = |number: usize| match parts.robots.get(number) {
        Some((robot, _)) if robot.name == Piece::NAMELESS => "a robot without a name".to_owned(),
        Some((robot, _)) => robot.name.to_string(),
        None => String::new(),
    };
    let robot_of_target = |number: usize| parts.targets.get(number)?.0.robot;
    let off_board = |span| {
        let message = format!("square is outside the board, which has {}", size(board));
        Diagnostic::new(Lint::BadSquare, span, message)
    };
    let occupied = |span, message: &str| Diagnostic::new(Lint::OccupiedSquare, span, message);
    match fault {
        Fault::NoRobot => Diagnostic::new(Lint::NoRobot, header, "there is no robot")
            .with_help("place one as a capital letter, or with `robots: R e5`"),
        Fault::NoTarget => Diagnostic::new(Lint::NoTarget, header, "there is no target")
            .with_help("place one as a robot's small letter or as `*`, or with `target: r c5`"),
        Fault::TooManyTargets(number) => {
            let why = match robot_of_target(number) {
                Some(_) => "two robots would have to stand on one square",
                None => "each robot has to stand on a target of its own",
            };
            let message = format!("this target cannot hold with the others: {why}");
            let help = "targets of one letter, or `*`, are a choice; all others must hold together";
            Diagnostic::new(Lint::TooManyTargets, target(number), message).with_help(help)
        }
        Fault::NoRobotForTarget(number) => {
            let name = robot_of_target(number).unwrap_or('?');
            let message = format!("there is no robot {name} for this target");
            Diagnostic::new(Lint::NoRobot, target(number), message)
        }
        Fault::SameName { first, second } => {
            let message = format!("duplicate piece {}", name(second));
            let report = Diagnostic::new(Lint::DuplicatePiece, robot(second), message)
                .with_related(robot(first), "first placed here");
            // Prefer the robots of the printed game.
            let names = ['R', 'G', 'B', 'Y', 'S'].into_iter().chain('A'..='Z');
            let is_taken = |name| parts.robots.iter().any(|(robot, _)| robot.name == name);
            with_free_name(report, source.text, names, is_taken)
        }
        Fault::RobotOnRobot { first, second } => {
            let message = format!("{} and {} stand on one square", name(first), name(second));
            occupied(robot(second), &message).with_related(robot(first), "the other robot is here")
        }
        Fault::RobotOnBlock(number) => {
            occupied(robot(number), &format!("{} stands on a block", name(number)))
        }
        Fault::TargetOnBlock(number) => occupied(target(number), "the target lies on a block"),
        Fault::DiagonalOnBlock(number) => {
            occupied(diagonal(number), "the diagonal stands on a block")
        }
        Fault::DiagonalOnDiagonal { first, second } => {
            occupied(diagonal(second), "two diagonals stand on one square")
                .with_related(diagonal(first), "the other diagonal is here")
        }
        Fault::RobotOffBoard(number) => off_board(robot(number)),
        Fault::TargetOffBoard(number) => off_board(target(number)),
        Fault::DiagonalOffBoard(number) => off_board(diagonal(number)),
    }
}
