//! The server reports the same diagnostics as `carom check`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp::client::{Client, PATIENCE};
use crate::lsp::file_uri;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "carom") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A diagnostic: start, end, code, severity and message.
type Found = (u64, u64, u64, u64, String, u64, String);

/// Returns the message without the help that editors show below it.
fn message(report: &Value) -> String {
    let message = report["message"].as_str().unwrap();
    message.lines().next().unwrap_or_default().to_owned()
}

/// Returns the diagnostics of `carom check`, including hints.
fn check_diagnostics(path: &Path) -> Vec<Found> {
    let output = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["check", "--hints", "--format", "json", "--max-positions", "20000000"])
        .arg(path)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let objects = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let reports = objects.filter(|object| object.get("summary").is_none());
    let mut all: Vec<Found> = reports
        .map(|report| {
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
        })
        .collect();
    all.sort();
    all
}

/// Returns the current diagnostics of the server.
fn server_diagnostics(client: &mut Client, uri: &str) -> Vec<Found> {
    let document = json!({"textDocument": {"uri": uri}});
    let report = client.request("textDocument/diagnostic", document);
    let mut all: Vec<Found> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| !is_of_original(item))
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
    all.sort();
    all
}

#[test]
fn server_reports_what_check_reports() {
    // Tests for another system have a path of that without a drive.
    let root = std::path::absolute(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut all = files(&root.join("tests/fixtures"));
    all.extend(files(&root.join("examples")));
    // Files from another place, if a folder is given.
    let elsewhere = std::env::var_os("CAROM_DECKS");
    all.extend(elsewhere.iter().flat_map(|folder| files(Path::new(folder))));
    assert!(all.len() > 10);
    let mut client = Client::with(json!({"general": {"positionEncodings": ["utf-32"]}}));
    for path in all {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let uri = file_uri(&path);
        client.open(&uri, &text);
        let expected = check_diagnostics(&path);
        // Pull until the server has found everything.
        let end = Instant::now() + PATIENCE;
        while server_diagnostics(&mut client, &uri) != expected && Instant::now() < end {
            sleep(Duration::from_millis(20));
        }
        assert_eq!(server_diagnostics(&mut client, &uri), expected, "{}", path.display());
    }
}

/// Whether a diagnostic is the hint on the first of several equal puzzles. Only editors show it:
/// a check reports each duplicate, after the first puzzle is done.
pub(super) fn is_of_original(diagnostic: &Value) -> bool {
    let message = diagnostic["message"].as_str().unwrap();
    diagnostic["code"] == "duplicate-puzzle" && message.starts_with("the same board occurs in ")
}
