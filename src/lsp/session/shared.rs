//! The data that handlers and tasks share.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use super::preview::PreviewState;
use super::state::State;
use crate::solving::{Service, Solver};
use crate::store::Cache;

/// The state behind its lock, the solver, and the signals between tasks.
pub(crate) struct Shared {
    state: Mutex<State>,
    pub(crate) service: Service,
    /// The persistent cache.
    pub(crate) cache: Option<Arc<Cache>>,
    /// A document or the configuration has changed.
    pub(crate) edited: Notify,
    /// The solver has a result, or has started or ended a search.
    pub(crate) solver_activity: Arc<Notify>,
    /// Changes after each edit and each activity of the solver, once the state is up to date.
    pub(crate) updated: watch::Sender<()>,
    /// Whether the client should request everything again.
    pub(crate) refresh: AtomicBool,
    pub(crate) is_shut_down: AtomicBool,
    pub(crate) preview: PreviewState,
    /// Sets the level of the logs.
    pub(crate) log: Box<dyn Fn(&str) + Send + Sync>,
}

impl Shared {
    pub(crate) fn new(
        log: Box<dyn Fn(&str) + Send + Sync>,
        threads: NonZeroUsize,
        solver: Solver,
        cache: Option<Arc<Cache>>,
    ) -> Arc<Self> {
        let solver_activity = Arc::new(Notify::new());
        let notify = Arc::clone(&solver_activity);
        let service = Service::new(threads, solver, move || notify.notify_one());
        Arc::new(Self {
            state: Mutex::new(State::new(service.clone(), cache.clone())),
            service,
            cache,
            edited: Notify::new(),
            solver_activity,
            updated: watch::Sender::new(()),
            refresh: AtomicBool::new(false),
            is_shut_down: AtomicBool::new(false),
            preview: PreviewState::default(),
            log,
        })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
