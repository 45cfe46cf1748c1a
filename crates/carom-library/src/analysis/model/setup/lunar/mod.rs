//! Reading a Lunar Lockout puzzle.

use super::source::starter;
use super::write::WriteSetup;
use super::{KeyNotation, LocatedPosition, Notation, Source};
use crate::analysis::model::moves::slide;
use crate::board::Square;
use crate::games::lunar::Setup;
use crate::games::{BoardObject, FaultKind, Game};
use crate::syntax::Key;

/// The notation of Lunar Lockout.
pub(super) const NOTATION: Notation = Notation {
    keys: KeyNotation { known: &[Key::Moves, Key::Target], keyed, ..KeyNotation::MOVES },
    glyph_help: "`.` is floor, `#` a block, `+` a target, `@` or a digit a human, \
         a capital letter a robot, `0` one without a name",
    fault_help: &[
        (FaultKind::NoHuman, "place one as `@`, or several as `1` to `9`"),
        (FaultKind::NoTarget, "place one as `+`, or under a piece with `target: c3`"),
        (FaultKind::TooFewTargets, "add targets, or let humans leave the board with `rules: exit`"),
    ],
    example: ("puzzle lunar\n  board:\n    . . . . .\n    @ . + A .\n    . . . . .\n", &["@>"]),
    usual_sizes: &[5, 7, 9],
    start,
    read,
    read_move: |token| slide(Game::Lunar, token),
    names: "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
};

fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    let middle = rows / 2;
    let glyphs = || vec![(middle, 0, '@'), (middle, columns - 2, '+'), (middle, columns - 1, 'A')];
    starter((columns, rows), (3, 1), glyphs)
}

fn keyed(object: &BoardObject, square: Square) -> Option<(Key, String)> {
    matches!(object, BoardObject::Target(_)).then(|| (Key::Target, square.to_string()))
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    for word in source.groups(Key::Target).concat() {
        if let Some(square) = source.square(&word) {
            source.add(BoardObject::Target('+').on(square), word.span);
        }
    }
    let setup: Setup = source.setup()?;
    source.located(setup.position())
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Lunar
    }
}
