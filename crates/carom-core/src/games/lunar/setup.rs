//! A Lunar Lockout board as its author wrote it, valid or not.

use std::collections::HashMap;

use super::{Position, Rule, is_human};
use crate::board::{Bitboard, Board, Square};
use crate::games::{GameRules, Piece};

/// A board as its author wrote it, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size, the blocks and the walls.
    pub board: Board,
    /// The rule for humans on targets.
    pub rule: Rule,
    /// `grouped`: consecutive slides of one piece count as one move.
    pub is_grouped: bool,
    /// Humans and robots, in the order of the text.
    pub pieces: Vec<Piece>,
    /// The targets, in the order of the text.
    pub targets: Vec<Square>,
}

/// A fault of a [`Setup`]. Pieces and targets are identified by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no human.
    #[error("there is no human")]
    NoHuman,
    /// There is no target.
    #[error("there is no target")]
    NoTarget,
    /// Under `stay`, there are more humans than targets.
    #[error("there are {humans} humans, but only {targets} targets")]
    TooFewTargets {
        /// The number of humans.
        humans: usize,
        /// The number of different targets.
        targets: usize,
    },
    /// Two pieces have one name.
    #[error("pieces {} and {} have the same name", first + 1, second + 1)]
    SameName {
        /// The piece that had it first.
        first: usize,
        /// The piece that has it again.
        second: usize,
    },
    /// A target is outside the board.
    #[error("target {} is outside the board", .0 + 1)]
    TargetOffBoard(usize),
    /// A target lies on a block.
    #[error("target {} is on a block", .0 + 1)]
    TargetOnBlock(usize),
}

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut names = HashMap::new();
        for (second, piece) in self.pieces.iter().enumerate() {
            let first = *names.entry(piece.name).or_insert(second);
            if first != second && piece.name != Piece::NAMELESS {
                faults.push(Fault::SameName { first, second });
            }
        }
        for (number, &square) in self.targets.iter().enumerate() {
            if !self.board.contains(square) {
                faults.push(Fault::TargetOffBoard(number));
            } else if self.board.blocks().contains(square) {
                faults.push(Fault::TargetOnBlock(number));
            }
        }
        let targets: Bitboard = self.targets.iter().copied().collect();
        let humans = self.pieces.iter().filter(|p| is_human(p.name)).count();
        if humans == 0 {
            faults.push(Fault::NoHuman);
        }
        if targets.is_empty() {
            faults.push(Fault::NoTarget);
        } else if self.rule == Rule::Stay && humans > targets.len() {
            faults.push(Fault::TooFewTargets { humans, targets: targets.len() });
        }
        if faults.is_empty() {
            let (board, pieces) = (self.board.clone(), self.pieces.clone());
            let rules = (self.rule, self.is_grouped);
            Ok(Position::new(board, rules, targets, pieces))
        } else {
            Err(faults)
        }
    }
}

/// A human that has left the board is placed where it left, so that it leaves again before the
/// first move, unless another piece is there.
impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut pieces = position.pieces().to_vec();
        for &human in position.departed() {
            if pieces.iter().all(|piece| piece.square != human.square) {
                pieces.push(human);
            }
        }
        Self {
            board: position.board().clone(),
            rule: position.rule(),
            pieces,
            targets: position.targets().iter().collect(),
            is_grouped: position.grouping().is_grouped(),
        }
    }
}
