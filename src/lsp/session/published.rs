//! Results that the client has, and results that have changed since.

use std::collections::{HashMap, HashSet};

use tower_lsp::ls_types::{ProgressToken, Uri};

use crate::config::WrongSetting;
use crate::solving::{CancelFlag, Running};

/// Published results, and the documents whose results have changed since.
#[derive(Default)]
pub(crate) struct Published {
    /// The documents whose diagnostics may have changed.
    pub(crate) pending_diagnostics: Vec<Uri>,
    /// The documents whose proofs may have changed.
    pub(crate) pending_proofs: HashSet<Uri>,
    /// Whether the client should request lenses, hints and diagnostics again, although it
    /// changed nothing itself.
    pub(crate) needs_refresh: bool,
    /// The documents with diagnostics in the last answers to the client's requests.
    pub(crate) with_diagnostics: HashSet<Uri>,
    /// The number of commands so far whose progress was shown. It makes progress tokens unique.
    pub(crate) progress_count: u64,
    /// The work whose progress the client shows.
    pub(crate) progress: HashMap<ProgressToken, Cancellable>,
    /// The wrong settings that were reported last.
    pub(crate) wrong_settings: Vec<WrongSetting>,
}

impl Published {
    /// Marks the results of a document as changed.
    pub(crate) fn mark_changed(&mut self, uri: Uri) {
        self.pending_proofs.insert(uri.clone());
        if !self.pending_diagnostics.contains(&uri) {
            self.pending_diagnostics.push(uri);
        }
    }
}

/// Work that ends when the client cancels its progress.
#[derive(Clone)]
pub(crate) enum Cancellable {
    /// A search.
    Search(Running),
    /// Work that checks a flag.
    Work(CancelFlag),
}

impl Cancellable {
    pub(crate) fn cancel(&self) {
        match self {
            Self::Search(search) => search.stop(),
            Self::Work(flag) => flag.cancel(),
        }
    }
}
