//! What a search may spend, and how it is stopped.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

/// A flag that stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Asks the searches that hold this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search has found out so far, for another thread to look at.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<(AtomicU64, AtomicU32)>);

impl Watch {
    /// Positions searched, as of the last look at the flag.
    pub fn positions(&self) -> u64 {
        self.0.0.load(Ordering::Relaxed)
    }

    /// No solution has fewer moves than this.
    pub fn at_least(&self) -> u32 {
        self.0.1.load(Ordering::Relaxed)
    }
}

/// What stopped a search before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The number of positions.
    Positions,
    /// The number of bytes.
    Memory,
    /// The clock.
    Time,
    /// Somebody who no longer wants to know.
    Cancelled,
}

/// A search has to stop here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// For good: the limit is reached.
    Limit(Limit),
    /// For now: a search of an earlier puzzle needs the memory. Run this one
    /// again when that is done.
    Yield,
}

/// Bytes shared by all searches that run at the same time.
///
/// What a search finds out must not depend on what runs beside it, so memory
/// is never refused because a neighbour holds it. Where it is short, the
/// search of the earliest puzzle waits for it, and the others [`Stop::Yield`]
/// what they have and are run again later. Only a search that asks for more
/// than the whole pool reaches [`Limit::Memory`].
#[derive(Debug)]
pub struct MemoryPool {
    size: u64,
    threads: usize,
    state: Mutex<PoolState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct PoolState {
    used: u64,
    /// The turns of the searches that hold a budget now.
    running: Vec<u64>,
}

impl MemoryPool {
    /// A pool of `size` bytes, whose searches run on a thread each.
    pub fn new(size: u64) -> Self {
        Self {
            size,
            threads: 1,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// The same with so many threads for all of its searches together: what
    /// others leave idle is put to use by a search that can share its work.
    /// What it finds out does not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The size of the pool in bytes.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Waits until every search of an earlier turn has ended. One that has
    /// yielded does so before it starts again.
    pub fn wait_for_turn(&self, turn: u64) {
        let mut state = self.lock();
        while state.running.iter().any(|&other| other < turn) {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, PoolState> {
        // The state is two numbers that are changed together, so a panic
        // elsewhere leaves it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one search may spend. Bytes go back to the pool when it is dropped.
#[derive(Debug)]
pub struct Budget<'a> {
    pool: &'a MemoryPool,
    turn: u64,
    reserved: u64,
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
    /// A budget of `max_positions` positions and the bytes of `pool`. Of the
    /// searches that share a pool, one with a lower `turn` goes first.
    pub fn new(pool: &'a MemoryPool, turn: u64, max_positions: u64) -> Self {
        pool.lock().running.push(turn);
        Self {
            pool,
            turn,
            reserved: 0,
            max_positions,
            positions: 0,
            deadline: None,
            cancel: CancelFlag::default(),
            watch: Watch::default(),
        }
    }

    /// Stops at `deadline`, if there is one.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// Stops when `cancel` is raised.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelFlag) -> Self {
        self.cancel = cancel;
        self
    }

    /// Tells `watch` how far the search is.
    #[must_use]
    pub fn with_watch(mut self, watch: Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Threads that this search may use now, at least one.
    pub(super) fn threads(&self) -> usize {
        let running = self.pool.lock().running.len();
        (self.pool.threads / running.max(1)).max(1)
    }

    /// No solution has fewer moves than `at_least`.
    pub fn prove(&self, at_least: u32) {
        self.watch.0.1.store(at_least, Ordering::Relaxed);
    }

    /// Positions counted so far.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Bytes reserved now.
    pub const fn reserved(&self) -> u64 {
        self.reserved
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

    /// Positions that may still be counted.
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
        self.watch.0.0.store(self.positions, Ordering::Relaxed);
        if self.cancel.is_cancelled() {
            return Err(Stop::Limit(Limit::Cancelled));
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::Limit(Limit::Time));
        }
        Ok(())
    }

    /// Takes `bytes` from the pool before they are allocated.
    ///
    /// # Errors
    ///
    /// [`Stop`] where they cannot be had; nothing was taken then.
    pub fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        if self.reserved.saturating_add(bytes) > self.pool.size {
            return Err(Stop::Limit(Limit::Memory));
        }
        let mut state = self.pool.lock();
        while state.used.saturating_add(bytes) > self.pool.size {
            if state.running.iter().any(|&other| other < self.turn) {
                return Err(Stop::Yield);
            }
            let wait = std::time::Duration::from_millis(1);
            let (guard, _) = self
                .pool
                .changed
                .wait_timeout(state, wait)
                .unwrap_or_else(PoisonError::into_inner);
            state = guard;
            self.poll()?;
        }
        state.used += bytes;
        self.reserved += bytes;
        Ok(())
    }

    /// Gives `bytes` back to the pool after they were freed.
    pub fn release(&mut self, bytes: u64) {
        let bytes = bytes.min(self.reserved);
        self.reserved -= bytes;
        self.pool.lock().used -= bytes;
        self.pool.changed.notify_all();
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        state.used -= self.reserved;
        if let Some(at) = state.running.iter().position(|&turn| turn == self.turn) {
            state.running.swap_remove(at);
        }
        self.pool.changed.notify_all();
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
