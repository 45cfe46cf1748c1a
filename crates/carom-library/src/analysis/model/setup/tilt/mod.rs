//! Reading a Tilt puzzle.

use super::source::starter;
use super::write::WriteSetup;
use super::{KeyNotation, LocatedPosition, Notation, Source};
use crate::analysis::model::moves::Wrong;
use crate::games::tilt::{GREEN, HOLE, Setup, Tilt};
use crate::games::{FaultKind, Game, Move};
use crate::syntax::{MoveKind, MoveText};

/// The notation of Tilt.
pub(super) const NOTATION: Notation = Notation {
    keys: KeyNotation::MOVES,
    names: "",
    glyph_help: "`.` is floor, `#` a block, `+` a hole, `G` a green piece, `B` a blue one",
    fault_help: &[
        (FaultKind::NoPiece, "place one as `G`"),
        (FaultKind::NoTarget, "place one as `+`"),
    ],
    example: ("puzzle tilt\n  board:\n    . . . .\n    . . . +\n    G . B .\n", &[">"]),
    usual_sizes: &[5, 6, 8],
    start,
    read,
    read_move,
};

/// One green piece, which falls after two tilts.
fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    let glyphs = || vec![(0, 0, GREEN), (rows - 1, columns - 1, HOLE)];
    starter((columns, rows), (2, 2), glyphs)
}

fn read_move(token: &MoveText) -> Result<Move, Wrong> {
    match &token.kind {
        MoveKind::Move { subject, arrow, walk: None } if subject.text.is_empty() => {
            Ok(Tilt(arrow.arrow).into())
        }
        _ => Err(Wrong::form(Game::Tilt, token)),
    }
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    let setup: Setup = source.setup()?;
    source.located(setup.position())
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Tilt
    }
}
