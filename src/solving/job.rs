//! What a service was asked, and how far it is.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Instant;

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
        self.job.cancel.cancel();
    }
}

/// A question on its way through the service.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) question: Question,
    pub(super) cancel: CancelFlag,
    /// Whether somebody wants it no longer though it is held.
    is_stopped: AtomicBool,
    /// Whether somebody waits for it.
    is_urgent: AtomicBool,
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
    pub(super) fn new(question: Question) -> Self {
        Self {
            question,
            cancel: CancelFlag::default(),
            is_stopped: AtomicBool::new(false),
            is_urgent: AtomicBool::new(false),
            watch: Watch::default(),
            started: OnceLock::new(),
            found: OnceLock::new(),
            extras: OnceLock::new(),
            stage: AtomicU8::new(0),
        }
    }

    pub(super) fn call(&self, turn: u64) -> Call {
        Call {
            turn,
            cancel: self.cancel.clone(),
            watch: self.watch.clone(),
        }
    }

    /// When it was first worked on.
    pub(super) fn started(&self) -> Instant {
        *self.started.get_or_init(Instant::now)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    pub(super) fn is_urgent(&self) -> bool {
        self.is_urgent.load(Ordering::Relaxed)
    }

    pub(super) fn hurry(&self) {
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
            job.is_stopped.store(true, Ordering::Relaxed);
            job.cancel.cancel();
        }
    }
}
