//! Threads that answer questions in the background, in order of priority.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use super::job::Job;
use super::queue::{Lane, Next, Queue};
use super::{AnswerHandle, Call, Failed, Identity, Question, Running, SearchEnd, Solver, Store};
use crate::search::Limit;

/// The positions of a first, quick attempt at every puzzle, so that no easy one waits for a hard
/// one.
const QUICK: u64 = 50_000;

/// Threads that answer questions. They end with the process.
#[derive(Clone)]
pub struct Service {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<ServiceState>,
    ready: Condvar,
    number: AtomicU64,
    notify: Box<dyn Fn() + Send + Sync>,
    solver: Solver,
}

#[derive(Default)]
struct ServiceState {
    waiting: Queue,
    handles: HashMap<Identity, Vec<Weak<AnswerHandle>>>,
    running: Vec<Running>,
    /// With more questions than this, dropped ones are removed.
    most_handles: usize,
}

impl Service {
    /// Starts `threads` threads, at least two, one of which makes quick attempts only. `notify` is
    /// called after each result, and when a search has started or ended.
    pub fn new(
        threads: NonZeroUsize,
        solver: Solver,
        notify: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            ready: Condvar::new(),
            number: AtomicU64::new(0),
            notify: Box::new(notify),
            solver,
        });
        for number in 0..threads.get().max(2) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("solver {number}"));
            let started = thread.spawn(move || shared.work(number > 0));
            if let Err(error) = started {
                tracing::error!("no thread to solve on: {error}");
            }
        }
        Self { shared }
    }

    /// Returns the solver, for work on the thread of the caller.
    pub fn solver(&self) -> &Solver {
        &self.shared.solver
    }

    /// Requests an answer; urgent requests come first. A question that is already waiting or stored
    /// is not searched again.
    pub fn ask(&self, question: Question, is_urgent: bool) -> Arc<AnswerHandle> {
        self.ask_as(question, None, is_urgent, false)
    }

    /// Requests an answer as [`ask`](Self::ask) does, with the cache of the puzzle's file.
    pub fn ask_cached(
        &self,
        question: Question,
        cache: Option<Arc<dyn Store>>,
        is_urgent: bool,
    ) -> Arc<AnswerHandle> {
        self.ask_as(question, cache, is_urgent, false)
    }

    /// Requests an answer in idle time: its search gives way to every other, and starts again
    /// afterwards.
    pub fn ask_in_spare_time(&self, question: Question) -> Arc<AnswerHandle> {
        self.ask_as(question, None, false, true)
    }

    fn ask_as(
        &self,
        question: Question,
        cache: Option<Arc<dyn Store>>,
        is_urgent: bool,
        is_spare: bool,
    ) -> Arc<AnswerHandle> {
        let kept = self.shared.solver.stored(&question);
        let mut state = self.shared.lock();
        let live = state.handles.entry(question.identity()).or_default();
        live.retain(|handle| handle.strong_count() > 0);
        let same: Vec<Arc<AnswerHandle>> = live.iter().filter_map(Weak::upgrade).collect();
        if let Some(handle) = same.into_iter().find(|handle| {
            *handle.question() == question
                && !matches!(handle.result(), Some(SearchEnd::Cancelled | SearchEnd::Failed(_)))
        }) {
            if is_urgent {
                state.waiting.prioritize(&handle.job);
                self.shared.ready.notify_all();
            } else if !is_spare && handle.job.want() {
                state.waiting.place_anew(&handle.job);
                self.shared.ready.notify_all();
            }
            return handle;
        }
        let identity = question.identity();
        let job = Arc::new(Job::new(question, cache, is_spare));
        if is_urgent {
            job.prioritize();
        }
        let lane = match kept {
            None => Some(Lane::Quick),
            Some((answer, extras)) => {
                job.set_result(SearchEnd::Answer(answer));
                // The extras are searched later.
                let lane = extras.is_none().then_some(Lane::Long);
                extras.into_iter().for_each(|extras| job.set_extras(extras));
                lane
            }
        };
        if let Some(lane) = lane {
            state.push(&job, lane);
            self.shared.ready.notify_all();
        }
        let handle = Arc::new(AnswerHandle { job });
        let live = state.handles.entry(identity).or_default();
        live.push(Arc::downgrade(&handle));
        state.tidy();
        handle
    }

    /// Moves a question to the front.
    pub fn prioritize(&self, handle: &AnswerHandle) {
        self.shared.lock().waiting.prioritize(&handle.job);
        self.shared.ready.notify_all();
    }

    /// Returns the running searches.
    pub fn running(&self) -> Vec<Running> {
        self.shared.lock().running.clone()
    }
}

impl ServiceState {
    /// Adds a job to the queue; a search in idle time gives way to it.
    fn push(&mut self, job: &Arc<Job>, lane: Lane) {
        self.waiting.push(job, lane);
        if !job.is_spare() {
            self.running.iter().for_each(Running::give_way);
        }
    }

    /// Removes dropped questions from time to time.
    fn tidy(&mut self) {
        if self.handles.len() <= self.most_handles {
            return;
        }
        let is_held = |handle: &Weak<AnswerHandle>| handle.strong_count() > 0;
        self.handles.retain(|_, handle| handle.iter().any(is_held));
        self.most_handles = 2 * self.handles.len() + 1_000;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, ServiceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, takes_long: bool) {
        loop {
            let mut state = self.lock();
            let Next { job, lane } = loop {
                let is_spare_time = state.running.iter().all(Running::is_spare);
                match state.waiting.pop(takes_long, is_spare_time) {
                    Some(next) => break next,
                    None => {
                        let woken = self.ready.wait(state);
                        state = woken.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            let number = self.number.fetch_add(1, Ordering::Relaxed);
            let is_quick = lane == Lane::Quick;
            // From now on, the search can be interrupted.
            let call = job.call();
            state.running.push(Running::new(&job, number, is_quick));
            drop(state);
            (self.notify)();
            let next = self.step(&job, lane, &call).unwrap_or_else(|failed| {
                // It affects only the question that it is about.
                tracing::error!("{failed}");
                job.fail(failed);
                None
            });
            let mut state = self.lock();
            state.running.retain(|running| running.number() != number);
            if let Some(lane) = next {
                state.push(&job, lane);
            }
            drop(state);
            self.ready.notify_all();
            (self.notify)();
        }
    }

    /// Works on a job; returns the lane in which it continues, if it is not finished.
    fn step(&self, job: &Job, lane: Lane, call: &Call) -> Result<Option<Lane>, Failed> {
        if let Some(SearchEnd::Answer(answer)) = job.result() {
            let extras = self.solver.extras(&job.question, answer, call)?;
            if let Some(extras) = extras {
                job.set_extras(extras);
                (self.notify)();
                return Ok(None);
            }
            return Ok((!job.is_cancelled()).then_some(lane));
        }
        let answer = match lane {
            Lane::Quick => self.solver.try_answer(&job.question, QUICK, call)?,
            Lane::Long => Some(self.solver.answer(&job.question, call)?),
        };
        let Some(answer) = answer else {
            return Ok(Some(Lane::Long));
        };
        if call.cancel.is_cancelled() && !job.is_cancelled() {
            // It gave way, so its answer may be incomplete.
            return Ok(Some(lane));
        }
        if answer.outcome.limit() == Some(Limit::Cancelled) {
            if job.is_stopped() {
                self.set_result(job, SearchEnd::Cancelled);
            }
            return Ok(None);
        }
        self.set_result(job, SearchEnd::Answer(answer));
        // The search for idle objects may cost as much again, so it waits in the queue.
        Ok(Some(Lane::Long))
    }

    fn set_result(&self, job: &Job, result: SearchEnd) {
        job.set_result(result);
        (self.notify)();
    }
}
