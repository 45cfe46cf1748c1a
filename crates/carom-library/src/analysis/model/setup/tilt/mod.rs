//! Reading a Tilt puzzle.

use super::source::{items, plain, put};
use super::write::{Canvas, Unwritable, WriteSetup};
use super::{BoardObject, LocatedPosition, Mark, Notation, Source};
use crate::analysis::model::moves::Wrong;
use crate::analysis::{Diagnostic, Lint};
use crate::games::tilt::{BLUE, Fault, GREEN, HOLE, Setup, Tilt};
use crate::games::{Game, ItemPlace, Move, Piece, Position};
use crate::syntax::{Draft, Key, MoveKind, MoveText};

/// The notation of Tilt.
pub(super) const NOTATION: Notation = Notation {
    keys: &[Key::Moves],
    glyph_help: "`.` is floor, `#` a block, `+` a hole, `G` a green piece, `B` a blue one",
    example: ("puzzle tilt\n  board:\n    . . . .\n    . . . +\n    G . B .\n", &[">"]),
    usual_sizes: &[5, 6, 8],
    start,
    read,
    read_move,
    keyed: |_, _| None,
    start_keys: &[],
    words: |_| Vec::new(),
    shown: |_, _| None,
};

/// One green piece, which falls after two tilts.
fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    if !(2..=16).contains(&columns) || !(2..=16).contains(&rows) {
        return None;
    }
    let mut drawn = plain(columns, rows, '.');
    put(&mut drawn, 0, 0, GREEN);
    put(&mut drawn, rows - 1, columns - 1, HOLE);
    Some(drawn)
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
    source.rule_words();
    let mut objects = Vec::new();
    let drawn = source.drawn_board(|name, square, span| {
        let is_known = matches!(name, GREEN | BLUE | HOLE);
        if is_known {
            objects.push((Piece { name, square }, span));
        }
        is_known
    });
    let (board, cells) = drawn?;
    let setup = Setup { board, objects: items(&objects) };
    match setup.position() {
        Ok(position) => {
            let (holes, pieces) = objects.into_iter().partition(|(object, _)| object.name == HOLE);
            let holes: Vec<(Piece, _)> = holes;
            let marks = holes.into_iter().map(|(hole, span)| {
                Mark::new(BoardObject::Target(HOLE), ItemPlace::Board(hole.square), span)
            });
            let (position, marks) = (Position::Tilt(position), marks.collect());
            Some(LocatedPosition { position, pieces, marks, cells })
        }
        Err(faults) => {
            for fault in faults {
                let (lint, help) = match fault {
                    Fault::NoGreenPiece => (Lint::MissingPieces, "place one as `G`"),
                    Fault::NoHole => (Lint::NoTarget, "place one as `+`"),
                    Fault::OffBoard(_) | Fault::Occupied(_) => {
                        unreachable!("each object is drawn on a square of its own")
                    }
                };
                let message = fault.to_string();
                source.report(Diagnostic::new(lint, source.header, message).with_help(help));
            }
            None
        }
    }
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Tilt
    }

    fn rules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        let mut canvas = Canvas::new(&self.board);
        for object in &self.objects {
            if !matches!(object.name, GREEN | BLUE | HOLE) {
                return Err(Unwritable::Name(object.name.to_string()));
            }
            canvas.place(object.square, object.name)?;
        }
        draft.set_board(canvas.drawing());
        Ok(())
    }
}
