//! Malformed messages and misbehaving clients.

use std::time::Instant;

use serde_json::json;

use crate::lsp::client::{Client, place};
use crate::lsp::texts::{FIRST, URI};

/// Asserts that the server still answers.
fn assert_alive(client: &mut Client) {
    client.open(URI, FIRST);
    assert!(client.answered(URI, 0).contains("4 moves"));
}

#[test]
fn malformed_messages_give_errors() {
    let mut client = Client::new();
    for (raw, code) in [
        ("Content-Length: 5\r\n\r\n{bad}", -32700),
        ("nonsense\r\nContent-Length: 2\r\n\r\n[]", -32600),
        ("Content-Length: x\r\n\r\n", -32700),
        ("Content-Length: 4\r\n\r\n\u{fffd}}", -32700),
    ] {
        client.send_raw(raw.as_bytes());
        let answer = client.wait(|message| message.get("error").is_some());
        assert_eq!(answer["error"]["code"], code, "{raw:?}");
        assert!(answer["id"].is_null());
    }
    assert_alive(&mut client);
}

#[test]
fn unknown_methods_and_parameters_are_refused() {
    let mut client = Client::new();
    assert_eq!(client.error("carom/unknown", json!({})), -32601);
    assert_eq!(client.error("textDocument/hover", json!({"x": 1})), -32602);
    client.notify("carom/unknown", json!({}));
    client.notify("$/unknown", json!({}));
    client.notify("textDocument/didChange", json!({"textDocument": 3}));
    let again = json!({"processId": null, "capabilities": {}});
    assert_eq!(client.error("initialize", again), -32600);
    assert_alive(&mut client);
}

#[test]
fn requests_before_initialize_are_refused() {
    let mut client = Client::bare();
    assert_eq!(client.error("textDocument/hover", place(URI, 0, 0)), -32002);
    let document = json!({"textDocument": {"uri": URI}});
    assert_eq!(client.error("textDocument/diagnostic", document), -32002);
}

#[test]
fn edits_of_closed_files_are_ignored() {
    let mut client = Client::new();
    client.change_all(URI, 7, FIRST);
    assert_eq!(client.error("textDocument/hover", place(URI, 0, 0)), -32602);
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_alive(&mut client);
}

#[test]
fn positions_out_of_range_are_handled() {
    let mut client = Client::new();
    client.open(URI, "puzzle lunar");
    assert_eq!(client.error("textDocument/hover", place(URI, 99, 0)), -32602);
    assert!(client.hover(URI, 0, 9999).contains("Lunar Lockout"));
    client.change(URI, 2, 500, 7, 9, "\nx");
    client.change(URI, 3, 0, 99, 12, " \"n\"");
    assert!(client.hover(URI, 0, 0).contains("Lunar Lockout** n"));
}

#[test]
fn silent_client_is_served() {
    let begun = Instant::now();
    let mut client = Client::with(json!({
        "workspace": {
            "configuration": true,
            "codeLens": {"refreshSupport": true},
            "inlayHint": {"refreshSupport": true},
            "diagnostics": {"refreshSupport": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
        },
        "window": {"workDoneProgress": true},
    }));
    assert_alive(&mut client);
    for version in 2..40 {
        let text = FIRST.replace("A", &char::from(b'D' + version as u8 % 20).to_string());
        client.change_all(URI, version, &text);
        client.hover(URI, 0, 0);
    }
    let asked = |method: &str, client: &Client| {
        let unread = client.unread.iter();
        unread.filter(|message| message["method"] == method).count()
    };
    client.wait(|message| message["method"] == "workspace/configuration");
    assert_eq!(asked("workspace/configuration", &client), 0);
    // The server waits five seconds for a response before it asks again.
    let most = 1 + begun.elapsed().as_secs() / 5;
    assert!(asked("workspace/codeLens/refresh", &client) as u64 <= most);
}

#[test]
fn flood_of_requests_is_answered() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    let ids: Vec<i64> =
        (0..5000).map(|_| client.ask("textDocument/hover", place(URI, 0, 0))).collect();
    for id in ids {
        assert!(client.answer(id)["result"]["contents"].is_object());
    }
}

#[test]
fn plain_text_without_markdown_support() {
    let mut client = Client::with(json!({}));
    client.open(URI, FIRST);
    client.answered(URI, 0);
    let hover = client.at("textDocument/hover", URI, 0, 0);
    assert_eq!(hover["contents"]["kind"], "plaintext");
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.starts_with("Lunar Lockout First contact\n\n4 moves."));
    assert!(text.contains("\n\n@^ @< @v @<\n\n"), "{text}");
    assert!(!text.contains(['`', '*']), "{text}");
    let moves = client.at("textDocument/completion", URI, 8, 12);
    let shown = moves[0]["documentation"].as_str().unwrap();
    assert!(shown.starts_with(". . . . A"));
}

#[test]
fn too_large_document_has_one_diagnostic() {
    let mut client = Client::new();
    let large = format!("{FIRST}{}", ";\n".repeat(8 << 20));
    client.open(URI, &large);
    let published = client.published(URI, 1, |found| !found.is_empty());
    assert_eq!(published.len(), 1);
    assert_eq!(published[0]["message"], "the file is larger than 4 MiB; split it to edit it");
    client.change_all(URI, 2, "puzzle\n");
    let published = client.published(URI, 2, |found| !found.is_empty());
    let message = published[0]["message"].as_str().unwrap();
    assert!(message.starts_with("missing game name"), "{message}");
}

#[test]
fn server_publishes_a_limited_number_of_diagnostics() {
    let mut client = Client::new();
    client.open(URI, &"puzzle\n".repeat(2_005));
    let published = client.published(URI, 1, |found| !found.is_empty());
    assert_eq!(published.len(), 2_001);
    assert_eq!(published[2_000]["message"], "not shown: 5 more diagnostics in this file");
}

#[test]
fn document_with_too_many_puzzles_is_an_error() {
    let mut client = Client::new();
    client.open(URI, &"puzzle\n".repeat(20_001));
    let published = client.published(URI, 1, |found| !found.is_empty());
    assert_eq!(published.len(), 1);
    let message = "the file has more than 20,000 puzzles; split it to edit it";
    assert_eq!(published[0]["message"], message);
}

#[test]
fn deep_paths_are_no_files() {
    let mut client = Client::new();
    for depth in [5_000, 100_000] {
        let uri = format!("file:///{}x.carom", "a/".repeat(depth));
        client.open(&uri, FIRST);
        assert!(client.answered(&uri, 0).contains("4 moves"));
    }
    assert_alive(&mut client);
}
