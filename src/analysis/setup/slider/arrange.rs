//! What stands on a Slider board.

use crate::analysis::setup::Thing;
use crate::analysis::setup::standing::{
    Arrange, Standing, StandingId, blocks, is_floor, move_block,
};
use crate::board::Square;
use crate::games::slider::{Man, Setup};
use crate::games::{Game, Position};

const GAME: Game = Game::Slider;

fn standing(man: &Man) -> Standing {
    Standing::new(GAME, &Thing::Piece(man.side.glyph()), man.square)
}

impl Arrange for Setup {
    fn standing(&self) -> Vec<Standing> {
        let men = self.men.iter().map(standing);
        men.chain(blocks(GAME, &self.board)).collect()
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
                men.find(|man| standing(man).id == *moved)?.square = to;
            }
        }
        setup.position().ok().map(Into::into)
    }
}
