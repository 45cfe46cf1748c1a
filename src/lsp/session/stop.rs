//! Work that a client may cancel.

use crate::solving::{CancelFlag, Running};

/// What ends when the client cancels its progress.
#[derive(Clone)]
pub(in crate::lsp) enum Stop {
    /// A search.
    Search(Running),
    /// Whatever looks at the flag.
    Work(CancelFlag),
}

impl Stop {
    /// Ends it.
    pub(in crate::lsp) fn stop(&self) {
        match self {
            Self::Search(search) => search.stop(),
            Self::Work(flag) => flag.cancel(),
        }
    }
}
