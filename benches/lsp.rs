//! How long an author waits in a file of 10,000 puzzles, and while a puzzle is
//! being solved: over pipes, as an editor does it.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing
)]

#[path = "../tests/lsp/client.rs"]
#[allow(dead_code, unreachable_pub, clippy::expect_used, clippy::panic)]
mod client;
#[path = "../tests/lsp/texts.rs"]
#[allow(dead_code, unreachable_pub)]
mod texts;

use std::thread::sleep;
use std::time::{Duration, Instant};

use client::{Client, place};
use texts::{FIRST, URI, hard};

const PUZZLES: usize = 10_000;

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let median = times[times.len() / 2];
    let high = times[times.len() * 99 / 100];
    println!("{what}: median {median:.2?}, 99th percentile {high:.2?}");
}

/// The memory of the server in KiB, where the system tells.
fn memory(client: &Client) -> Option<u64> {
    let status = format!("/proc/{}/status", client.child.id());
    let status = std::fs::read_to_string(status).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Lines of a puzzle of the deck.
const LINES: u32 = 12;

/// Different boards, so many that hardly two of them are alike, with nothing to
/// report.
fn deck() -> String {
    let mut text = "; carom: allow unsolvable redundant-piece\n\n".to_owned();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for number in 0..PUZZLES {
        let mut cells = ['.'; 64];
        for glyph in "@+ABCDEF".chars() {
            let mut at = 0;
            while at == 0 || cells[at] != '.' {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                // The last cell of the first row is for the author.
                at = (random % 64) as usize;
                at = if at == 7 { 0 } else { at };
            }
            cells[at] = glyph;
        }
        text.push_str(&format!(
            "puzzle lunar \"Number {number}\"\n  ; a comment\n  board:\n"
        ));
        for row in cells.chunks(8) {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            text.push_str(&format!("    {}\n", row.join(" ")));
        }
        text.push('\n');
    }
    text
}

/// The processor time that the server has used, where the system tells.
fn cpu(client: &Client) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{}/task", client.child.id())).ok()?;
    let times = threads.filter_map(|thread| {
        let stat = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(times.sum()))
}

fn report_memory(client: &Client, what: &str) {
    if let Some(size) = memory(client) {
        println!("memory {what}: {} MiB", size / 1024);
    }
}

/// Typing in a large file: from each edit to the diagnostics of its version.
fn typing() {
    let mut client = Client::new();
    let start = Instant::now();
    client.open(URI, &deck());
    client.hover(URI, 0, 0);
    println!("{PUZZLES} puzzles opened in {:.2?}", start.elapsed());
    client.answered(URI, LINES * 9_999 + 2);
    report_memory(&client, "before the edits");
    let (mut comments, mut boards) = (Vec::new(), Vec::new());
    for edit in 0..10_000_u32 {
        let version = i64::from(edit) + 2;
        let line = LINES * (edit / 4 * 7 % 10_000) + 2;
        let start = Instant::now();
        // A letter of a comment comes and goes, and a wrong glyph of a board.
        match edit % 4 {
            0 => client.change(URI, version, line + 1, 4, 4, "x"),
            1 => client.change(URI, version, line + 1, 4, 5, ""),
            2 => client.change(URI, version, line + 3, 18, 19, "!"),
            _ => client.change(URI, version, line + 3, 18, 19, "."),
        }
        let found = client.published(URI, version, |_| true);
        let times = if edit % 4 < 2 {
            &mut comments
        } else {
            &mut boards
        };
        times.push(start.elapsed());
        assert_eq!(
            edit % 4 == 2,
            found.iter().any(|d| d["code"] == "bad-glyph")
        );
        client.unread.clear();
        if edit == 999 {
            report_memory(&client, "after 1,000 edits");
        }
    }
    report(
        "from an edit of a comment to the diagnostics of its version",
        comments,
    );
    report(
        "from an edit of a board to the diagnostics of its version",
        boards,
    );
    report_memory(&client, "after 10,000 edits");
}

/// What an author asks for while a puzzle is being solved.
fn asking() {
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
    // The claim of the neighbour is changed, and its report comes.
    let mut times = Vec::new();
    for version in 2..202 {
        let claim = version % 3 + 5;
        let start = Instant::now();
        client.change(URI, version, 21, 9, 10, &claim.to_string());
        client.published(URI, version, |found| {
            found.iter().any(|d| d["code"] == "moves-mismatch")
        });
        times.push(start.elapsed());
        client.unread.clear();
    }
    report(
        "from an edit of its neighbour to that one's diagnostics",
        times,
    );
    assert!(client.hover(URI, 0, 0).contains("Solving…"));
    report_memory(&client, "while a puzzle is being solved");
}

/// What is still spent on a text that was replaced.
fn stopping() {
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

fn main() {
    typing();
    asking();
    stopping();
}
