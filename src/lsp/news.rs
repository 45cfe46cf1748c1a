//! `carom/proofs`: what changed of the proofs of documents, as it changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

use super::client::Told;
use super::proofs::{Deck, Entry, deck, is_searched};
use super::shared::Shared;
use crate::analysis::Proof;
use crate::solving::Running;

/// Between two looks at what changed.
const INTERVAL: Duration = Duration::from_millis(150);

/// What changed of a document.
#[derive(Debug, Serialize, Deserialize)]
struct Proofs {
    uri: Uri,
    version: Option<i32>,
    /// Whether these are all puzzles of the document. Else they take the place
    /// of those with the same ids.
    whole: bool,
    puzzles: Vec<Value>,
}

impl Notification for Proofs {
    type Params = Self;
    const METHOD: &'static str = "carom/proofs";
}

/// Tells the client of every change, until the end of the session.
pub(super) async fn run(client: Client, shared: Arc<Shared>) {
    let mut news = News::default();
    loop {
        tokio::time::sleep(INTERVAL).await;
        for uri in news.look(&shared) {
            // The lock is taken for each anew, so nobody waits for all.
            if let Some(proofs) = news.of(&shared, uri) {
                client.send_notification::<Proofs>(proofs).await;
            }
        }
    }
}

#[derive(Default)]
struct News {
    /// What the client knows.
    told: HashMap<Uri, Deck>,
    /// The searches that ran when somebody looked.
    running: Vec<Running>,
    scope: Option<Told>,
}

impl News {
    /// The documents of which there may be something to tell.
    fn look(&mut self, shared: &Shared) -> Vec<Uri> {
        let mut state = shared.lock();
        let mut uris = std::mem::take(&mut state.untold);
        self.scope = state.client.wants_proofs();
        if self.scope.is_none() {
            return Vec::new();
        }
        let running = shared.service.running();
        let numbers =
            |running: &[Running]| -> Vec<u64> { running.iter().map(Running::number).collect() };
        if numbers(&running) != numbers(&self.running) {
            let is_proving = |deck: &Deck| {
                let mut puzzles = deck.puzzles.iter();
                puzzles.any(|puzzle| puzzle.state == Proof::Proving.name())
            };
            let told = self.told.iter().filter(|(_, deck)| is_proving(deck));
            uris.extend(told.map(|(uri, _)| uri.clone()));
            uris.extend(state.documents.iter().filter_map(|(uri, document)| {
                let mut sections = document.sections.iter();
                let is_searched = sections.any(|section| is_searched(section, &running));
                is_searched.then(|| uri.clone())
            }));
        }
        self.running = running;
        uris.into_iter().collect()
    }

    /// What there is to tell of a document.
    fn of(&mut self, shared: &Shared, uri: Uri) -> Option<Proofs> {
        let now = deck(&shared.lock(), &uri, &self.running);
        let now = now.filter(|deck| self.scope == Some(Told::All) || deck.version.is_some());
        let old = self.told.get(&uri);
        let Some(now) = now else {
            old?;
            self.told.remove(&uri);
            return Some(Proofs {
                uri,
                version: None,
                whole: true,
                puzzles: Vec::new(),
            });
        };
        let ids = |deck: &Deck| -> Vec<String> {
            deck.puzzles
                .iter()
                .map(|puzzle| puzzle.id.clone())
                .collect()
        };
        let old = old.filter(|old| ids(old) == ids(&now));
        let changed: Vec<&Entry> = match old {
            None => now.puzzles.iter().collect(),
            Some(old) => {
                let pairs = now.puzzles.iter().zip(&old.puzzles);
                let changed = pairs.filter(|(now, old)| now != old);
                changed.map(|(now, _)| now).collect()
            }
        };
        let whole = old.is_none();
        if !whole && changed.is_empty() {
            return None;
        }
        let puzzles = changed.into_iter().map(serde_json::to_value);
        let proofs = Proofs {
            uri: uri.clone(),
            version: now.version,
            whole,
            puzzles: puzzles.filter_map(Result::ok).collect(),
        };
        self.told.insert(uri, now);
        Some(proofs)
    }
}
