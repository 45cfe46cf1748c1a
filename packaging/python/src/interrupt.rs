//! Runs work without the lock of the interpreter; Ctrl-C ends it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use carom::search::CancelFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often is looked whether Python has a signal to handle.
const INTERVAL: Duration = Duration::from_millis(50);

/// Returns what `work` does on a thread of its own, without the lock of the
/// interpreter. Its flag is raised when a signal raises an exception in Python,
/// which is the error.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&CancelFlag) -> T + Send,
) -> PyResult<T> {
    let cancel = &CancelFlag::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work ends, however it ends.
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
            done.map_err(|_| PyRuntimeError::new_err("carom has gone wrong; please report it"))
        })
    })
}
