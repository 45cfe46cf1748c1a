//! Objects of `json` for Tilt.

use crate::exchange::json::{Members, Notation, Reader, name};
use crate::games::tilt::{BLUE, Fault, GREEN, HOLE, Setup};
use crate::games::{Piece, Position};

pub(super) const JSON: Notation = Notation {
    members: &["walls", "blocks", "pieces", "targets", "moves", "solution"],
    read,
    write,
};

fn read(reader: &mut Reader<'_, '_>) -> Option<Position> {
    let mut board = reader.board(None)?;
    reader.add_obstacles(&mut board);
    let is_piece = |name| matches!(name, GREEN | BLUE);
    let mut objects = reader.pieces(&board, "`G` or `B`", is_piece);
    let pieces = objects.len();
    for (number, (square, piece)) in reader.targets(&board).into_iter().enumerate() {
        if piece.is_some() {
            let message = "a hole is for every piece: expected no `robot`";
            reader.fault(&format!("/targets/{number}"), message);
        }
        objects.push(Piece { name: HOLE, square });
    }
    reader.position(Setup { board, objects }.position(), |fault| match fault {
        // Pieces are on free squares of the board, and holes on the board.
        Fault::OffBoard(number) | Fault::Occupied(number) => {
            (format!("/targets/{}", number - pieces), "the square is taken".to_owned())
        }
        fault => (String::new(), fault.to_string()),
    })
}

fn write(position: &Position, members: &mut Members) {
    let Position::Tilt(position) = position else {
        return;
    };
    let Setup { board, objects } = Setup::from(position);
    members.add_board(&board);
    let (holes, pieces): (Vec<Piece>, Vec<Piece>) =
        objects.into_iter().partition(|object| object.name == HOLE);
    members.add_pieces(pieces.into_iter());
    members.add_list("targets", holes.into_iter().map(|hole| name(hole.square)));
}
