//! The result of a search for a solution.

use super::limits::{Limit, Stop};

/// The result of a search for the shortest solution, as textbooks distinguish:
/// a solution, a failure, or a cutoff (Russell and Norvig: *Artificial
/// Intelligence*, on depth-limited search).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchResult<S> {
    /// A shortest solution.
    Solution(S),
    /// There is no solution.
    Failure,
    /// No solution is shorter than this; a limit was reached.
    Cutoff { at_least: u32, limit: Limit },
}

impl<S> SearchResult<S> {
    /// Returns what a search ends with that `found` a solution or none, or was stopped when
    /// it was proved that a solution has `at_least` so many moves.
    ///
    /// # Errors
    ///
    /// [`Stop::Yield`] alone; a limit is one of the results.
    pub(super) fn of(found: Result<Option<S>, Stop>, at_least: u32) -> Result<Self, Stop> {
        match found {
            Ok(Some(solution)) => Ok(Self::Solution(solution)),
            Ok(None) => Ok(Self::Failure),
            Err(Stop::Limit(limit)) => Ok(Self::Cutoff { at_least, limit }),
            Err(Stop::Yield) => Err(Stop::Yield),
        }
    }

    /// Returns the same with `f` of the solution.
    pub(super) fn map<T>(self, f: impl FnOnce(S) -> T) -> SearchResult<T> {
        match self {
            Self::Solution(solution) => SearchResult::Solution(f(solution)),
            Self::Failure => SearchResult::Failure,
            Self::Cutoff { at_least, limit } => SearchResult::Cutoff { at_least, limit },
        }
    }
}
