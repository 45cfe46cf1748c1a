//! A client that talks to the built server over pipes.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// No answer takes this long; a longer wait is a hang.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    pub child: Child,
    pub input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages that arrived while another one was awaited.
    pub unread: VecDeque<Value>,
    next_id: i64,
    /// The capabilities of the server.
    pub initialized: Value,
}

impl Client {
    /// Returns the command that starts the server.
    pub fn command() -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        command.arg("lsp").stderr(Stdio::null());
        command
    }

    /// Starts a server without initializing it.
    pub fn bare() -> Self {
        Self::start(Self::command())
    }

    /// Starts a server with this command, without initializing it.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            input,
            messages,
            unread: VecDeque::new(),
            next_id: 0,
            initialized: Value::Null,
        }
    }

    /// Returns a client that supports Markdown and edits, and nothing else.
    pub fn new() -> Self {
        let formats = json!(["markdown", "plaintext"]);
        Self::with(json!({"textDocument": {
            "hover": {"contentFormat": formats},
            "completion": {"completionItem": {"documentationFormat": formats}},
        }}))
    }

    /// Returns a client with these capabilities and support for edits.
    pub fn with(mut capabilities: Value) -> Self {
        for (name, more) in editing().as_object().unwrap() {
            let declared = &mut capabilities[name];
            for (name, more) in more.as_object().unwrap() {
                declared[name] = more.clone();
            }
        }
        Self::with_params(json!({"processId": null, "capabilities": capabilities}))
    }

    pub fn with_params(params: Value) -> Self {
        let mut client = Self::bare();
        client.initialize(params);
        client
    }

    pub fn initialize(&mut self, params: Value) {
        self.initialized = self.request("initialize", params);
        self.notify("initialized", json!({}));
    }

    pub fn send_raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request without waiting for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Waits for the whole answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait(|message| message.get("method").is_none() && message["id"] == id)
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Waits for the first message for which `is_wanted` holds.
    pub fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        self.wait_for(PATIENCE, is_wanted).expect("the message must arrive")
    }

    pub fn wait_for(
        &mut self,
        time: Duration,
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Option<Value> {
        if let Some(at) = self.unread.iter().position(&is_wanted) {
            return self.unread.remove(at);
        }
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) if is_wanted(&message) => return Some(message),
                Ok(message) => self.unread.push_back(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        self.notify(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": uri, "languageId": "carom", "version": 1, "text": text}}),
        );
    }

    /// Replaces the whole text.
    pub fn change_all(&mut self, uri: &str, version: i64, text: &str) {
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}),
        );
    }

    /// Replaces a range within a line.
    pub fn change(&mut self, uri: &str, version: i64, line: u32, from: u32, to: u32, text: &str) {
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": range(line, from, to), "text": text}],
            }),
        );
    }

    /// Waits for published diagnostics of this version for which `is_wanted` holds.
    pub fn published(
        &mut self,
        uri: &str,
        version: i64,
        is_wanted: impl Fn(&[Value]) -> bool,
    ) -> Vec<Value> {
        let message = self.wait(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
                && is_wanted(params["diagnostics"].as_array().unwrap())
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    pub fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        self.request(method, place(uri, line, character))
    }

    pub fn hover(&mut self, uri: &str, line: u32, character: u32) -> String {
        let hover = self.at("textDocument/hover", uri, line, character);
        hover["contents"]["value"].as_str().unwrap_or("").to_owned()
    }

    /// Requests the hover of a puzzle until its answer is known.
    pub fn answered(&mut self, uri: &str, line: u32) -> String {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            let hover = self.hover(uri, line, 0);
            if !hover.contains("Solving…") {
                return hover;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("no answer");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().ok()?;
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// The capabilities of a client that applies edits.
pub fn editing() -> Value {
    let kinds = json!({"valueSet": ["quickfix", "refactor.rewrite", "source"]});
    json!({
        "workspace": {"applyEdit": true},
        "textDocument": {
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": kinds}},
            "rename": {"prepareSupport": true},
        },
    })
}

pub fn range(line: u32, from: u32, to: u32) -> Value {
    json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}})
}

pub fn place(uri: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}
