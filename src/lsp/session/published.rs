//! Results that the client has, and results that have changed since.

use std::collections::{HashMap, HashSet};

use tower_lsp::ls_types::{ProgressToken, Uri};

use crate::config::WrongSetting;
use crate::solving::{CancelFlag, Running};

/// Published results, and the documents whose results have changed since.
#[derive(Default)]
pub(in crate::lsp) struct Published {
    /// The documents whose diagnostics may have changed.
    pub(in crate::lsp) pending_diagnostics: Vec<Uri>,
    /// The documents whose proofs may have changed.
    pub(in crate::lsp) pending_proofs: HashSet<Uri>,
    /// Whether the client should request lenses, hints and diagnostics again, although it
    /// changed nothing itself.
    pub(in crate::lsp) needs_refresh: bool,
    /// The documents with diagnostics in the last answers to the client's requests.
    pub(in crate::lsp) with_diagnostics: HashSet<Uri>,
    /// The number of commands so far whose progress was shown. It makes progress tokens unique.
    pub(in crate::lsp) progress_count: u64,
    /// The work whose progress the client shows.
    pub(in crate::lsp) progress: HashMap<ProgressToken, Cancellable>,
    /// The wrong settings that were reported last.
    pub(in crate::lsp) wrong_settings: Vec<WrongSetting>,
}

impl Published {
    /// Marks the results of a document as changed.
    pub(in crate::lsp) fn mark_changed(&mut self, uri: Uri) {
        self.pending_proofs.insert(uri.clone());
        if !self.pending_diagnostics.contains(&uri) {
            self.pending_diagnostics.push(uri);
        }
    }
}

/// Work that ends when the client cancels its progress.
#[derive(Clone)]
pub(in crate::lsp) enum Cancellable {
    /// A search.
    Search(Running),
    /// Work that checks a flag.
    Work(CancelFlag),
}

impl Cancellable {
    /// Cancels the work.
    pub(in crate::lsp) fn cancel(&self) {
        match self {
            Self::Search(search) => search.stop(),
            Self::Work(flag) => flag.cancel(),
        }
    }
}
