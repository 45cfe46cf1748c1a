//! Reading a Ricochet Robots puzzle.

mod faults;
mod keys;
mod parts;
mod tiles;
mod write;

use std::mem::take;

use super::start::{plain, put};
use super::{BoardObject, Entry, LocatedPosition, Mark, Notation, Source, entry};
use crate::analysis::model::moves::{Wrong, slide};
use crate::board::Square;
use crate::games::ricochet::{Fault, Rules, Setup, Symbol, Target};
use crate::games::{Diagonal, Game, ItemPlace, Move, Piece, Position};
use crate::syntax::{Key, MoveText, ParsedSection};
use faults::Reporter;
pub(crate) use keys::NONE;
use parts::{Parts, target_robot};

/// The notation of Ricochet Robots.
pub(super) struct Ricochet;

impl Notation for Ricochet {
    fn keys(&self) -> &'static [Key] {
        &[
            Key::Moves,
            Key::Target,
            Key::Tiles,
            Key::Robots,
            Key::Diagonals,
        ]
    }

    fn glyph_help(&self) -> &'static str {
        "`.` is floor, `#` a block, a capital letter a robot, `0` one without a name, \
         a small letter a robot's target, `*` one of any, `/` and `\\` diagonals"
    }

    fn usual_sizes(&self) -> &'static [usize] {
        &[8, 12, 16]
    }

    fn start(&self, columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
        if !(2..=16).contains(&columns) || !(2..=16).contains(&rows) {
            return None;
        }
        let last = rows - 1;
        let mut rows = plain(columns, rows, '.');
        put(&mut rows, 0, 0, 'R');
        put(&mut rows, last, columns - 1, 'r');
        Some(rows)
    }

    fn read(&self, source: &mut Source<'_>) -> Option<LocatedPosition> {
        read(source)
    }

    fn read_move(&self, token: &MoveText) -> Result<Move, Wrong> {
        slide(Game::Ricochet, token)
    }

    fn keyed(&self, object: &BoardObject, square: Square) -> Option<(Key, String)> {
        let (key, words) = match *object {
            BoardObject::Piece(name) => (Key::Robots, write::robot_words(&Piece { name, square })),
            BoardObject::Target(glyph) => {
                let robot = target_robot(glyph);
                let target = Target { square, robot };
                (Key::Target, write::target_words(&target, &[]))
            }
            BoardObject::Diagonal(kind, robot) => {
                let diagonal = Diagonal {
                    square,
                    kind,
                    robot,
                };
                (Key::Diagonals, write::diagonal_words(&diagonal))
            }
            BoardObject::Item(_) | BoardObject::Player | BoardObject::Block => return None,
        };
        Some((key, words.join(" ")))
    }

    fn words(&self, key: Key) -> Vec<Entry> {
        match key {
            Key::Tiles => tiles::words(),
            Key::Target => {
                let any = Game::Ricochet.glyphs().iter();
                let any = any.filter(|(glyph, _)| *glyph == '*');
                let any = any.map(|(glyph, meaning)| (glyph.to_string(), (*meaning).to_owned()));
                any.chain(Symbol::all().map(symbol)).collect()
            }
            Key::Diagonals => vec![entry(
                NONE,
                "without the diagonals that are printed on tiles",
            )],
            _ => Vec::new(),
        }
    }

    fn shown(&self, section: &ParsedSection, key: Key) -> Option<String> {
        (key == Key::Tiles).then(|| tiles::shown(section))?
    }
}

fn symbol(symbol: Symbol) -> Entry {
    let meaning = match symbol.robot() {
        Some(robot) => format!("the symbol on a tile, a target of the robot {robot}"),
        None => "the symbol on a tile, a target of any robot".to_owned(),
    };
    (symbol.name().to_owned(), meaning)
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    let rules = rules(source);
    let mut parts = Parts::default();
    let ground = if let Some(field) = source.section.field(Key::Tiles) {
        let tiles = field.key_span;
        tiles::read(source).map(|(board, symbols, diagonals)| {
            parts.printed = diagonals.len();
            for Diagonal {
                square,
                kind,
                robot,
            } in diagonals
            {
                parts.diagonal(kind, robot, square, tiles);
            }
            (board, Vec::new(), symbols)
        })
    } else {
        let drawn = source.drawn_board(|glyph, square, span| parts.glyph(glyph, square, span));
        drawn.map(|(board, cells)| (board, cells, Vec::new()))
    };
    keys::robots(source, &mut parts);
    keys::diagonals(source, &mut parts);
    keys::targets(source, &mut parts, ground.as_ref());
    let (board, cells, _) = ground?;
    let setup = Setup {
        board,
        rules,
        robots: take(&mut parts.robots),
        targets: take(&mut parts.targets),
        diagonals: take(&mut parts.diagonals),
    };
    match setup.position() {
        Ok(position) => Some(LocatedPosition {
            position: Position::Ricochet(position),
            marks: marks(&setup, &parts),
            pieces: setup.robots.into_iter().zip(parts.robot_spans).collect(),
            cells,
        }),
        Err(faults) => {
            let reporter = Reporter {
                setup: &setup,
                robots: &parts.robot_spans,
                targets: &parts.target_spans,
                diagonals: &parts.diagonal_spans,
                header: source.header,
                text: source.text,
            };
            for fault in faults {
                let misread = match fault {
                    Fault::NoRobot => source.is_misread(Key::Robots),
                    Fault::NoTarget => source.is_misread(Key::Target),
                    _ => false,
                };
                if misread {
                    continue;
                }
                source.report(reporter.report(fault));
            }
            None
        }
    }
}

/// Returns the targets and the diagonals, with the spans that place them. Printed diagonals have
/// none.
fn marks(setup: &Setup, parts: &Parts) -> Vec<Mark> {
    let targets = setup.targets.iter().zip(&parts.target_spans);
    let targets = targets.map(|(target, &span)| {
        let object = BoardObject::Target(target.glyph());
        Mark::new(object, ItemPlace::Board(target.square), span)
    });
    let diagonals = setup.diagonals.iter().zip(&parts.diagonal_spans);
    let diagonals = diagonals.enumerate().map(|(at, (diagonal, &span))| Mark {
        object: BoardObject::Diagonal(diagonal.kind, diagonal.robot),
        place: ItemPlace::Board(diagonal.square),
        span: (at >= parts.printed).then_some(span),
    });
    targets.chain(diagonals).collect()
}

fn rules(source: &mut Source<'_>) -> Rules {
    let words = source.rule_words();
    let has = |text: &str| words.iter().any(|word| word == text);
    Rules::of_words(&has)
}
