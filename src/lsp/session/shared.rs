//! What the handlers and the tasks of a session share.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use super::state::State;
use crate::solving::{Service, Solver};
use crate::store::Disk;

/// The state behind its lock, the solver, and the signals between tasks.
pub(in crate::lsp) struct Shared {
    state: Mutex<State>,
    pub(in crate::lsp) service: Service,
    /// The answers that last longer than the session.
    pub(in crate::lsp) store: Option<Arc<Disk>>,
    /// The text or the configuration changed.
    pub(in crate::lsp) edited: Notify,
    /// The solver found something.
    pub(in crate::lsp) found: Arc<Notify>,
    /// What the solver found was taken in.
    pub(in crate::lsp) judged: watch::Sender<()>,
    /// The client has to ask for everything again.
    pub(in crate::lsp) refresh: AtomicBool,
    pub(in crate::lsp) is_shut_down: AtomicBool,
    /// Sets the level of the logs.
    pub(in crate::lsp) log: Box<dyn Fn(&str) + Send + Sync>,
}

impl Shared {
    pub(in crate::lsp) fn new(
        log: Box<dyn Fn(&str) + Send + Sync>,
        threads: NonZeroUsize,
        solver: Solver,
        store: Option<Arc<Disk>>,
    ) -> Arc<Self> {
        let found = Arc::new(Notify::new());
        let notify = Arc::clone(&found);
        let service = Service::new(threads, solver, move || notify.notify_one());
        Arc::new(Self {
            state: Mutex::new(State::new(service.clone())),
            service,
            store,
            edited: Notify::new(),
            found,
            judged: watch::Sender::new(()),
            refresh: AtomicBool::new(false),
            is_shut_down: AtomicBool::new(false),
            log,
        })
    }

    pub(in crate::lsp) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
