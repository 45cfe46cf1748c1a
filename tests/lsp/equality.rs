//! The server and `carom check` report the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp::client::{Client, PATIENCE};

fn decks(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(decks(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "carom")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What a report says: where it starts and ends, its code, its severity and its
/// message.
type Said = (u64, u64, u64, u64, String, u64, String);

/// A message without the help that editors show below it.
fn message(report: &Value) -> String {
    let message = report["message"].as_str().unwrap();
    message.lines().next().unwrap_or_default().to_owned()
}

/// What `carom check` says, hints too.
fn checked(path: &Path) -> Vec<Said> {
    let output = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args([
            "check",
            "--hints",
            "--format",
            "json",
            "--max-positions",
            "20000000",
        ])
        .arg(path)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let reports = objects.filter(|object| object.get("summary").is_none());
    let said = reports.map(|report| {
        let at = |end: &str, what: &str| report[end][what].as_u64().unwrap() - 1;
        let severity = match report["severity"].as_str().unwrap() {
            "error" => 1,
            "warning" => 2,
            _ => 4,
        };
        let code = report["code"].as_str().unwrap().to_owned();
        (
            at("start", "line"),
            at("start", "column"),
            at("end", "line"),
            at("end", "column"),
            code,
            severity,
            message(&report),
        )
    });
    let mut said: Vec<Said> = said.collect();
    said.sort();
    said
}

/// What the server says now.
fn served(client: &mut Client, uri: &str) -> Vec<Said> {
    let document = json!({"textDocument": {"uri": uri}});
    let report = client.request("textDocument/diagnostic", document);
    let mut said: Vec<Said> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            let at = |end: &str, what: &str| item["range"][end][what].as_u64().unwrap();
            (
                at("start", "line"),
                at("start", "character"),
                at("end", "line"),
                at("end", "character"),
                item["code"].as_str().unwrap().to_owned(),
                item["severity"].as_u64().unwrap(),
                message(item),
            )
        })
        .collect();
    said.sort();
    said
}

#[test]
fn the_server_says_of_every_deck_what_check_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = decks(&root.join("tests/fixtures"));
    all.extend(decks(&root.join("examples")));
    // Decks that stand elsewhere, where a folder is named.
    let elsewhere = std::env::var_os("CAROM_DECKS");
    all.extend(elsewhere.iter().flat_map(|folder| decks(Path::new(folder))));
    assert!(all.len() > 10);
    let mut client = Client::with(json!({"general": {"positionEncodings": ["utf-32"]}}));
    for path in all {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let uri = format!("file://{}", path.display());
        client.open(&uri, &text);
        let expected = checked(&path);
        // The server is asked until it has found all that it is going to find.
        let end = Instant::now() + PATIENCE;
        while served(&mut client, &uri) != expected && Instant::now() < end {
            sleep(Duration::from_millis(20));
        }
        assert_eq!(served(&mut client, &uri), expected, "{}", path.display());
    }
}
