//! What stands on a Lunar Lockout board.

use crate::analysis::setup::standing::{
    Arrange, Standing, StandingId, StandingKind, blocks, is_floor, move_block, move_piece,
};
use crate::board::Square;
use crate::games::lunar::{Setup, is_human};
use crate::games::{Piece, Position};

fn piece(&piece: &Piece) -> Standing {
    let (kind, label) = match piece.name {
        name if is_human(name) => (StandingKind::Human, format!("human {name}")),
        Piece::NAMELESS => (StandingKind::Robot, "robot without a name".to_owned()),
        name => (StandingKind::Robot, format!("robot {name}")),
    };
    Standing {
        id: piece.into(),
        kind,
        square: piece.square,
        label,
    }
}

fn target(&square: &Square) -> Standing {
    Standing {
        id: StandingId::Target('+', square),
        kind: StandingKind::Target,
        square,
        label: "target".to_owned(),
    }
}

impl Arrange for Setup {
    fn standing(&self) -> Vec<Standing> {
        let pieces = self.pieces.iter().map(piece);
        let targets = self.targets.iter().map(target);
        pieces.chain(targets).chain(blocks(&self.board)).collect()
    }

    fn moved(&self, id: &StandingId, to: Square) -> Option<Position> {
        let has_piece = self.pieces.iter().any(|piece| piece.square == to);
        let has_target = self.targets.contains(&to);
        let is_free = match id {
            StandingId::Target(..) => !has_target,
            StandingId::Block(_) => !has_piece && !has_target,
            _ => !has_piece,
        };
        if !is_floor(&self.board, to) || !is_free {
            return None;
        }
        let mut setup = self.clone();
        match *id {
            StandingId::Target(_, from) => {
                let mut targets = setup.targets.iter_mut();
                *targets.find(|square| **square == from)? = to;
            }
            StandingId::Block(from) => move_block(&mut setup.board, from, to)?,
            _ => move_piece(&mut setup.pieces, id, to)?,
        }
        setup.position().ok().map(Into::into)
    }
}
