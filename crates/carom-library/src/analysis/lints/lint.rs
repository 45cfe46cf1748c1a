//! The lints and their levels.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::analysis::Severity;

/// The level of a lint, the most severe first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize, serde::Serialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// An error.
    Deny,
    /// A warning.
    Warn,
    /// Shown in editors, and on request.
    Hint,
    /// Not shown.
    Allow,
}

impl Level {
    /// Returns the severity of a diagnostic of this level, or `None` if it is not shown.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Deny => Some(Severity::Error),
            Self::Warn => Some(Severity::Warning),
            Self::Hint => Some(Severity::Hint),
            Self::Allow => None,
        }
    }

    /// Returns the name of the level.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Warn => "warn",
            Self::Hint => "hint",
            Self::Allow => "allow",
        }
    }
}

macro_rules! lints {
    ($($variant:ident $code:literal $level:ident $summary:literal)*) => {
        /// A lint. Its code is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Lint {
            $(#[doc = $summary] $variant,)*
        }

        impl Lint {
            /// All lints.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the stable code, in kebab case.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }

            /// Returns its summary, in one line.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary),* }
            }

            /// Returns the default level.
            pub const fn default_level(self) -> Level {
                match self { $(Self::$variant => Level::$level),* }
            }
        }
    };
}

/// Calls a macro with the table of lints: their variants, codes, default levels and summaries.
#[macro_export]
macro_rules! lint_table {
    ($define:ident) => {
        $define! {
            Syntax "syntax" Deny "A line does not follow the format."
            ForeignFormat "foreign-format" Deny "A part of a puzzle file is in a foreign format."
            UnknownGame "unknown-game" Deny "The game after `puzzle` is unknown."
            UnknownKey "unknown-key" Warn "A key is unknown, or has no effect where it is."
            DuplicateKey "duplicate-key" Deny "A key occurs twice."
            DuplicateName "duplicate-name" Warn "Two puzzles in a file have the same name."
            MissingRequiredKey "missing-required-key" Deny "A key that the puzzle needs is missing."
            BadValue "bad-value" Deny "The value of a key is invalid."
            UnknownRule "unknown-rule" Deny "A word of a `rules` line is unknown or contradicts another."
            MissingBoard "missing-board" Deny "A puzzle has no board."
            RaggedBoard "ragged-board" Deny "The rows of a board do not line up."
            BadGlyph "bad-glyph" Deny "A character of a board has no meaning in its game."
            MisplacedWall "misplaced-wall" Deny "A wall of a board is one column off."
            TabInBoard "tab-in-board" Deny "A board contains a tab."
            BoardSize "board-size" Deny "A board is larger than 16×16, or has the wrong shape for its game."
            BadSquare "bad-square" Deny "A word is not a square, or the square is not on this board."
            OccupiedSquare "occupied-square" Deny "Two objects share a square that can hold only one of them."
            DuplicatePiece "duplicate-piece" Deny "A piece is on the board twice."
            NoHuman "no-human" Deny "A Lunar Lockout board has no human."
            MissingPieces "missing-pieces" Deny "A Slider board has no piece."
            NoRobot "no-robot" Deny "A Ricochet Robots board has no robot, or not the target's."
            NoTarget "no-target" Deny "A board has no target."
            TooManyTargets "too-many-targets" Deny "The targets of a Ricochet Robots board can never be reached at the same time."
            TooFewTargets "too-few-targets" Deny "Under `stay` there are more humans than targets."
            Unsolvable "unsolvable" Deny "A puzzle provably has no solution."
            Solvable "solvable" Deny "A puzzle is claimed to be unsolvable, but has a solution."
            MovesMismatch "moves-mismatch" Deny "The claimed number of moves is not the optimum."
            ResultMismatch "result-mismatch" Deny "The claimed result is not the game's value."
            IllegalMove "illegal-move" Deny "A move of a solution breaks the rules of the game."
            IncompleteSolution "incomplete-solution" Deny "A solution ends before the puzzle is solved."
            SuboptimalSolution "suboptimal-solution" Warn "A solution is longer than necessary."
            TrailingMoves "trailing-moves" Warn "A solution continues after the puzzle is solved."
            AlreadySolved "already-solved" Warn "A puzzle is solved before the first move."
            UnknownAnswer "unknown-answer" Warn "A limit was reached before the answer was found."
            Blunder "blunder" Warn "A move of a line of play throws away the game's value."
            BadItem "bad-item" Deny "An item is a duplicate, missing, or outside the board."
            MissingHand "missing-hand" Deny "A player has no tile in hand."
            ClosedTile "closed-tile" Hint "The player of an X-mas Rush board starts on a tile without openings."
            DuplicatePuzzle "duplicate-puzzle" Warn "An earlier puzzle has the same board."
            RedundantPiece "redundant-piece" Hint "Removing a robot or block does not change the optimum."
            RequiredKey "required-key" Deny "A puzzle lacks a key that the project requires."
            MovesOutOfRange "moves-out-of-range" Deny "The shortest solution is shorter or longer than the project requires."
            NotUnique "not-unique" Deny "A puzzle has several shortest solutions, but the project requires one."
            IdleRobot "idle-robot" Hint "A robot moves in no shortest solution."
            IdleWall "idle-wall" Hint "Removing a wall changes neither the optimum nor the number of optimal solutions."
            IdlePieces "idle-pieces" Hint "Removing pieces changes neither the optimum nor the number of optimal solutions."
            UnreachableArea "unreachable-area" Hint "No piece can ever stand on some squares."
            GlyphAlias "glyph-alias" Hint "An arrow or a tile is not written in the standard layout."
            BadSuppression "bad-suppression" Warn "A `carom:` comment is misspelled or names an unknown lint."
            UnusedSuppression "unused-suppression" Warn "An `allow` comment suppresses nothing."
        }
    };
}

lint_table!(lints);

impl<'de> Deserialize<'de> for Lint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        code.parse().map_err(|_| {
            let codes =
                Self::ALL.iter().map(|lint| format!("`{lint}`")).collect::<Vec<_>>().join(", ");
            D::Error::custom(format!("unknown lint `{code}`, expected one of {codes}"))
        })
    }
}

impl Serialize for Lint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl Lint {
    /// Whether it reports what a puzzle lacks that its author has not finished.
    pub const fn is_of_unfinished(self) -> bool {
        matches!(
            self,
            Self::MissingRequiredKey
                | Self::MissingBoard
                | Self::BoardSize
                | Self::NoHuman
                | Self::MissingPieces
                | Self::NoRobot
                | Self::NoTarget
                | Self::TooFewTargets
                | Self::Unsolvable
                | Self::IncompleteSolution
                | Self::MissingHand
                | Self::RequiredKey
        )
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The text is not the code of a lint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    /// The most similar code.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nearest {
            Some(nearest) => write!(f, "unknown lint; did you mean `{nearest}`?"),
            None => f.write_str("unknown lint"),
        }
    }
}

impl std::error::Error for UnknownCode {}

impl FromStr for Lint {
    type Err = UnknownCode;

    fn from_str(code: &str) -> Result<Self, UnknownCode> {
        let mut lints = Self::ALL.iter().copied();
        lints.find(|lint| lint.code() == code).ok_or_else(|| {
            let codes = Self::ALL.iter().map(|lint| lint.code());
            UnknownCode { nearest: crate::analysis::nearest(code, codes) }
        })
    }
}

/// The level of each lint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels(Vec<Level>);

impl Default for Levels {
    fn default() -> Self {
        Self(Lint::ALL.iter().map(|lint| lint.default_level()).collect())
    }
}

impl Levels {
    /// Returns the level of `lint`.
    pub fn get(&self, lint: Lint) -> Level {
        let level = self.0.get(lint as usize).copied();
        level.unwrap_or_else(|| lint.default_level())
    }

    /// Sets the level of `lint`.
    pub fn set(&mut self, lint: Lint, level: Level) {
        if let Some(entry) = self.0.get_mut(lint as usize) {
            *entry = level;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lint_has_a_unique_code() {
        for &lint in Lint::ALL {
            assert_eq!(lint.code().parse(), Ok(lint));
        }
        let unknown = "raged-board".parse::<Lint>().unwrap_err();
        assert_eq!(unknown.nearest, Some("ragged-board"));
    }
}
