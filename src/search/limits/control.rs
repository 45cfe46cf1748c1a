//! A search seen from another thread: it is stopped, and it is watched.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

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

/// What a search has found out so far, for another thread to look at.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Progress>);

#[derive(Debug, Default)]
struct Progress {
    positions: AtomicU64,
    at_least: AtomicU32,
}

impl Watch {
    /// Returns the positions searched, as of the last look at the flag.
    pub fn positions(&self) -> u64 {
        self.0.positions.load(Ordering::Relaxed)
    }

    /// Returns a number of moves that no solution goes below.
    pub fn at_least(&self) -> u32 {
        self.0.at_least.load(Ordering::Relaxed)
    }

    pub(super) fn set_positions(&self, positions: u64) {
        self.0.positions.store(positions, Ordering::Relaxed);
    }

    pub(super) fn set_at_least(&self, at_least: u32) {
        self.0.at_least.store(at_least, Ordering::Relaxed);
    }
}
