//! A Ricochet Robots board as its author wrote it, valid or not.

use std::collections::{HashMap, HashSet};

use super::{Position, Rules, Target};
use crate::board::Board;
use crate::games::{Diagonal, GameRules, Piece};

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

/// A fault of a [`Setup`]. Robots, targets and diagonals are identified by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no robot.
    #[error("there is no robot")]
    NoRobot,
    /// There is no target.
    #[error("there is no target")]
    NoTarget,
    /// This target, or one of its alternatives, cannot be held at the same time as the targets
    /// before: there are too few squares or robots.
    #[error("target {} cannot be reached together with the targets before it", .0 + 1)]
    TooManyTargets(usize),
    /// The target is for a robot that is not on the board.
    #[error("target {} is for a robot that is not on the board", .0 + 1)]
    NoRobotForTarget(usize),
    /// Two robots have the same name.
    #[error("robots {} and {} have the same name", first + 1, second + 1)]
    SameName {
        /// The first robot with the name.
        first: usize,
        /// The second robot with the name.
        second: usize,
    },
    /// Two robots are on one square.
    #[error("robots {} and {} are on the same square", first + 1, second + 1)]
    RobotOnRobot {
        /// The first robot on the square.
        first: usize,
        /// The second robot on the square.
        second: usize,
    },
    /// A robot is outside the board.
    #[error("robot {} is outside the board", .0 + 1)]
    RobotOffBoard(usize),
    /// A robot is on a block.
    #[error("robot {} is on a block", .0 + 1)]
    RobotOnBlock(usize),
    /// A target is outside the board.
    #[error("target {} is outside the board", .0 + 1)]
    TargetOffBoard(usize),
    /// A target is on a block.
    #[error("target {} is on a block", .0 + 1)]
    TargetOnBlock(usize),
    /// A diagonal is outside the board.
    #[error("diagonal {} is outside the board", .0 + 1)]
    DiagonalOffBoard(usize),
    /// A diagonal is on a block.
    #[error("diagonal {} is on a block", .0 + 1)]
    DiagonalOnBlock(usize),
    /// Two diagonals are on one square.
    #[error("diagonals {} and {} are on the same square", first + 1, second + 1)]
    DiagonalOnDiagonal {
        /// The first diagonal on the square.
        first: usize,
        /// The second diagonal on the square.
        second: usize,
    },
}

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Vec::new();
        self.check_robots(&mut faults);
        self.check_targets(&mut faults);
        self.check_diagonals(&mut faults);
        if faults.is_empty() {
            faults.extend(self.too_many_targets().map(Fault::TooManyTargets));
        }
        if faults.is_empty() {
            Ok(Position::new(
                self.board.clone(),
                self.rules,
                self.targets.clone(),
                self.diagonals.clone(),
                &self.robots,
            ))
        } else {
            Err(faults)
        }
    }

    fn check_robots(&self, faults: &mut Vec<Fault>) {
        if self.robots.is_empty() {
            faults.push(Fault::NoRobot);
        }
        let mut names = HashMap::new();
        let mut squares = HashMap::new();
        for (second, robot) in self.robots.iter().enumerate() {
            let named = match robot.name == Piece::NAMELESS {
                true => second,
                false => *names.entry(robot.name).or_insert(second),
            };
            let placed = *squares.entry(robot.square).or_insert(second);
            let first = named.min(placed);
            if first < second {
                faults.push(if first == named {
                    Fault::SameName { first, second }
                } else {
                    Fault::RobotOnRobot { first, second }
                });
            }
            if !self.board.contains(robot.square) {
                faults.push(Fault::RobotOffBoard(second));
            } else if self.board.blocks().contains(robot.square) {
                faults.push(Fault::RobotOnBlock(second));
            }
        }
    }

    fn check_targets(&self, faults: &mut Vec<Fault>) {
        if self.targets.is_empty() {
            faults.push(Fault::NoTarget);
        }
        let names: HashSet<char> = self.robots.iter().map(|robot| robot.name).collect();
        for (number, target) in self.targets.iter().enumerate() {
            if !self.board.contains(target.square) {
                faults.push(Fault::TargetOffBoard(number));
            } else if self.board.blocks().contains(target.square) {
                faults.push(Fault::TargetOnBlock(number));
            }
            if let Some(name) = target.robot
                && !names.is_empty()
                && (name == Piece::NAMELESS || !names.contains(&name))
            {
                faults.push(Fault::NoRobotForTarget(number));
            }
        }
    }

    fn check_diagonals(&self, faults: &mut Vec<Fault>) {
        let mut squares = HashMap::new();
        for (second, diagonal) in self.diagonals.iter().enumerate() {
            let first = *squares.entry(diagonal.square).or_insert(second);
            if first != second {
                faults.push(Fault::DiagonalOnDiagonal { first, second });
            }
            if !self.board.contains(diagonal.square) {
                faults.push(Fault::DiagonalOffBoard(second));
            } else if self.board.blocks().contains(diagonal.square) {
                faults.push(Fault::DiagonalOnBlock(second));
            }
        }
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
