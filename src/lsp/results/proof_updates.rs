//! `carom/proofs`: notifications about changed proofs.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

use super::proof_changes::{ProofChange, PublishedProofs};
use super::puzzles::is_searched;
use crate::lsp::guarded::guarded;
use crate::lsp::session::{ProofScope, Shared};
use crate::solving::Running;

/// The delay after a change, to send several together.
const DELAY: Duration = Duration::from_millis(150);

/// The changes of a document.
#[derive(Debug, Serialize, Deserialize)]
struct Proofs {
    uri: Uri,
    version: Option<i32>,
    /// Whether the client should discard what it has.
    whole: bool,
    changes: Vec<ProofChange<Value>>,
}

impl Notification for Proofs {
    type Params = Self;
    const METHOD: &'static str = "carom/proofs";
}

/// Notifies the client of changes until the end of the session.
pub(in crate::lsp) async fn run(client: Client, shared: Arc<Shared>) {
    let mut publisher = ProofPublisher::default();
    let mut updated = shared.updated.subscribe();
    while updated.changed().await.is_ok() {
        tokio::time::sleep(DELAY).await;
        for uri in publisher.changed_documents(&shared) {
            // Lock once per document, so that no request waits for all.
            if let Some(proofs) = publisher.update(&shared, uri) {
                client.send_notification::<Proofs>(proofs).await;
            }
        }
    }
}

#[derive(Default)]
struct ProofPublisher {
    /// The puzzles as last published.
    told: HashMap<Uri, PublishedProofs>,
    /// The searches that were running at the last update.
    running: Vec<Running>,
    wanted: Option<ProofScope>,
}

impl ProofPublisher {
    /// Returns the documents that may have changed.
    fn changed_documents(&mut self, shared: &Shared) -> Vec<Uri> {
        let mut state = shared.lock();
        let mut uris = std::mem::take(&mut state.published.pending_proofs);
        self.wanted = state.client.capabilities.wants_proofs();
        if self.wanted.is_none() {
            return Vec::new();
        }
        let running = shared.service.running();
        let numbers =
            |running: &[Running]| -> Vec<u64> { running.iter().map(Running::number).collect() };
        if numbers(&running) != numbers(&self.running) {
            let told = self.told.iter().filter(|(_, told)| told.is_proving());
            uris.extend(told.map(|(uri, _)| uri.clone()));
            uris.extend(
                state
                    .workspace
                    .documents
                    .iter()
                    .filter_map(|(uri, document)| {
                        let mut sections = document.sections.iter();
                        let is_searched = sections.any(|section| is_searched(section, &running));
                        is_searched.then(|| uri.clone())
                    }),
            );
        }
        self.running = running;
        uris.into_iter().collect()
    }

    /// Returns the changes of a document.
    fn update(&mut self, shared: &Shared, uri: Uri) -> Option<Proofs> {
        let state = shared.lock();
        let document = state.workspace.documents.get(&uri).filter(|document| {
            document.format.is_none()
                && (self.wanted == Some(ProofScope::All) || document.version.is_some())
        });
        let Some(document) = document else {
            self.told.remove(&uri)?;
            return Some(Proofs {
                uri,
                version: None,
                whole: true,
                changes: Vec::new(),
            });
        };
        let whole = !self.told.contains_key(&uri);
        let told = self.told.entry(uri.clone()).or_default();
        let running = &self.running;
        let work = || told.update(&state, document, running);
        let changes = guarded("the proofs of a document", work);
        let version = document.version;
        drop(state);
        let Some(changes) = changes else {
            // The next change sends everything.
            self.told.remove(&uri);
            return None;
        };
        if changes.is_empty() && !whole {
            return None;
        }
        Some(Proofs {
            uri,
            version,
            whole,
            changes: changes.into_iter().map(ProofChange::written).collect(),
        })
    }
}
