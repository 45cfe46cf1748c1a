//! A search seen from another thread: it is stopped, and it is watched.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// A flag that stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Asks the searches that hold this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The progress of a search, for another thread.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<WatchState>);

#[derive(Debug, Default)]
struct WatchState {
    positions: AtomicU64,
    at_least: AtomicU32,
    /// Microseconds.
    spent: AtomicU64,
    observer: Option<fn(&Watch)>,
}

impl Watch {
    /// Returns a watch that calls `observer` whenever the search polls its limits, on its own
    /// thread: after at most 128 positions of a search over single states. It is for programs
    /// without a second thread.
    pub fn observed(observer: fn(&Self)) -> Self {
        Self(Arc::new(WatchState { observer: Some(observer), ..WatchState::default() }))
    }

    /// Returns the positions searched, as of the last poll.
    pub fn positions(&self) -> u64 {
        self.0.positions.load(Ordering::Relaxed)
    }

    /// Returns a number of moves that no solution goes below.
    pub fn at_least(&self) -> u32 {
        self.0.at_least.load(Ordering::Relaxed)
    }

    /// Returns the time that searches took so far.
    pub fn spent(&self) -> Duration {
        Duration::from_micros(self.0.spent.load(Ordering::Relaxed))
    }

    /// Adds the time that a search took.
    pub fn spend(&self, time: Duration) {
        let micros =
            u64::try_from(time.as_micros()).expect("a search takes less than half a million years");
        self.0.spent.fetch_add(micros, Ordering::Relaxed);
    }

    pub(in crate::search) fn set_positions(&self, positions: u64) {
        self.0.positions.store(positions, Ordering::Relaxed);
        if let Some(observer) = self.0.observer {
            observer(self);
        }
    }

    pub(in crate::search) fn set_at_least(&self, at_least: u32) {
        self.0.at_least.store(at_least, Ordering::Relaxed);
    }
}
