//! What a search for a solution ends with.

use super::limits::Limit;

/// What a search for the shortest solution ends with, as textbooks tell apart:
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
    /// Returns the same with `f` of the solution.
    pub(super) fn map<T>(self, f: impl FnOnce(S) -> T) -> SearchResult<T> {
        match self {
            Self::Solution(solution) => SearchResult::Solution(f(solution)),
            Self::Failure => SearchResult::Failure,
            Self::Cutoff { at_least, limit } => SearchResult::Cutoff { at_least, limit },
        }
    }
}
