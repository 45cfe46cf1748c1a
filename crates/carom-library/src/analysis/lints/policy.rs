//! The lints, levels and requirements of a file.

use crate::analysis::{Demands, Level, Levels, Lint};
use crate::solving::Wants;

/// The levels of the lints, the requirements of a project, and whether hints are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    levels: Levels,
    demands: Demands,
    shows_hints: bool,
    ignores_suppressions: bool,
    shows_all: bool,
}

impl Policy {
    /// Creates a policy. Requirements whose lint is not shown are dropped. The requirement that all
    /// robots move is added if its lint is set to `warn` or `deny`.
    pub fn new(levels: Levels, mut demands: Demands, shows_hints: bool) -> Self {
        demands.all_robots |= matches!(levels.get(Lint::IdleRobot), Level::Deny | Level::Warn);
        let mut policy = Self {
            levels,
            demands: Demands::default(),
            shows_hints,
            ignores_suppressions: false,
            shows_all: false,
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

    /// Sets whether to ignore suppressions.
    #[must_use]
    pub const fn ignoring_suppressions(mut self, ignores: bool) -> Self {
        self.ignores_suppressions = ignores;
        self
    }

    /// Shows all diagnostics of a puzzle, and not only the first ones: for fixes.
    #[must_use]
    pub const fn showing_all(mut self) -> Self {
        self.shows_all = true;
        self
    }

    /// Whether all diagnostics of a puzzle are shown.
    pub(crate) const fn shows_all(&self) -> bool {
        self.shows_all
    }

    /// Whether suppressions are ignored.
    pub const fn ignores_suppressions(&self) -> bool {
        self.ignores_suppressions
    }

    /// Returns the level of a lint.
    pub fn level(&self, lint: Lint) -> Level {
        self.levels.get(lint)
    }

    /// Returns the requirements.
    pub const fn demands(&self) -> &Demands {
        &self.demands
    }

    /// Whether the diagnostics of the lint are shown.
    pub fn shows(&self, lint: Lint) -> bool {
        match self.levels.get(lint) {
            Level::Deny | Level::Warn => true,
            Level::Hint => self.shows_hints,
            Level::Allow => false,
        }
    }

    /// Whether every run finds all cases of the lint. If a lint is not checked, or only when that
    /// is cheap, its suppression may look unused although it is needed.
    pub(crate) fn looks_for(&self, lint: Lint) -> bool {
        let is_wanted = match lint {
            Lint::RequiredKey => !self.demands.keys.is_empty(),
            Lint::MovesOutOfRange => self.demands.moves.is_some(),
            Lint::NotUnique => self.demands.is_unique,
            Lint::IdleRobot => self.demands.all_robots,
            // The duplicate may be in a file that is not part of this run.
            Lint::IdleWall | Lint::IdlePieces | Lint::DuplicatePuzzle => false,
            _ => true,
        };
        is_wanted && matches!(self.levels.get(lint), Level::Deny | Level::Warn)
    }

    /// Whether the extras besides the answer may show an error of a puzzle.
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

    /// Returns the extras that an editor shows, besides those of the lints.
    pub fn editor_wants(&self) -> Wants {
        let wants = self.wants();
        Wants {
            minimal: wants.idle_walls && wants.idle_pieces,
            line_values: true,
            move_values: true,
            ..wants
        }
    }
}
