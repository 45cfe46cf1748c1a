//! `carom/prove`: waits for the proofs of puzzles.

use std::sync::{Arc, Weak};

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentIdentifier, Uri};

use super::puzzles::{PuzzleList, ids, puzzle_list};
use crate::analysis::Policy;
use crate::lsp::documents::{Document, Section};
use crate::lsp::session::{Server, Shared, invalid};
use crate::solving::{AnswerHandle, SearchEnd};

/// The parameters of `carom/prove`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProveParams {
    text_document: TextDocumentIdentifier,
    /// Ids of puzzles from `carom/puzzles`; all puzzles without them.
    #[serde(default)]
    ids: Option<Vec<String>>,
}

/// The searches started for a request. Dropping it (the client cancelled the request) cancels them,
/// unless the document is open.
struct ProveGuard {
    shared: Arc<Shared>,
    uri: Uri,
    begun: Vec<Weak<AnswerHandle>>,
}

impl Drop for ProveGuard {
    fn drop(&mut self) {
        let is_open = |handle: &Weak<AnswerHandle>| {
            let handle = handle.upgrade();
            handle.is_some_and(|handle| handle.result().is_none())
        };
        if self.begun.iter().any(is_open) {
            self.shared.lock().give_up(&self.uri, &self.begun);
        }
    }
}

impl Server {
    /// `carom/prove`: responds when each puzzle is proved or its search has ended.
    pub(crate) async fn prove(&self, params: ProveParams) -> Result<PuzzleList> {
        let ProveParams { text_document, ids } = params;
        let (uri, ids) = (text_document.uri, ids.as_deref());
        let mut updated = self.shared.updated.subscribe();
        let _begun = {
            let mut state = self.shared.lock();
            let known = state.workspace.documents.get(&uri);
            let document = known
                .filter(|document| document.format.is_none())
                .ok_or_else(|| invalid("unknown document"))?;
            let numbers: Vec<usize> = chosen(document, ids).collect();
            let begun = state.prove(&uri, &numbers);
            self.shared.edited.notify_one();
            ProveGuard {
                shared: Arc::clone(&self.shared),
                uri: uri.clone(),
                begun: begun.iter().map(Arc::downgrade).collect(),
            }
        };
        loop {
            let is_over = {
                let state = self.shared.lock();
                let document = state.workspace.documents.get(&uri);
                document.is_none_or(|document| {
                    let sections = &document.sections;
                    let mut target =
                        chosen(document, ids).filter_map(|number| sections.get(number));
                    target.all(|section| is_over(section, &document.policy))
                })
            };
            if is_over || updated.changed().await.is_err() {
                break;
            }
        }
        let running = self.shared.service.running();
        let list = puzzle_list(&self.shared.lock(), &uri, &running);
        let mut proved = list.unwrap_or_else(|| PuzzleList::empty(uri));
        if let Some(ids) = ids {
            proved.puzzles.retain(|puzzle| ids.contains(&puzzle.id));
        }
        Ok(proved)
    }
}

/// Returns the numbers of the puzzles with these ids, or of all.
fn chosen(document: &Document, wanted: Option<&[String]>) -> impl Iterator<Item = usize> {
    let ids = wanted.map_or_else(Vec::new, |_| ids(document));
    (0..document.sections.len()).filter(move |&number| {
        wanted.is_none_or(|wanted| ids.get(number).is_some_and(|id| wanted.contains(id)))
    })
}

/// Whether no more results will come: the puzzle is checked, or its search has ended.
fn is_over(section: &Section, policy: &Policy) -> bool {
    let Some(handle) = &section.handle else {
        return true;
    };
    match handle.result() {
        None => false,
        Some(SearchEnd::Answer(_)) => section.is_checked(policy),
        Some(SearchEnd::Cancelled | SearchEnd::Failed(_)) => true,
    }
}
