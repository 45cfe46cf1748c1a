//! Proved bounds of a game for two sides.

use std::cmp::Ordering;
use std::fmt;

use super::limits::Limit;

/// The value of a game for the side to move if both sides play best. The winner minimizes the number
/// of plies, the loser maximizes it. Passes count as plies.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins with the last of this number of plies.
    Win(u32),
    /// Neither side can force a win.
    Draw,
    /// The other side wins with the last of this number of plies.
    Loss(u32),
}

impl Value {
    /// The value for the side that moves into a position of this value.
    #[must_use]
    pub const fn before_move(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// Whether both are wins, both draws or both losses, however long.
    pub const fn same_result(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Win(_), Self::Win(_))
                | (Self::Draw, Self::Draw)
                | (Self::Loss(_), Self::Loss(_))
        )
    }
}

/// The better for the side to move is the greater.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        const fn key(value: Value) -> (u8, u32) {
            match value {
                Value::Win(plies) => (2, u32::MAX - plies),
                Value::Draw => (1, 0),
                Value::Loss(plies) => (0, plies),
            }
        }
        key(*self).cmp(&key(*other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As the format writes it: `win 9`, `draw`, `loss 12`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}

/// The number of plies for which a win or a loss was excluded.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Horizon {
    /// For this number of plies; nothing is known beyond it.
    Plies(u32),
    /// For any number of plies.
    Never,
}

impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(1) => f.write_str("within 1 ply"),
            Self::Plies(plies) => write!(f, "within {plies} plies"),
            Self::Never => f.write_str("ever"),
        }
    }
}

/// The proved facts about the value of a game for the side to move.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The value is known.
    Settled(Value),
    /// A limit was reached first.
    Unknown {
        /// The side to move cannot force a win within this.
        no_win_within: Horizon,
        /// The other side cannot force a win within this.
        no_loss_within: Horizon,
        /// The limit that stopped the search.
        limit: Limit,
    },
}

impl Verdict {
    /// The value, if it is known.
    pub const fn value(self) -> Option<Value> {
        match self {
            Self::Settled(value) => Some(value),
            Self::Unknown { .. } => None,
        }
    }

    /// Returns the bounds that follow from both verdicts.
    #[must_use]
    pub(super) fn combine(self, other: Self) -> Self {
        match (self, other) {
            (
                Self::Unknown { no_win_within, no_loss_within, limit },
                Self::Unknown { no_win_within: other_win, no_loss_within: other_loss, .. },
            ) => Self::Unknown {
                no_win_within: no_win_within.max(other_win),
                no_loss_within: no_loss_within.max(other_loss),
                limit,
            },
            (Self::Settled(_), _) => self,
            _ => other,
        }
    }

    /// Returns the verdict for the side that moves into a position of this verdict.
    #[must_use]
    pub const fn before_move(self) -> Self {
        const fn later(horizon: Horizon) -> Horizon {
            match horizon {
                Horizon::Plies(plies) => Horizon::Plies(plies + 1),
                Horizon::Never => Horizon::Never,
            }
        }
        match self {
            Self::Settled(value) => Self::Settled(value.before_move()),
            Self::Unknown { no_win_within, no_loss_within, limit } => Self::Unknown {
                no_win_within: later(no_loss_within),
                no_loss_within: later(no_win_within),
                limit,
            },
        }
    }
}

/// `win 9`, `draw`, `no win within 14 plies, no loss within 15 plies`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settled(value) => value.fmt(f),
            Self::Unknown { no_win_within, no_loss_within, .. } => {
                write!(f, "no win {no_win_within}, no loss {no_loss_within}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_play_prefers_quick_wins_and_slow_losses() {
        let best_first =
            [Value::Win(1), Value::Win(63), Value::Draw, Value::Loss(40), Value::Loss(2)];
        assert!(best_first.is_sorted_by(|better, worse| better > worse));
        assert_eq!(Value::Win(3).before_move(), Value::Loss(4));
        assert_eq!(Value::Loss(0).before_move(), Value::Win(1));
    }

    #[test]
    fn verdicts_are_readable() {
        let verdict = Verdict::Unknown {
            no_win_within: Horizon::Plies(14),
            no_loss_within: Horizon::Never,
            limit: Limit::Positions,
        };
        assert_eq!(verdict.to_string(), "no win within 14 plies, no loss ever");
        assert_eq!(verdict.before_move().to_string(), "no win ever, no loss within 15 plies");
        assert_eq!(Verdict::Settled(Value::Win(9)).to_string(), "win 9");
    }
}
