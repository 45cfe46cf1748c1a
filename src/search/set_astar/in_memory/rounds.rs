//! Runs tasks in parallel, with the same result for any number of threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::search::limits::{Limit, Stop};
use crate::search::threads::on_threads;

/// The result of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// There is more to do.
    More,
    /// Nothing is left to do.
    Done,
    /// The task has found a solution.
    Found,
}

/// The positions and memory that a task has used so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    /// The positions searched.
    pub(super) positions: u64,
    /// The most bytes that one task has taken, at any time.
    pub(super) growth: u64,
}

/// A task that runs in steps.
pub(super) trait RoundTask: Send {
    /// Runs for some tens of microseconds. All tasks together have searched `positions`,
    /// not all of which may count in the end.
    ///
    /// # Errors
    ///
    /// [`Stop`] where the search is to stop.
    fn step(&mut self, positions: u64) -> Result<Step, Stop>;

    /// Returns what the task has spent.
    fn cost(&self) -> Cost;
}

/// The result of all tasks.
pub(super) struct End {
    /// The task that has found what was looked for, if any has, or why it stopped.
    pub(super) found: Result<Option<usize>, Stop>,
    /// The cost of all tasks until then.
    pub(super) cost: Cost,
}

/// Does the work of all tasks, in rounds of a step each, until one has found what is
/// looked for, or is to stop, or they have searched more than `max_positions`
/// together, or nothing is left to do.
///
/// The result is the first such event in the order of rounds, and in a round
/// in that of tasks. What other threads have done beyond that does not count.
pub(super) fn work<T: RoundTask>(tasks: &mut [T], threads: usize, max_positions: u64) -> End {
    let lane = |task| Lane {
        task,
        last_thread: 0,
        costs: Vec::new(),
        is_done: false,
        event: None,
    };
    let tasks = tasks.iter_mut().map(|task| task as &mut dyn RoundTask);
    work_on(tasks.map(lane).collect(), threads, max_positions)
}

fn work_on(mut lanes: Vec<Lane<'_>>, threads: usize, max_positions: u64) -> End {
    let threads = threads.clamp(1, lanes.len().max(1));
    let each = lanes.len().div_ceil(threads).max(1);
    for (number, lane) in lanes.iter_mut().enumerate() {
        lane.last_thread = number / each;
    }
    let shared = Shared {
        state: Mutex::new(State {
            waiting: lanes.iter_mut().collect(),
            positions: 0,
            newest: 0,
            last: usize::MAX,
        }),
        max_positions,
    };
    on_threads(0..threads, |thread| shared.run(thread));
    end(&lanes, max_positions)
}

/// A task and its progress.
struct Lane<'a> {
    task: &'a mut dyn RoundTask,
    /// The thread that had it last, in whose cache is what it needs.
    last_thread: usize,
    /// Its cost at the end of each round, until it was done.
    costs: Vec<Cost>,
    /// Whether there is no more to do.
    is_done: bool,
    /// The event that ended it in the last of these rounds, unless it was simply done.
    event: Option<Result<(), Stop>>,
}

/// A thread prefers the lanes that it had, until another is so many rounds behind them.
const LAG: usize = 8;

/// The state that threads share.
struct Shared<'a, 'b> {
    state: Mutex<State<'a, 'b>>,
    max_positions: u64,
}

struct State<'a, 'b> {
    /// The lanes that no thread works on.
    waiting: Vec<&'a mut Lane<'b>>,
    /// The positions searched by all tasks.
    positions: u64,
    /// The newest round that any of them was in.
    newest: usize,
    /// No round after this one counts.
    last: usize,
}

impl<'a, 'b> Shared<'a, 'b> {
    /// Works on lanes, a round of one at a time. A thread may begin late: others have
    /// gone on with its lanes then.
    fn run(&self, thread: usize) {
        let _guard = Guard(self);
        let mut had = None;
        while let Some((lane, positions)) = self.exchange(thread, had.take()) {
            let before = lane.task.cost().positions;
            let step = lane.task.step(positions);
            let cost = lane.task.cost();
            lane.costs.push(cost);
            lane.is_done = step != Ok(Step::More);
            lane.event = match step {
                Ok(Step::Found) => Some(Ok(())),
                Err(stop) => Some(Err(stop)),
                Ok(Step::More | Step::Done) => None,
            };
            had = Some((lane, cost.positions - before));
        }
    }

    fn state(&self) -> MutexGuard<'_, State<'a, 'b>> {
        // No task runs in here, so what is behind the lock is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the lane that a thread had back, in which so many positions have been
    /// searched, and takes the one that it is to go on with, if any is left. Returns it
    /// with the positions searched by all tasks. What other threads have is not waited
    /// for.
    fn exchange(
        &self,
        thread: usize,
        had: Option<(&'a mut Lane<'b>, u64)>,
    ) -> Option<(&'a mut Lane<'b>, u64)> {
        let mut state = self.state();
        if let Some((lane, positions)) = had {
            let round = lane.costs.len().saturating_sub(1);
            state.newest = state.newest.max(round);
            state.positions += positions;
            match lane.event {
                Some(Err(stop)) if !has_its_turn(stop) => state.last = 0,
                Some(_) => state.last = state.last.min(round),
                None => {}
            }
            if !lane.is_done {
                state.waiting.push(lane);
            }
        }
        // All that was searched was in rounds up to the newest one.
        if state.positions > self.max_positions {
            state.last = state.last.min(state.newest);
        }
        let last = state.last;
        state.waiting.retain(|lane| lane.costs.len() <= last);
        let lag = |last_thread: usize| if last_thread == thread { 0 } else { LAG };
        let lanes = state.waiting.iter().enumerate();
        let (at, _) = lanes.min_by_key(|(_, lane)| lane.costs.len() + lag(lane.last_thread))?;
        let lane = state.waiting.swap_remove(at);
        lane.last_thread = thread;
        Some((lane, state.positions))
    }
}

/// Ends the work of all threads where a task panics.
struct Guard<'s, 'a, 'b>(&'s Shared<'a, 'b>);

impl Drop for Guard<'_, '_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state().last = 0;
        }
    }
}

/// Whether it depends on the order of rounds that the work ends with a stop: the clock
/// or a user does not wait for it.
const fn has_its_turn(stop: Stop) -> bool {
    matches!(stop, Stop::Limit(Limit::Memory | Limit::Positions))
}

/// Returns the first event in the order of rounds.
fn end(lanes: &[Lane<'_>], max_positions: u64) -> End {
    let mut stops = lanes.iter().filter_map(|lane| lane.event?.err());
    if let Some(stop) = stops.find(|&stop| !has_its_turn(stop)) {
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

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    use super::*;
    use crate::search::set_astar::samples::Random;

    /// A task that follows a script.
    #[derive(Clone)]
    struct Script {
        /// The cost of each step, and how long it sleeps.
        steps: Vec<(Cost, Duration)>,
        /// The result of the last step.
        end: Result<Step, Stop>,
        at: usize,
        spent: Cost,
    }

    impl RoundTask for Script {
        fn step(&mut self, _: u64) -> Result<Step, Stop> {
            let (cost, sleep) = self.steps[self.at];
            std::thread::sleep(sleep);
            self.at += 1;
            self.spent.positions += cost.positions;
            self.spent.growth = self.spent.growth.max(cost.growth);
            if self.at == self.steps.len() {
                self.end
            } else {
                Ok(Step::More)
            }
        }

        fn cost(&self) -> Cost {
            self.spent
        }
    }

    /// Random tasks, most of which find nothing.
    fn scripts(random: &mut Random) -> Vec<Script> {
        let script = |random: &mut Random| {
            let steps = (0..=random.below(40)).map(|_| {
                let cost = Cost {
                    positions: random.below(5) as u64,
                    growth: random.below(1000) as u64,
                };
                let sleep = if random.below(60) == 0 { 300 } else { 0 };
                (cost, Duration::from_micros(sleep))
            });
            Script {
                steps: steps.collect(),
                end: match random.below(8) {
                    0 => Ok(Step::Found),
                    1 => Err(Stop::Limit(Limit::Memory)),
                    _ => Ok(Step::Done),
                },
                at: 0,
                spent: Cost::default(),
            }
        };
        (0..=random.below(5)).map(|_| script(random)).collect()
    }

    /// The result of a plain loop over rounds and tasks.
    fn plain(scripts: &[Script], max_positions: u64) -> (Result<Option<usize>, Stop>, u64, u64) {
        let (mut positions, mut growth) = (0, 0);
        for round in 0..scripts.iter().map(|one| one.steps.len()).max().unwrap() {
            for (number, script) in scripts.iter().enumerate() {
                let Some((cost, _)) = script.steps.get(round) else {
                    continue;
                };
                positions += cost.positions;
                growth = growth.max(cost.growth);
                if positions > max_positions {
                    return (Err(Stop::Limit(Limit::Positions)), positions, growth);
                }
                match script.end {
                    _ if round + 1 < script.steps.len() => {}
                    Ok(Step::Found) => return (Ok(Some(number)), positions, growth),
                    Err(stop) => return (Err(stop), positions, growth),
                    Ok(_) => {}
                }
            }
        }
        (Ok(None), positions, growth)
    }

    #[test]
    fn result_does_not_depend_on_threads() {
        let mut random = Random(5);
        for _ in 0..400 {
            let scripts = scripts(&mut random);
            let max_positions = random.below(300) as u64;
            let expected = plain(&scripts, max_positions);
            for threads in 1..=6 {
                let end = work(&mut scripts.clone(), threads, max_positions);
                let observed = (end.found, end.cost.positions, end.cost.growth);
                assert_eq!(observed, expected, "{threads} threads");
            }
        }
    }

    /// A task without an end, but for what comes of its step `at`.
    struct Endless {
        steps: u64,
        at: u64,
        end: fn() -> Result<Step, Stop>,
    }

    impl RoundTask for Endless {
        fn step(&mut self, _: u64) -> Result<Step, Stop> {
            self.steps += 1;
            if self.steps == self.at {
                return (self.end)();
            }
            Ok(Step::More)
        }

        fn cost(&self) -> Cost {
            Cost {
                positions: self.steps,
                growth: 0,
            }
        }
    }

    /// Tasks of which the one in this place ends so.
    fn endless(place: usize, end: fn() -> Result<Step, Stop>) -> [Endless; 4] {
        [0, 1, 2, 3].map(|number| Endless {
            steps: 0,
            at: if number == place { 1000 } else { u64::MAX },
            end,
        })
    }

    #[test]
    fn cancel_and_panic_end_all_threads() {
        for (place, threads) in [(0, 1), (0, 2), (3, 2), (1, 3), (2, 4)] {
            let mut tasks = endless(place, || Err(Stop::Limit(Limit::Cancelled)));
            let end = work(&mut tasks, threads, u64::MAX);
            assert_eq!(end.found, Err(Stop::Limit(Limit::Cancelled)));

            let mut tasks = endless(place, || panic!("a fault"));
            let work = AssertUnwindSafe(|| work(&mut tasks, threads, u64::MAX));
            let panic = catch_unwind(work).map(|_| ()).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&"a fault"));
        }
    }

    #[test]
    fn position_limit_counts_all_threads() {
        for threads in 1..=4 {
            let mut tasks = endless(0, || Ok(Step::More));
            let end = work(&mut tasks, threads, 1_000_000);
            assert_eq!(end.found, Err(Stop::Limit(Limit::Positions)));
            assert_eq!(end.cost.positions, 1_000_001);
        }
    }
}
