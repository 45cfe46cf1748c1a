//! Runs work without the lock of the interpreter; Ctrl-C stops it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use carom::search::CancelFlag;
use carom::solving::Failed;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The interval of checks for pending signals of Python.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` on its own thread, without the lock of the interpreter. If a signal raises an
/// exception in Python, its flag is raised, and the exception is the error.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&CancelFlag) -> T + Send,
) -> PyResult<T> {
    let cancel = &CancelFlag::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work ends, normally or by a panic.
                let _sender = sender;
                work(cancel)
            });
            while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Err(raised) = Python::attach(|py| py.check_signals()) {
                    cancel.cancel();
                    return Err(raised);
                }
            }
            let done = worker.join();
            done.map_err(|panic| PyRuntimeError::new_err(Failed::of(&*panic).to_string()))
        })
    })
}
