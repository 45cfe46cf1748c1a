//! A Lunar Lockout board as its author wrote it, valid or not.

use super::{Position, Rule, TARGET, is_human};
use crate::board::{Bitboard, Board, Square};
use crate::games::{
    BoardObject, BoardSetup, Fault, FaultKind, Game, GameRules, Piece, Placement, on_board,
    pieces_of,
};
use crate::words::count;

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

impl Setup {
    /// Returns the legal position that this setup describes.
    ///
    /// # Errors
    ///
    /// All faults of the setup.
    pub fn position(&self) -> Result<Position, Vec<Fault>> {
        let mut faults = Fault::of_names(&self.pieces);
        faults.extend(Fault::of_places(Game::Lunar, &self.objects(), &self.board));
        let targets: Bitboard = self.targets.iter().copied().collect();
        let humans = self.pieces.iter().filter(|p| is_human(p.name)).count();
        if humans == 0 {
            faults.push(Fault::missing(FaultKind::NoHuman, "the board has no human"));
        }
        if targets.is_empty() {
            faults.push(Fault::missing(FaultKind::NoTarget, "the board has no target"));
        } else if self.rule == Rule::Stay && humans > targets.len() {
            let targets = count(targets.len(), "target");
            let message = format!("{humans} humans cannot stay on {targets}");
            faults.push(Fault::missing(FaultKind::TooFewTargets, message));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let rules = (self.rule, self.is_grouped);
        Ok(Position::new(self.board.clone(), rules, targets, self.pieces.clone()))
    }
}

impl BoardSetup for Setup {
    fn new(board: Board, has_rule: &dyn Fn(&str) -> bool, objects: &[Placement]) -> Self {
        let (rule, is_grouped) = Rule::of_words(has_rule);
        let targets = on_board(objects, |object, square| {
            matches!(object, BoardObject::Target(_)).then_some(square)
        });
        Self { board, rule, is_grouped, pieces: pieces_of(objects), targets }
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn objects(&self) -> Vec<Placement> {
        let pieces = self.pieces.iter().map(|piece| piece.placement());
        let targets = self.targets.iter().map(|&at| BoardObject::Target(TARGET).on(at));
        pieces.chain(targets).collect()
    }

    fn rules(&self) -> Vec<&'static str> {
        let stay = (self.rule == Rule::Stay).then_some("stay");
        let grouped = self.is_grouped.then_some("grouped");
        stay.into_iter().chain(grouped).collect()
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
