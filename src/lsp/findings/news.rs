//! `carom/proofs`: what changed of the proofs of documents, as it changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::Client;
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::notification::Notification;

use super::proofs::is_searched;
use super::told::{Change, Told};
use crate::lsp::guarded::guarded;
use crate::lsp::session::{ProofsOf, Shared};
use crate::solving::Running;

/// Between two looks at what changed.
const INTERVAL: Duration = Duration::from_millis(150);

/// What changed of a document.
#[derive(Debug, Serialize, Deserialize)]
struct Proofs {
    uri: Uri,
    version: Option<i32>,
    /// Whether what was told before is void.
    whole: bool,
    changes: Vec<Change<Value>>,
}

impl Notification for Proofs {
    type Params = Self;
    const METHOD: &'static str = "carom/proofs";
}

/// Tells the client of every change, until the end of the session.
pub(in crate::lsp) async fn run(client: Client, shared: Arc<Shared>) {
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
    told: HashMap<Uri, Told>,
    /// The searches that ran when somebody looked.
    running: Vec<Running>,
    wanted: Option<ProofsOf>,
}

impl News {
    /// The documents of which there may be something to tell.
    fn look(&mut self, shared: &Shared) -> Vec<Uri> {
        let mut state = shared.lock();
        let mut uris = std::mem::take(&mut state.untold);
        self.wanted = state.client.wants_proofs();
        if self.wanted.is_none() {
            return Vec::new();
        }
        let running = shared.service.running();
        let numbers =
            |running: &[Running]| -> Vec<u64> { running.iter().map(Running::number).collect() };
        if numbers(&running) != numbers(&self.running) {
            let told = self.told.iter().filter(|(_, told)| told.is_proving());
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
        let state = shared.lock();
        let document = state.documents.get(&uri).filter(|document| {
            document.format.is_none()
                && (self.wanted == Some(ProofsOf::All) || document.version.is_some())
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
            // All is told anew with the next change.
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
            changes: changes.into_iter().map(Change::written).collect(),
        })
    }
}
