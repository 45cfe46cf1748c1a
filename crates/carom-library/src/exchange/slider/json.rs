//! Objects of `json`.

use crate::exchange::json::{Members, Notation, Reader};
use crate::games::Position;
use crate::games::slider::{Setup, Side};

pub(crate) const JSON: Notation = Notation {
    members: &["walls", "blocks", "pieces", "to-move", "result", "solution"],
    pieces: "`H` or `V`",
    read,
    write,
};

fn read(reader: &mut Reader<'_, '_>) -> Option<Position> {
    let setup: Setup = reader.setup()?;
    let to_move = match reader.object.to_move.map(Side::from_glyph) {
        Some(Some(side)) => side,
        Some(None) => {
            // The faults of the board follow.
            reader.fault("/to-move", "expected `H` or `V`");
            setup.to_move
        }
        None => setup.to_move,
    };
    reader.position(Setup { to_move, ..setup }.position())
}

fn write(position: &Position, members: &mut Members) {
    if let Position::Slider(position) = position {
        members.add("to-move", position.to_move().glyph().to_string());
    }
}
