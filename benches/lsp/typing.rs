//! Typing in a large file, and during a search.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, place};
use crate::deck::{LINES, PUZZLES, large_file};
use crate::measure::{cpu, report, report_memory, server};
use crate::texts::{FIRST, URI, hard};

/// Measures typing in a large file, from each edit to the diagnostics of its version.
pub(crate) fn typing() {
    let mut client = Client::new();
    let start = Instant::now();
    client.open(URI, &large_file());
    client.hover(URI, 0, 0);
    println!("{PUZZLES} puzzles opened in {:.2?}", start.elapsed());
    client.answered(URI, LINES * 9_999 + 2);
    report_memory(&client, "before the edits");
    let (mut comments, mut boards) = (Vec::new(), Vec::new());
    for edit in 0..10_000_u32 {
        let version = i64::from(edit) + 2;
        let line = LINES * (edit / 4 * 7 % 10_000) + 2;
        let start = Instant::now();
        // A letter of a comment and a wrong glyph of a board are inserted and removed.
        match edit % 4 {
            0 => client.change(URI, version, line + 1, 4, 4, "x"),
            1 => client.change(URI, version, line + 1, 4, 5, ""),
            2 => client.change(URI, version, line + 3, 18, 19, "!"),
            _ => client.change(URI, version, line + 3, 18, 19, "."),
        }
        let found = client.published(URI, version, |_| true);
        let times = if edit % 4 < 2 { &mut comments } else { &mut boards };
        times.push(start.elapsed());
        assert_eq!(edit % 4 == 2, found.iter().any(|d| d["code"] == "bad-glyph"));
        client.unread.clear();
        if edit == 999 {
            report_memory(&client, "after 1,000 edits");
        }
    }
    report("from an edit of a comment to the diagnostics of its version", comments);
    report("from an edit of a board to the diagnostics of its version", boards);
    report_memory(&client, "after 10,000 edits");
}

/// Compares the time of an edit between a server that sends proofs and one that does not. Each edit
/// waits for its proofs.
pub(crate) fn telling() {
    for tells in [false, true] {
        let mut client = Client::start(server());
        client.initialize(json!({
            "processId": null,
            "capabilities": {"experimental": {"carom": {"proofs": tells}}},
        }));
        client.open(URI, &large_file());
        client.answered(URI, LINES * 9_999 + 2);
        sleep(Duration::from_secs(3));
        let edits: [(&str, u32, u32, &str); 3] = [
            ("a letter of a comment", 3, 4, "x"),
            ("a letter of a name", 2, 14, "x"),
            ("a new line", 3, 0, "\n"),
        ];
        let mut version = 1;
        for (what, below, column, text) in edits {
            client.unread.clear();
            let before = cpu(&client);
            for edit in 0..EDITS {
                version += 1;
                // Near the start, so that almost all puzzles are below.
                let line = LINES * (edit + 2) + below;
                client.change(URI, version, line, column, column, text);
                client.published(URI, version, |_| true);
                sleep(Duration::from_millis(250));
            }
            let proofs = client.unread.iter().filter(|message| message["method"] == "carom/proofs");
            let bytes: usize = proofs.map(|message| message.to_string().len()).sum();
            if let Some((before, after)) = before.zip(cpu(&client)) {
                let cost = (after - before) / EDITS;
                let bytes = bytes / usize::try_from(EDITS).unwrap();
                println!("{what}, proofs told: {tells}: {cost:.2?} of a processor, {bytes} bytes");
            }
        }
    }
}

/// The number of edits of each kind.
const EDITS: u32 = 20;

/// Measures requests while a puzzle is being solved.
pub(crate) fn asking() {
    let mut client = Client::new();
    client.open(URI, &format!("{}\n{FIRST}", hard()));
    while !client.hover(URI, 0, 0).contains("Solving…") {}
    for (method, line, column) in [
        ("textDocument/hover", 0, 0),
        ("textDocument/completion", 28, 12),
        ("textDocument/documentSymbol", 0, 0),
    ] {
        let mut times = Vec::new();
        for _ in 0..2_000 {
            let start = Instant::now();
            client.request(method, place(URI, line, column));
            times.push(start.elapsed());
        }
        report(&format!("{method} while a puzzle is being solved"), times);
    }
    // The claim of the neighbouring puzzle changes, and its diagnostics follow.
    let mut times = Vec::new();
    for version in 2..202 {
        let claim = version % 3 + 5;
        let start = Instant::now();
        client.change(URI, version, 21, 9, 10, &claim.to_string());
        client.published(URI, version, |found| found.iter().any(|d| d["code"] == "moves-mismatch"));
        times.push(start.elapsed());
        client.unread.clear();
    }
    report("from an edit of its neighbour to that one's diagnostics", times);
    assert!(client.hover(URI, 0, 0).contains("Solving…"));
    report_memory(&client, "while a puzzle is being solved");
}

/// Measures the processor time spent on a replaced text.
pub(crate) fn stopping() {
    let mut times = Vec::new();
    for _ in 0..20 {
        let mut client = Client::new();
        client.open(URI, &hard());
        while !client.hover(URI, 0, 0).contains("Solving…") {}
        sleep(Duration::from_millis(300));
        client.change_all(URI, 2, FIRST);
        let before = cpu(&client);
        client.answered(URI, 0);
        sleep(Duration::from_millis(500));
        if let (Some(before), Some(after)) = (before, cpu(&client)) {
            times.push(after.saturating_sub(before));
        }
    }
    if !times.is_empty() {
        report("processor time from an edit until the server rests", times);
    }
}
