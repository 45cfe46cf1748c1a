//! `carom/proofs`: notifications about the puzzles of documents and their proofs.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

use super::puzzles::{PuzzleList, is_searched, puzzle_list};
use crate::analysis::Proof;
use crate::lsp::session::{ProofScope, Shared};
use crate::solving::Running;

/// The delay after a change, to report several together.
const DELAY: Duration = Duration::from_millis(150);

/// The most puzzles of a document that is reported. The client creates a test for each puzzle; for
/// ten thousand, everything else waits for that.
const MOST_PUZZLES: usize = 2_000;

/// A notification with all puzzles of a document.
enum Proofs {}

impl Notification for Proofs {
    type Params = Value;
    const METHOD: &'static str = "carom/proofs";
}

/// Notifies the client of changed proofs until the end of the session.
pub(crate) async fn run(client: Client, shared: Arc<Shared>) {
    let mut publisher = ProofPublisher::default();
    let mut updated = shared.updated.subscribe();
    while updated.changed().await.is_ok() {
        tokio::time::sleep(DELAY).await;
        for uri in publisher.changed_documents(&shared) {
            // Lock once per document, so that no request waits for all.
            if let Some(list) = publisher.update(&shared, uri) {
                client.send_notification::<Proofs>(list).await;
            }
        }
    }
}

#[derive(Default)]
struct ProofPublisher {
    /// The puzzles as last published.
    published: HashMap<Uri, PuzzleList>,
    /// The searches that were running at the last update.
    running: Vec<Running>,
    scope: Option<ProofScope>,
}

impl ProofPublisher {
    /// Returns the documents that may have changed.
    fn changed_documents(&mut self, shared: &Shared) -> Vec<Uri> {
        let mut state = shared.lock();
        let mut uris = std::mem::take(&mut state.published.pending_proofs);
        self.scope = state.client.capabilities.wants_proofs();
        if self.scope.is_none() {
            return Vec::new();
        }
        let running = shared.service.running();
        let numbers =
            |running: &[Running]| -> Vec<u64> { running.iter().map(Running::number).collect() };
        if numbers(&running) != numbers(&self.running) {
            let is_proving = |list: &PuzzleList| {
                let mut puzzles = list.puzzles.iter();
                puzzles.any(|puzzle| puzzle.state == Proof::Proving.name())
            };
            let published = self.published.iter();
            let proving = published.filter(|(_, list)| is_proving(list));
            uris.extend(proving.map(|(uri, _)| uri.clone()));
            let documents = state.workspace.documents.iter();
            let searched = documents.filter(|(_, document)| {
                let mut sections = document.sections.iter();
                sections.any(|section| is_searched(section, &running))
            });
            uris.extend(searched.map(|(uri, _)| uri.clone()));
        }
        self.running = running;
        uris.into_iter().collect()
    }

    /// Returns the puzzles of a document if they have changed. There are none if it was closed.
    fn update(&mut self, shared: &Shared, uri: Uri) -> Option<Value> {
        let state = shared.lock();
        let list = puzzle_list(&state, &uri, &self.running)
            .filter(|list| self.scope == Some(ProofScope::All) || list.version.is_some())
            .filter(|list| list.puzzles.len() <= MOST_PUZZLES);
        drop(state);
        let Some(list) = list else {
            self.published.remove(&uri)?;
            return serde_json::to_value(PuzzleList::empty(uri)).ok();
        };
        let before = self.published.get(&uri);
        if before.is_some_and(|before| before.puzzles == list.puzzles) {
            return None;
        }
        let message = serde_json::to_value(&list).ok();
        self.published.insert(uri, list);
        message
    }
}
