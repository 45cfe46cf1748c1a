//! `carom.toml`, client settings, and files on disk.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::checks::code;
use crate::lsp::client::Client;
use crate::lsp::edits::applied;
use crate::lsp::file_uri;
use crate::lsp::schema::Schema;
use crate::lsp::texts::{FIRST, URI, hard};

fn client_in(folder: &TempDir) -> Client {
    let folders = json!([{"uri": file_uri(folder.path()), "name": "f"}]);
    Client::with_params(json!({
        "processId": null,
        "capabilities": {},
        "workspaceFolders": folders,
    }))
}

fn watched(client: &mut Client, path: &Path, kind: u8) {
    let change = json!({"uri": file_uri(path), "type": kind});
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [change]}));
}

fn mismatch(severity: u64) -> impl Fn(&[Value]) -> bool {
    move |diagnostics| {
        diagnostics.iter().any(|d| code(d) == "moves-mismatch" && d["severity"] == severity)
    }
}

#[test]
fn configuration_is_loaded_reloaded_and_removed() {
    let folder = TempDir::new().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let config = folder.path().join("carom.toml");
    fs::write(&config, "[lints]\nmoves-mismatch = \"warn\"\n").unwrap();
    let file = inner.join("a.carom");
    let mut client = client_in(&folder);
    client.open(&file_uri(&file), FIRST);
    client.published(&file_uri(&file), 1, mismatch(2));
    fs::write(&config, "[lints]\nmoves-mismatch = \"hint\"\n").unwrap();
    watched(&mut client, &config, 2);
    client.published(&file_uri(&file), 1, mismatch(4));
    fs::write(&config, "[lints]\nmoves-mismatc = \"hint\"\n").unwrap();
    watched(&mut client, &config, 2);
    let broken = client.wait(|message| {
        message["params"]["uri"] == file_uri(&config)
            && message["params"]["diagnostics"][0].is_object()
    });
    let message = broken["params"]["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("moves-mismatch"), "{message}");
    fs::remove_file(&config).unwrap();
    watched(&mut client, &config, 3);
    client.wait(|message| {
        message["params"]["uri"] == file_uri(&config)
            && message["params"]["diagnostics"] == json!([])
    });
    client.published(&file_uri(&file), 1, mismatch(1));
}

#[test]
fn configuration_file_overrides_settings() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.carom");
    let mut client = client_in(&folder);
    client.open(&file_uri(&file), FIRST);
    client.published(&file_uri(&file), 1, mismatch(1));
    let settings =
        |level: &str| json!({"settings": {"carom": {"lints": {"moves-mismatch": level}}}});
    client.notify("workspace/didChangeConfiguration", settings("warn"));
    client.published(&file_uri(&file), 1, mismatch(2));
    client.notify("workspace/didChangeConfiguration", settings("loud"));
    client.wait(|message| message["method"] == "window/showMessage");
    let config = folder.path().join("carom.toml");
    fs::write(&config, "[lints]\nmoves-mismatch = \"hint\"\n").unwrap();
    watched(&mut client, &config, 1);
    client.published(&file_uri(&file), 1, mismatch(4));
}

#[test]
fn formatting_keeps_line_endings_of_document() {
    let folder = TempDir::new().unwrap();
    let config = folder.path().join("carom.toml");
    fs::write(&config, "format.line-ending = \"crlf\"\n").unwrap();
    let mut client = client_in(&folder);
    for (name, end) in [("a.carom", "\n"), ("b.carom", "\r\n")] {
        let file = folder.path().join(name);
        let tidy = FIRST.replace('\n', end);
        let untidy = tidy.replacen("puzzle ", "puzzle   ", 1);
        client.open(&file_uri(&file), &untidy);
        let options = json!({"tabSize": 2, "insertSpaces": true});
        let params = json!({"textDocument": {"uri": file_uri(&file)}, "options": options});
        let edits = client.request("textDocument/formatting", params);
        assert_eq!(applied(&untidy, &edits), tidy);
    }
}

/// Pulls workspace diagnostics until those of a file satisfy `is_wanted`.
fn pulled(client: &mut Client, path: &Path, is_wanted: impl Fn(&[Value]) -> bool) {
    loop {
        let params = json!({"previousResultIds": []});
        let report = client.request("workspace/diagnostic", params);
        let items = report["items"].as_array().unwrap();
        let file = items.iter().find(|item| item["uri"] == file_uri(path));
        let diagnostics = file.map_or(Vec::new(), |file| file["items"].as_array().unwrap().clone());
        if is_wanted(&diagnostics) {
            return;
        }
    }
}

#[test]
fn files_on_disk_are_checked_and_watched() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.carom");
    fs::write(&file, FIRST).unwrap();
    let mut client = client_in(&folder);
    pulled(&mut client, &file, mismatch(1));
    fs::write(&file, FIRST.replace("moves: 5", "moves: 4")).unwrap();
    watched(&mut client, &file, 2);
    pulled(&mut client, &file, |items| {
        // The rest is a hint, which `carom check` does not print.
        items.iter().all(|d| d["severity"] == 4)
    });
    fs::write(&file, "nonsense\n").unwrap();
    watched(&mut client, &file, 2);
    pulled(&mut client, &file, |items| items.iter().any(|d| code(d) == "syntax"));
    fs::remove_file(&file).unwrap();
    watched(&mut client, &file, 3);
    pulled(&mut client, &file, <[Value]>::is_empty);
}

#[test]
fn closing_a_document_clears_its_diagnostics() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    client.published(URI, 1, |diagnostics| !diagnostics.is_empty());
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    client.wait(|message| {
        message["params"]["uri"] == URI && message["params"]["diagnostics"] == json!([])
    });
}

#[test]
fn wrong_settings_are_named_and_the_others_count() {
    let limits = |memory: Value| json!({"limits": {"maxMemory": memory, "maxPositions": 1}});
    let told = |client: &mut Client| {
        let message = client.wait(|message| message["method"] == "carom/settings");
        Schema::of("protocol").check_as("settings", &message["params"]).unwrap();
        message["params"]["wrong"].clone()
    };
    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": {"experimental": {"carom": {"settings": true}}},
        "initializationOptions": limits(json!("2 apples")),
    }));
    let wrong = told(&mut client);
    assert_eq!(wrong[0]["setting"], "carom.limits.maxMemory", "{wrong}");
    assert_eq!(wrong.as_array().unwrap().len(), 1, "{wrong}");
    client.open(URI, &hard());
    client.published(URI, 1, |found| found.iter().any(|of| code(of) == "unknown-answer"));
    let right = json!({"settings": {"carom": limits(json!("2GiB"))}});
    client.notify("workspace/didChangeConfiguration", right);
    assert_eq!(told(&mut client), json!([]));

    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": {},
        "initializationOptions": json!({"answers": "below", "log": 3}),
    }));
    let message = client.wait(|message| message["method"] == "window/showMessage");
    let text = message["params"]["message"].as_str().unwrap();
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(names, ["carom.answers", "carom.log"], "{text}");
}
