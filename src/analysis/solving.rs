//! What is asked of the solver, and what comes back.

use std::time::Instant;

use super::Identity;
use super::diagnostics::find_redundant;
use crate::games::{Position, Removable};
use crate::search::{self, Budget, CancelFlag, MemoryPool, Watch, Yielded};

pub use crate::games::Removable as Redundant;
pub use crate::search::{Answer, Limit, Outcome};

/// A position, and how much its answer may cost.
#[derive(Clone, Debug)]
pub struct Question {
    position: Position,
    identity: Identity,
    max_positions: u64,
}

/// What a search may use while it runs.
#[derive(Clone, Debug)]
pub struct Means<'a> {
    /// The memory of all searches.
    pub pool: &'a MemoryPool,
    /// Where memory is short, a lower turn goes first.
    pub turn: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Whether to stop.
    pub cancel: &'a CancelFlag,
    /// Who looks on.
    pub watch: &'a Watch,
}

impl Question {
    /// The question for the fewest moves of `position`.
    pub fn new(position: &Position, identity: Identity, max_positions: u64) -> Self {
        Self {
            position: position.clone(),
            identity,
            max_positions,
        }
    }

    /// Where the question is filed: equal questions have equal identities.
    pub const fn identity(&self) -> Identity {
        self.identity
    }

    /// The number of positions to search at the most.
    pub const fn max_positions(&self) -> u64 {
        self.max_positions
    }

    /// The question with a lower limit, if `positions` is one.
    #[must_use]
    pub fn with_at_most(&self, positions: u64) -> Self {
        let mut question = self.clone();
        question.max_positions = question.max_positions.min(positions);
        question
    }

    /// Whether the answer to one is the answer to the other. Mirrored puzzles
    /// share an identity, but not the moves of a solution.
    pub fn is_same(&self, other: &Self) -> bool {
        self.max_positions == other.max_positions && self.position == other.position
    }

    /// Searches for the answer.
    ///
    /// # Errors
    ///
    /// [`Yielded`] where the memory is needed elsewhere: ask again later.
    pub fn answer(&self, means: &Means<'_>) -> Result<Answer, Yielded> {
        self.solve(&self.position, means)
    }

    /// What could go without changing the answer, where that costs little.
    pub fn redundant(&self, answer: &Answer, means: &Means<'_>) -> Vec<Removable> {
        find_redundant(&self.position, answer, |position| {
            self.solve(position, means).ok()
        })
    }

    fn solve(&self, position: &Position, means: &Means<'_>) -> Result<Answer, Yielded> {
        let mut budget = Budget::new(means.pool, means.turn, self.max_positions)
            .with_deadline(means.deadline)
            .with_cancel(means.cancel.clone())
            .with_watch(means.watch.clone());
        search::solve(position, &mut budget)
    }
}
