//! What stands on a Slider board.

use crate::analysis::setup::standing::{
    Arrange, Standing, StandingId, StandingKind, blocks, is_floor, move_block,
};
use crate::board::Square;
use crate::games::Position;
use crate::games::slider::{Man, Setup};

fn id(man: &Man) -> StandingId {
    StandingId::Nameless(man.side.glyph(), man.square)
}

fn man(man: &Man) -> Standing {
    Standing {
        id: id(man),
        kind: StandingKind::Piece,
        square: man.square,
        label: format!("piece of {}", man.side.glyph()),
    }
}

impl Arrange for Setup {
    fn standing(&self) -> Vec<Standing> {
        let men = self.men.iter().map(man);
        men.chain(blocks(&self.board)).collect()
    }

    fn moved(&self, moved: &StandingId, to: Square) -> Option<Position> {
        let has_man = self.men.iter().any(|man| man.square == to);
        if !is_floor(&self.board, to) || has_man {
            return None;
        }
        let mut setup = self.clone();
        match *moved {
            StandingId::Block(from) => move_block(&mut setup.board, from, to)?,
            _ => {
                let mut men = setup.men.iter_mut();
                men.find(|man| id(man) == *moved)?.square = to;
            }
        }
        setup.position().ok().map(Into::into)
    }
}
