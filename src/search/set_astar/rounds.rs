//! Work on several things side by side, which ends in the same way on any number of
//! threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::limits::{Limit, Stop};
use crate::search::threads::on_threads;

/// What came of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// There is more to do.
    More,
    /// Nothing is left to do.
    Done,
    /// What was looked for is found.
    Found,
}

/// What was spent since the work began.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    /// The positions searched.
    pub(super) positions: u64,
    /// The most bytes that one task has taken, at any time.
    pub(super) growth: u64,
}

/// Work that is done in steps.
pub(super) trait Task: Send {
    /// Does a part of the work, about a millisecond of it. `positions` have been
    /// searched by all tasks, not all of which may count in the end.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the search is to stop.
    fn step(&mut self, positions: u64) -> Result<Step, Stop>;

    /// Returns what the task has spent.
    fn cost(&self) -> Cost;
}

/// What some work has ended with.
pub(super) struct End {
    /// The task that has found what was looked for, if any has, or why it stopped.
    pub(super) found: Result<Option<usize>, Stop>,
    /// What was spent until then.
    pub(super) cost: Cost,
}

/// Does the work of all tasks, in rounds of a step each, until one has found what is
/// looked for, or is to stop, or they have searched more than `max_positions`
/// together, or nothing is left to do.
///
/// What it ends with is the first such event in the order of rounds, and in a round
/// in that of tasks. What other threads have done beyond that does not count.
pub(super) fn work<T: Task>(tasks: &mut [T], threads: usize, max_positions: u64) -> End {
    let lane = |task| Lane {
        task,
        costs: Vec::new(),
        event: None,
    };
    let tasks = tasks.iter_mut().map(|task| task as &mut dyn Task);
    work_on(tasks.map(lane).collect(), threads, max_positions)
}

fn work_on(mut lanes: Vec<Lane<'_>>, threads: usize, max_positions: u64) -> End {
    let threads = threads.clamp(1, lanes.len().max(1));
    let each = lanes.len().div_ceil(threads).max(1);
    let waiting = lanes.iter_mut().enumerate();
    let waiting = waiting.map(|(number, lane)| (number / each, lane));
    let shared = Shared {
        waiting: Mutex::new(waiting.collect()),
        last: AtomicUsize::new(usize::MAX),
        positions: AtomicU64::new(0),
        max_positions,
    };
    on_threads(0..threads, |thread| shared.run(thread));
    end(&lanes, max_positions)
}

/// A task and what has come of it.
struct Lane<'a> {
    task: &'a mut dyn Task,
    /// What it had spent at the end of each round, until it was done.
    costs: Vec<Cost>,
    /// What ended it in the last of these rounds, if it was not simply done.
    event: Option<Result<(), Stop>>,
}

/// How many rounds behind a lane has to be before another thread than its own takes it,
/// in whose cache what it needs is not.
const LAG: usize = 8;

/// What threads tell each other.
struct Shared<'a, 'b> {
    /// The lanes that no thread works on, each with the number of its own.
    waiting: Mutex<Vec<(usize, &'a mut Lane<'b>)>>,
    /// No round after this one counts.
    last: AtomicUsize,
    /// The positions searched by all tasks.
    positions: AtomicU64,
    max_positions: u64,
}

impl<'a, 'b> Shared<'a, 'b> {
    /// Works on lanes, a round of one at a time. A thread may begin late: others have
    /// gone on with its lanes then.
    fn run(&self, thread: usize) {
        let (mut own, mut newest) = (0_u64, 0);
        let mut had = None;
        while let Some((of, lane)) = self.exchange(thread, had.take()) {
            let round = lane.costs.len();
            newest = newest.max(round);
            let before = lane.task.cost().positions;
            let step = lane.task.step(self.positions.load(Ordering::Relaxed));
            let cost = lane.task.cost();
            let more = cost.positions - before;
            own += more;
            self.positions.fetch_add(more, Ordering::Relaxed);
            lane.costs.push(cost);
            lane.event = match step {
                Ok(Step::Found) => Some(Ok(())),
                Err(stop) => Some(Err(stop)),
                Ok(Step::More | Step::Done) => None,
            };
            if lane.event.is_some() {
                self.last.fetch_min(round, Ordering::Relaxed);
            }
            if own > self.max_positions {
                self.last.fetch_min(newest, Ordering::Relaxed);
            }
            if step == Ok(Step::More) {
                had = Some((of, lane));
            }
        }
    }

    /// Puts the lane that a thread had back, and takes the one that it is to go on with,
    /// if any is left. What other threads have is not waited for.
    fn exchange(
        &self,
        thread: usize,
        had: Option<(usize, &'a mut Lane<'b>)>,
    ) -> Option<(usize, &'a mut Lane<'b>)> {
        // A thread that panics has taken its lane out.
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(had);
        let last = self.last.load(Ordering::Relaxed);
        waiting.retain(|(_, lane)| lane.costs.len() <= last);
        let lag = |of: usize| if of == thread { 0 } else { LAG };
        let lanes = waiting.iter().enumerate();
        let (at, _) = lanes.min_by_key(|(_, (of, lane))| lane.costs.len() + lag(*of))?;
        Some(waiting.swap_remove(at))
    }
}

/// Returns what some lanes have ended with.
fn end(lanes: &[Lane<'_>], max_positions: u64) -> End {
    // The clock or a user does not wait for the right round.
    let stop = lanes.iter().find_map(|lane| match lane.event {
        Some(Err(Stop::Limit(Limit::Memory | Limit::Positions))) => None,
        Some(Err(stop)) => Some(stop),
        _ => None,
    });
    if let Some(stop) = stop {
        let costs = lanes.iter().filter_map(|lane| lane.costs.last());
        // Some threads were in later rounds, which are not to look like a limit.
        let cost = costs.fold(Cost::default(), |sum, cost| Cost {
            positions: (sum.positions + cost.positions).min(max_positions),
            growth: sum.growth.max(cost.growth),
        });
        let found = Err(stop);
        return End { found, cost };
    }
    let mut cost = Cost::default();
    let mut spent = vec![0; lanes.len()];
    for round in 0.. {
        let mut is_last = true;
        for (number, (lane, spent)) in lanes.iter().zip(&mut spent).enumerate() {
            let Some(now) = lane.costs.get(round) else {
                continue;
            };
            is_last = false;
            cost.positions += now.positions - *spent;
            cost.growth = cost.growth.max(now.growth);
            *spent = now.positions;
            let mut found = match lane.event {
                Some(event) if round + 1 == lane.costs.len() => event.map(|()| Some(number)),
                _ => Ok(None),
            };
            if cost.positions > max_positions {
                found = Err(Stop::Limit(Limit::Positions));
            }
            if found != Ok(None) {
                return End { found, cost };
            }
        }
        if is_last {
            break;
        }
    }
    End {
        found: Ok(None),
        cost,
    }
}
