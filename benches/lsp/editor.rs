//! Measures the processor time of the server for an edit of a large file, including all requests
//! that VS Code sends after it.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, range};
use crate::deck::{LINES, PUZZLES, large_file, large_file_with_diagnostics};
use crate::measure::{cpu, report, report_memory, server};
use crate::texts::URI;

/// The number of measured edits.
const EDITS: u32 = 40;

/// An idle server uses at most this much processor time between two checks.
const REST: Duration = Duration::from_millis(2);

/// The capabilities of VS Code that matter here. It pulls diagnostics.
fn vscode() -> Value {
    json!({
        "processId": null,
        "clientInfo": {"name": "Visual Studio Code"},
        "capabilities": {
            "workspace": {
                "codeLens": {"refreshSupport": true},
                "inlayHint": {"refreshSupport": true},
                "diagnostics": {"refreshSupport": true},
            },
            "textDocument": {
                "diagnostic": {"dynamicRegistration": true},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
                "foldingRange": {"lineFoldingOnly": true},
                "semanticTokens": {
                    "requests": {"range": true, "full": true},
                    "tokenTypes": ["keyword"],
                    "tokenModifiers": [],
                    "formats": ["relative"],
                },
                "codeLens": {"resolveSupport": {"properties": ["command"]}},
                "hover": {"contentFormat": ["markdown"]},
            },
            "experimental": {"carom": {"commands": ["carom.showSolution"]}},
        },
    })
}

/// Waits until the server is idle.
fn rest(client: &Client) {
    let mut last = Duration::ZERO;
    while let Some(now) = cpu(client) {
        if now.saturating_sub(last) < REST {
            return;
        }
        last = now;
        sleep(Duration::from_millis(60));
    }
}

/// Answers the requests of the server.
fn answer_all(client: &mut Client) {
    while let Some(asked) = client.wait_for(Duration::ZERO, |message| {
        message.get("method").is_some() && message.get("id").is_some()
    }) {
        client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": null}));
    }
    client.unread.clear();
}

fn document(more: &Value) -> Value {
    let mut params = json!({"textDocument": {"uri": URI}});
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    params
}

/// Returns the first line of the puzzle with this number.
const fn line_of(number: u32) -> u32 {
    LINES * (number / 2 * 257 % PUZZLES as u32) + 2
}

/// An editor with the open file, and the id of the last diagnostics.
struct Editor {
    client: Client,
    diagnostics: Value,
    version: i64,
}

impl Editor {
    fn open(text: &str) -> Self {
        let mut client = Client::start(server());
        client.initialize(vscode());
        let start = Instant::now();
        client.open(URI, text);
        let mut editor = Self { client, diagnostics: Value::Null, version: 1 };
        editor.first_lens(start);
        editor.client.answered(URI, LINES * (PUZZLES as u32 - 1) + 2);
        editor
    }

    fn first_lens(&mut self, start: Instant) {
        let lenses = self.client.request("textDocument/codeLens", document(&Value::Null));
        let answered = start.elapsed();
        // The lenses of the first screen are resolved if needed.
        for lens in lenses.as_array().unwrap().iter().take(10) {
            if lens.get("command").is_none() {
                self.client.request("codeLens/resolve", lens.clone());
            }
        }
        let all = lenses.as_array().unwrap().len();
        println!(
            "from opening to the first lens: {:.2?}, to its title: {:.2?} ({all} lenses), processor time {:.2?}",
            answered,
            start.elapsed(),
            cpu(&self.client).unwrap_or_default()
        );
    }

    /// Inserts and removes a wrong glyph of a board.
    fn edit(&mut self, number: u32) {
        self.version += 1;
        let line = line_of(number) + 3;
        let glyph = if number.is_multiple_of(2) { "!" } else { "." };
        self.client.change(URI, self.version, line, 18, 19, glyph);
    }

    /// Pulls diagnostics, and returns whether they changed.
    fn pull(&mut self) -> bool {
        let params = document(&json!({"previousResultId": self.diagnostics}));
        let report = self.client.request("textDocument/diagnostic", params);
        self.diagnostics = report["resultId"].clone();
        report["kind"] == "full"
    }

    /// Sends the requests of VS Code other than diagnostics.
    fn look(&mut self, line: u32) {
        let lenses = self.client.request("textDocument/codeLens", document(&Value::Null));
        let is_seen = |lens: &&Value| {
            let at = lens["range"]["start"]["line"].as_u64();
            at.is_some_and(|at| (u64::from(line)..u64::from(line) + 60).contains(&at))
        };
        for lens in lenses.as_array().unwrap().iter().filter(is_seen) {
            if lens.get("command").is_none() {
                self.client.request("codeLens/resolve", lens.clone());
            }
        }
        for method in ["documentSymbol", "foldingRange", "documentLink"] {
            let method = format!("textDocument/{method}");
            self.client.request(&method, document(&Value::Null));
        }
        let seen = json!({
            "start": {"line": line, "character": 0},
            "end": {"line": line + 60, "character": 0},
        });
        let params = document(&json!({"range": seen}));
        self.client.request("textDocument/inlayHint", params);
        let method = "textDocument/semanticTokens/full";
        self.client.request(method, document(&Value::Null));
        let params = document(
            &json!({"range": range(line, 0, 0), "context": {"diagnostics": [], "triggerKind": 2}}),
        );
        self.client.request("textDocument/codeAction", params);
    }

    /// Reports the processor time of `work` for each edit.
    fn times(&mut self, what: &str, mut work: impl FnMut(&mut Self, u32)) {
        let mut times = Vec::new();
        for number in 0..EDITS {
            rest(&self.client);
            answer_all(&mut self.client);
            let Some(before) = cpu(&self.client) else {
                return;
            };
            self.edit(number);
            work(self, line_of(number));
            times.push(cpu(&self.client).unwrap_or_default().saturating_sub(before));
        }
        report(what, times);
    }

    /// Reports the processor time of each request of VS Code.
    fn each(&mut self) {
        let no_params = Value::Null;
        for method in
            ["codeLens", "documentSymbol", "foldingRange", "documentLink", "semanticTokens/full"]
        {
            let method = format!("textDocument/{method}");
            let mut times = Vec::new();
            for number in 0..EDITS / 4 {
                self.edit(number);
                self.pull();
                rest(&self.client);
                let Some(before) = cpu(&self.client) else {
                    return;
                };
                self.client.request(&method, document(&no_params));
                times.push(cpu(&self.client).unwrap_or_default().saturating_sub(before));
            }
            report(&format!("processor time of {method}"), times);
        }
    }
}

pub(crate) fn looking() {
    let mut editor = Editor::open(&large_file());
    editor.pull();
    editor.look(0);
    editor.times("processor time from an edit to its diagnostics", |editor, _| {
        editor.pull();
    });
    editor.times("processor time from an edit to all that VS Code asks", |editor, line| {
        editor.pull();
        editor.look(line);
    });
    editor.each();
    report_memory(&editor.client, "when all was asked");
}

pub(crate) fn findings() {
    let mut editor = Editor::open(&large_file_with_diagnostics());
    editor.pull();
    editor.times(
        "processor time from an edit to the diagnostics among 9,999 others",
        |editor, _| {
            editor.pull();
        },
    );
    editor.times("the same to all that VS Code asks", |editor, line| {
        editor.pull();
        editor.look(line);
    });
    report_memory(&editor.client, "with 10,000 findings");
}
