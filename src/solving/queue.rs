//! The questions that wait for a thread.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use super::job::Job;

/// Which of the two lanes a job waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// To be tried quickly.
    Quick,
    /// Known to take longer.
    Long,
}

/// Jobs by their rank in two lanes, of which the quick one goes first.
#[derive(Debug)]
pub(super) struct Queue {
    quick: BTreeMap<u64, Weak<Job>>,
    long: BTreeMap<u64, Weak<Job>>,
    first: u64,
    last: u64,
}

impl Default for Queue {
    fn default() -> Self {
        // As far from either end as can be.
        let middle = u64::MAX / 2;
        Self {
            quick: BTreeMap::new(),
            long: BTreeMap::new(),
            first: middle,
            last: middle,
        }
    }
}

/// A job taken out of the queue.
pub(super) struct Next {
    pub(super) job: Arc<Job>,
    pub(super) lane: Lane,
    /// Its place among all jobs that ever waited, no two of which share one.
    pub(super) rank: u64,
}

impl Queue {
    /// Puts a job behind all others of its lane, or before them if somebody
    /// waits for it.
    pub(super) fn push(&mut self, job: &Arc<Job>, lane: Lane) {
        let rank = self.rank(job.is_urgent());
        self.lane(lane).insert(rank, Arc::downgrade(job));
    }

    fn lane(&mut self, lane: Lane) -> &mut BTreeMap<u64, Weak<Job>> {
        match lane {
            Lane::Quick => &mut self.quick,
            Lane::Long => &mut self.long,
        }
    }

    fn rank(&mut self, is_urgent: bool) -> u64 {
        if is_urgent {
            self.first = self.first.wrapping_sub(1);
            self.first
        } else {
            self.last = self.last.wrapping_add(1);
            self.last
        }
    }

    /// Puts a job before all others, if it waits.
    pub(super) fn hurry(&mut self, job: &Arc<Job>) {
        job.hurry();
        let rank = self.rank(true);
        for lane in [Lane::Quick, Lane::Long] {
            let lane = self.lane(lane);
            let mut waiting = lane.iter();
            let found = waiting.find(|(_, waiting)| waiting.as_ptr() == Arc::as_ptr(job));
            if let Some(entry) = found.map(|(rank, _)| *rank).and_then(|at| lane.remove(&at)) {
                lane.insert(rank, entry);
                return;
            }
        }
    }

    /// The job that is next; those that nobody wants any more are dropped on
    /// the way.
    pub(super) fn pop(&mut self, takes_long: bool) -> Option<Next> {
        let lanes = [(Lane::Quick, true), (Lane::Long, takes_long)];
        for (lane, is_taken) in lanes {
            while is_taken && let Some((rank, job)) = self.lane(lane).pop_first() {
                let job = job.upgrade();
                if let Some(job) = job.filter(|job| !job.cancel.is_cancelled()) {
                    return Some(Next { job, lane, rank });
                }
            }
        }
        None
    }
}
