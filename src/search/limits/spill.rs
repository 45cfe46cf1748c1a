//! Room on a disk for what does not fit into memory.

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::stop::{Limit, Stop};

/// A source of temporary files, which searches fill when their memory is full.
/// Its clones are one and the same.
///
/// A file is to be empty, readable and writable, and to go away by itself once
/// it is closed: it is never named again.
#[derive(Clone)]
pub struct Spill(Arc<Inner>);

struct Inner {
    open: Box<dyn Fn() -> io::Result<File> + Send + Sync>,
    warn: Box<dyn Fn(&io::Error) + Send + Sync>,
    has_warned: AtomicBool,
}

impl Spill {
    /// Returns a source of the files that `open` opens. `warn` is told once what
    /// went wrong with a file: a search that meets it stops as if its memory were
    /// full.
    pub fn new(
        open: impl Fn() -> io::Result<File> + Send + Sync + 'static,
        warn: impl Fn(&io::Error) + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner {
            open: Box::new(open),
            warn: Box::new(warn),
            has_warned: AtomicBool::new(false),
        }))
    }

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`Limit::Memory`] where that cannot be done.
    pub(in crate::search) fn open(&self) -> Result<File, Stop> {
        (self.0.open)().map_err(|error| self.fail(&error))
    }

    /// Tells of a failure, and returns the stop that it means.
    pub(in crate::search) fn fail(&self, error: &io::Error) -> Stop {
        if !self.0.has_warned.swap(true, Ordering::Relaxed) {
            (self.0.warn)(error);
        }
        Stop::Limit(Limit::Memory)
    }
}

impl fmt::Debug for Spill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spill").finish_non_exhaustive()
    }
}
