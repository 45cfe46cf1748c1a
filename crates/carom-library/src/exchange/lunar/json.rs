//! Objects of `json`.

use crate::exchange::json::{Members, Notation, Reader, name};
use crate::games::Position;
use crate::games::lunar::{Fault, Rule, Setup, is_human, is_robot};

pub(crate) const JSON: Notation = Notation {
    members: &["walls", "blocks", "pieces", "targets", "moves", "solution"],
    read,
    write,
};

fn read(reader: &mut Reader<'_, '_>) -> Option<Position> {
    let mut board = reader.board(None)?;
    reader.add_obstacles(&mut board);
    let what = "a human `@` or `1` to `9`, or a robot `A` to `Z` or `0`";
    let pieces = reader.pieces(&board, what, |name| is_human(name) || is_robot(name));
    let targets = reader.targets(&board);
    if let Some(number) = targets.iter().position(|(_, robot)| robot.is_some()) {
        let message = "a target is for every human: expected no `robot`";
        reader.fault(&format!("/targets/{number}"), message);
    }
    let (rule, is_grouped) = Rule::of_words(&|word| reader.has_rule(word));
    let setup = Setup {
        board,
        rule,
        is_grouped,
        pieces,
        targets: targets.into_iter().map(|(square, _)| square).collect(),
    };
    reader.position(setup.position(), |fault| match fault {
        Fault::SameName { second, .. } => {
            (format!("/pieces/{second}/name"), "two pieces have this name".to_owned())
        }
        Fault::TargetOnBlock(number) => {
            (format!("/targets/{number}"), "target on a block".to_owned())
        }
        fault => (String::new(), fault.to_string()),
    })
}

fn write(position: &Position, members: &mut Members) {
    let Position::Lunar(position) = position else {
        return;
    };
    let setup = Setup::from(position);
    members.add_board(&setup.board);
    members.add_pieces(setup.pieces.into_iter());
    members.add_list("targets", setup.targets.into_iter().map(name));
}
