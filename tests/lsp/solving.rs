//! The solver while an author types.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp::checks::code;
use crate::lsp::client::{Client, PATIENCE};
use crate::lsp::decks::DUEL;
use crate::lsp::texts::{FIRST, URI, hard};

/// Returns the number of searched positions in a hover.
fn positions(hover: &str) -> u64 {
    let (_, rest) = hover.split_once("Solving… ").expect(hover);
    let number = rest.split(' ').next().unwrap();
    number.replace(',', "").parse().unwrap()
}

/// Returns the processor time that the server has used.
#[cfg(target_os = "linux")]
fn cpu(client: &Client) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", client.child.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let ticks: u64 =
        [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    // A tick is a hundredth of a second on all Linux systems.
    Duration::from_millis(ticks * 10)
}

fn busy(client: &mut Client, line: u32) -> u64 {
    loop {
        let hover = client.hover(URI, line, 0);
        if hover.contains("Solving…") && positions(&hover) > 60_000 {
            return positions(&hover);
        }
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn hover_shows_proof_so_far() {
    let mut client = Client::new();
    client.open(URI, &hard());
    busy(&mut client, 0);
    assert!(client.hover(URI, 0, 0).contains("no solution has fewer than"));
}

#[test]
fn unrelated_edits_do_not_restart_search() {
    let mut client = Client::new();
    client.open(URI, &format!("{}\n{FIRST}", hard()));
    let before = busy(&mut client, 0);
    client.change(URI, 2, 1, 27, 27, " ; note");
    assert!(positions(&client.hover(URI, 0, 0)) >= before);
    client.change(URI, 3, 21, 9, 10, "3");
    assert!(positions(&client.hover(URI, 0, 0)) >= before);
    client.change(URI, 4, 0, 0, 0, "; above\n");
    assert!(positions(&client.hover(URI, 1, 0)) >= before);
}

#[cfg(target_os = "linux")]
#[test]
fn edit_stops_search_of_old_text() {
    let mut client = Client::new();
    client.open(URI, &hard());
    busy(&mut client, 0);
    let start = cpu(&client);
    let end = Instant::now() + PATIENCE;
    while cpu(&client) - start <= Duration::from_millis(100) {
        assert!(Instant::now() < end, "the server was not busy");
        sleep(Duration::from_millis(20));
    }
    client.change_all(URI, 2, FIRST);
    assert!(client.answered(URI, 0).contains("4 moves"));
    // On a busy machine, the search ends later than the next one.
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let start = cpu(&client);
        sleep(Duration::from_millis(600));
        let used = cpu(&client) - start;
        if used <= Duration::from_millis(50) {
            return;
        }
        assert!(Instant::now() < end, "{used:?} after the edit");
    }
}

#[test]
fn easy_puzzles_do_not_wait_for_hard_ones() {
    let mut client = Client::new();
    client.open(URI, &format!("{}\n{}\n{}", hard(), hard().replace(" A", " I"), FIRST));
    busy(&mut client, 0);
    assert!(client.answered(URI, 40).contains("4 moves"));
    assert!(client.hover(URI, 0, 0).contains("Solving…"));
}

#[test]
fn hard_slider_puzzle_is_solved() {
    let mut client = Client::new();
    client.open(URI, DUEL);
    assert!(client.answered(URI, 0).contains("draw."));
    let mismatch = |diagnostics: &[Value]| diagnostics.iter().any(|d| code(d) == "result-mismatch");
    client.published(URI, 1, mismatch);
}

#[test]
fn old_diagnostics_never_follow_newer_ones() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    for version in 2..60 {
        let claim = version % 7;
        let text = FIRST.replace("moves: 5", &format!("moves: {claim}"));
        client.change_all(URI, version, &text);
    }
    // The last version has a wrong claim.
    let text = FIRST.replace("moves: 5", "moves: 9");
    client.change_all(URI, 60, &text);
    client.published(URI, 60, |diagnostics| !diagnostics.is_empty());
    let mut newest = 0;
    for message in &client.unread {
        if message["method"] != "textDocument/publishDiagnostics" {
            continue;
        }
        let version = message["params"]["version"].as_i64().unwrap();
        assert!(version >= newest);
        newest = version;
        let claim = if version == 1 { 5 } else { version % 7 };
        for diagnostic in message["params"]["diagnostics"].as_array().unwrap() {
            let message = diagnostic["message"].as_str().unwrap();
            assert!(message.starts_with(&format!("claimed {claim} ")), "{version}: {message}");
        }
    }
}

#[test]
fn lens_and_hint_follow_the_last_text() {
    // Solved in four moves, and in one.
    let other = "puzzle lunar\n  board:\n    @ . + #\n  solution: @>\n";
    let mut client = Client::new();
    client.open(URI, FIRST);
    for version in 2..200 {
        let (text, moves) = match version % 2 {
            0 => (other, "1 move"),
            _ => (FIRST, "4 moves"),
        };
        client.change_all(URI, version, text);
        if version % 7 == 0 {
            client.answered(URI, 0);
        }
        let document = json!({"uri": URI});
        let lenses = client.request("textDocument/codeLens", json!({"textDocument": document}));
        let title = lenses[0]["command"]["title"].as_str().unwrap();
        assert!(title == "solving…" || title.starts_with(moves), "{title}");
        let params = json!({
            "textDocument": document,
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        });
        let hints = client.request("textDocument/inlayHint", params);
        if let Some(hint) = hints.as_array().unwrap().first() {
            assert_eq!(hint["label"], moves);
        }
    }
}

#[test]
fn lenses_are_useful_and_ordered() {
    let mut client = Client::new();
    let (unsolved, _) = FIRST.split_once("  moves:").unwrap();
    let (_, board) = FIRST.split_once("  board:").unwrap();
    let (board, _) = board.split_once("  solution:").unwrap();
    let unsolved = format!("{unsolved}  board:{board}");
    client.open(URI, &format!("{}\n{FIRST}\n{unsolved}", hard()));
    client.answered(URI, 20);
    client.answered(URI, 30);
    let summary = "file: 3 puzzles · 1 proved · 1 wrong · longest 4 moves";
    // The diagnostics of an answer follow a moment later, and update the lens of the file.
    let end = Instant::now() + PATIENCE;
    let lenses = loop {
        let document = json!({"textDocument": {"uri": URI}});
        let lenses = client.request("textDocument/codeLens", document);
        if lenses.to_string().contains(summary) || Instant::now() > end {
            break lenses;
        }
        sleep(Duration::from_millis(10));
    };
    let of_line = |line: u32| -> Vec<Value> {
        let lenses =
            lenses.as_array().unwrap().iter().filter(|lens| lens["range"]["start"]["line"] == line);
        lenses.map(|lens| lens["command"]["title"].clone()).collect()
    };
    assert_eq!(of_line(0), ["solving…", summary]);
    // The solution is already written there.
    assert_eq!(of_line(20), ["4 moves · @^ @< @v @<", "record moves"]);
    assert_eq!(of_line(30), ["4 moves · @^ @< @v @<", "insert solution", "record moves"]);
}

#[test]
fn long_searches_show_progress_and_can_be_cancelled() {
    let mut client = Client::with(json!({"window": {"workDoneProgress": true}}));
    client.open(URI, FIRST);
    client.answered(URI, 0);
    let create = "window/workDoneProgress/create";
    let early = client.unread.iter().any(|message| message["method"] == create);
    assert!(!early, "easy puzzles must not show progress");
    client.change_all(URI, 2, &hard());
    let request = client.wait(|message| message["method"] == create);
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": null}));
    let of_kind = |kind: &'static str| {
        move |message: &Value| {
            message["method"] == "$/progress" && message["params"]["value"]["kind"] == kind
        }
    };
    let begun = client.wait(of_kind("begin"));
    assert_eq!(begun["params"]["token"], request["params"]["token"]);
    assert_eq!(begun["params"]["value"]["cancellable"], true);
    client.wait(of_kind("report"));
    let token = json!({"token": request["params"]["token"]});
    client.notify("window/workDoneProgress/cancel", token);
    client.wait(of_kind("end"));
    assert!(client.hover(URI, 0, 0).contains("cancelled"));
    let argument = json!({"uri": URI, "line": 0});
    let solve = json!({"command": "carom.solve", "arguments": [argument]});
    client.request("workspace/executeCommand", solve);
    assert!(client.hover(URI, 0, 0).contains("Solving…"));
}

#[test]
fn solving_again_raises_the_limit() {
    let settings = json!({"limits": {"maxPositions": 3}});
    let mut client = Client::with_params(
        json!({"processId": null, "capabilities": {}, "initializationOptions": settings}),
    );
    // With the author's solution, the limit is high enough.
    client.open(URI, &FIRST.replace("  solution: @^ @< @v @<\n", ""));
    assert!(client.answered(URI, 0).contains("the limit of positions was reached"));
    let has_code = |wanted: &'static str| {
        move |diagnostics: &[Value]| diagnostics.iter().any(|d| code(d) == wanted)
    };
    client.published(URI, 1, has_code("unknown-answer"));
    let argument = json!({"uri": URI, "line": 0});
    let solve = json!({"command": "carom.solve", "arguments": [argument]});
    client.request("workspace/executeCommand", solve);
    assert!(client.answered(URI, 0).contains("4 moves"));
    client.published(URI, 1, has_code("moves-mismatch"));
}
