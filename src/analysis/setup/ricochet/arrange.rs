//! What stands on a Ricochet Robots board.

use crate::analysis::Colour;
use crate::analysis::setup::standing::{
    Arrange, Standing, StandingId, StandingKind, blocks, is_floor, move_block, move_piece,
};
use crate::board::Square;
use crate::games::ricochet::{Setup, Target};
use crate::games::{Diagonal, Piece, Position};

/// What a robot is called: `red robot R`.
fn name(letter: char) -> String {
    match Colour::of_robot(letter) {
        Some(colour) => format!("{} robot {letter}", colour.name()),
        None => format!("robot {letter}"),
    }
}

fn robot(&robot: &Piece) -> Standing {
    Standing {
        id: robot.into(),
        kind: StandingKind::Robot,
        square: robot.square,
        label: match robot.is_nameless() {
            true => "robot without a name".to_owned(),
            false => name(robot.name),
        },
    }
}

fn target(&target: &Target) -> Standing {
    Standing {
        id: StandingId::Target(target.glyph(), target.square),
        kind: StandingKind::Target,
        square: target.square,
        label: match target.robot {
            Some(robot) => format!("target of {}", name(robot)),
            None => "target of any robot".to_owned(),
        },
    }
}

fn diagonal(diagonal: &Diagonal) -> Standing {
    let glyph = diagonal.kind.glyph();
    Standing {
        id: StandingId::Diagonal(diagonal.square),
        kind: StandingKind::Diagonal,
        square: diagonal.square,
        label: match diagonal.robot {
            Some(robot) => format!("diagonal {glyph} of {}", name(robot)),
            None => format!("diagonal {glyph}"),
        },
    }
}

impl Arrange for Setup {
    fn standing(&self) -> Vec<Standing> {
        let robots = self.robots.iter().map(robot);
        let diagonals = self.diagonals.iter().map(diagonal);
        let mut targets: Vec<Target> = Vec::new();
        for target in &self.targets {
            // A target that is said twice is one.
            if !targets.contains(target) {
                targets.push(*target);
            }
        }
        robots
            .chain(targets.iter().map(target))
            .chain(diagonals)
            .chain(blocks(&self.board))
            .collect()
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
            _ => move_piece(&mut setup.robots, id, to)?,
        }
        setup.position().ok().map(Into::into)
    }
}
