//! What stands on a Ricochet Robots board.

use crate::analysis::setup::Thing;
use crate::analysis::setup::standing::{
    Arrange, Standing, StandingId, blocks, is_floor, move_block, move_piece,
};
use crate::board::Square;
use crate::games::ricochet::{Setup, Target};
use crate::games::{Game, Position};

const GAME: Game = Game::Ricochet;

impl Arrange for Setup {
    fn standing(&self) -> Vec<Standing> {
        let robots = self.robots.iter();
        let robots = robots.map(|robot| (Thing::Piece(robot.name), robot.square));
        let diagonals = self.diagonals.iter();
        let diagonals = diagonals.map(|one| (Thing::Diagonal(one.kind, one.robot), one.square));
        let mut targets: Vec<Target> = Vec::new();
        for target in &self.targets {
            // A target that is said twice is one.
            if !targets.contains(target) {
                targets.push(*target);
            }
        }
        let targets = targets.iter();
        let targets = targets.map(|target| (Thing::Target(target.glyph()), target.square));
        let things = robots.chain(targets).chain(diagonals);
        let standing = things.map(|(thing, square)| Standing::new(GAME, &thing, square));
        standing.chain(blocks(GAME, &self.board)).collect()
    }

    fn moved(&self, id: &StandingId, to: Square) -> Option<Position> {
        let has_robot = self.robots.iter().any(|robot| robot.square == to);
        let has_target = self.targets.iter().any(|target| target.square == to);
        let has_diagonal = self.diagonals.iter().any(|one| one.square == to);
        let is_free = match id {
            StandingId::Target(..) => !has_target,
            StandingId::Diagonal(_) => !has_diagonal,
            StandingId::Block(_) => !has_robot && !has_target && !has_diagonal,
            _ => !has_robot,
        };
        if !is_floor(&self.board, to) || !is_free {
            return None;
        }
        let mut setup = self.clone();
        match *id {
            StandingId::Target(glyph, from) => {
                let is_it = |target: &Target| target.glyph() == glyph && target.square == from;
                let mut targets = setup.targets.iter_mut().filter(|target| is_it(target));
                targets.next()?.square = to;
                targets.for_each(|target| target.square = to);
            }
            StandingId::Diagonal(from) => {
                let mut diagonals = setup.diagonals.iter_mut();
                diagonals.find(|diagonal| diagonal.square == from)?.square = to;
            }
            StandingId::Block(from) => move_block(&mut setup.board, from, to)?,
            _ => move_piece(GAME, &mut setup.robots, id, to)?,
        }
        setup.position().ok().map(Into::into)
    }
}
