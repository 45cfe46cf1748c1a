//! The threads that solve, and the answers they keep.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::document::guarded;
use super::job::{Asked, Found, Job, Running};
use super::queue::{Lane, Queue};
use crate::analysis::{Answer, Extras, Identity, Limit, Means, MemoryPool, Question, Yielded};

/// What a search may spend where nothing else is set: positions in an editor,
/// and bytes for all searches together.
pub(super) const MAX_POSITIONS: u64 = 20_000_000;
const MAX_MEMORY: u64 = 1 << 30;

/// Every puzzle is first tried with so few positions, so that no easy one
/// waits for a hard one.
const QUICK: u64 = 50_000;

/// Answers that are kept though no document asks for them now.
const KEPT: usize = 50_000;

/// What the searches of all documents may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) max_memory: u64,
    pub(super) time_limit: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_memory: MAX_MEMORY,
            time_limit: None,
        }
    }
}

/// The solver. Its threads end with the process.
pub(super) struct Solver {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    ready: Condvar,
    turn: AtomicU64,
    notify: Box<dyn Fn() + Send + Sync>,
    answer: Answering,
}

/// How a question is answered; a test gives another way.
pub type Answering = fn(&Question, &Means<'_>) -> Result<Answer, Yielded>;

struct State {
    limits: Limits,
    threads: usize,
    pool: Arc<MemoryPool>,
    waiting: Queue,
    asked: HashMap<Identity, Vec<Weak<Asked>>>,
    kept: HashMap<Identity, Vec<Kept>>,
    kept_count: usize,
    running: Vec<Running>,
}

struct Kept {
    question: Question,
    answer: Arc<Answer>,
    extras: Extras,
}

impl Solver {
    /// Starts `threads` threads; `notify` is called when one has found
    /// something. One of them does nothing but quick tries.
    pub(super) fn new(
        threads: usize,
        notify: impl Fn() + Send + Sync + 'static,
        answer: Answering,
    ) -> Self {
        let limits = Limits::default();
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                limits,
                threads,
                pool: Arc::new(MemoryPool::new(limits.max_memory).with_threads(threads)),
                waiting: Queue::default(),
                asked: HashMap::new(),
                kept: HashMap::new(),
                kept_count: 0,
                running: Vec::new(),
            }),
            ready: Condvar::new(),
            turn: AtomicU64::new(0),
            notify: Box::new(notify),
            answer,
        });
        for number in 0..threads.max(2) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("solver {number}"));
            let started = thread.spawn(move || shared.work(number > 0));
            if let Err(error) = started {
                tracing::error!("no thread to solve on: {error}");
            }
        }
        Self { shared }
    }

    /// Changes the limits of searches that start from now on.
    pub(super) fn set_limits(&self, limits: Limits) {
        let mut state = self.shared.lock();
        if state.limits.max_memory != limits.max_memory {
            let pool = MemoryPool::new(limits.max_memory).with_threads(state.threads);
            state.pool = Arc::new(pool);
        }
        state.limits = limits;
    }

    /// Asks for an answer; urgent questions go before all that wait. What is
    /// asked already, or was answered before, is not searched for again.
    pub(super) fn ask(&self, question: Question, is_urgent: bool) -> Arc<Asked> {
        let mut state = self.shared.lock();
        let identity = question.identity();
        let live = state.asked.entry(identity).or_default();
        live.retain(|asked| asked.strong_count() > 0);
        let same = live.iter().filter_map(Weak::upgrade);
        let same: Vec<Arc<Asked>> = same.collect();
        if let Some(asked) = same.into_iter().find(|asked| {
            asked.question().is_same(&question)
                && !matches!(asked.found(), Some(Found::Cancelled | Found::Failed))
        }) {
            if is_urgent {
                state.waiting.hurry(&asked.job);
                self.shared.ready.notify_all();
            }
            return asked;
        }
        let kept = state.kept.get(&identity).into_iter().flatten();
        let kept: Vec<&Kept> = kept
            .filter(|kept| kept.question.has_same_answer(&question))
            .collect();
        let job = Job::new(question.clone());
        let mut lane = Some(Lane::Quick);
        if let Some(kept) = kept.first() {
            // What is worth knowing beside it is another's, and has to wait.
            let _ = job.found.set(Found::Answer(Arc::clone(&kept.answer)));
            job.stage.store(1, Ordering::Release);
            lane = Some(Lane::Long);
        }
        if let Some(kept) = kept.iter().find(|kept| kept.question.is_same(&question)) {
            let _ = job.extras.set(kept.extras.clone());
            job.stage.store(2, Ordering::Release);
            lane = None;
        }
        let asked = Arc::new(Asked { job: Arc::new(job) });
        let live = state.asked.entry(identity).or_default();
        live.push(Arc::downgrade(&asked));
        if let Some(lane) = lane {
            state.waiting.push(&asked.job, lane, is_urgent);
            self.shared.ready.notify_all();
        }
        asked
    }

    /// The searches that run now.
    pub(super) fn running(&self) -> Vec<Running> {
        self.shared.lock().running.clone()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, takes_long: bool) {
        loop {
            let mut state = self.lock();
            let (job, lane) = loop {
                match state.waiting.pop(takes_long) {
                    Some(found) => break found,
                    None => {
                        let woken = self.ready.wait(state);
                        state = woken.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            let number = self.turn.fetch_add(1, Ordering::Relaxed);
            let since = *job.started.get_or_init(Instant::now);
            state.running.push(Running {
                job: Arc::downgrade(&job),
                since,
                number,
            });
            let (pool, limits) = (Arc::clone(&state.pool), state.limits);
            drop(state);
            let done = guarded("a search", || {
                self.search(&job, lane, &pool, limits, number)
            });
            if done.is_none() {
                self.found(&job, Found::Failed);
            }
            let mut state = self.lock();
            state.running.retain(|running| running.number != number);
            match done {
                Some(Next::Longer) => {
                    state.waiting.push(&job, Lane::Long, false);
                    self.ready.notify_all();
                }
                Some(Next::Later) => {
                    drop(state);
                    // The memory is needed by a search that started earlier.
                    thread::sleep(Duration::from_millis(20));
                    self.lock().waiting.push(&job, lane, false);
                }
                Some(Next::Done) | None => {}
            }
        }
    }

    fn search(
        &self,
        job: &Arc<Job>,
        lane: Lane,
        pool: &MemoryPool,
        limits: Limits,
        turn: u64,
    ) -> Next {
        if let Some(Found::Answer(answer)) = job.found.get() {
            self.hints(job, answer, pool, limits, turn);
            return Next::Done;
        }
        let is_quick = lane == Lane::Quick;
        let question = if is_quick {
            job.question.with_at_most(QUICK)
        } else {
            job.question.clone()
        };
        let means = job.means(pool, limits, turn);
        let Ok(answer) = (self.answer)(&question, &means) else {
            return if job.cancel.is_cancelled() {
                Next::Done
            } else {
                Next::Later
            };
        };
        match answer.outcome.limit() {
            Some(Limit::Positions) if is_quick && QUICK < job.question.max_positions() => {
                return Next::Longer;
            }
            Some(Limit::Cancelled) => {
                if job.is_stopped.load(Ordering::Relaxed) {
                    self.found(job, Found::Cancelled);
                }
                return Next::Done;
            }
            _ => {}
        }
        self.found(job, Found::Answer(Arc::new(answer)));
        // What could go may cost as much again, so it has to wait.
        Next::Longer
    }

    fn hints(
        &self,
        job: &Arc<Job>,
        answer: &Arc<Answer>,
        pool: &MemoryPool,
        limits: Limits,
        turn: u64,
    ) {
        let means = job.means(pool, limits, turn);
        let extras = job.question.extras(answer, &means);
        if job.cancel.is_cancelled() {
            return;
        }
        let _ = job.extras.set(extras.clone());
        self.keep(Kept {
            question: job.question.clone(),
            answer: Arc::clone(answer),
            extras,
        });
        job.stage.store(2, Ordering::Release);
        (self.notify)();
    }

    fn found(&self, job: &Job, found: Found) {
        let _ = job.found.set(found);
        job.stage.store(1, Ordering::Release);
        (self.notify)();
    }

    fn keep(&self, kept: Kept) {
        let mut state = self.lock();
        if state.kept_count >= KEPT {
            state.kept.clear();
            state.kept_count = 0;
            state
                .asked
                .retain(|_, asked| asked.iter().any(|asked| asked.strong_count() > 0));
        }
        state.kept_count += 1;
        let identity = kept.question.identity();
        state.kept.entry(identity).or_default().push(kept);
    }
}

/// What becomes of a job after a search.
enum Next {
    Done,
    /// It was not so easy.
    Longer,
    /// There was no memory for it.
    Later,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{FileHead, Puzzle};

    const TEXT: &str = "puzzle lunar\n  board:\n    @ . + #\n";

    fn question(max_positions: u64) -> Question {
        let puzzle = Puzzle::read(TEXT, &FileHead::default());
        let identity = puzzle.identity().unwrap();
        Question::new(&puzzle, identity, max_positions).unwrap()
    }

    fn wait(asked: &Asked) -> Found {
        loop {
            if let Some(found) = asked.found() {
                return found.clone();
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_panic_costs_its_own_answer_alone() {
        let solver = Solver::new(
            2,
            || {},
            |question, means| {
                assert_ne!(question.max_positions(), 13);
                question.answer(means)
            },
        );
        for _ in 0..3 {
            let unlucky = solver.ask(question(13), false);
            let lucky = solver.ask(question(14), false);
            assert!(matches!(wait(&unlucky), Found::Failed));
            assert!(matches!(wait(&lucky), Found::Answer(_)));
        }
        assert!(
            solver
                .running()
                .iter()
                .all(|search| search.watch().is_none())
        );
    }

    #[test]
    fn equal_questions_are_asked_once_and_answers_are_kept() {
        static ASKED: AtomicU64 = AtomicU64::new(0);
        let solver = Solver::new(
            2,
            || {},
            |question, means| {
                ASKED.fetch_add(1, Ordering::Relaxed);
                question.answer(means)
            },
        );
        let first = solver.ask(question(5), false);
        let again = solver.ask(question(5), true);
        assert!(Arc::ptr_eq(&first, &again));
        wait(&first);
        // The answer is kept before the last stage.
        while first.stage() < 2 {
            thread::sleep(Duration::from_millis(1));
        }
        drop((first, again));
        assert!(matches!(
            wait(&solver.ask(question(5), false)),
            Found::Answer(_)
        ));
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn another_line_of_play_is_no_other_answer() {
        static ASKED: AtomicU64 = AtomicU64::new(0);
        let solver = Solver::new(
            2,
            || {},
            |question, means| {
                ASKED.fetch_add(1, Ordering::Relaxed);
                question.answer(means)
            },
        );
        let board = "    . . . H\n    . . . .\n    . . . .\n    V . . .\n";
        for line in ["", "d4>", "d4v a1^"] {
            let text = format!("puzzle slider\n  board:\n{board}  solution: {line}\n");
            let puzzle = Puzzle::read(&text, &FileHead::default());
            let identity = puzzle.identity().unwrap();
            let asked = solver.ask(Question::new(&puzzle, identity, 5_000).unwrap(), false);
            assert!(matches!(wait(&asked), Found::Answer(_)));
            // The answer is kept before the last stage.
            while asked.stage() < 2 {
                thread::sleep(Duration::from_millis(1));
            }
        }
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn what_nobody_wants_any_more_is_cancelled() {
        let solver = Solver::new(2, || {}, Question::answer);
        let asked = solver.ask(question(5), false);
        let job = Arc::clone(&asked.job);
        drop(asked);
        assert!(job.cancel.is_cancelled());
    }
}
