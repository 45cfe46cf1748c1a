//! Work on several things side by side, which ends in the same way on any number of
//! threads.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

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
    let shared = Shared {
        last: AtomicU32::new(u32::MAX),
        positions: AtomicU64::new(0),
        max_positions,
    };
    let each = lanes.len().div_ceil(threads.max(1)).max(1);
    on_threads(lanes.chunks_mut(each), |lanes| shared.run(lanes));
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

/// What threads tell each other.
struct Shared {
    /// No round after this one counts.
    last: AtomicU32,
    /// The positions searched by all tasks.
    positions: AtomicU64,
    max_positions: u64,
}

impl Shared {
    /// Works on some of the lanes, round by round.
    fn run(&self, lanes: &mut [Lane<'_>]) {
        let mut waiting: Vec<_> = lanes.iter_mut().collect();
        let mut own = 0_u64;
        for round in 0.. {
            if waiting.is_empty() || round > self.last.load(Ordering::Relaxed) {
                return;
            }
            let mut is_over = false;
            waiting.retain_mut(|lane| {
                if is_over {
                    return false;
                }
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
                is_over = lane.event.is_some() || own > self.max_positions;
                step == Ok(Step::More)
            });
            if is_over {
                self.last.fetch_min(round, Ordering::Relaxed);
                return;
            }
        }
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
