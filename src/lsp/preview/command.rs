//! `carom.preview`: starts and opens the preview.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    MessageType, Position, Range, ShowDocumentParams, TextDocumentPositionParams, Uri,
};

use super::http;
use crate::lsp::requests::commands::puzzle_at;
use crate::lsp::session::{Server, failed, invalid};

/// The argument of the command, besides a puzzle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct PreviewOptions {
    /// The port to listen on; 0 stands for a free one.
    pub(crate) port: u16,
    /// Whether to open the page in a browser.
    pub(crate) open: bool,
}

impl Default for PreviewOptions {
    fn default() -> Self {
        Self { port: 0, open: true }
    }
}

impl Server {
    /// `carom.preview`: starts the preview unless it runs, opens it, and returns its address.
    pub(crate) async fn preview(&self, arguments: &[Value]) -> Result<Value> {
        let wrong =
            || invalid("the argument is {\"uri\": …, \"line\": …, \"open\": …, \"port\": …}");
        let options = match arguments {
            [Value::Object(_)] => {
                arguments.first().and_then(|argument| PreviewOptions::deserialize(argument).ok())
            }
            _ => Some(PreviewOptions::default()),
        };
        let options = options.ok_or_else(wrong)?;
        if let Ok((uri, line)) = puzzle_at(arguments) {
            self.shared.preview.show(uri, Position::new(line, 0));
        }
        let address = self.start_preview(options).await.map_err(|reason| failed(&reason))?;
        Ok(json!({"url": address}))
    }

    /// Starts the preview unless it runs, opens it, and returns its address.
    ///
    /// # Errors
    ///
    /// The reason why it does not start.
    pub(super) async fn start_preview(
        &self,
        options: PreviewOptions,
    ) -> std::result::Result<&str, String> {
        let (client, shared) = (self.client.clone(), Arc::clone(&self.shared));
        let started = || http::start(client, shared, options.port);
        let address = self.shared.preview.address.get_or_try_init(started).await?;
        if options.open {
            self.open_address(address);
        }
        Ok(address)
    }

    /// Opens the preview in a browser: by the client if it can, because it may run on another
    /// machine.
    fn open_address(&self, address: &str) {
        // A client may have no browser, and does not always say so.
        self.say(MessageType::INFO, format!("preview: {address}"));
        let shows_documents = self.shared.lock().client.capabilities.shows_documents();
        let address = address.to_owned();
        if !shows_documents {
            tokio::task::spawn_blocking(move || open(&address));
            return;
        }
        let client = self.client.clone();
        tokio::spawn(async move {
            let Ok(uri) = address.parse::<Uri>() else {
                return;
            };
            let page = ShowDocumentParams {
                uri,
                external: Some(true),
                take_focus: Some(true),
                selection: None,
            };
            let _ = client.show_document(page).await;
        });
    }

    /// `carom/focus`: shows another position in the preview.
    pub(super) async fn focus(&self, at: TextDocumentPositionParams) {
        self.shared.preview.show(at.text_document.uri, at.position);
    }

    /// Shows the line of a puzzle in the editor. Returns whether the editor can do that.
    pub(super) async fn reveal(&self, at: TextDocumentPositionParams) -> Result<bool> {
        if !self.shared.lock().client.capabilities.shows_documents() {
            return Ok(false);
        }
        let document = ShowDocumentParams {
            uri: at.text_document.uri,
            external: None,
            take_focus: Some(true),
            selection: Some(Range::new(at.position, at.position)),
        };
        self.client.show_document(document).await
    }
}

fn open(address: &str) {
    if let Err(error) = open::that_detached(address) {
        tracing::warn!("cannot open the browser: {error}");
    }
}
