//! The questions of a service and their progress.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use web_time::Instant;

use super::{Call, Extras, Failed, Question, Store};
use crate::search::{Answer, CancelFlag, Watch};

/// A question and its answer, once it is known. The search is cancelled when all handles are
/// dropped.
#[derive(Debug)]
pub struct AnswerHandle {
    pub(super) job: Arc<Job>,
}

impl Drop for AnswerHandle {
    fn drop(&mut self) {
        self.job.cancel();
    }
}

/// A question on its way through the service.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) question: Question,
    cache: Option<Arc<dyn Store>>,
    /// Whether all handles were dropped.
    is_cancelled: AtomicBool,
    /// Ends the current search.
    run: Mutex<CancelFlag>,
    /// Whether it was cancelled while there are handles.
    is_stopped: AtomicBool,
    /// Whether a user waits for it.
    is_urgent: AtomicBool,
    /// Whether it may run in idle time only.
    is_spare: AtomicBool,
    watch: Watch,
    started: OnceLock<Instant>,
    result: OnceLock<SearchEnd>,
    /// The failure of a search after the answer.
    failed: OnceLock<SearchEnd>,
    extras: OnceLock<Arc<Extras>>,
    stage: AtomicU8,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub enum SearchEnd {
    /// It found an answer.
    Answer(Arc<Answer>),
    /// The user stopped it.
    Cancelled,
    /// It failed.
    Failed(Failed),
}

impl Job {
    pub(super) fn new(question: Question, cache: Option<Arc<dyn Store>>, is_spare: bool) -> Self {
        Self {
            question,
            cache,
            is_cancelled: AtomicBool::new(false),
            run: Mutex::default(),
            is_stopped: AtomicBool::new(false),
            is_urgent: AtomicBool::new(false),
            is_spare: AtomicBool::new(is_spare),
            watch: Watch::default(),
            started: OnceLock::new(),
            result: OnceLock::new(),
            failed: OnceLock::new(),
            extras: OnceLock::new(),
            stage: AtomicU8::new(0),
        }
    }

    /// Returns the call of a search that starts now.
    pub(super) fn call(&self) -> Call {
        let cancel = CancelFlag::default();
        *self.run() = cancel.clone();
        if self.is_cancelled() {
            cancel.cancel();
        }
        Call { cancel, watch: self.watch.clone(), cache: self.cache.clone() }
    }

    fn run(&self) -> MutexGuard<'_, CancelFlag> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Interrupts the current search, which may start again.
    pub(super) fn interrupt(&self) {
        self.run().cancel();
    }

    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
        self.interrupt();
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }

    pub(super) fn is_spare(&self) -> bool {
        self.is_spare.load(Ordering::Relaxed)
    }

    /// Removes the restriction to idle time, and returns whether there was one.
    pub(super) fn want(&self) -> bool {
        self.is_spare.swap(false, Ordering::Relaxed)
    }

    /// Returns when the first search started.
    pub(super) fn started(&self) -> Instant {
        *self.started.get_or_init(Instant::now)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    pub(super) fn is_urgent(&self) -> bool {
        self.is_urgent.load(Ordering::Relaxed)
    }

    pub(super) fn prioritize(&self) {
        self.want();
        self.is_urgent.store(true, Ordering::Relaxed);
    }

    pub(super) fn result(&self) -> Option<&SearchEnd> {
        self.failed.get().or_else(|| self.result.get())
    }

    pub(super) fn set_result(&self, result: SearchEnd) {
        let _ = self.result.set(result);
        self.stage.fetch_max(1, Ordering::AcqRel);
    }

    /// Replaces the answer, whose extras cannot be found, by the failure.
    pub(super) fn fail(&self, failed: Failed) {
        let _ = self.failed.set(SearchEnd::Failed(failed));
        self.stage.fetch_max(2, Ordering::AcqRel);
    }

    pub(super) fn set_extras(&self, extras: Arc<Extras>) {
        let _ = self.extras.set(extras);
        self.stage.fetch_max(2, Ordering::AcqRel);
    }
}

impl AnswerHandle {
    /// Returns the end of the search, or `None` while it runs.
    pub fn result(&self) -> Option<&SearchEnd> {
        self.job.result()
    }

    /// Returns the extras, or `None` while they are searched.
    pub fn extras(&self) -> Option<&Extras> {
        self.job.extras.get().map(AsRef::as_ref)
    }

    /// Returns the number of known parts: 1 with the answer, 2 with the extras.
    pub fn stage(&self) -> u8 {
        self.job.stage.load(Ordering::Acquire)
    }

    /// Returns the progress of the search.
    pub fn watch(&self) -> &Watch {
        &self.job.watch
    }

    /// Returns the time of the search, once it has ended; `None` if the answer came from
    /// the store.
    pub fn time(&self) -> Option<Duration> {
        let spent = self.job.watch.spent();
        (!spent.is_zero()).then_some(spent)
    }

    /// Returns the question.
    pub fn question(&self) -> &Question {
        &self.job.question
    }
}

/// A running search.
#[derive(Clone, Debug)]
pub struct Running {
    job: Weak<Job>,
    since: Instant,
    number: u64,
    is_quick: bool,
}

impl Running {
    pub(super) fn new(job: &Arc<Job>, number: u64, is_quick: bool) -> Self {
        Self { is_quick, job: Arc::downgrade(job), since: job.started(), number }
    }

    /// Returns when the first search of the question started.
    pub const fn since(&self) -> Instant {
        self.since
    }

    /// Whether it is a short attempt, which may end without an answer.
    pub const fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// Whether it gives way to other searches: it runs in idle time, and no other request has
    /// raised its priority.
    pub fn is_spare(&self) -> bool {
        self.job.upgrade().is_some_and(|job| job.is_spare())
    }

    /// Interrupts it if it gives way to other searches.
    pub(super) fn give_way(&self) {
        if let Some(job) = self.job.upgrade().filter(|job| job.is_spare()) {
            job.interrupt();
        }
    }

    /// Returns a number that is unique among the searches of a service.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the progress; `None` if the answer is known.
    pub fn watch(&self) -> Option<Watch> {
        let job = self.job.upgrade()?;
        job.result().is_none().then(|| job.watch.clone())
    }

    /// Whether it searches for this answer.
    pub fn is_of(&self, handle: &AnswerHandle) -> bool {
        self.job.as_ptr() == Arc::as_ptr(&handle.job)
    }

    /// Cancels it.
    pub fn stop(&self) {
        if let Some(job) = self.job.upgrade() {
            job.is_stopped.store(true, Ordering::SeqCst);
            job.cancel();
        }
    }
}
