//! Optimal solutions as JSON.

use serde::{Deserialize, Serialize};

use super::{LimitRecord, ScopeRecord, read_moves};
use crate::games::Position;
use crate::search::{Limit, Optima, solves};
use crate::solving::Listed;

#[derive(Debug, Serialize, Deserialize)]
struct ListedRecord {
    optima: MaybeOptima<OptimaRecord, LimitRecord>,
    scope: ScopeRecord,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct OptimaRecord {
    solutions: Vec<Vec<String>>,
    number: u64,
    origins: Vec<String>,
}

/// Returns optimal solutions as bytes, or `None` if they are valid on this machine only.
pub(in crate::store) fn write_listed(listed: &Listed) -> Option<Vec<u8>> {
    let Listed { optima, scope } = listed;
    let record = ListedRecord {
        optima: optima_record(optima.as_ref().map(Result::as_ref))?,
        scope: ScopeRecord::of(scope)?,
    };
    serde_json::to_vec(&record).ok()
}

/// Reads the optimal solutions of `position`.
pub(in crate::store) fn read_listed(bytes: &[u8], position: &Position) -> Option<Listed> {
    let ListedRecord { optima, scope } = serde_json::from_slice(bytes).ok()?;
    Some(Listed {
        optima: read_optima(optima, position)?,
        scope: scope.scope(),
    })
}

/// Optimal solutions, if there are any, or the limit that was reached.
pub(super) type MaybeOptima<O, L> = Option<Result<O, L>>;

pub(super) fn optima_record(
    optima: MaybeOptima<&Optima, &Limit>,
) -> Option<MaybeOptima<OptimaRecord, LimitRecord>> {
    Some(match optima {
        None => None,
        Some(Ok(optima)) => Some(Ok(OptimaRecord::of(optima))),
        Some(Err(limit)) => Some(Err(LimitRecord::of(*limit)?)),
    })
}

pub(super) fn read_optima(
    optima: MaybeOptima<OptimaRecord, LimitRecord>,
    position: &Position,
) -> Option<MaybeOptima<Optima, Limit>> {
    Some(match optima {
        None => None,
        Some(Ok(optima)) => Some(Ok(optima.optima(position)?)),
        Some(Err(limit)) => Some(Err(limit.limit())),
    })
}

impl OptimaRecord {
    fn of(optima: &Optima) -> Self {
        let Optima {
            solutions,
            number,
            origins,
        } = optima;
        let solutions = solutions
            .iter()
            .map(|moves| moves.iter().map(ToString::to_string).collect());
        Self {
            solutions: solutions.collect(),
            number: *number,
            origins: origins.iter().map(|square| square.to_string()).collect(),
        }
    }

    fn optima(&self, position: &Position) -> Option<Optima> {
        let solutions = self.solutions.iter().map(|moves| {
            let moves = read_moves(moves, position)?;
            solves(position, &moves).then_some(moves)
        });
        let origins = self.origins.iter().map(|square| square.parse().ok());
        Some(Optima {
            solutions: solutions.collect::<Option<_>>()?,
            number: self.number,
            origins: origins.collect::<Option<_>>()?,
        })
    }
}
