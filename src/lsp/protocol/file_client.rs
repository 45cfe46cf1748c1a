//! A client in the same process, for the preview of a file without an editor: its only document is
//! the file on disk.
//!
//! - It sends each change of the file to the server, as an editor does.
//! - It applies the server's edits to the file, unless that has changed meanwhile.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::time::MissedTickBehavior;
use tower_lsp::ls_types::{ApplyWorkspaceEditParams, Uri};

use super::transport::Incoming;
use crate::lsp::documents::{IndexedText, applied, edited_document};
use crate::lsp::session::document_uri;
use crate::text::{Edit, Encoding, LineIndex};

/// The interval between two looks at the file.
const INTERVAL: Duration = Duration::from_millis(100);

/// The id of the request for the preview.
const PREVIEW: i64 = 2;

const CHANGED: &str = "the file has changed on disk; look at it and try again";

/// A text file.
pub(crate) trait PreviewedFile: Send {
    /// Returns its absolute path.
    fn path(&self) -> &Path;

    /// Returns its text.
    ///
    /// # Errors
    ///
    /// The reason if it cannot be read.
    fn read(&self) -> Result<String, String>;

    /// Replaces the text `old` by `new`. Returns whether the file still had the text `old`; if not,
    /// nothing is written.
    ///
    /// # Errors
    ///
    /// The reason if it cannot be written.
    fn replace(&self, old: &str, new: &str) -> Result<bool, String>;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PreviewOptions {
    /// The port to listen on; 0 stands for a free one.
    pub(crate) port: u16,
    /// Whether to open the page in a browser.
    pub(crate) opens: bool,
}

/// The client. It has the text and the version that the server knows.
pub(super) struct FileClient<F> {
    file: F,
    to_server: Sender<Incoming>,
    from_server: Receiver<Vec<u8>>,
    uri: Uri,
    text: String,
    version: i32,
    /// The text of the file at the last look, if it is another one.
    seen: Option<String>,
    /// Whether the file could not be read at the last look.
    is_missing: bool,
    /// Whether the document is open in the server.
    is_open: bool,
}

impl<F: PreviewedFile> FileClient<F> {
    pub(super) fn new(
        file: F,
        to_server: Sender<Incoming>,
        from_server: Receiver<Vec<u8>>,
    ) -> io::Result<Self> {
        let uri = document_uri(file.path())
            .ok_or_else(|| io::Error::other("the path of the file is no address"))?;
        let text = file.read().map_err(io::Error::other)?;
        Ok(Self {
            file,
            to_server,
            from_server,
            uri,
            text,
            version: 1,
            seen: None,
            is_missing: false,
            is_open: true,
        })
    }

    /// Starts the preview, passes its address to `ready`, and keeps the server and the file alike.
    ///
    /// # Errors
    ///
    /// An error if the preview cannot start, or if `ready` fails.
    pub(super) async fn run(
        mut self,
        options: PreviewOptions,
        ready: impl FnOnce(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        self.start(options).await;
        let mut ready = Some(ready);
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => self.look().await,
                message = self.from_server.recv() => {
                    let Some(message) = message else {
                        return Ok(());
                    };
                    let message = serde_json::from_slice(&message).unwrap_or(Value::Null);
                    if message.get("method").is_some() {
                        self.respond(&message).await;
                    } else if message.get("id") == Some(&json!(PREVIEW))
                        && let Some(ready) = ready.take()
                    {
                        ready(&address(&message)?)?;
                    }
                }
            }
        }
    }

    async fn start(&mut self, options: PreviewOptions) {
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8"]},
            "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}},
        });
        let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities});
        self.send(json!({"id": 1, "method": "initialize", "params": params})).await;
        self.notify("initialized", json!({})).await;
        self.open().await;
        let argument =
            json!({"uri": self.uri, "line": 0, "port": options.port, "open": options.opens});
        let params = json!({"command": "carom.preview", "arguments": [argument]});
        let method = "workspace/executeCommand";
        self.send(json!({"id": PREVIEW, "method": method, "params": params})).await;
    }

    async fn open(&mut self) {
        self.is_open = true;
        let (uri, version, text) = (&self.uri, self.version, &self.text);
        let document = json!({"uri": uri, "languageId": "carom", "version": version, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document})).await;
    }

    async fn notify(&self, method: &str, params: Value) {
        self.send(json!({"method": method, "params": params})).await;
    }

    /// Sends a message. It is lost if the server has ended; then `run` ends, too.
    async fn send(&self, mut message: Value) {
        if let Some(members) = message.as_object_mut() {
            members.insert("jsonrpc".to_owned(), json!("2.0"));
        }
        let is_request = message.get("method").is_some();
        let message = match is_request {
            true => serde_json::from_value(message).map(Incoming::Request),
            false => serde_json::from_value(message).map(Incoming::Response),
        };
        if let Ok(message) = message {
            let _ = self.to_server.send(message).await;
        }
    }

    /// Sends the text of the file if it has changed, and shows the line of the change. Some programs
    /// save a file in steps, or remove it for a moment: only what is seen twice counts.
    async fn look(&mut self) {
        let Ok(text) = self.file.read() else {
            self.seen = None;
            if std::mem::replace(&mut self.is_missing, true) && self.is_open {
                self.is_open = false;
                let document = json!({"textDocument": {"uri": self.uri}});
                self.notify("textDocument/didClose", document).await;
            }
            return;
        };
        self.is_missing = false;
        if !self.is_open {
            self.text = text;
            self.version += 1;
            self.open().await;
            return;
        }
        if text == self.text {
            self.seen = None;
            return;
        }
        if self.seen.as_ref() != Some(&text) {
            self.seen = Some(text);
            return;
        }
        let change = Edit::between(&self.text, &text);
        self.take(text).await;
        if let Some(change) = change {
            // A new puzzle follows blank lines.
            let new = change.replacement.as_str();
            let blank = u32::try_from(new.len() - new.trim_start().len()).unwrap_or_default();
            let line = LineIndex::new(&self.text).line(change.span.start + blank);
            self.focus(line).await;
        }
    }

    async fn focus(&self, line: u32) {
        let position = json!({"line": line, "character": 0});
        let params = json!({"textDocument": {"uri": self.uri}, "position": position});
        self.notify("carom/focus", params).await;
    }

    /// Sends a new text of the file.
    async fn take(&mut self, text: String) {
        self.text = text;
        self.version += 1;
        let document = json!({"uri": self.uri, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": self.text}]});
        self.notify("textDocument/didChange", params).await;
    }

    async fn respond(&mut self, request: &Value) {
        let Some(id) = request.get("id") else {
            return;
        };
        let is_edit = request.get("method") == Some(&json!("workspace/applyEdit"));
        let result = match is_edit {
            true => match self.edit(request.get("params")).await {
                Ok(()) => json!({"applied": true}),
                Err(reason) => json!({"applied": false, "failureReason": reason}),
            },
            false => Value::Null,
        };
        self.send(json!({"id": id, "result": result})).await;
    }

    /// Applies an edit to the file, and sends the new text. Fails with the reason.
    async fn edit(&mut self, params: Option<&Value>) -> Result<(), String> {
        let params = params.cloned().unwrap_or_default();
        let params: ApplyWorkspaceEditParams =
            serde_json::from_value(params).map_err(|error| error.to_string())?;
        let changed = || CHANGED.to_owned();
        let (uri, version, edits) = edited_document(&params.edit).ok_or_else(changed)?;
        if *uri != self.uri || version != Some(self.version) {
            return Err(changed());
        }
        let text = applied(&IndexedText::new(self.text.clone()), &edits, Encoding::Utf8);
        if !self.file.replace(&self.text, &text)? {
            return Err(changed());
        }
        self.take(text).await;
        Ok(())
    }
}

/// Returns the address in the response to the request for the preview.
fn address(response: &Value) -> io::Result<String> {
    let address = response.pointer("/result/url").and_then(Value::as_str);
    let reason = response
        .pointer("/error/message")
        .and_then(Value::as_str)
        .unwrap_or("cannot start the preview");
    address.map(str::to_owned).ok_or_else(|| io::Error::other(reason.to_owned()))
}
