//! The shares that searches have in the memory.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::control::CancelFlag;

/// Admits searches that run at the same time, so that all of them together keep to the limit of
/// memory: several with an equal share each, or one with all of it.
///
/// A search that needs more than its share takes all of the memory if no other search runs.
/// Otherwise its result is dropped, and it runs again, alone. So no result depends on the number
/// of workers, nor on the other searches.
#[derive(Debug)]
pub struct Shares {
    workers: NonZeroUsize,
    admitted: Mutex<Admitted>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Admitted {
    /// The searches that run.
    running: usize,
    /// Whether the search that runs has all of the memory.
    has_all: bool,
    /// The searches that wait until no other runs.
    waiting: usize,
}

/// The place of a search among those that run. Dropping it ends the search.
#[derive(Debug)]
pub struct Seat<'a> {
    shares: &'a Shares,
    has_all: AtomicBool,
    threads: usize,
}

impl Shares {
    /// Creates shares for a number of searches at a time.
    pub fn new(workers: NonZeroUsize) -> Self {
        Self { workers, admitted: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits for a seat, or until `cancel` is raised. Searches that have to run alone go first.
    pub fn enter(&self, cancel: &CancelFlag) -> Seat<'_> {
        let workers = self.workers.get();
        let mut admitted = self.wait_while(self.lock(), cancel, |admitted| {
            admitted.has_all || admitted.waiting > 0 || admitted.running >= workers
        });
        admitted.running += 1;
        Seat {
            shares: self,
            has_all: AtomicBool::new(false),
            threads: (workers / admitted.running).max(1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Admitted> {
        // Each change is made in one step, so the numbers are consistent after a panic.
        self.admitted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while<'a>(
        &self,
        mut admitted: MutexGuard<'a, Admitted>,
        cancel: &CancelFlag,
        must_wait: impl Fn(&Admitted) -> bool,
    ) -> MutexGuard<'a, Admitted> {
        while must_wait(&admitted) && !cancel.is_cancelled() {
            let waited = self.changed.wait_timeout(admitted, Duration::from_millis(5));
            (admitted, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        admitted
    }
}

impl Seat<'_> {
    /// Returns the bytes that the search may take of a limit of `max_memory`.
    pub(super) fn share(&self, max_memory: u64) -> u64 {
        match self.has_all.load(Ordering::Relaxed) {
            true => max_memory,
            false => max_memory / self.shares.workers.get() as u64,
        }
    }

    /// Returns the number of threads for the search, at least one.
    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// Takes all of the memory if no other search runs. Returns whether the search has it.
    pub(super) fn take_all(&self) -> bool {
        let mut admitted = self.shares.lock();
        if admitted.running == 1 {
            admitted.has_all = true;
            self.has_all.store(true, Ordering::Relaxed);
        }
        self.has_all.load(Ordering::Relaxed)
    }

    /// Waits until no other search runs, or until `cancel` is raised, and takes all of the memory.
    pub fn wait_for_all(&self, cancel: &CancelFlag) {
        let mut admitted = self.shares.lock();
        // Of two searches that wait, each would wait for the other.
        admitted.running -= 1;
        admitted.waiting += 1;
        self.shares.changed.notify_all();
        let is_busy = |admitted: &Admitted| admitted.running > 0;
        let mut admitted = self.shares.wait_while(admitted, cancel, is_busy);
        admitted.waiting -= 1;
        admitted.running += 1;
        admitted.has_all = true;
        self.has_all.store(true, Ordering::Relaxed);
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut admitted = self.shares.lock();
        admitted.running -= 1;
        if self.has_all.load(Ordering::Relaxed) {
            admitted.has_all = false;
        }
        self.shares.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

    #[test]
    fn one_search_takes_all_memory_only_without_others() {
        let (shares, cancel) = (Shares::new(TWO), CancelFlag::default());
        let first = shares.enter(&cancel);
        assert_eq!((first.share(100), first.threads()), (50, 2));
        let second = shares.enter(&cancel);
        assert_eq!((second.share(100), second.threads()), (50, 1));
        assert!(!first.take_all() && !second.take_all());
        drop(second);
        assert!(first.take_all());
        assert_eq!(first.share(100), 100);
    }

    #[test]
    fn searches_wait_while_one_has_all_memory() {
        use std::sync::atomic::AtomicUsize;
        let shares = Shares::new(TWO);
        let (running, alone) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for worker in 0..5 {
                let (shares, running, alone) = (&shares, &running, &alone);
                scope.spawn(move || {
                    for round in 0..40 {
                        let cancel = CancelFlag::default();
                        let seat = shares.enter(&cancel);
                        if (worker + round) % 3 == 0 {
                            seat.wait_for_all(&cancel);
                            assert_eq!(running.fetch_add(1, Ordering::SeqCst), 0);
                            alone.fetch_add(1, Ordering::SeqCst);
                        } else {
                            assert!(running.fetch_add(1, Ordering::SeqCst) < 2);
                        }
                        std::thread::yield_now();
                        running.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(alone.into_inner() > 60);
    }

    #[test]
    fn cancelled_search_does_not_wait() {
        let (shares, cancel) = (Shares::new(NonZeroUsize::MIN), CancelFlag::default());
        let first = shares.enter(&cancel);
        cancel.cancel();
        let second = shares.enter(&cancel);
        second.wait_for_all(&cancel);
        drop((first, second));
        drop(shares.enter(&CancelFlag::default()));
    }
}
