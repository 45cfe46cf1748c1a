//! The lints, levels and requirements of a file.

use crate::analysis::{Demands, Level, Levels, Lint};
use crate::solving::Wants;

/// The level of each lint, what is demanded of levels, and whether hints are
/// shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    levels: Levels,
    demands: Demands,
    shows_hints: bool,
    ignores_suppressions: bool,
}

impl Policy {
    /// A policy of these levels and demands. What a lint that is not shown would
    /// report is not demanded, and a robot that never moves is no matter of a
    /// demand alone: who denies its lint, or has it warn, wants to know of it.
    pub fn new(levels: Levels, mut demands: Demands, shows_hints: bool) -> Self {
        demands.all_robots |= matches!(levels.get(Lint::IdleRobot), Level::Deny | Level::Warn);
        let mut policy = Self {
            levels,
            demands: Demands::default(),
            shows_hints,
            ignores_suppressions: false,
        };
        if !policy.shows(Lint::RequiredKey) {
            demands.keys.clear();
        }
        if !policy.shows(Lint::MovesOutOfRange) {
            demands.moves = None;
        }
        demands.is_unique &= policy.shows(Lint::NotUnique);
        demands.all_robots &= policy.shows(Lint::IdleRobot);
        policy.demands = demands;
        policy
    }

    /// Sets whether to report what comments suppress.
    #[must_use]
    pub const fn ignoring_suppressions(mut self, ignores: bool) -> Self {
        self.ignores_suppressions = ignores;
        self
    }

    /// Whether to report what comments suppress.
    pub const fn ignores_suppressions(&self) -> bool {
        self.ignores_suppressions
    }

    /// The level of a lint.
    pub fn level(&self, lint: Lint) -> Level {
        self.levels.get(lint)
    }

    /// Returns the requirements.
    pub const fn demands(&self) -> &Demands {
        &self.demands
    }

    /// Whether what the lint reports is shown.
    pub fn shows(&self, lint: Lint) -> bool {
        match self.levels.get(lint) {
            Level::Deny | Level::Warn => true,
            Level::Hint => self.shows_hints,
            Level::Allow => false,
        }
    }

    /// Whether each case of the lint is found, whoever runs: what is not looked
    /// for, or only where it costs little, cannot show that a suppression of it
    /// is of no use.
    pub(in crate::analysis) fn looks_for(&self, lint: Lint) -> bool {
        let is_wanted = match lint {
            Lint::RequiredKey => !self.demands.keys.is_empty(),
            Lint::MovesOutOfRange => self.demands.moves.is_some(),
            Lint::NotUnique => self.demands.is_unique,
            Lint::IdleRobot => self.demands.all_robots,
            // The same puzzle may stand in a file that nobody asks for now.
            Lint::IdleWall | Lint::IdlePieces | Lint::DuplicatePuzzle => false,
            _ => true,
        };
        is_wanted && matches!(self.levels.get(lint), Level::Deny | Level::Warn)
    }

    /// Whether the extras besides the answer may show that a puzzle is wrong.
    pub fn may_deny_beside(&self) -> bool {
        let beside = [
            Lint::RedundantPiece,
            Lint::IdleRobot,
            Lint::IdleWall,
            Lint::IdlePieces,
            Lint::UnreachableArea,
            Lint::Blunder,
        ];
        let mut levels = beside.into_iter().map(|lint| self.levels.get(lint));
        self.demands.is_unique || levels.any(|level| level == Level::Deny)
    }

    /// Returns the extras that the lints need besides the answers.
    pub fn wants(&self) -> Wants {
        Wants {
            redundant_pieces: self.shows(Lint::RedundantPiece),
            idle_walls: self.shows(Lint::IdleWall),
            idle_pieces: self.shows(Lint::IdlePieces),
            minimal: false,
            changed_boards: true,
            unreachable_squares: self.shows(Lint::UnreachableArea),
            line_values: self.shows(Lint::Blunder),
            move_values: false,
            uniqueness: self.demands.is_unique,
            movers: self.demands.all_robots,
        }
    }
}
