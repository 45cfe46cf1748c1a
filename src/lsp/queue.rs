//! The questions that wait for a thread.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use super::job::Job;

/// Which of the two lanes a job waits in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    /// To be tried quickly.
    Quick,
    /// Known to take longer.
    Long,
}

/// Jobs by their rank in two lanes, of which the quick one goes first.
#[derive(Default)]
pub(super) struct Queue {
    quick: BTreeMap<i64, Weak<Job>>,
    long: BTreeMap<i64, Weak<Job>>,
    first: i64,
    last: i64,
}

impl Queue {
    /// Puts a job before or behind all others of its lane.
    pub(super) fn push(&mut self, job: &Arc<Job>, lane: Lane, is_urgent: bool) {
        let rank = self.rank(is_urgent);
        let lane = match lane {
            Lane::Quick => &mut self.quick,
            Lane::Long => &mut self.long,
        };
        lane.insert(rank, Arc::downgrade(job));
    }

    fn rank(&mut self, is_urgent: bool) -> i64 {
        if is_urgent {
            self.first -= 1;
            self.first
        } else {
            self.last += 1;
            self.last
        }
    }

    /// Puts a job that waits before all others.
    pub(super) fn hurry(&mut self, job: &Arc<Job>) {
        let rank = self.rank(true);
        for lane in [&mut self.quick, &mut self.long] {
            let mut waiting = lane.iter();
            let found = waiting.find(|(_, waiting)| waiting.as_ptr() == Arc::as_ptr(job));
            if let Some(entry) = found.map(|(rank, _)| *rank).and_then(|at| lane.remove(&at)) {
                lane.insert(rank, entry);
                return;
            }
        }
    }

    /// The job that is next, and its lane; those that nobody wants any more are
    /// dropped on the way.
    pub(super) fn pop(&mut self, takes_long: bool) -> Option<(Arc<Job>, Lane)> {
        let wanted = |job: Weak<Job>| job.upgrade().filter(|job| !job.cancel.is_cancelled());
        while let Some((_, job)) = self.quick.pop_first() {
            if let Some(job) = wanted(job) {
                return Some((job, Lane::Quick));
            }
        }
        while takes_long && let Some((_, job)) = self.long.pop_first() {
            if let Some(job) = wanted(job) {
                return Some((job, Lane::Long));
            }
        }
        None
    }
}
