//! The queue of questions that wait for a thread.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use super::job::Job;

/// The lane in which a job waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// For a quick attempt.
    Quick,
    /// For a question that is known to take longer.
    Long,
}

/// The waiting jobs by rank, in a quick lane and then a long lane. Jobs for idle time come after
/// them, in lanes of their own.
#[derive(Debug)]
pub(super) struct Queue {
    usual: Lanes,
    spare: Lanes,
    first: u64,
    last: u64,
    last_spare: u64,
}

#[derive(Debug, Default)]
struct Lanes {
    quick: BTreeMap<u64, Weak<Job>>,
    long: BTreeMap<u64, Weak<Job>>,
}

impl Default for Queue {
    fn default() -> Self {
        // Far from both ends of the range.
        let middle = u64::MAX / 2;
        Self {
            usual: Lanes::default(),
            spare: Lanes::default(),
            first: middle,
            last: middle,
            last_spare: middle + middle / 2,
        }
    }
}

impl Lanes {
    fn of(&mut self, lane: Lane) -> &mut BTreeMap<u64, Weak<Job>> {
        match lane {
            Lane::Quick => &mut self.quick,
            Lane::Long => &mut self.long,
        }
    }

    /// Removes a job.
    fn take(&mut self, job: &Arc<Job>) -> Option<(Lane, Weak<Job>)> {
        [Lane::Quick, Lane::Long].into_iter().find_map(|lane| {
            let waiting = self.of(lane);
            let mut all = waiting.iter();
            let (&rank, _) = all.find(|(_, waiting)| waiting.as_ptr() == Arc::as_ptr(job))?;
            Some((lane, waiting.remove(&rank)?))
        })
    }

    /// Removes and returns the first job of a lane that is not dropped. Also removes the dropped
    /// jobs before it.
    fn pop(&mut self, lane: Lane) -> Option<Next> {
        while let Some((_, job)) = self.of(lane).pop_first() {
            let job = job.upgrade();
            if let Some(job) = job.filter(|job| !job.is_cancelled()) {
                return Some(Next { job, lane });
            }
        }
        None
    }
}

/// A job taken from the queue.
pub(super) struct Next {
    pub(super) job: Arc<Job>,
    pub(super) lane: Lane,
}

impl Queue {
    /// Adds a job at the end of its lane, or at the front if it is urgent.
    pub(super) fn push(&mut self, job: &Arc<Job>, lane: Lane) {
        let rank = self.rank(job);
        self.lanes(job).of(lane).insert(rank, Arc::downgrade(job));
    }

    fn lanes(&mut self, job: &Job) -> &mut Lanes {
        match job.is_spare() {
            true => &mut self.spare,
            false => &mut self.usual,
        }
    }

    fn rank(&mut self, job: &Job) -> u64 {
        if job.is_spare() {
            self.last_spare = self.last_spare.wrapping_add(1);
            self.last_spare
        } else if job.is_urgent() {
            self.first = self.first.wrapping_sub(1);
            self.first
        } else {
            self.last = self.last.wrapping_add(1);
            self.last
        }
    }

    /// Moves a waiting job to the front.
    pub(super) fn prioritize(&mut self, job: &Arc<Job>) {
        job.prioritize();
        self.place_anew(job);
    }

    /// Moves a waiting job to the place of its current priority.
    pub(super) fn place_anew(&mut self, job: &Arc<Job>) {
        let waiting = self.usual.take(job).or_else(|| self.spare.take(job));
        if let Some((lane, entry)) = waiting {
            let rank = self.rank(job);
            self.lanes(job).of(lane).insert(rank, entry);
        }
    }

    /// Removes and returns the next job, and removes dropped jobs. Long jobs are returned only with
    /// `takes_long`, or in idle time.
    pub(super) fn pop(&mut self, takes_long: bool, is_spare_time: bool) -> Option<Next> {
        let Self { usual, spare, .. } = self;
        let mut next = usual.pop(Lane::Quick);
        if takes_long {
            next = next.or_else(|| usual.pop(Lane::Long));
        }
        next = next.or_else(|| spare.pop(Lane::Quick));
        if is_spare_time {
            next = next.or_else(|| spare.pop(Lane::Long));
        }
        next
    }
}
