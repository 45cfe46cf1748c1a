//! The preview of an editor: the page gets and does what a panel of the editor would.

use serde_json::{Value, json};

use crate::lsp::client::{Client, place};
use crate::lsp::edits::applied;
use crate::lsp::schema::Schema;
use crate::lsp::texts::hard;
use crate::page::Page;

const URI: &str = "file:///decks/preview.carom";
const TEXT: &str = "puzzle lunar \"One\"\n  moves: 1\n  board:\n    @ . + A\n\n\
                    puzzle lunar \"Two\"\n  board:\n    @ . . + A\n";

/// An editor with one document, and its preview.
struct Editor {
    client: Client,
    page: Page,
    text: String,
    version: i64,
}

fn preview(client: &mut Client, more: &Value) -> Value {
    let params = json!({"command": "carom.preview", "arguments": [more]});
    client.request("workspace/executeCommand", params)
}

impl Editor {
    fn with(capabilities: Value) -> Self {
        let mut client = Client::with(capabilities);
        client.open(URI, TEXT);
        let found = preview(&mut client, &json!({"open": false}));
        Schema::of("protocol").check_as("preview", &found).unwrap();
        Self {
            client,
            page: Page::new(found["url"].as_str().unwrap()),
            text: TEXT.to_owned(),
            version: 1,
        }
    }

    fn new() -> Self {
        Self::with(json!({"workspace": {"workspaceEdit": {"documentChanges": true}}}))
    }

    /// Takes in the edit that the server asks for.
    fn apply(&mut self) {
        let asked = self.client.wait(|message| message["method"] == "workspace/applyEdit");
        let change = &asked["params"]["edit"]["documentChanges"][0];
        let document = json!({"uri": URI, "version": self.version});
        assert_eq!(change["textDocument"], document);
        self.change(applied(&self.text, &change["edits"]));
        let result = json!({"applied": true});
        let answer = json!({"jsonrpc": "2.0", "id": asked["id"], "result": result});
        self.client.send(&answer);
    }

    /// Changes the text, and waits until the server has it: calls of the page do not wait for it.
    fn change(&mut self, text: String) {
        self.text = text;
        self.version += 1;
        self.client.change_all(URI, self.version, &self.text);
        self.client.request("carom/puzzles", json!({"textDocument": {"uri": URI}}));
    }

    /// Does something in the page that edits the text, and returns what the page gets.
    fn edit(&mut self, work: impl FnOnce(&Page) -> Value + Send + 'static) -> Value {
        let page = self.page.clone();
        let result = std::thread::spawn(move || work(&page));
        self.apply();
        result.join().unwrap()
    }
}

fn move_to(square: &'static str) -> impl FnOnce(&Page) -> Value {
    move |page| {
        let gesture = json!({"gesture": {"move": "A", "to": square}});
        page.execute("carom.edit", URI, 0, &gesture)
    }
}

#[test]
fn the_page_gets_what_a_panel_gets() {
    let mut editor = Editor::new();
    let document = json!({"textDocument": {"uri": URI}});
    editor.client.request("carom/prove", document.clone());
    let at = place(URI, 0, 0);
    let with = |member: &str, value: Value| {
        let mut params = at.clone();
        params[member] = value;
        params
    };
    for (method, params) in [
        ("carom/solution", at.clone()),
        ("carom/solution", with("of", json!("file"))),
        ("carom/board", at.clone()),
        ("carom/puzzles", document),
    ] {
        let panel = editor.client.request(method, params.clone());
        assert_eq!(editor.page.call(method, &params), panel, "{method}");
        assert!(!panel.is_null(), "{method}");
    }
    let until = |is_done: &dyn Fn(&Value) -> bool, work: &mut dyn FnMut() -> Value| loop {
        let found = work();
        if is_done(&found) {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    let played = with("moves", json!(["@>"]));
    let is_played = |play: &Value| play["state"] != "solving";
    let client = &mut editor.client;
    let panel = until(&is_played, &mut || client.request("carom/play", played.clone()));
    let page = until(&is_played, &mut || editor.page.call("carom/play", &played));
    assert_eq!(page, panel);
    let piece = with("piece", json!("@"));
    let is_mapped = |map: &Value| map["done"] == true;
    let panel = until(&is_mapped, &mut || client.request("carom/map", piece.clone()));
    let page = until(&is_mapped, &mut || editor.page.call("carom/map", &piece));
    assert_eq!(page, panel);
}

#[test]
fn the_preview_starts_once() {
    let mut editor = Editor::new();
    for argument in [json!({"open": false}), json!({"open": false, "uri": URI, "line": 5})] {
        let again = preview(&mut editor.client, &argument);
        assert_eq!(Page::new(again["url"].as_str().unwrap()).token, editor.page.token);
    }
    let mut events = editor.page.listen();
    assert_eq!(events.next("cursor")["position"]["line"], 5);
}

#[test]
fn a_port_that_is_taken_is_an_error_and_can_be_tried_again() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let mut client = Client::new();
    let argument = json!({"open": false, "port": port});
    let params = json!({"command": "carom.preview", "arguments": [argument]});
    let id = client.ask("workspace/executeCommand", params);
    let error = client.answer(id)["error"]["message"].clone();
    assert!(error.as_str().unwrap().starts_with("cannot start the preview: "), "{error}");
    drop(taken);
    let found = preview(&mut client, &argument);
    assert_eq!(Page::new(found["url"].as_str().unwrap()).port, port);
}

#[test]
fn edits_of_the_page_reach_the_editor() {
    let mut editor = Editor::new();
    assert_eq!(editor.edit(move_to("b1")), json!({"applied": true, "now": "A"}));
    let moved = TEXT.replacen("@ . + A", "@ A + .", 1);
    assert_eq!(editor.text, moved);
    let taken = move_to("a1")(&editor.page);
    assert_eq!(taken, json!({"refused": "a1 is taken by the human"}));
    // The editor does not apply what it no longer has.
    let page = editor.page.clone();
    let result = std::thread::spawn(move || move_to("d1")(&page));
    let asked = editor.client.wait(|message| message["method"] == "workspace/applyEdit");
    let refusal = json!({"applied": false, "failureReason": "the text has changed"});
    let answer = json!({"jsonrpc": "2.0", "id": asked["id"], "result": refusal});
    editor.client.send(&answer);
    assert_eq!(result.join().unwrap(), json!({"refused": "the text has changed"}));
}

#[test]
fn a_written_solution_reaches_the_editor() {
    let mut editor = Editor::new();
    let moves = json!({"moves": ["@>"]});
    let result = editor.edit(move |page| page.execute("carom.insertSolution", URI, 0, &moves));
    assert_eq!(result, json!({"applied": true}));
    assert!(editor.text.contains("solution: @>"), "{}", editor.text);
}

#[test]
fn edits_are_undone_and_redone_until_the_text_changes() {
    let mut editor = Editor::new();
    let document = json!({"textDocument": {"uri": URI}});
    let history = |method: &'static str| {
        let document = document.clone();
        move |page: &Page| page.call(method, &document)
    };
    let done = json!({"applied": true});
    let can = |page: &Page, undo: bool, redo: bool| {
        let state = page.call("preview/history", &document);
        assert_eq!(state, json!({"canUndo": undo, "canRedo": redo}));
    };
    can(&editor.page, false, false);
    assert_eq!(history("preview/undo")(&editor.page), json!({"refused": "nothing to undo"}));
    let mut texts = vec![editor.text.clone()];
    for square in ["b1", "d1", "b1"] {
        editor.edit(move_to(square));
        texts.push(editor.text.clone());
    }
    can(&editor.page, true, false);
    for text in texts.iter().rev().skip(1) {
        assert_eq!(editor.edit(history("preview/undo")), done);
        assert_eq!(editor.text, *text);
    }
    assert_eq!(history("preview/undo")(&editor.page), json!({"refused": "nothing to undo"}));
    can(&editor.page, false, true);
    for text in texts.iter().skip(1).take(2) {
        assert_eq!(editor.edit(history("preview/redo")), done);
        assert_eq!(editor.text, *text);
    }
    can(&editor.page, true, true);
    let typed = format!("; typed\n{}", editor.text);
    editor.change(typed.clone());
    editor.client.at("textDocument/documentSymbol", URI, 0, 0);
    can(&editor.page, false, false);
    for method in ["preview/undo", "preview/redo"] {
        let result = history(method)(&editor.page);
        let why = "the text has changed meanwhile; undo that where it was changed";
        assert_eq!(result, json!({"refused": why}));
    }
    // What is undone by typing can be undone here again.
    let untyped = typed.strip_prefix("; typed\n").unwrap().to_owned();
    editor.change(untyped);
    editor.client.at("textDocument/documentSymbol", URI, 0, 0);
    assert_eq!(editor.edit(history("preview/undo")), done);
    assert_eq!(editor.text, texts[1]);
}

#[test]
fn an_editor_that_applies_no_edits_is_not_edited() {
    let mut client = Client::with_params(json!({"processId": null, "capabilities": {}}));
    client.open(URI, TEXT);
    let found = preview(&mut client, &json!({"open": false}));
    let page = Page::new(found["url"].as_str().unwrap());
    let refused = move_to("b1")(&page)["refused"].clone();
    assert!(refused.as_str().unwrap().contains("applies no edits"), "{refused}");
}

#[test]
fn the_page_follows_the_cursor_the_text_and_the_answers() {
    let mut editor = Editor::new();
    let mut events = editor.page.listen();
    assert_eq!(events.next("cursor"), json!({"uri": URI, "position": {"line": 0, "character": 0}}));
    let client = &mut editor.client;
    // Without anything better, the hover shows where the cursor is.
    client.at("textDocument/hover", URI, 6, 0);
    events.line_shown(6);
    client.at("textDocument/documentHighlight", URI, 2, 0);
    events.line_shown(2);
    client.at("textDocument/hover", URI, 6, 0);
    let actions = |line: u32, only: Value| {
        let range =
            json!({"start": {"line": line, "character": 0}, "end": {"line": 6, "character": 0}});
        let context = json!({"diagnostics": [], "only": only});
        json!({"textDocument": {"uri": URI}, "range": range, "context": context})
    };
    client.request("textDocument/codeAction", actions(4, json!(["source.fixAll"])));
    client.notify("carom/focus", place(URI, 5, 0));
    // Neither the hover nor the action for the whole document came in between.
    assert_eq!(events.next("cursor")["position"]["line"], 5);
    client.request("textDocument/codeAction", actions(1, Value::Null));
    events.line_shown(1);
    let change = json!([{"range": {"start": {"line": 6, "character": 0}, "end": {"line": 6, "character": 0}}, "text": " "}]);
    let document = json!({"uri": URI, "version": 2});
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": document, "contentChanges": change}),
    );
    events.line_shown(6);
    client.change_all(URI, 3, TEXT);
    assert_eq!(events.next("text"), json!({"uri": URI, "isClosed": false}));
    assert_eq!(events.next("answers"), Value::Null);
    // The map, as its squares are solved.
    let mut piece = place(URI, 0, 0);
    piece["piece"] = json!("@");
    if editor.page.call("carom/map", &piece)["done"] == true {
        // No square is solved later, so the page is told with the next change.
        client.change_all(URI, 4, &format!("{TEXT}; end\n"));
    }
    let map = events.next("map");
    assert_eq!((&map["uri"], &map["line"], &map["piece"]), (&json!(URI), &json!(0), &json!("@")));
}

#[test]
fn the_client_opens_the_page_and_shows_the_puzzle() {
    let shows = json!({"window": {"showDocument": {"support": true}}});
    let mut editor = Editor::with(shows);
    let page = editor.page.clone();
    assert_eq!(page.call("preview/abilities", &Value::Null), json!({"reveal": true}));
    let address = preview(&mut editor.client, &json!({}))["url"].clone();
    let shown = editor.client.wait(|message| message["method"] == "window/showDocument");
    assert_eq!(shown["params"]["uri"], address);
    // A message, too: a client may have no browser. It fits a line of Neovim after `LSP[carom][Info] `.
    let message = format!("preview: {}", address.as_str().unwrap());
    assert!(message.len() <= 79 - "LSP[carom][Info] ".len(), "{message}");
    let shown_address = |sent: &Value| sent["params"]["message"] == *message;
    editor.client.wait(shown_address);
    assert_eq!(shown["params"]["external"], true);
    let answer = json!({"jsonrpc": "2.0", "id": shown["id"], "result": {"success": true}});
    editor.client.send(&answer);
    let result = std::thread::spawn(move || page.call("preview/reveal", &place(URI, 5, 0)));
    let shown = editor.client.wait(|message| message["method"] == "window/showDocument");
    assert_eq!(shown["params"]["uri"], URI);
    assert_eq!(shown["params"]["selection"]["start"], json!({"line": 5, "character": 0}));
    let answer = json!({"jsonrpc": "2.0", "id": shown["id"], "result": {"success": true}});
    editor.client.send(&answer);
    assert_eq!(result.join().unwrap(), true);
    let without = Editor::new();
    assert_eq!(without.page.call("preview/abilities", &Value::Null), json!({"reveal": false}));
    assert_eq!(without.page.call("preview/reveal", &place(URI, 5, 0)), false);
}

#[test]
fn the_page_gets_the_diagnostics_that_are_published() {
    let mut editor = Editor::new();
    editor.change(TEXT.replace("moves: 1", "moves: 2"));
    let is_wrong = |list: &[Value]| list.iter().any(|one| one["code"] == "moves-mismatch");
    let published = editor.client.published(URI, 2, is_wrong);
    let document = json!({"textDocument": {"uri": URI}});
    assert_eq!(editor.page.call("preview/diagnostics", &document), json!(published));
}

#[test]
fn an_abandoned_request_stops_its_search() {
    use std::io::Write;
    let capabilities = json!({"experimental": {"carom": {"solving": true}}});
    let mut editor = Editor::with(capabilities);
    let board = format!(
        "puzzle ricochet\n  target: r h8\n  board:\n{}",
        "    . . . . . . . . . . . . . . . .\n".repeat(16)
    )
    .replacen("    . . . .", "    R B G Y", 1);
    editor.change(board);
    let page = &editor.page;
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", page.port)).unwrap();
    let argument = json!({"uri": URI, "line": 0});
    let params = json!({"command": "carom.harder", "arguments": [argument]});
    let body = json!({"method": "workspace/executeCommand", "params": params}).to_string();
    let (path, host, length) = (page.path("call"), page.host(), body.len());
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    drop(stream);
    // Nothing is edited once nobody waits for it.
    let edit = editor.client.wait_for(std::time::Duration::from_secs(3), |message| {
        message["method"] == "workspace/applyEdit"
    });
    assert_eq!(edit, None);
}

#[test]
fn the_page_shows_and_cancels_the_progress_of_its_searches() {
    let mut editor = Editor::new();
    editor.change(hard());
    let mut events = editor.page.listen();
    for command in ["carom.harder", "carom.easier", "carom.minimise"] {
        let token = format!("carom/preview/{command}");
        let argument = json!({"uri": URI, "line": 0});
        let params = json!({"command": command, "arguments": [argument], "workDoneToken": token});
        let page = editor.page.clone();
        let result = std::thread::spawn(move || page.call("workspace/executeCommand", &params));
        let progress = events.next("progress");
        assert_eq!(progress["token"], *token);
        assert!(progress["value"]["message"].is_string(), "{progress}");
        editor.page.call("window/workDoneProgress/cancel", &json!({"token": token}));
        let refused = result.join().unwrap()["refused"].clone();
        assert!(refused.is_string(), "{command}: {refused}");
        while events.next("progress")["value"]["kind"] != "end" {}
    }
}

#[test]
fn the_page_finds_the_hardest_start() {
    let mut editor = Editor::new();
    let hardest = |page: &Page| page.execute("carom.hardest", URI, 0, &json!({}));
    let result = editor.edit(hardest);
    assert_eq!(result["applied"], true, "{result}");
    assert_eq!(hardest(&editor.page)["refused"], "the puzzle is like that already");
}

#[test]
fn a_stalled_request_ends() {
    use std::io::{Read, Write};
    let editor = Editor::new();
    let page = &editor.page;
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", page.port)).unwrap();
    let (path, host) = (page.path("call"), page.host());
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
    )
    .unwrap();
    stream.set_read_timeout(Some(crate::lsp::client::PATIENCE)).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
}
