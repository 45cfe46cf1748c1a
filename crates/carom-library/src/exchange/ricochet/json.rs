//! Objects of `json`.

use serde_json::json;

use crate::board::Board;
use crate::exchange::json::{self, Members, Notation, Reader, name};
use crate::games::ricochet::{
    Face, Fault, Rules, Setup, Target, printed_diagonals, standard_board,
};
use crate::games::{Diagonal, Piece, Position};

pub(crate) const JSON: Notation = Notation {
    members: &["walls", "blocks", "diagonals", "pieces", "targets", "tiles", "moves", "solution"],
    read,
    write,
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
    let what = "a robot `A` to `Z`, or `0` without a name";
    let is_name = |name: char| name.is_ascii_uppercase() || name == Piece::NAMELESS;
    let robots = reader.pieces(&board, what, is_name);
    let targets = reader
        .targets(&board)
        .into_iter()
        .map(|(square, robot)| Target { square, robot })
        .collect();
    let diagonals = match &reader.object.diagonals {
        Some(listed) => diagonals(reader, &board, listed),
        None => faces.map(printed_diagonals).unwrap_or_default(),
    };
    let setup = Setup {
        board,
        rules: Rules::of_words(&|word| reader.has_rule(word)),
        robots,
        targets,
        diagonals,
    };
    reader.position(setup.position(), |fault| {
        let (list, number, message) = match fault {
            Fault::SameName { second, .. } => {
                let pointer = format!("/pieces/{second}/name");
                return (pointer, "two robots have this name".to_owned());
            }
            Fault::TooManyTargets(number) => {
                ("targets", number, "cannot be reached together with the targets before it")
            }
            Fault::NoRobotForTarget(number) => ("targets", number, "no robot for this target"),
            Fault::TargetOnBlock(number) => ("targets", number, "target on a block"),
            Fault::DiagonalOnBlock(number) => ("diagonals", number, "diagonal on a block"),
            Fault::DiagonalOnDiagonal { second, .. } => {
                ("diagonals", second, "two diagonals on one square")
            }
            fault => return (String::new(), fault.to_string()),
        };
        (format!("/{list}/{number}"), message.to_owned())
    })
}

fn diagonals(
    reader: &mut Reader<'_, '_>,
    board: &Board,
    listed: &[json::Diagonal],
) -> Vec<Diagonal> {
    let diagonals = listed.iter().enumerate().filter_map(|(number, diagonal)| {
        let pointer = format!("/diagonals/{number}/square");
        let square = reader.square(board, diagonal.square, &pointer)?;
        let kind = diagonal.kind;
        let robot = diagonal.robot;
        Some(Diagonal { square, kind, robot })
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

fn write(position: &Position, members: &mut Members) {
    let Position::Ricochet(position) = position else {
        return;
    };
    let setup = Setup::from(position);
    members.add_board(&setup.board);
    members.add_pieces(setup.robots.into_iter());
    let targets = setup.targets.iter().map(|target| match target.robot {
        Some(robot) => json!({"square": name(target.square), "robot": robot.to_string()}),
        None => name(target.square),
    });
    members.add_list("targets", targets);
    let diagonals = setup.diagonals.iter().map(|diagonal| {
        let (square, kind) = (name(diagonal.square), diagonal.kind.glyph().to_string());
        match diagonal.robot {
            Some(robot) => json!({"square": square, "kind": kind, "robot": robot.to_string()}),
            None => json!({"square": square, "kind": kind}),
        }
    });
    members.add_list("diagonals", diagonals);
}
