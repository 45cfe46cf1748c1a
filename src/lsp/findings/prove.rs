//! `carom/prove`: proofs that somebody waits for.

use std::sync::{Arc, Weak};

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentIdentifier, Uri};

use super::proofs::{Deck, deck, ids};
use crate::analysis::Policy;
use crate::lsp::documents::{Document, Section};
use crate::lsp::session::{Server, Shared, invalid};
use crate::solving::{Asked, Found};

/// What a client wants to be proved.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct ProveParams {
    text_document: TextDocumentIdentifier,
    /// Puzzles of the document, by what `carom/puzzles` calls them; else all.
    #[serde(default)]
    ids: Option<Vec<String>>,
}

/// What was begun for a request. Where the client cancels it, and the request
/// is dropped, the searches that do not serve an open document end with it.
struct Begun {
    shared: Arc<Shared>,
    uri: Uri,
    begun: Vec<Weak<Asked>>,
}

impl Drop for Begun {
    fn drop(&mut self) {
        let is_open = |asked: &Weak<Asked>| {
            let asked = asked.upgrade();
            asked.is_some_and(|asked| asked.found().is_none())
        };
        if self.begun.iter().any(is_open) {
            self.shared.lock().give_up(&self.uri, &self.begun);
        }
    }
}

impl Server {
    /// `carom/prove`: answered when each of the puzzles is proved, or cannot be.
    pub(in crate::lsp) async fn prove(&self, params: ProveParams) -> Result<Deck> {
        let ProveParams { text_document, ids } = params;
        let (uri, ids) = (text_document.uri, ids.as_deref());
        let mut judged = self.shared.judged.subscribe();
        let _begun = {
            let mut state = self.shared.lock();
            let document = state.documents.get(&uri);
            let document = document.filter(|document| document.format.is_none());
            let document = document.ok_or_else(|| invalid("there is no such document"))?;
            let numbers: Vec<usize> = chosen(document, ids).collect();
            let begun = state.prove(&uri, &numbers);
            self.shared.edited.notify_one();
            Begun {
                shared: Arc::clone(&self.shared),
                uri: uri.clone(),
                begun: begun.iter().map(Arc::downgrade).collect(),
            }
        };
        loop {
            let is_over = {
                let state = self.shared.lock();
                let document = state.documents.get(&uri);
                document.is_none_or(|document| {
                    let sections = &document.sections;
                    let mut chosen =
                        chosen(document, ids).filter_map(|number| sections.get(number));
                    chosen.all(|section| is_over(section, &document.policy))
                })
            };
            if is_over || judged.changed().await.is_err() {
                break;
            }
        }
        let running = self.shared.service.running();
        let proved = deck(&self.shared.lock(), &uri, &running);
        let mut proved = proved.unwrap_or_else(|| Deck {
            uri,
            version: None,
            puzzles: Vec::new(),
        });
        if let Some(ids) = ids {
            proved.puzzles.retain(|puzzle| ids.contains(&puzzle.id));
        }
        Ok(proved)
    }
}

/// The numbers of the puzzles with these ids, or of all.
fn chosen(document: &Document, wanted: Option<&[String]>) -> impl Iterator<Item = usize> {
    let ids = wanted.map_or_else(Vec::new, |_| ids(document));
    (0..document.sections.len()).filter(move |&number| {
        wanted.is_none_or(|wanted| ids.get(number).is_some_and(|id| wanted.contains(id)))
    })
}

/// Whether nothing is to come: it is judged, or nobody searches for it.
fn is_over(section: &Section, policy: &Policy) -> bool {
    let Some(asked) = &section.asked else {
        return true;
    };
    match asked.found() {
        None => false,
        Some(Found::Answer(_)) => section.is_judged(policy),
        Some(Found::Cancelled | Found::Failed) => true,
    }
}
