//! Memory that searches share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stop::{Limit, Stop};

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
    ledger: Arc<Ledger>,
}

/// Who holds what.
#[derive(Debug, Default)]
struct Ledger {
    entries: Mutex<Entries>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Entries {
    used: u64,
    /// The turns of the searches that hold a budget now.
    running: Vec<u64>,
}

impl Ledger {
    fn lock(&self) -> MutexGuard<'_, Entries> {
        // Each change is made in one step, so a panic elsewhere leaves the
        // entries whole.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryPool {
    /// Returns a pool of `size` bytes, whose searches run on a thread each.
    pub fn new(size: u64) -> Self {
        Self {
            size,
            threads: 1,
            ledger: Arc::default(),
        }
    }

    /// Returns the same pool with so many threads for all of its searches
    /// together: what others leave idle is put to use by a search that can
    /// share its work. What it finds out does not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the size of the pool in bytes.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Waits until every search of an earlier turn has ended. One that has
    /// yielded does so before it starts again.
    pub fn wait_for_turn(&self, turn: u64) {
        let mut entries = self.ledger.lock();
        while entries.running.iter().any(|&other| other < turn) {
            entries = self
                .ledger
                .changed
                .wait(entries)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the threads that each search may use now, at least one.
    pub(super) fn threads_for_each(&self) -> usize {
        let running = self.ledger.lock().running.len();
        (self.threads / running.max(1)).max(1)
    }

    /// Opens the account of a search.
    pub(super) fn open_account(&self, turn: u64) -> Arc<Account> {
        self.ledger.lock().running.push(turn);
        Arc::new(Account {
            turn,
            limit: self.size,
            held: AtomicU64::new(0),
            ledger: Arc::clone(&self.ledger),
        })
    }
}

/// The bytes that one search holds.
#[derive(Debug)]
pub(super) struct Account {
    turn: u64,
    /// The size of the pool.
    limit: u64,
    /// The bytes of all its reservations. Changed under the lock of the ledger
    /// alone.
    held: AtomicU64,
    ledger: Arc<Ledger>,
}

impl Account {
    /// Returns the bytes held now.
    pub(super) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Ends the turn of the search: those of later turns may go on.
    pub(super) fn end_turn(&self) {
        let mut entries = self.ledger.lock();
        if let Some(at) = entries.running.iter().position(|&turn| turn == self.turn) {
            entries.running.swap_remove(at);
        }
        self.ledger.changed.notify_all();
    }

    /// Takes bytes; waits for them where only searches of later turns hold
    /// them, and asks `poll` meanwhile whether to stop.
    ///
    /// # Errors
    ///
    /// [`Stop`] where they cannot be had; nothing was taken then.
    pub(super) fn take(&self, bytes: u64, poll: impl Fn() -> Result<(), Stop>) -> Result<(), Stop> {
        if self.held().saturating_add(bytes) > self.limit {
            return Err(Stop::Limit(Limit::Memory));
        }
        let mut entries = self.ledger.lock();
        while entries.used.saturating_add(bytes) > self.limit {
            if entries.running.iter().any(|&other| other < self.turn) {
                return Err(Stop::Yield);
            }
            let (guard, _) = self
                .ledger
                .changed
                .wait_timeout(entries, Duration::from_millis(1))
                .unwrap_or_else(PoisonError::into_inner);
            entries = guard;
            poll()?;
        }
        entries.used += bytes;
        self.held.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Gives bytes back that were taken.
    pub(super) fn give_back(&self, bytes: u64) {
        let mut entries = self.ledger.lock();
        entries.used -= bytes;
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        drop(entries);
        self.ledger.changed.notify_all();
    }
}

#[cfg(test)]
impl MemoryPool {
    /// Returns the bytes that searches hold.
    pub(super) fn used(&self) -> u64 {
        self.ledger.lock().used
    }
}
