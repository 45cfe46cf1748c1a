//! Entries as JSON with a name for each part, so that an older or newer carom either reads
//! them correctly or not at all.
//!
//! Each part of an answer is named here, so that a new part cannot be forgotten.

mod answer;
mod extras;
mod optima;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::games::{Move, Position};
use crate::search::{Horizon, Limit, Scope, Value, Verdict};

pub(super) use answer::{read_answer, write_answer};
pub(super) use extras::{read_extras, write_extras};
pub(super) use optima::{read_listed, write_listed};

/// A limit with the same result on every machine.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LimitRecord {
    Positions,
    Memory,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum VerdictRecord {
    Win(u32),
    Draw,
    Loss(u32),
    Unknown {
        /// `None` means without limit.
        no_win_within: Option<u32>,
        no_loss_within: Option<u32>,
        limit: LimitRecord,
    },
}

/// The least and the greatest value of each limit.
#[derive(Debug, Serialize, Deserialize)]
struct ScopeRecord {
    positions: (u64, u64),
    memory: (u64, u64),
}

/// Reads moves of the game of `position`; returns `None` if one is malformed.
fn read_moves(moves: &[String], position: &Position) -> Option<Vec<Move>> {
    let game = position.game();
    let moves = moves.iter().map(|played| game.move_from_text(played));
    moves.collect()
}

impl LimitRecord {
    const fn of(limit: Limit) -> Option<Self> {
        match limit {
            Limit::Positions => Some(Self::Positions),
            Limit::Memory => Some(Self::Memory),
            Limit::Time | Limit::Cancelled => None,
        }
    }

    const fn limit(&self) -> Limit {
        match self {
            Self::Positions => Limit::Positions,
            Self::Memory => Limit::Memory,
        }
    }
}

impl VerdictRecord {
    fn of(verdict: Verdict) -> Option<Self> {
        let plies = |horizon| match horizon {
            Horizon::Plies(plies) => Some(plies),
            Horizon::Never => None,
        };
        Some(match verdict {
            Verdict::Settled(Value::Win(plies)) => Self::Win(plies),
            Verdict::Settled(Value::Draw) => Self::Draw,
            Verdict::Settled(Value::Loss(plies)) => Self::Loss(plies),
            Verdict::Unknown {
                no_win_within,
                no_loss_within,
                limit,
            } => Self::Unknown {
                no_win_within: plies(no_win_within),
                no_loss_within: plies(no_loss_within),
                limit: LimitRecord::of(limit)?,
            },
        })
    }

    fn verdict(&self) -> Verdict {
        let horizon = |plies: Option<u32>| plies.map_or(Horizon::Never, Horizon::Plies);
        match self {
            Self::Win(plies) => Verdict::Settled(Value::Win(*plies)),
            Self::Draw => Verdict::Settled(Value::Draw),
            Self::Loss(plies) => Verdict::Settled(Value::Loss(*plies)),
            Self::Unknown {
                no_win_within,
                no_loss_within,
                limit,
            } => Verdict::Unknown {
                no_win_within: horizon(*no_win_within),
                no_loss_within: horizon(*no_loss_within),
                limit: limit.limit(),
            },
        }
    }
}

impl ScopeRecord {
    fn of(scope: &Scope) -> Option<Self> {
        let ends = |range: &RangeInclusive<u64>| (*range.start(), *range.end());
        (!scope.is_timed()).then(|| Self {
            positions: ends(scope.positions()),
            memory: ends(scope.memory()),
        })
    }

    const fn scope(&self) -> Scope {
        Scope::untimed(
            self.positions.0..=self.positions.1,
            self.memory.0..=self.memory.1,
        )
    }
}
