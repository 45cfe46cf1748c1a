//! The memory that searches share.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::control::CancelFlag;
use super::scope::between;
use super::stop::{Limit, Stop};

/// Bytes shared by all searches that run at the same time.
///
/// The pool has as many bytes as the highest limit of a running search. A search without a limit
/// of its own may take the size of the pool. A search reaches [`Limit::Memory`] only if it asks for
/// more than its own limit: its result must not depend on other searches, so memory is never
/// refused because another search holds it. If memory is short, the search of the earliest puzzle
/// waits for it. The others stop with [`Stop::Yield`], return what they hold, and run again later.
#[derive(Debug)]
pub struct MemoryPool {
    size: u64,
    threads: usize,
    ledger: Arc<Ledger>,
}

/// The bytes in use and the running searches.
#[derive(Debug, Default)]
struct Ledger {
    entries: Mutex<Entries>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Entries {
    used: u64,
    /// The searches that have a budget now.
    running: Vec<Running>,
    /// The number of threads that wait for a change. If there are none, a reservation needs no
    /// system call.
    waiting: usize,
}

/// A search that has a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    turn: u64,
    /// The bytes that it may take.
    limit: u64,
}

impl Entries {
    /// Returns the bytes for all searches together.
    fn capacity(&self) -> u64 {
        let limits = self.running.iter().map(|search| search.limit);
        limits.max().unwrap_or_default()
    }

    fn has_earlier(&self, turn: u64) -> bool {
        self.running.iter().any(|search| search.turn < turn)
    }
}

impl Ledger {
    fn lock(&self) -> MutexGuard<'_, Entries> {
        // Each change is made in one step, so the entries are consistent after a panic.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, for at most `interval`.
    fn wait<'a>(
        &self,
        mut entries: MutexGuard<'a, Entries>,
        interval: Duration,
    ) -> MutexGuard<'a, Entries> {
        entries.waiting += 1;
        let waited = self.changed.wait_timeout(entries, interval);
        let (mut entries, _) = waited.unwrap_or_else(PoisonError::into_inner);
        entries.waiting -= 1;
        entries
    }

    /// Wakes the threads that wait for a change.
    fn wake(&self, entries: &MutexGuard<'_, Entries>) {
        if entries.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

impl MemoryPool {
    /// Creates a pool of `size` bytes for searches without their own limit. Each search runs on one
    /// thread.
    pub fn new(size: u64) -> Self {
        Self {
            size,
            threads: 1,
            ledger: Arc::default(),
        }
    }

    /// Sets the number of threads for all searches together. A search that can divide its work uses
    /// threads that others leave idle. Its result does not depend on their number.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the size of the pool in bytes.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Waits until every search of an earlier turn has ended, or until `cancel` is raised. Call this
    /// before a search that has yielded runs again.
    pub fn wait_for_turn(&self, turn: u64, cancel: &CancelFlag) {
        let mut entries = self.ledger.lock();
        while entries.has_earlier(turn) && !cancel.is_cancelled() {
            entries = self.ledger.wait(entries, Duration::from_millis(5));
        }
    }

    /// Returns the number of threads that each search may use now, at least one.
    pub(super) fn threads_for_each(&self) -> usize {
        let running = self.ledger.lock().running.len();
        (self.threads / running.max(1)).max(1)
    }

    /// Opens the account of a search that may take `limit` bytes.
    pub(super) fn open_account(&self, turn: u64, limit: u64) -> Arc<Account> {
        let search = Running { turn, limit };
        self.ledger.lock().running.push(search);
        Arc::new(Account::new(search, &self.ledger))
    }
}

/// The bytes that a search holds.
#[derive(Debug)]
pub(super) struct Account {
    search: Running,
    /// The bytes of all its reservations. Changes only under the lock of the ledger.
    held: AtomicU64,
    /// The largest number held. Changes only under the lock of the ledger.
    peak: AtomicU64,
    /// The smallest total that was refused.
    refused: AtomicU64,
    ledger: Arc<Ledger>,
}

impl Account {
    fn new(search: Running, ledger: &Arc<Ledger>) -> Self {
        Self {
            search,
            held: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            refused: AtomicU64::new(u64::MAX),
            ledger: Arc::clone(ledger),
        }
    }

    /// Returns the bytes held now.
    pub(super) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Returns the limits under which the same requests are granted and refused.
    pub(super) fn scope(&self) -> RangeInclusive<u64> {
        let refused = self.refused.load(Ordering::Relaxed);
        let refused = (refused < u64::MAX).then_some(refused);
        between(self.peak.load(Ordering::Relaxed), refused)
    }

    /// Ends the turn of the search, so that those of later turns may continue.
    pub(super) fn end_turn(&self) {
        let mut entries = self.ledger.lock();
        if let Some(at) = entries
            .running
            .iter()
            .position(|other| *other == self.search)
        {
            entries.running.swap_remove(at);
        }
        self.ledger.wake(&entries);
    }

    /// Takes bytes. Waits if only searches of later turns hold them, and calls `poll` meanwhile.
    ///
    /// # Errors
    ///
    /// [`Stop`] if they are refused; then nothing is taken.
    pub(super) fn take(&self, bytes: u64, poll: impl Fn() -> Result<(), Stop>) -> Result<(), Stop> {
        let total = self.held().saturating_add(bytes);
        if total > self.search.limit {
            self.refused.fetch_min(total, Ordering::Relaxed);
            return Err(Stop::Limit(Limit::Memory));
        }
        let mut entries = self.ledger.lock();
        while entries.used.saturating_add(bytes) > entries.capacity() {
            if entries.has_earlier(self.search.turn) {
                return Err(Stop::Yield);
            }
            entries = self.ledger.wait(entries, Duration::from_millis(1));
            poll()?;
        }
        entries.used += bytes;
        let held = self.held() + bytes;
        let peak = self.peak.load(Ordering::Relaxed).max(held);
        self.held.store(held, Ordering::Relaxed);
        self.peak.store(peak, Ordering::Relaxed);
        Ok(())
    }

    /// Returns bytes to the pool.
    pub(super) fn give_back(&self, bytes: u64) {
        let mut entries = self.ledger.lock();
        entries.used -= bytes;
        self.held.store(self.held() - bytes, Ordering::Relaxed);
        self.ledger.wake(&entries);
    }
}

#[cfg(test)]
impl MemoryPool {
    /// Returns the bytes that searches hold.
    pub(super) fn used(&self) -> u64 {
        self.ledger.lock().used
    }
}
