//! Reading a Ricochet Robots puzzle.

mod keys;
mod tiles;
mod write;

pub(crate) use self::keys::NONE;

use super::source::starter;
use super::{Entry, KeyNotation, LocatedPosition, Notation, Source, entry};
use crate::analysis::model::moves::slide;
use crate::board::Square;
use crate::games::ricochet::{Setup, Symbol};
use crate::games::{BoardObject, BoardSetup, Diagonal, FaultKind, Game};
use crate::syntax::{Key, ParsedSection};

/// The notation of Ricochet Robots.
pub(super) const NOTATION: Notation = Notation {
    keys: KeyNotation {
        known: &[Key::Moves, Key::Target, Key::Tiles, Key::Robots, Key::Diagonals],
        keyed,
        words,
        shown,
        ..KeyNotation::MOVES
    },
    glyph_help: "`.` is floor, `#` a block, a capital letter a robot, `0` one without a name, \
         a small letter a robot's target, `*` one of any, `/` and `\\` diagonals",
    fault_help: &[
        (FaultKind::NoRobot, "place one as a capital letter, or with `robots: R e5`"),
        (
            FaultKind::NoTarget,
            "place one as a robot's small letter or as `*`, or with `target: r c5`",
        ),
        (
            FaultKind::TooManyTargets,
            "targets of one letter, or `*`, are a choice; all others must hold together",
        ),
    ],
    example: (
        "puzzle ricochet\n  rules: direct\n  board:\n    . . . . .\n    . . . . .\n    R . r B .\n",
        &["R>"],
    ),
    usual_sizes: &[8, 12, 16],
    start,
    read,
    read_move: |token| slide(Game::Ricochet, token),
    names: "RGBYSABCDEFGHIJKLMNOPQRSTUVWXYZ",
};

fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    starter((columns, rows), (2, 2), || vec![(0, 0, 'R'), (rows - 1, columns - 1, 'r')])
}

fn keyed(object: &BoardObject, square: Square) -> Option<(Key, String)> {
    let (key, object) = match *object {
        BoardObject::Piece(name) => (Key::Robots, name.to_string()),
        BoardObject::Target(glyph) => (Key::Target, glyph.to_string()),
        BoardObject::Diagonal(kind, robot) => {
            let robot = robot.map(String::from).unwrap_or_default();
            (Key::Diagonals, format!("{robot}{}", kind.glyph()))
        }
        BoardObject::Item(_) | BoardObject::Player | BoardObject::Block => return None,
    };
    Some((key, format!("{object} {square}")))
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
    let has_rule = source.rules();
    let mut symbols = Vec::new();
    let board = if source.section.field(Key::Tiles).is_some() {
        tiles::read(source).map(|(board, printed, diagonals)| {
            symbols = printed;
            let diagonals = diagonals.into_iter().map(Diagonal::placement);
            source.objects.extend(diagonals.map(|printed| (printed, None)));
            board
        })
    } else {
        source.board_with_objects()
    };
    keys::robots(source);
    keys::diagonals(source);
    keys::targets(source, board.is_some().then_some(&symbols));
    let setup = Setup::new(board?, &has_rule, &source.placements());
    source.located(setup.position())
}
