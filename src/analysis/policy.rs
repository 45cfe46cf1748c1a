//! What is reported of a file, and how much it counts.

use super::{Demands, Level, Levels, Rule};
use crate::solving::Wants;

/// The level of each rule, what is demanded of levels, and whether hints are
/// shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    levels: Levels,
    demands: Demands,
    shows_hints: bool,
}

impl Policy {
    /// A policy of these levels and demands. What a rule that is not shown would
    /// report is not demanded, and a robot that never moves is no matter of a
    /// demand alone: who denies its rule, or has it warn, wants to know of it.
    pub fn new(levels: Levels, mut demands: Demands, shows_hints: bool) -> Self {
        demands.all_robots |= matches!(levels.get(Rule::IdleRobot), Level::Deny | Level::Warn);
        let mut policy = Self {
            levels,
            demands: Demands::default(),
            shows_hints,
        };
        if !policy.shows(Rule::RequiredKey) {
            demands.keys.clear();
        }
        if !policy.shows(Rule::MovesOutOfRange) {
            demands.moves = None;
        }
        demands.is_unique &= policy.shows(Rule::NotUnique);
        demands.all_robots &= policy.shows(Rule::IdleRobot);
        policy.demands = demands;
        policy
    }

    /// The level of a rule.
    pub fn level(&self, rule: Rule) -> Level {
        self.levels.get(rule)
    }

    /// What is demanded.
    pub const fn demands(&self) -> &Demands {
        &self.demands
    }

    /// Whether what the rule reports is shown.
    pub fn shows(&self, rule: Rule) -> bool {
        match self.levels.get(rule) {
            Level::Deny | Level::Warn => true,
            Level::Hint => self.shows_hints,
            Level::Allow => false,
        }
    }

    /// Whether each case of the rule is found, whoever runs: what is not looked
    /// for, or only where it costs little, cannot show that a suppression of it
    /// is of no use.
    pub(super) fn looks_for(&self, rule: Rule) -> bool {
        let is_wanted = match rule {
            Rule::RequiredKey => !self.demands.keys.is_empty(),
            Rule::MovesOutOfRange => self.demands.moves.is_some(),
            Rule::NotUnique => self.demands.is_unique,
            Rule::IdleRobot => self.demands.all_robots,
            // The same puzzle may stand in a file that nobody asks for now.
            Rule::IdleWall | Rule::IdlePieces | Rule::DuplicatePuzzle => false,
            _ => true,
        };
        is_wanted && matches!(self.levels.get(rule), Level::Deny | Level::Warn)
    }

    /// Whether what is found beside an answer may show that a puzzle is wrong.
    pub fn may_deny_beside(&self) -> bool {
        let beside = [
            Rule::RedundantPiece,
            Rule::IdleRobot,
            Rule::IdleWall,
            Rule::IdlePieces,
            Rule::UnreachableArea,
            Rule::Blunder,
        ];
        let mut levels = beside.into_iter().map(|rule| self.levels.get(rule));
        self.demands.is_unique || levels.any(|level| level == Level::Deny)
    }

    /// What the reports need beside the answers.
    pub fn wants(&self) -> Wants {
        Wants {
            redundant_pieces: self.shows(Rule::RedundantPiece),
            idle_walls: self.shows(Rule::IdleWall),
            idle_pieces: self.shows(Rule::IdlePieces),
            minimal: false,
            changed_boards: true,
            unreachable_squares: self.shows(Rule::UnreachableArea),
            line_values: self.shows(Rule::Blunder),
            move_values: false,
            uniqueness: self.demands.is_unique,
            movers: self.demands.all_robots,
        }
    }
}
