//! What a service was asked, and how far it is.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::{Call, Extras, Question};
use crate::search::{Answer, CancelFlag, Watch};

/// A question and its answer, once there is one. Dropped by all who hold it, it
/// is no longer searched for.
#[derive(Debug)]
pub struct Asked {
    pub(super) job: Arc<Job>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.job.cancel();
    }
}

/// A question on its way through the service.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) question: Question,
    /// Whether nobody wants it any more.
    is_cancelled: AtomicBool,
    /// Ends the search that runs now.
    run: Mutex<CancelFlag>,
    /// Whether somebody wants it no longer though it is held.
    is_stopped: AtomicBool,
    /// Whether somebody waits for it.
    is_urgent: AtomicBool,
    /// Whether it is for the time that nothing else needs.
    is_spare: AtomicBool,
    watch: Watch,
    started: OnceLock<Instant>,
    found: OnceLock<Found>,
    extras: OnceLock<Arc<Extras>>,
    stage: AtomicU8,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub enum Found {
    /// With an answer.
    Answer(Arc<Answer>),
    /// The user stopped it.
    Cancelled,
    /// It panicked.
    Failed,
}

impl Job {
    pub(super) fn new(question: Question, is_spare: bool) -> Self {
        Self {
            question,
            is_cancelled: AtomicBool::new(false),
            run: Mutex::default(),
            is_stopped: AtomicBool::new(false),
            is_urgent: AtomicBool::new(false),
            is_spare: AtomicBool::new(is_spare),
            watch: Watch::default(),
            started: OnceLock::new(),
            found: OnceLock::new(),
            extras: OnceLock::new(),
            stage: AtomicU8::new(0),
        }
    }

    /// What a search of it needs that begins now.
    pub(super) fn call(&self, turn: u64) -> Call {
        let cancel = CancelFlag::default();
        *self.run() = cancel.clone();
        if self.is_cancelled() {
            cancel.cancel();
        }
        Call {
            turn,
            cancel,
            watch: self.watch.clone(),
        }
    }

    fn run(&self) -> MutexGuard<'_, CancelFlag> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search that runs now; it may run again.
    pub(super) fn interrupt(&self) {
        self.run().cancel();
    }

    /// Gives it up for good.
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

    /// Makes it one that is not for spare time; whether it was.
    pub(super) fn want(&self) -> bool {
        self.is_spare.swap(false, Ordering::Relaxed)
    }

    /// When it was first worked on.
    pub(super) fn started(&self) -> Instant {
        *self.started.get_or_init(Instant::now)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    pub(super) fn is_urgent(&self) -> bool {
        self.is_urgent.load(Ordering::Relaxed)
    }

    pub(super) fn hurry(&self) {
        self.want();
        self.is_urgent.store(true, Ordering::Relaxed);
    }

    pub(super) fn found(&self) -> Option<&Found> {
        self.found.get()
    }

    pub(super) fn set_found(&self, found: Found) {
        let _ = self.found.set(found);
        self.stage.fetch_max(1, Ordering::AcqRel);
    }

    pub(super) fn set_extras(&self, extras: Arc<Extras>) {
        let _ = self.extras.set(extras);
        self.stage.fetch_max(2, Ordering::AcqRel);
    }
}

impl Asked {
    /// How the search ended; nothing as long as it goes on.
    pub fn found(&self) -> Option<&Found> {
        self.job.found()
    }

    /// What is known beside the answer; nothing as long as it is sought.
    pub fn extras(&self) -> Option<&Extras> {
        self.job.extras.get().map(AsRef::as_ref)
    }

    /// A number that grows when more is known: 1 with the answer, 2 with what
    /// is wanted beside it.
    pub fn stage(&self) -> u8 {
        self.job.stage.load(Ordering::Acquire)
    }

    /// How far the search is.
    pub fn watch(&self) -> &Watch {
        &self.job.watch
    }

    /// How long the search for the answer took, until it was found; nothing
    /// where the answer was kept, so that nothing was searched.
    pub fn time(&self) -> Option<Duration> {
        let spent = self.job.watch.spent();
        (!spent.is_zero()).then_some(spent)
    }

    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.job.question
    }
}

/// A search that runs now.
#[derive(Clone, Debug)]
pub struct Running {
    job: Weak<Job>,
    since: Instant,
    number: u64,
    is_quick: bool,
}

impl Running {
    pub(super) fn new(job: &Arc<Job>, number: u64, is_quick: bool) -> Self {
        Self {
            is_quick,
            job: Arc::downgrade(job),
            since: job.started(),
            number,
        }
    }

    /// When the question was first worked on.
    pub const fn since(&self) -> Instant {
        self.since
    }

    /// Whether it ends soon in any case, perhaps without an answer.
    pub const fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// Whether it gives way to others: it began in spare time, and nobody has
    /// asked for it otherwise since.
    pub fn is_spare(&self) -> bool {
        self.job.upgrade().is_some_and(|job| job.is_spare())
    }

    /// Ends it for now, where it gives way to others.
    pub(super) fn give_way(&self) {
        if let Some(job) = self.job.upgrade().filter(|job| job.is_spare()) {
            job.interrupt();
        }
    }

    /// Tells the searches of a service apart.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// How far it is; nothing where the answer is known.
    pub fn watch(&self) -> Option<Watch> {
        let job = self.job.upgrade()?;
        job.found().is_none().then(|| job.watch.clone())
    }

    /// Whether it searches for this answer.
    pub fn is_of(&self, asked: &Asked) -> bool {
        self.job.as_ptr() == Arc::as_ptr(&asked.job)
    }

    /// Stops it for good.
    pub fn stop(&self) {
        if let Some(job) = self.job.upgrade() {
            job.is_stopped.store(true, Ordering::SeqCst);
            job.cancel();
        }
    }
}
