//! Server-sent events: the changes since the last event.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{Stream, unfold};
use hyper::body::{Bytes, Frame};
use serde_json::{Value, json};
use tokio::sync::watch;
use tower_lsp::ls_types::{ProgressParams, TextDocumentPositionParams, Uri};

use crate::lsp::session::Shared;

/// The delay after a change, to report several changes together.
const DELAY: Duration = Duration::from_millis(100);

/// The interval of comments that keep an idle connection open, and show whether it still is.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A page that listens.
struct Listener {
    shared: Arc<Shared>,
    updated: watch::Receiver<()>,
    focus: watch::Receiver<Option<TextDocumentPositionParams>>,
    progress: watch::Receiver<Option<ProgressParams>>,
    /// The document in the page, with its version.
    document: Option<(Uri, Option<i32>)>,
    map: Option<Value>,
}

/// Returns the events for a page, until the end of the session. The first one is the position to
/// show.
pub(super) fn events(shared: Arc<Shared>) -> impl Stream<Item = Result<Frame<Bytes>, Infallible>> {
    let mut listener = Listener {
        updated: shared.updated.subscribe(),
        focus: shared.preview.focus.subscribe(),
        progress: shared.preview.progress.subscribe(),
        shared,
        document: None,
        map: None,
    };
    listener.focus.mark_changed();
    unfold(listener, |mut listener| async {
        let text = listener.next().await?;
        Some((Ok(Frame::data(Bytes::from(text))), listener))
    })
}

impl Listener {
    /// Waits for the next changes. Returns `None` at the end of the session.
    async fn next(&mut self) -> Option<String> {
        tokio::select! {
            changed = self.focus.changed() => {
                changed.ok()?;
                let mut text = self.focus_event();
                text += &self.text_event();
                return Some(text);
            }
            changed = self.progress.changed() => {
                changed.ok()?;
                let progress = self.progress.borrow_and_update();
                return Some(event("progress", &json!(&*progress)));
            }
            changed = self.updated.changed() => changed.ok()?,
            () = tokio::time::sleep(KEEP_ALIVE) => return Some(":\n\n".to_owned()),
        }
        tokio::time::sleep(DELAY).await;
        self.updated.mark_unchanged();
        Some(self.text_event() + &self.map_event() + &event("answers", &Value::Null))
    }

    fn focus_event(&mut self) -> String {
        let focus = self.focus.borrow_and_update().clone();
        focus.map_or_else(String::new, |focus| {
            event("cursor", &json!({"uri": focus.text_document.uri, "position": focus.position}))
        })
    }

    /// Returns an event if the text in the page has changed.
    fn text_event(&mut self) -> String {
        let focus = self.focus.borrow().clone();
        let Some(uri) = focus.map(|focus| focus.text_document.uri) else {
            return String::new();
        };
        let state = self.shared.lock();
        let document = state.workspace.documents.get(&uri);
        let is_closed = document.is_none();
        let document = Some((uri, document.and_then(|document| document.version)));
        drop(state);
        if self.document == document {
            return String::new();
        }
        self.document = document;
        let uri = self.document.as_ref().map(|(uri, _)| uri);
        event("text", &json!({"uri": uri, "isClosed": is_closed}))
    }

    /// Returns an event if more of the requested map is known.
    fn map_event(&mut self) -> String {
        let map = self.shared.lock().map_progress();
        if map.is_none() || self.map == map {
            return String::new();
        }
        self.map = map;
        self.map.as_ref().map_or_else(String::new, |map| event("map", map))
    }
}

/// Writes an event; JSON has no line breaks.
fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}
