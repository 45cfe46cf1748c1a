//! Publishing diagnostics, and asking the client to refresh.
//!
//! One task sends everything, each time the current state, so that no old state follows a newer
//! one.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use tower_lsp::Client;
use tower_lsp::ls_types::request::{
    CodeLensRefresh, InlayHintRefreshRequest, Request, WorkspaceDiagnosticRefresh,
};
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, Uri};

use super::diagnostics::DocumentDiagnostics;
use crate::lsp::documents::IndexedText;
use crate::lsp::session::{Shared, State, document_uri};
use crate::project::MalformedConfig;
use crate::text::{Encoding, Span};

/// Answers within this time are published together.
const BATCH_DELAY: Duration = Duration::from_millis(30);

/// The time to wait for the client's response before the next request.
const PATIENCE: Duration = Duration::from_secs(5);

/// The parameters of a notification.
struct Message {
    uri: Uri,
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
}

/// Publishes changes until the end of the session.
pub(crate) async fn run(client: Client, shared: Arc<Shared>) {
    let mut sent = PublishedDiagnostics::default();
    let refreshes = Refreshes::default();
    loop {
        tokio::select! {
            biased;
            () = shared.edited.notified() => {}
            () = shared.solver_activity.notified() => {
                tokio::select! {
                    () = shared.edited.notified() => {}
                    () = tokio::time::sleep(BATCH_DELAY) => {}
                }
            }
        }
        let is_new = shared.lock().collect_results();
        shared.updated.send_replace(());
        while let Some(message) = next(&shared, &mut sent) {
            let Message { uri, version, diagnostics } = message;
            client.publish_diagnostics(uri, diagnostics, version).await;
        }
        for (uri, diagnostics) in sent.configs(&shared) {
            client.publish_diagnostics(uri, diagnostics, None).await;
        }
        if is_new || shared.refresh.swap(false, Ordering::Relaxed) {
            refreshes.send(&client, &shared);
        }
    }
}

impl State {
    /// Collects new results of the solver, and returns whether anything has changed.
    fn collect_results(&mut self) -> bool {
        let mut changed = Vec::new();
        for (uri, document) in &mut self.workspace.documents {
            if document.collect_results() {
                changed.push(uri.clone());
            }
        }
        let is_new = !changed.is_empty()
            | std::mem::take(&mut self.published.needs_refresh)
            | self.panel.remaining.take_end();
        for uri in changed {
            self.published.mark_changed(uri);
        }
        is_new
    }
}

fn next(shared: &Shared, sent: &mut PublishedDiagnostics) -> Option<Message> {
    let mut state = shared.lock();
    while let Some(uri) = state.published.pending_diagnostics.pop() {
        let document = state.workspace.documents.get(&uri);
        let version = document.and_then(|document| document.version);
        let is_open = version.is_some();
        // Clients request no diagnostics for files in foreign formats.
        let is_foreign = document.is_some_and(|document| document.format.is_some());
        let is_pulled = state.client.pulls_diagnostics && !is_foreign;
        let diagnostics = if is_open && !is_pulled {
            state.diagnostics(&uri)
        } else {
            DocumentDiagnostics::default()
        };
        let was_sent = sent.documents.get(&uri).copied();
        let digest = diagnostics.hash;
        if was_sent == Some((version, digest))
            || (was_sent.is_none() && diagnostics.items.is_empty() && (!is_open || is_pulled))
        {
            continue;
        }
        if is_open {
            sent.documents.insert(uri.clone(), (version, digest));
        } else {
            sent.documents.remove(&uri);
        }
        return Some(Message { uri, version, diagnostics: diagnostics.items });
    }
    None
}

#[derive(Default)]
struct PublishedDiagnostics {
    documents: HashMap<Uri, (Option<i32>, u64)>,
    configs: HashMap<PathBuf, String>,
}

impl PublishedDiagnostics {
    /// Returns the changed diagnostics of malformed configuration files.
    fn configs(&mut self, shared: &Shared) -> Vec<(Uri, Vec<Diagnostic>)> {
        let malformed = shared.lock().workspace.configs.malformed();
        let mut news = Vec::new();
        for config in &malformed {
            let path = &config.path;
            let message = config.error.to_string();
            if self.configs.get(path) == Some(&message) {
                continue;
            }
            self.configs.insert(path.clone(), message);
            if let Some(uri) = document_uri(path) {
                news.push((uri, config_diagnostics(config)));
            }
        }
        self.configs.retain(|path, _| {
            let is_malformed = malformed.iter().any(|config| config.path == *path);
            if !is_malformed && let Some(uri) = document_uri(path) {
                news.push((uri, Vec::new()));
            }
            is_malformed
        });
        news
    }
}

fn config_diagnostics(MalformedConfig { text, error, .. }: &MalformedConfig) -> Vec<Diagnostic> {
    let text = IndexedText::new(text.clone());
    let span = Span::from_range(error.span.clone().unwrap_or_default());
    vec![Diagnostic {
        range: text.range(span, Encoding::Utf16),
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("carom".to_owned()),
        message: error.to_string(),
        ..Diagnostic::default()
    }]
}

/// Refresh requests: for each kind, the number of requests without a response. At most one is sent
/// and one waits.
#[derive(Default)]
struct Refreshes {
    lenses: Arc<AtomicU8>,
    hints: Arc<AtomicU8>,
    diagnostics: Arc<AtomicU8>,
}

impl Refreshes {
    fn send(&self, client: &Client, shared: &Shared) {
        let state = shared.lock();
        if state.client.capabilities.refreshes_lenses() {
            request::<CodeLensRefresh>(client, &self.lenses);
        }
        if state.client.capabilities.refreshes_hints() {
            request::<InlayHintRefreshRequest>(client, &self.hints);
        }
        if state.client.pulls_diagnostics && state.client.capabilities.refreshes_diagnostics() {
            request::<WorkspaceDiagnosticRefresh>(client, &self.diagnostics);
        }
    }
}

fn request<R>(client: &Client, open: &Arc<AtomicU8>)
where
    R: Request<Params = (), Result = ()> + 'static,
{
    let one_more = |open: u8| Some((open + 1).min(2));
    let before = open.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_more);
    if before != Ok(0) {
        // One is already on its way; the waiting one follows it.
        return;
    }
    let (client, open) = (client.clone(), Arc::clone(open));
    tokio::spawn(async move {
        loop {
            let answer = client.send_request::<R>(());
            if tokio::time::timeout(PATIENCE, answer).await.is_err() {
                tracing::debug!("the client does not answer {}", R::METHOD);
            }
            if open.fetch_sub(1, Ordering::AcqRel) == 1 {
                return;
            }
        }
    });
}
