//! Space on a disk for data that does not fit into memory.

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::stop::{Limit, Stop};

/// A source of temporary files, which searches fill when their memory is full. Clones share the
/// source.
///
/// A file is empty, readable and writable, and is deleted when it is closed.
#[derive(Clone)]
pub struct Spill(Arc<Inner>);

struct Inner {
    open: Box<dyn Fn() -> io::Result<File> + Send + Sync>,
    warn: Box<dyn Fn(&io::Error) + Send + Sync>,
    has_warned: AtomicBool,
}

impl Spill {
    /// Creates a source of the files that `open` opens. `warn` gets the first error of a file. A
    /// search that gets an error stops as if its memory were full.
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
    /// [`Limit::Memory`] if it cannot be opened.
    pub(in crate::search) fn open(&self) -> Result<File, Stop> {
        (self.0.open)().map_err(|error| self.fail(&error))
    }

    /// Warns of the first error, and returns the reason to stop.
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
