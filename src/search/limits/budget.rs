//! The budget of one search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use web_time::Instant;

use super::control::{CancelFlag, Watch};
use super::pool::{Account, MemoryPool};
use super::scope::{Scope, between};
use super::stop::{Limit, Stop};

/// The limits of one search, from its start to its end.
#[derive(Debug)]
pub struct Budget<'a> {
    pool: &'a MemoryPool,
    turn: u64,
    account: Arc<Account>,
    max_positions: u64,
    positions: u64,
    /// The smallest total of positions that was refused.
    refused: Option<u64>,
    /// Whether the search depended on the number of positions that remained.
    is_pinned: bool,
    /// Whether the clock stopped the search.
    is_timed: AtomicBool,
    deadline: Option<Instant>,
    cancel: Option<CancelFlag>,
    watch: Option<Watch>,
}

/// The number of positions between two polls of the flag and the clock: well under a millisecond
/// if a position takes a few microseconds. A search with slower positions polls for each of them.
const POLL_INTERVAL: u64 = 1 << 7;

impl<'a> Budget<'a> {
    /// Creates a budget of `max_positions` positions and the bytes of `pool`. Among the searches
    /// that share a pool, lower turns go first.
    pub fn new(pool: &'a MemoryPool, turn: u64, max_positions: u64) -> Self {
        Self {
            pool,
            turn,
            account: pool.open_account(turn, pool.size()),
            max_positions,
            positions: 0,
            refused: None,
            is_pinned: false,
            is_timed: AtomicBool::new(false),
            deadline: None,
            cancel: None,
            watch: None,
        }
    }

    /// Limits the memory to `max_memory` bytes, whatever the size of the pool. No bytes may have
    /// been taken yet.
    #[must_use]
    pub fn with_max_memory(mut self, max_memory: u64) -> Self {
        self.account.end_turn();
        self.account = self.pool.open_account(self.turn, max_memory);
        self
    }

    /// Sets the time at which the search stops.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Sets the flag that stops the search.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelFlag) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Sets the watch that shows the progress of the search.
    #[must_use]
    pub fn with_watch(mut self, watch: Watch) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Returns the number of threads that this search may use now, at least one.
    pub(in crate::search) fn threads(&self) -> usize {
        self.pool.threads_for_each()
    }

    pub(super) const fn account(&self) -> &Arc<Account> {
        &self.account
    }

    /// Shows in the watch that no solution has fewer than `at_least` moves.
    pub fn report_bound(&self, at_least: u32) {
        if let Some(watch) = &self.watch {
            watch.set_at_least(at_least);
        }
    }

    /// Returns the number of positions counted so far.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the limits under which the search would have run so far in the same way.
    pub fn scope(&self) -> Scope {
        Scope {
            positions: if self.is_pinned {
                self.max_positions..=self.max_positions
            } else {
                between(self.positions, self.refused)
            },
            memory: self.account.scope(),
            is_timed: self.is_timed.load(Ordering::Relaxed),
        }
    }

    /// Records that a total of positions was refused.
    fn refuse(&mut self, total: u64) -> Stop {
        self.refused = Some(self.refused.map_or(total, |refused| refused.min(total)));
        Stop::Limit(Limit::Positions)
    }

    /// Returns the bytes that the search holds now.
    pub fn reserved(&self) -> u64 {
        self.account.held()
    }

    /// Counts one position.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] if this position must not be searched.
    #[inline]
    pub fn count_position(&mut self) -> Result<(), Stop> {
        if self.positions >= self.max_positions {
            return Err(self.refuse(self.positions.saturating_add(1)));
        }
        self.positions += 1;
        if self.positions.is_multiple_of(POLL_INTERVAL) {
            self.poll()?;
        }
        Ok(())
    }

    /// Returns the number of positions that may still be counted, for a search that depends on it:
    /// its result then holds for this limit only.
    pub const fn positions_left(&mut self) -> u64 {
        self.is_pinned = true;
        self.remaining()
    }

    /// Returns the number of positions that may still be counted, for a search that does not depend
    /// on it.
    pub(in crate::search) const fn remaining(&self) -> u64 {
        self.max_positions.saturating_sub(self.positions)
    }

    /// Counts `positions` before they are searched together.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] if they are too many; then none of them is counted. Also if the search is to
    /// stop.
    pub fn take_positions(&mut self, positions: u64) -> Result<(), Stop> {
        if positions > self.remaining() {
            return Err(self.refuse(self.positions.saturating_add(positions)));
        }
        self.positions += positions;
        self.poll()
    }

    /// Counts positions that are searched together, up to the limit.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] if not all of them are allowed.
    #[inline]
    pub fn count_positions(&mut self, number: u64) -> Result<(), Stop> {
        let remaining = self.remaining();
        let before = self.positions;
        self.positions += number.min(remaining);
        if number > remaining {
            // With a slightly higher limit, another number would be counted.
            self.is_pinned = true;
            return Err(Stop::Limit(Limit::Positions));
        }
        if before / POLL_INTERVAL != self.positions / POLL_INTERVAL {
            self.poll()?;
        }
        Ok(())
    }

    /// Polls the flag and the clock.
    ///
    /// # Errors
    ///
    /// [`Stop::Limit`] if the search is to stop.
    pub fn poll(&self) -> Result<(), Stop> {
        if let Some(watch) = &self.watch {
            watch.set_positions(self.positions);
        }
        if self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled) {
            return Err(Stop::Limit(Limit::Cancelled));
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.is_timed.store(true, Ordering::Relaxed);
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
    use super::{Budget, CancelFlag, Limit, MemoryPool, Stop};
    use crate::search::limits::Reservation;

    #[test]
    fn each_search_has_its_own_limit_and_the_pool_has_the_highest() {
        let pool = MemoryPool::new(0);
        let small = Budget::new(&pool, 0, 0).with_max_memory(10);
        let large = Budget::new(&pool, 1, 0).with_max_memory(100);
        fn refused(bytes: u64, budget: &Budget<'_>) -> Option<Stop> {
            Reservation::new(bytes, budget).err()
        }
        assert_eq!(refused(11, &small), Some(Stop::Limit(Limit::Memory)));
        let most = Reservation::new(95, &large).unwrap();
        assert_eq!(refused(6, &large), Some(Stop::Limit(Limit::Memory)));
        // Five are left of a hundred, and the earlier search goes first.
        let some = Reservation::new(5, &small).unwrap();
        assert_eq!(refused(1, &large), Some(Stop::Yield));
        drop((some, small));
        assert_eq!(refused(1, &large), None);
        pool.wait_for_turn(1, &CancelFlag::default());
        drop((most, large));
        assert_eq!(pool.used(), 0);
    }

    #[test]
    fn scope_covers_all_limits_that_give_the_same_answer() {
        let pool = MemoryPool::new(100);
        let mut budget = Budget::new(&pool, 0, 7);
        assert!(budget.scope().holds(0, 0));
        assert_eq!(budget.count_positions(5), Ok(()));
        drop(Reservation::new(60, &budget).unwrap());
        let held = Reservation::new(20, &budget).unwrap();
        let scope = budget.scope();
        assert!(scope.holds(5, 60) && scope.holds(u64::MAX, u64::MAX));
        assert!(!scope.holds(4, 60) && !scope.holds(5, 59));
        assert_eq!(budget.take_positions(3), Err(Stop::Limit(Limit::Positions)));
        assert!(Reservation::new(90, &budget).is_err());
        let scope = budget.scope();
        assert!(scope.holds(7, 109) && !scope.holds(8, 109) && !scope.holds(7, 110));
        assert_eq!(budget.positions_left(), 2);
        assert!(budget.scope().holds(7, 60) && !budget.scope().holds(6, 60));
        drop(held);
    }

    #[test]
    fn concurrent_searches_share_the_threads() {
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
