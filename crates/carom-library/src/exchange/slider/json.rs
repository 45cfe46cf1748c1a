//! Objects of `json`.

use crate::exchange::json::{Members, Notation, Reader};
use crate::games::slider::{Fault, Man, Setup, Side};
use crate::games::{Piece, Position};

pub(crate) const JSON: Notation = Notation {
    members: &["walls", "blocks", "pieces", "to-move", "result", "solution"],
    read,
    write,
};

fn read(reader: &mut Reader<'_, '_>) -> Option<Position> {
    let mut board = reader.board(None)?;
    reader.add_obstacles(&mut board);
    let is_side = |name| Side::from_glyph(name).is_some();
    let pieces = reader.pieces(&board, "`H` or `V`", is_side);
    let man = |piece: Piece| {
        let side = Side::from_glyph(piece.name)?;
        let square = piece.square;
        Some(Man { side, square })
    };
    let to_move = reader.object.to_move.map(Side::from_glyph);
    if to_move == Some(None) {
        reader.fault("/to-move", "expected `H` or `V`");
    }
    let setup = Setup {
        board,
        to_move: to_move.flatten().unwrap_or(Side::H),
        men: pieces.into_iter().filter_map(man).collect(),
    };
    reader.position(setup.position(), |fault| {
        let pointer = match fault {
            Fault::NotSquare { .. } | Fault::TooSmall { .. } => "/size",
            _ => "",
        };
        (pointer.to_owned(), fault.to_string())
    })
}

fn write(position: &Position, members: &mut Members) {
    let Position::Slider(position) = position else {
        return;
    };
    let setup = Setup::from(position);
    members.add_board(&setup.board);
    members.add_pieces(
        setup.men.into_iter().map(|man| Piece { name: man.side.glyph(), square: man.square }),
    );
    members.add("to-move", setup.to_move.glyph().to_string());
}
