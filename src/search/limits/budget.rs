//! What one search may spend.

use std::sync::Arc;
use std::time::Instant;

use super::control::{CancelFlag, Watch};
use super::pool::{Account, MemoryPool};
use super::stop::{Limit, Stop};

/// What one search may spend, from its start to its end.
#[derive(Debug)]
pub struct Budget<'a> {
    pool: &'a MemoryPool,
    account: Arc<Account>,
    max_positions: u64,
    positions: u64,
    deadline: Option<Instant>,
    cancel: CancelFlag,
    watch: Watch,
}

/// Positions between two looks at the flag and the clock. A position costs
/// a few microseconds at most, so this is well under a millisecond.
const POLL_INTERVAL: u64 = 1 << 7;

impl<'a> Budget<'a> {
    /// Returns a budget of `max_positions` positions and the bytes of `pool`.
    /// Of the searches that share a pool, one with a lower `turn` goes first.
    pub fn new(pool: &'a MemoryPool, turn: u64, max_positions: u64) -> Self {
        Self {
            pool,
            account: pool.open_account(turn),
            max_positions,
            positions: 0,
            deadline: None,
            cancel: CancelFlag::default(),
            watch: Watch::default(),
        }
    }

    /// Returns the same budget that ends at `deadline`, if there is one.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Returns the same budget that ends when `cancel` is raised.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelFlag) -> Self {
        self.cancel = cancel;
        self
    }

    /// Returns the same budget that tells `watch` how far the search is.
    #[must_use]
    pub fn with_watch(mut self, watch: Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Returns the threads that this search may use now, at least one.
    pub(in crate::search) fn threads(&self) -> usize {
        self.pool.threads_for_each()
    }

    pub(super) const fn account(&self) -> &Arc<Account> {
        &self.account
    }

    /// Tells those who watch that no solution has fewer moves than `at_least`.
    pub fn prove(&self, at_least: u32) {
        self.watch.set_at_least(at_least);
    }

    /// Returns the positions counted so far.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the bytes that the search holds now.
    pub fn reserved(&self) -> u64 {
        self.account.held()
    }

    /// Counts one position.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] where this one is not to be searched any more.
    #[inline]
    pub fn count_position(&mut self) -> Result<(), Stop> {
        if self.positions >= self.max_positions {
            return Err(Stop::Limit(Limit::Positions));
        }
        self.positions += 1;
        if self.positions.is_multiple_of(POLL_INTERVAL) {
            self.poll()?;
        }
        Ok(())
    }

    /// Returns the positions that may still be counted.
    pub const fn positions_left(&self) -> u64 {
        self.max_positions.saturating_sub(self.positions)
    }

    /// Counts `positions` that are searched together, before they are.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] where they are too many, and none of them was counted,
    /// or where the search is to stop.
    pub fn take_positions(&mut self, positions: u64) -> Result<(), Stop> {
        if positions > self.positions_left() {
            return Err(Stop::Limit(Limit::Positions));
        }
        self.positions += positions;
        self.poll()
    }

    /// Counts positions that are searched together, as many of them as the
    /// limit allows.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] where not all of them are allowed.
    #[inline]
    pub fn count_positions(&mut self, number: u64) -> Result<(), Stop> {
        let left = self.max_positions - self.positions;
        let before = self.positions;
        self.positions += number.min(left);
        if number > left {
            return Err(Stop::Limit(Limit::Positions));
        }
        if before / POLL_INTERVAL != self.positions / POLL_INTERVAL {
            self.poll()?;
        }
        Ok(())
    }

    /// Looks at the flag and the clock.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] where the search is to stop.
    pub fn poll(&self) -> Result<(), Stop> {
        self.watch.set_positions(self.positions);
        if self.cancel.is_cancelled() {
            return Err(Stop::Limit(Limit::Cancelled));
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::Limit(Limit::Time));
        }
        Ok(())
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        self.account.end_turn();
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, MemoryPool};

    #[test]
    fn searches_that_run_at_the_same_time_share_the_threads() {
        let pool = MemoryPool::new(0).with_threads(4);
        let mut budgets = vec![Budget::new(&pool, 0, 0)];
        for threads in [4, 2, 1, 1, 1] {
            assert!(budgets.iter().all(|budget| budget.threads() == threads));
            budgets.push(Budget::new(&pool, 0, 0));
        }
        budgets.truncate(1);
        assert!(budgets.iter().all(|budget| budget.threads() == 4));
        assert_eq!(Budget::new(&MemoryPool::new(0), 0, 0).threads(), 1);
    }
}
