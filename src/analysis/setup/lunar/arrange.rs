//! What stands on a Lunar Lockout board.

use super::TARGET;
use crate::analysis::setup::Thing;
use crate::analysis::setup::standing::{
    Arrange, Standing, StandingId, blocks, is_floor, move_block, move_piece,
};
use crate::board::Square;
use crate::games::lunar::Setup;
use crate::games::{Game, Position};

const GAME: Game = Game::Lunar;

impl Arrange for Setup {
    fn standing(&self) -> Vec<Standing> {
        let pieces = self.pieces.iter();
        let pieces = pieces.map(|piece| (Thing::Piece(piece.name), piece.square));
        let targets = self.targets.iter();
        let targets = targets.map(|&square| (Thing::Target(TARGET), square));
        let things = pieces.chain(targets);
        let standing = things.map(|(thing, square)| Standing::new(GAME, &thing, square));
        standing.chain(blocks(GAME, &self.board)).collect()
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
            _ => move_piece(GAME, &mut setup.pieces, id, to)?,
        }
        setup.position().ok().map(Into::into)
    }
}
