//! The permits of searches for parts of the memory.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::control::CancelFlag;

/// Permits for equal parts of the memory, one for each worker, so that all searches that run at
/// the same time keep to the limit.
///
/// A search holds one permit, or all of them while no other search runs. One that needs more than
/// its part and is not alone returns its permit and drops its result. It runs again once it holds
/// all permits. So no result depends on the number of workers, nor on the other searches.
///
/// 1. `held` is the sum of the permits that searches hold: at most one for each worker.
/// 2. Searches that wait for all permits come before those that wait for one, and each group is
///    served in its order. Every search that waits for all has held a permit before, so the
///    others wait only for finitely many.
/// 3. A search that waits holds no permit. With one worker, one permit is all of them.
#[derive(Debug)]
pub struct Permits {
    workers: NonZeroUsize,
    state: Mutex<PermitState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct PermitState {
    held: usize,
    /// The tickets of the searches that wait for one permit.
    for_one: VecDeque<u64>,
    /// The tickets of the searches that wait for all.
    for_all: VecDeque<u64>,
    last_ticket: u64,
}

/// The permits that a search holds. Dropping it returns them.
#[derive(Debug)]
pub struct Permit<'a> {
    permits: &'a Permits,
    held: AtomicUsize,
    threads: usize,
}

impl Permits {
    /// Creates the permits for a number of searches at a time.
    pub fn new(workers: NonZeroUsize) -> Self {
        Self { workers, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Returns the number of searches at a time.
    pub const fn workers(&self) -> NonZeroUsize {
        self.workers
    }

    /// Waits for a permit. Returns `None` if `cancel` is raised before.
    pub fn one(&self, cancel: &CancelFlag) -> Option<Permit<'_>> {
        let workers = self.workers.get();
        self.wait(
            cancel,
            1,
            |state| &mut state.for_one,
            |state| state.for_all.is_empty() && state.held < workers,
        )
    }

    /// Waits for all permits. Returns `None` if `cancel` is raised before. The caller must hold
    /// none: of two searches that wait, each would wait for the other.
    pub fn all(&self, cancel: &CancelFlag) -> Option<Permit<'_>> {
        let workers = self.workers.get();
        self.wait(cancel, workers, |state| &mut state.for_all, |state| state.held == 0)
    }

    /// Waits in a queue until this search is its first and `may_go`, and takes `number` permits.
    fn wait(
        &self,
        cancel: &CancelFlag,
        number: usize,
        queue: impl Fn(&mut PermitState) -> &mut VecDeque<u64>,
        may_go: impl Fn(&PermitState) -> bool,
    ) -> Option<Permit<'_>> {
        let mut state = self.lock();
        state.last_ticket += 1;
        let ticket = state.last_ticket;
        queue(&mut state).push_back(ticket);
        let is_cancelled = loop {
            if cancel.is_cancelled() {
                break true;
            }
            if queue(&mut state).front() == Some(&ticket) && may_go(&state) {
                break false;
            }
            let waited = self.changed.wait_timeout(state, Duration::from_millis(5));
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        };
        queue(&mut state).retain(|&other| other != ticket);
        // The next one in a queue may go, too.
        self.changed.notify_all();
        if is_cancelled {
            return None;
        }
        state.held += number;
        let running = if number == 1 { state.held } else { 1 };
        let threads = (self.workers.get() / running).max(1);
        Some(Permit { permits: self, held: AtomicUsize::new(number), threads })
    }

    fn lock(&self) -> MutexGuard<'_, PermitState> {
        // Each change is made in one step, so the numbers are consistent after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Returns the bytes that the search may take of a limit of `max_memory`.
    pub(super) fn part(&self, max_memory: u64) -> u64 {
        match self.holds_all() {
            true => max_memory,
            false => max_memory / self.permits.workers.get() as u64,
        }
    }

    /// Returns the number of threads for the search, at least one.
    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    fn holds_all(&self) -> bool {
        self.held.load(Ordering::Relaxed) == self.permits.workers.get()
    }

    /// Takes all permits if no other search has any. Returns whether the search holds them.
    pub(super) fn take_all(&self) -> bool {
        let mut state = self.permits.lock();
        if state.held == self.held.load(Ordering::Relaxed) {
            state.held = self.permits.workers.get();
            self.held.store(state.held, Ordering::Relaxed);
        }
        self.holds_all()
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.permits.lock().held -= self.held.load(Ordering::Relaxed);
        self.permits.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use super::*;

    fn permits(workers: usize) -> Permits {
        Permits::new(NonZeroUsize::new(workers).unwrap())
    }

    #[test]
    fn one_search_takes_all_memory_only_without_others() {
        let (permits, cancel) = (permits(2), CancelFlag::default());
        let first = permits.one(&cancel).unwrap();
        assert_eq!((first.part(100), first.threads()), (50, 2));
        let second = permits.one(&cancel).unwrap();
        assert_eq!((second.part(100), second.threads()), (50, 1));
        assert!(!first.take_all() && !second.take_all());
        drop(second);
        assert!(first.take_all());
        assert_eq!(first.part(100), 100);
        drop(first);
        assert_eq!(permits.all(&cancel).unwrap().part(100), 100);
    }

    #[test]
    fn cancelled_wait_holds_nothing() {
        let (permits, cancel) = (permits(2), CancelFlag::default());
        // It waited for all permits while the other search took them.
        let other = permits.one(&CancelFlag::default()).unwrap();
        cancel.cancel();
        assert!(permits.one(&cancel).is_none());
        assert!(permits.all(&cancel).is_none());
        assert!(other.take_all());
        assert!(permits.all(&cancel).is_none());
        assert_eq!(permits.lock().held, 2);
        drop(other);
        assert_eq!(permits.lock().held, 0);
        assert!(permits.one(&CancelFlag::default()).is_some());
    }

    #[test]
    fn one_worker_never_waits() {
        let (permits, cancel) = (permits(1), CancelFlag::default());
        let only = permits.one(&cancel).unwrap();
        assert_eq!(only.part(100), 100);
        assert!(only.take_all());
        drop(only);
        drop(permits.all(&cancel).unwrap());
    }

    /// What the searches of a schedule hold, counted by themselves.
    #[derive(Default)]
    struct Held {
        permits: AtomicUsize,
        is_alone: AtomicBool,
    }

    impl Held {
        fn hold(&self, number: usize, workers: usize, pauses: u64) {
            let before = self.permits.fetch_add(number, Ordering::SeqCst);
            assert!(before + number <= workers, "{before} and {number} of {workers}");
            if number == workers {
                assert!(!self.is_alone.swap(true, Ordering::SeqCst), "two have all");
            }
            (0..pauses).for_each(|_| thread::yield_now());
            if number == workers {
                self.is_alone.store(false, Ordering::SeqCst);
            }
            self.permits.fetch_sub(number, Ordering::SeqCst);
        }
    }

    /// Runs a search: it holds one permit; it may then need all, at once or after a wait.
    fn search(permits: &Permits, held: &Held, cancel: &CancelFlag, mut random: u64) -> bool {
        let workers = permits.workers.get();
        let mut below = |end: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % end
        };
        let Some(permit) = permits.one(cancel) else {
            return false;
        };
        // Another search may take all permits only after this one has returned its own.
        held.hold(permit.held.load(Ordering::Relaxed), workers, below(3));
        if below(3) > 0 {
            return true;
        }
        if permit.take_all() {
            held.hold(workers, workers, below(3));
            return true;
        }
        drop(permit);
        let Some(permit) = permits.all(cancel) else {
            return false;
        };
        assert!(permit.holds_all());
        held.hold(workers, workers, below(3));
        true
    }

    #[test]
    fn random_schedules_never_exceed_the_permits_and_end() {
        for schedule in 0..10_000_u64 {
            let workers = 1 + schedule as usize % 3;
            let (permits, held) = (permits(workers), Held::default());
            let cancels: Vec<CancelFlag> = (0..4).map(|_| CancelFlag::default()).collect();
            // Nobody starves: the scope ends only after all searches.
            thread::scope(|scope| {
                for (number, cancel) in (0..).zip(&cancels) {
                    let (permits, held) = (&permits, &held);
                    let seed = schedule * 8 + number;
                    scope.spawn(move || {
                        let is_done = search(permits, held, cancel, seed);
                        assert!(is_done || cancel.is_cancelled());
                    });
                }
                let cancelled = schedule as usize * 7 % 12;
                if let Some(cancel) = cancels.get(cancelled) {
                    (0..schedule % 5).for_each(|_| thread::yield_now());
                    cancel.cancel();
                }
            });
            let state = permits.lock();
            assert_eq!((state.held, state.for_one.len(), state.for_all.len()), (0, 0, 0));
        }
    }
}
