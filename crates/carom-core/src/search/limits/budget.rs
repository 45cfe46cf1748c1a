//! The budget of one search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use web_time::Instant;

use super::control::{CancelFlag, Watch};
use super::limit::Limit;
use super::permits::Permit;
use super::scope::{Scope, between};

/// The limits of one search, from its start to its end.
#[derive(Debug)]
pub struct Budget<'a> {
    account: Arc<Account>,
    max_memory: u64,
    /// The bytes that may be taken now, `max_memory` or a part of it.
    part: AtomicU64,
    permit: Option<&'a Permit<'a>>,
    threads: usize,
    /// Whether bytes were refused that `max_memory` allows. The search stops then.
    is_short: AtomicBool,
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

/// The bytes that a search holds.
#[derive(Debug)]
pub(super) struct Account {
    /// The bytes of all its reservations.
    held: AtomicU64,
    /// The largest number held.
    peak: AtomicU64,
    /// The smallest total that was refused.
    refused: AtomicU64,
}

impl Account {
    pub(super) fn give_back(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// The number of positions between two polls of the flag and the clock: well under a millisecond
/// if a position takes a few microseconds. A search with slower positions polls for each of them.
const POLL_INTERVAL: u64 = 1 << 7;

impl<'a> Budget<'a> {
    /// Creates a budget of `max_memory` bytes and `max_positions` positions.
    pub fn new(max_memory: u64, max_positions: u64) -> Self {
        Self {
            account: Arc::new(Account {
                held: AtomicU64::new(0),
                peak: AtomicU64::new(0),
                refused: AtomicU64::new(u64::MAX),
            }),
            max_memory,
            part: AtomicU64::new(max_memory),
            permit: None,
            threads: 1,
            is_short: AtomicBool::new(false),
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

    /// Limits the memory and the threads to those of a permit. If the result
    /// [is short of memory](Self::is_short), the search has to run again.
    #[must_use]
    pub fn with_permit(mut self, permit: &'a Permit<'a>) -> Self {
        self.part = AtomicU64::new(permit.part(self.max_memory));
        self.permit = Some(permit);
        self.threads = permit.threads();
        self
    }

    /// Sets the number of threads that a search may use that can divide its work. Its result does
    /// not depend on their number.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
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

    /// Returns the number of threads that the search may use, at least one.
    pub(in crate::search) const fn threads(&self) -> usize {
        self.threads
    }

    /// Returns whether the search needs more than its part of the memory. Its result is then not
    /// that of a search with all of it.
    pub fn is_short(&self) -> bool {
        self.is_short.load(Ordering::Relaxed)
    }

    pub(super) const fn account(&self) -> &Arc<Account> {
        &self.account
    }

    /// Takes bytes.
    ///
    /// # Errors
    ///
    /// [`Limit`] if they are refused; then nothing is taken.
    pub(super) fn take(&self, bytes: u64) -> Result<(), Limit> {
        let relaxed = Ordering::Relaxed;
        let account = &self.account;
        let total = account.held.load(relaxed).saturating_add(bytes);
        if total > self.part.load(relaxed) && !self.widens_to(total) {
            account.refused.fetch_min(total, relaxed);
            // A search that was cancelled as it waited for a permit has no memory.
            return Err(if self.is_cancelled() { Limit::Cancelled } else { Limit::Memory });
        }
        account.held.fetch_add(bytes, relaxed);
        account.peak.fetch_max(total, relaxed);
        Ok(())
    }

    /// Takes all of the memory, if a total of bytes needs more than the part. Returns whether they
    /// may be taken.
    #[cold]
    fn widens_to(&self, total: u64) -> bool {
        if total > self.max_memory {
            return false;
        }
        let has_all = self.permit.is_some_and(Permit::take_all);
        if has_all {
            self.part.store(self.max_memory, Ordering::Relaxed);
        } else {
            self.is_short.store(true, Ordering::Relaxed);
        }
        has_all
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
            memory: between(
                self.account.peak.load(Ordering::Relaxed),
                Some(self.account.refused.load(Ordering::Relaxed))
                    .filter(|&refused| refused < u64::MAX),
            ),
            is_timed: self.is_timed.load(Ordering::Relaxed),
        }
    }

    /// Records that a total of positions was refused.
    fn refuse(&mut self, total: u64) -> Limit {
        self.refused = Some(self.refused.map_or(total, |refused| refused.min(total)));
        Limit::Positions
    }

    /// Returns the bytes that the search holds now.
    pub fn reserved(&self) -> u64 {
        self.account.held.load(Ordering::Relaxed)
    }

    /// Counts one position.
    ///
    /// # Errors
    ///
    /// A [`Limit`] if this position must not be searched.
    #[inline]
    pub fn count_position(&mut self) -> Result<(), Limit> {
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
        self.positions_left_unpinned()
    }

    /// Returns the number of positions that may still be counted, for a search that does not depend
    /// on it.
    pub(in crate::search) const fn positions_left_unpinned(&self) -> u64 {
        self.max_positions.saturating_sub(self.positions)
    }

    /// Counts `positions` before they are searched together.
    ///
    /// # Errors
    ///
    /// A [`Limit`] if they are too many; then none of them is counted. Also if the search is to
    /// stop.
    pub fn take_positions(&mut self, positions: u64) -> Result<(), Limit> {
        if positions > self.positions_left_unpinned() {
            return Err(self.refuse(self.positions.saturating_add(positions)));
        }
        self.positions += positions;
        self.poll()
    }

    /// Counts positions that are searched together, up to the limit.
    ///
    /// # Errors
    ///
    /// A [`Limit`] if not all of them are allowed.
    #[inline]
    pub fn count_positions(&mut self, number: u64) -> Result<(), Limit> {
        let remaining = self.positions_left_unpinned();
        let before = self.positions;
        self.positions += number.min(remaining);
        if number > remaining {
            // With a slightly higher limit, another number would be counted.
            self.is_pinned = true;
            return Err(Limit::Positions);
        }
        if before / POLL_INTERVAL != self.positions / POLL_INTERVAL {
            self.poll()?;
        }
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled)
    }

    /// Polls the flag and the clock.
    ///
    /// # Errors
    ///
    /// A [`Limit`] if the search is to stop.
    pub fn poll(&self) -> Result<(), Limit> {
        if let Some(watch) = &self.watch {
            watch.set_positions(self.positions);
        }
        if self.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if self.is_short() {
            return Err(Limit::Memory);
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.is_timed.store(true, Ordering::Relaxed);
            return Err(Limit::Time);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::{Budget, CancelFlag, Limit};
    use crate::search::limits::{Permits, Reservation};

    #[test]
    fn search_takes_more_than_its_part_only_without_others() {
        let permits = Permits::new(NonZeroUsize::new(2).unwrap());
        let [permit, other] = [(); 2].map(|()| permits.one(&CancelFlag::default()).unwrap());
        let budget = Budget::new(100, 0).with_permit(&permit);
        let half = Reservation::new(50, &budget).unwrap();
        assert!(Reservation::new(51, &budget).is_err());
        // No search has these bytes.
        assert!(!budget.is_short() && budget.poll().is_ok());
        assert!(Reservation::new(1, &budget).is_err());
        assert!(budget.is_short());
        assert_eq!(budget.poll(), Err(Limit::Memory));
        drop((half, budget, other));
        let budget = Budget::new(100, 0).with_permit(&permit);
        let all = Reservation::new(100, &budget).unwrap();
        assert!(Reservation::new(1, &budget).is_err());
        assert!(!budget.is_short());
        drop(all);
    }

    #[test]
    fn scope_covers_all_limits_that_give_the_same_answer() {
        let mut budget = Budget::new(100, 7);
        assert!(budget.scope().holds(0, 0));
        assert_eq!(budget.count_positions(5), Ok(()));
        drop(Reservation::new(60, &budget).unwrap());
        let held = Reservation::new(20, &budget).unwrap();
        let scope = budget.scope();
        assert!(scope.holds(5, 60) && scope.holds(u64::MAX, u64::MAX));
        assert!(!scope.holds(4, 60) && !scope.holds(5, 59));
        assert_eq!(budget.take_positions(3), Err(Limit::Positions));
        assert!(Reservation::new(90, &budget).is_err());
        let scope = budget.scope();
        assert!(scope.holds(7, 109) && !scope.holds(8, 109) && !scope.holds(7, 110));
        assert_eq!(budget.positions_left(), 2);
        assert!(budget.scope().holds(7, 60) && !budget.scope().holds(6, 60));
        drop(held);
    }
}
