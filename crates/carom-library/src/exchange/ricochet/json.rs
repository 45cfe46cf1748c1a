//! Objects of `json`.

use crate::board::Board;
use crate::exchange::json::{self, Notation, Reader};
use crate::games::ricochet::{Face, Setup, printed_diagonals, standard_board};
use crate::games::{BoardObject, BoardSetup, Diagonal, Placement, Position};

pub(crate) const JSON: Notation = Notation {
    members: &["walls", "blocks", "diagonals", "pieces", "targets", "tiles", "moves", "solution"],
    ..Notation::drawn("a robot `A` to `Z`, or `0` without a name", read)
};

fn read(reader: &mut Reader<'_, '_>) -> Option<Position> {
    let faces = match reader.object.tiles.is_empty() {
        true => None,
        false => Some(faces(reader)?),
    };
    let mut board = match faces {
        Some(faces) => standard_board(faces).0,
        None => reader.board(None)?,
    };
    reader.add_obstacles(&mut board);
    let mut objects = reader.objects(&board);
    objects.extend(match &reader.object.diagonals {
        Some(listed) => diagonals(reader, &board, listed),
        None => {
            let printed = faces.map(printed_diagonals).unwrap_or_default().into_iter();
            printed.map(Diagonal::placement).collect()
        }
    });
    let setup = Setup::new(board, &|word| reader.has_rule(word), &objects);
    reader.position(setup.position())
}

fn diagonals(
    reader: &mut Reader<'_, '_>,
    board: &Board,
    listed: &[json::Diagonal],
) -> Vec<Placement> {
    let diagonals = listed.iter().enumerate().filter_map(|(number, diagonal)| {
        let pointer = format!("/diagonals/{number}/square");
        let square = reader.square(board, diagonal.square, &pointer)?;
        Some(BoardObject::Diagonal(diagonal.kind, diagonal.robot).on(square))
    });
    diagonals.collect()
}

/// Returns the four printed faces of the board.
fn faces(reader: &mut Reader<'_, '_>) -> Option<[Face; 4]> {
    let names = &reader.object.tiles;
    let mut faces: Vec<Face> = Vec::new();
    for (number, name) in names.iter().enumerate() {
        match name.parse() {
            Ok(face) => {
                let face: Face = face;
                if faces.iter().any(|other| other.tile() == face.tile()) {
                    let message = format!("`{name}` is a side of a tile that is given before");
                    reader.fault(&format!("/tiles/{number}"), &message);
                }
                faces.push(face);
            }
            Err(_) => {
                let message = format!("expected a face such as 1A, found `{name}`");
                reader.fault(&format!("/tiles/{number}"), &message);
            }
        }
    }
    if reader.object.size.is_some() {
        reader.fault("/size", "unexpected size: the tiles give it");
    }
    if names.len() != 4 {
        reader.fault("/tiles", "expected four faces");
    }
    faces.try_into().ok()
}
