//! `carom preview`: who may use it, and how it keeps a file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::file_uri;
use crate::page::{Page, Response};

const TEXT: &str = "puzzle lunar \"One\"\n  board:\n    @ . + A\n\n\
                    puzzle lunar \"Two\"\n  board:\n    @ . . + A\n";

/// A running preview of a file.
struct Preview {
    child: Child,
    page: Page,
    folder: TempDir,
}

impl Preview {
    fn start(more: &[&str]) -> Self {
        Self::try_start(more).unwrap()
    }

    /// Starts a preview, unless its port is taken.
    fn try_start(more: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deck.carom");
        fs::write(&path, TEXT).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
            .args(["preview", "--no-open"])
            .args(more)
            .arg(path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        if line.is_empty() {
            child.wait().unwrap();
            return None;
        }
        let page = Page::new(&line);
        Some(Self { child, page, folder })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("deck.carom")
    }

    fn uri(&self) -> String {
        file_uri(&self.path())
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    /// Saves a text as an editor does: a file with it takes the place of the old one.
    fn save(&self, text: &str) {
        let new = self.path().with_extension("new");
        fs::write(&new, text).unwrap();
        fs::rename(&new, self.path()).unwrap();
    }

    fn edit(&self, line: u32, id: &str, to: &str) -> Value {
        self.try_edit(line, id, to)["result"].clone()
    }

    /// Returns the whole answer to an edit.
    fn try_edit(&self, line: u32, id: &str, to: &str) -> Value {
        let edit = json!({"uri": self.uri(), "line": line, "gesture": {"move": id, "to": to}});
        let params = json!({"command": "carom.edit", "arguments": [edit]});
        self.page.answer("workspace/executeCommand", &params)
    }

    fn board(&self) -> Value {
        let at =
            json!({"textDocument": {"uri": self.uri()}, "position": {"line": 0, "character": 0}});
        self.page.call("carom/board", &at)
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn is_refused(response: &Response) {
    assert_eq!((response.status, &*response.body), (403, "Forbidden"));
}

#[test]
fn requests_without_the_token_or_from_other_sites_are_refused() {
    let preview = Preview::start(&[]);
    let page = &preview.page;
    let (host, origin) = (page.host(), format!("http://{}", page.host()));
    let body = "{\"method\": \"preview/abilities\"}";
    let send = |method: &str, path: &str, headers: &[(&str, &str)]| {
        let headers = [headers, &[("Content-Type", "application/json")]].concat();
        page.send(method, path, &headers, body)
    };
    let own = [("Host", &*host), ("Origin", &*origin)];
    assert_eq!(send("POST", &page.path("call"), &own).status, 200);
    let other = Page { token: "A".repeat(page.token.len()), ..page.clone() };
    for name in ["", "preview.js", "style.css", "icon.svg", "events", "call", "other"] {
        let method = if name == "call" { "POST" } else { "GET" };
        for path in [format!("/{name}"), other.path(name), format!("/{}{name}", &page.token[1..])] {
            is_refused(&send(method, &path, &own));
        }
        let path = page.path(name);
        // DNS rebinding.
        is_refused(&send(
            method,
            &path,
            &[("Host", "evil.example"), ("Origin", "http://evil.example")],
        ));
        is_refused(&send(method, &path, &[]));
        // Other sites.
        for site in ["http://evil.example", "null", "http://127.0.0.1:1"] {
            is_refused(&send(method, &path, &[("Host", &host), ("Origin", site)]));
        }
    }
    is_refused(&send("POST", &page.path("call"), &[("Host", &host)]));
}

#[test]
fn the_address_of_an_ended_preview_is_refused() {
    // Another test may take the port in between.
    let started = (0..3).find_map(|_| {
        let first = Preview::start(&[]);
        let stale = first.page.clone();
        drop(first);
        let port = stale.port.to_string();
        Some((stale, Preview::try_start(&["--port", &port])?))
    });
    let (stale, second) = started.unwrap();
    assert_eq!(second.page.port, stale.port);
    is_refused(&stale.get(""));
    assert_eq!(second.page.get("").status, 200);
}

/// Other machines cannot connect. On Linux, each address 127.0.0.0/8 is one of the machine.
#[cfg(target_os = "linux")]
#[test]
fn the_preview_listens_on_one_address_alone() {
    let preview = Preview::start(&[]);
    assert!(std::net::TcpStream::connect(("127.0.0.2", preview.page.port)).is_err());
    assert!(std::net::TcpStream::connect(("127.0.0.1", preview.page.port)).is_ok());
}

#[test]
fn every_response_is_kept_from_other_sites_and_caches() {
    let preview = Preview::start(&[]);
    let page = &preview.page;
    let mut responses = vec![page.post("{\"method\": \"preview/abilities\"}"), page.get("other")];
    for name in ["", "preview.js", "style.css", "icon.svg"] {
        let file = page.get(name);
        assert_eq!(file.status, 200);
        assert!(!file.body.is_empty());
        responses.push(file);
    }
    responses.push(page.send("GET", "/", &[("Host", &page.host())], ""));
    for response in &responses {
        for header in [
            "cache-control: no-store",
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
            "frame-ancestors 'none'",
            "referrer-policy: no-referrer",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(response.head.contains(header), "{header}: {}", response.head);
        }
        assert!(!response.head.contains("unsafe"), "{}", response.head);
        assert!(!response.head.contains("access-control"), "{}", response.head);
    }
    // The page has nothing that its policy forbids.
    let html = page.get("").body;
    for inline in ["<style", "style=", "onload", "<script>", "http:", "https:"] {
        assert!(!html.contains(inline), "{inline}: {html}");
    }
}

#[test]
fn the_page_can_do_what_a_panel_can_and_no_more() {
    let preview = Preview::start(&[]);
    let page = &preview.page;
    let code = |method: &str, params: &Value| page.answer(method, params)["error"]["code"].clone();
    for method in ["shutdown", "initialize", "textDocument/didOpen", "workspace/symbol", ""] {
        assert_eq!(code(method, &Value::Null), -32601, "{method}");
    }
    for command in ["carom.generate", "carom.preview", "carom.startPuzzle", "other"] {
        let params = json!({"command": command, "arguments": []});
        assert_eq!(code("workspace/executeCommand", &params), -32602, "{command}");
    }
    let foreign = json!({"textDocument": {"uri": "file:///etc/passwd"}, "position": {"line": 0, "character": 0}});
    assert_eq!(code("carom/board", &foreign), -32602);
    for (method, name, status) in
        [("POST", "", 405), ("GET", "call", 405), ("PUT", "call", 405), ("GET", "../x", 404)]
    {
        let own = [("Host", &*page.host()), ("Origin", &format!("http://{}", page.host()))];
        assert_eq!(page.send(method, &page.path(name), &own, "").status, status, "{method} {name}");
    }
    assert_eq!(page.post("no JSON").status, 400);
    assert_eq!(page.post(&" ".repeat((1 << 20) + 1)).status, 413);
    let origin = format!("http://{}", page.host());
    let form = [("Host", &*page.host()), ("Origin", &origin), ("Content-Type", "text/plain")];
    assert_eq!(page.send("POST", &page.path("call"), &form, "{}").status, 415);
}

#[test]
fn edits_write_the_file_and_changes_of_the_file_reach_the_page() {
    let preview = Preview::start(&[]);
    let mut events = preview.page.listen();
    events.line_shown(0);
    assert_eq!(preview.edit(0, "A", "b1"), json!({"applied": true, "now": "A"}));
    let edited = TEXT.replacen("@ . + A", "@ A + .", 1);
    assert_eq!(preview.text(), edited);
    assert_eq!(preview.board()["text"], " 1 @ A + .\n   a b c d");
    // The page shows the puzzle that was changed.
    let changed = edited.replacen("@ . . + A", "@ . + . A", 1);
    preview.save(&changed);
    events.line_and_text_shown(6);
    assert_eq!(preview.edit(4, "A", "b1")["applied"], true);
    assert_eq!(preview.text(), changed.replacen("@ . + . A", "@ A + . .", 1));
    let document = json!({"textDocument": {"uri": preview.uri()}});
    assert_eq!(preview.page.call("preview/undo", &document), json!({"applied": true}));
    assert_eq!(preview.text(), changed);
    // A program may remove a file for a moment when it saves it.
    fs::remove_file(preview.path()).unwrap();
    let refused = preview.edit(0, "A", "d1")["refused"].clone();
    assert!(refused.is_string(), "{refused}");
    assert!(!preview.path().exists());
    preview.save(TEXT);
    events.line_shown(2);
    assert_eq!(preview.board()["text"], " 1 @ . + A\n   a b c d");
}

/// At whatever time the file changes on disk, no change is lost: an edit is of the text with the
/// change, or it is refused. Windows cannot compare and replace a file in one step.
#[cfg(unix)]
#[test]
fn edits_never_overwrite_changes_that_were_not_seen() {
    let preview = Preview::start(&[]);
    for round in 0..30 {
        let changed = format!("; change {round}\n{}", preview.text());
        let line = u32::try_from(round).unwrap();
        let to = if round % 2 == 0 { "b1" } else { "d1" };
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(std::time::Duration::from_micros(round * 400 % 5_000));
                preview.save(&changed);
            });
            // The line is of another puzzle if the server already knows the change.
            preview.try_edit(line, "A", to)
        });
        // The save is a whole text, so it may come after the edit and replace it.
        let text = preview.text();
        assert!(text.starts_with(&format!("; change {round}\n")), "{text}");
        // Wait until the server knows the text.
        while preview.board()["line"] != json!(line + 1) {
            thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

/// An edit of a piece that is gone is refused, whether or not the server already knows that.
#[test]
fn edits_of_an_old_text_are_refused() {
    let preview = Preview::start(&[]);
    let changed = TEXT.replace('A', "B");
    fs::write(preview.path(), &changed).unwrap();
    let answer = preview.edit(0, "A", "b1");
    assert!(answer["refused"].is_string(), "{answer}");
    assert_eq!(preview.text(), changed);
}

/// Pages that edit at the same time: each edit is applied or refused, and none is lost.
#[test]
fn concurrent_edits_are_all_applied_or_refused() {
    let preview = Preview::start(&[]);
    let squares = ["b1", "d1"];
    for round in 0..10 {
        let before = preview.text();
        let (one, two) = thread::scope(|scope| {
            let one = scope.spawn(|| preview.edit(0, "A", squares[round % 2]));
            let two =
                scope.spawn(|| preview.edit(4, "A", if round % 2 == 0 { "b1" } else { "e1" }));
            (one.join().unwrap(), two.join().unwrap())
        });
        let after = preview.text();
        let halves = |text: &str| {
            let (one, two) = text.split_once("\n\n").unwrap();
            (one.to_owned(), two.to_owned())
        };
        let (before, after) = (halves(&before), halves(&after));
        assert_eq!(before.0 != after.0, one.get("now").is_some(), "{one}: {before:?} {after:?}");
        assert_eq!(before.1 != after.1, two.get("now").is_some(), "{two}: {before:?} {after:?}");
    }
}

#[test]
fn what_cannot_be_previewed_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.carom");
    fs::write(&bad, b"\xff").unwrap();
    let missing = folder.path().join("missing.carom");
    for path in [folder.path(), &bad, &missing] {
        let output = Command::new(env!("CARGO_BIN_EXE_carom"))
            .args(["preview", "--no-open"])
            .arg(path)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", path.display());
        assert!(output.stdout.is_empty());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("error: "), "{message}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let good = folder.path().join("good.carom");
    fs::write(&good, TEXT).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["preview", "--no-open", "--port", &port])
        .arg(good)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("cannot start the preview"), "{message}");
}
