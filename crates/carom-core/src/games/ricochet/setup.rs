//! A Ricochet Robots board as its author wrote it, valid or not.

use std::collections::HashSet;

use super::{Position, Rules, Target};
use crate::board::Board;
use crate::games::{
    BoardObject, BoardSetup, Diagonal, Fault, FaultKind, Game, GameRules, Part, Piece, Placement,
    on_board, pieces_of,
};

/// A board as its author wrote it, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size, the blocks and the walls.
    pub board: Board,
    /// The rules in force.
    pub rules: Rules,
    /// The robots, in the order of the text.
    pub robots: Vec<Piece>,
    /// The targets, in the order of the text. There must be at least one.
    pub targets: Vec<Target>,
    /// The diagonals, in the order of the text.
    pub diagonals: Vec<Diagonal>,
}

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Fault::of_names(&self.robots);
        faults.extend(Fault::of_places(Game::Ricochet, &self.objects(), &self.board));
        if self.robots.is_empty() {
            faults.push(Fault::missing(FaultKind::NoRobot, "there is no robot"));
        }
        if self.targets.is_empty() {
            faults.push(Fault::missing(FaultKind::NoTarget, "there is no target"));
        }
        let names: HashSet<char> = self.robots.iter().map(|robot| robot.name).collect();
        for (number, target) in self.targets.iter().enumerate() {
            if let Some(name) = target.robot
                && !names.is_empty()
                && (name == Piece::NAMELESS || !names.contains(&name))
            {
                let message = format!("there is no robot {name} for this target");
                faults.push(Fault::at(Part::Target(number), FaultKind::NoRobotOfTarget, message));
            }
        }
        if faults.is_empty() {
            faults.extend(self.too_many_targets().map(|number| {
                let why = match self.targets[number].robot {
                    Some(_) => "two robots would have to stand on one square",
                    None => "each robot has to stand on a target of its own",
                };
                let message = format!("this target cannot hold with the others: {why}");
                Fault::at(Part::Target(number), FaultKind::TooManyTargets, message)
            }));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let (board, targets) = (self.board.clone(), self.targets.clone());
        Ok(Position::new(board, self.rules, targets, self.diagonals.clone(), &self.robots))
    }
}

impl BoardSetup for Setup {
    fn new(board: Board, has_rule: &dyn Fn(&str) -> bool, objects: &[Placement]) -> Self {
        Self {
            board,
            rules: Rules::of_words(has_rule),
            robots: pieces_of(objects),
            targets: on_board(objects, |object, square| match *object {
                BoardObject::Target(glyph) => {
                    let robot = (glyph != '*').then(|| glyph.to_ascii_uppercase());
                    Some(Target { square, robot })
                }
                _ => None,
            }),
            diagonals: on_board(objects, |object, square| match *object {
                BoardObject::Diagonal(kind, robot) => Some(Diagonal { square, kind, robot }),
                _ => None,
            }),
        }
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn objects(&self) -> Vec<Placement> {
        let robots = self.robots.iter().map(|robot| robot.placement());
        let target = |target: &Target| BoardObject::Target(target.glyph()).on(target.square);
        let diagonals = self.diagonals.iter().map(|diagonal| diagonal.placement());
        robots.chain(self.targets.iter().map(target)).chain(diagonals).collect()
    }

    fn rules(&self) -> Vec<&'static str> {
        let direct = (!self.rules.bounce).then_some("direct");
        let no_rebound = self.rules.no_rebound.then_some("no-rebound");
        let grouped = self.rules.is_grouped.then_some("grouped");
        [direct, no_rebound, grouped].into_iter().flatten().collect()
    }
}

/// The setup does not include how the robots have moved so far.
impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self {
            board: position.board().clone(),
            rules: position.rules(),
            robots: position.robots().collect(),
            targets: position.targets().to_vec(),
            diagonals: position.diagonals().to_vec(),
        }
    }
}
