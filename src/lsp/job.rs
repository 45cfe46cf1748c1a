//! What the solver was asked, and how far it is.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Instant;

use super::solver::Limits;
use crate::analysis::{Answer, CancelFlag, Extras, Means, MemoryPool, Question, Watch};

/// A question and its answer, once there is one. Dropped by all documents, it
/// is no longer searched for.
pub(super) struct Asked {
    pub(super) job: Arc<Job>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.job.cancel.cancel();
    }
}

/// A question on its way through the solver.
pub(super) struct Job {
    pub(super) question: Question,
    pub(super) cancel: CancelFlag,
    /// Whether somebody wants it no longer though a document holds it.
    pub(super) is_stopped: AtomicBool,
    watch: Watch,
    pub(super) started: OnceLock<Instant>,
    pub(super) found: OnceLock<Found>,
    pub(super) extras: OnceLock<Extras>,
    pub(super) stage: AtomicU8,
}

impl Job {
    pub(super) fn new(question: Question) -> Self {
        Self {
            question,
            cancel: CancelFlag::default(),
            is_stopped: AtomicBool::new(false),
            watch: Watch::default(),
            started: OnceLock::new(),
            found: OnceLock::new(),
            extras: OnceLock::new(),
            stage: AtomicU8::new(0),
        }
    }

    pub(super) fn means<'a>(
        &'a self,
        pool: &'a MemoryPool,
        limits: Limits,
        turn: u64,
    ) -> Means<'a> {
        Means {
            pool,
            turn,
            deadline: limits.time_limit.map(|limit| Instant::now() + limit),
            cancel: &self.cancel,
            watch: &self.watch,
        }
    }
}

/// How a search ended.
#[derive(Clone)]
pub(super) enum Found {
    Answer(Arc<Answer>),
    /// The user stopped it.
    Cancelled,
    /// It panicked.
    Failed,
}

impl Asked {
    pub(super) fn found(&self) -> Option<&Found> {
        self.job.found.get()
    }

    /// What is known beside the answer; nothing as long as it is sought.
    pub(super) fn extras(&self) -> Option<&Extras> {
        self.job.extras.get()
    }

    /// A number that grows when more is known.
    pub(super) fn stage(&self) -> u8 {
        self.job.stage.load(Ordering::Acquire)
    }

    pub(super) fn watch(&self) -> &Watch {
        &self.job.watch
    }

    pub(super) fn question(&self) -> &Question {
        &self.job.question
    }
}

/// A search that runs now.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) job: Weak<Job>,
    pub(super) since: Instant,
    pub(super) number: u64,
}

impl Running {
    /// How far it is; nothing where it has ended.
    pub(super) fn watch(&self) -> Option<Watch> {
        let job = self.job.upgrade()?;
        job.found.get().is_none().then(|| job.watch.clone())
    }

    /// Whether it searches for this answer.
    pub(super) fn is_of(&self, asked: &Asked) -> bool {
        self.job.as_ptr() == Arc::as_ptr(&asked.job)
    }

    /// Stops it for good.
    pub(super) fn stop(&self) {
        if let Some(job) = self.job.upgrade() {
            job.is_stopped.store(true, Ordering::Relaxed);
            job.cancel.cancel();
        }
    }
}
