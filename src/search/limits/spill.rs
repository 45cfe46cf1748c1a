//! Room on a disk for what does not fit into memory.

use std::fmt;
use std::fs::File;
use std::io;
use std::sync::{Arc, OnceLock};

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
    failure: OnceLock<String>,
}

impl Spill {
    /// Returns a source of the files that `open` opens.
    pub fn new(open: impl Fn() -> io::Result<File> + Send + Sync + 'static) -> Self {
        Self(Arc::new(Inner {
            open: Box::new(open),
            failure: OnceLock::new(),
        }))
    }

    /// Returns what went wrong first with a file: a search that met it has
    /// stopped as if its memory were full.
    pub fn failure(&self) -> Option<&str> {
        self.0.failure.get().map(String::as_str)
    }

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`Limit::Memory`] where that cannot be done.
    pub(in crate::search) fn open(&self) -> Result<File, Stop> {
        (self.0.open)().map_err(|error| self.fail(&error))
    }

    /// Notes a failure, and returns the stop that it means.
    pub(in crate::search) fn fail(&self, error: &impl ToString) -> Stop {
        self.0.failure.get_or_init(|| error.to_string());
        Stop::Limit(Limit::Memory)
    }
}

impl fmt::Debug for Spill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spill")
            .field("failure", &self.failure())
            .finish_non_exhaustive()
    }
}
