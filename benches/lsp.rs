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

/// Different boards, each of them without a fault.
fn deck() -> String {
    let mut text = String::new();
    for number in 0..PUZZLES {
        let mut cells: Vec<char> = "@.........................".chars().collect();
        let mut rest = number;
        for name in ['A', 'B', 'C'] {
            let mut at = 1 + rest % 23;
            rest /= 23;
            while cells[at] != '.' {
                at = 1 + at % 23;
            }
            cells[at] = name;
        }
        cells[24] = '+';
        text.push_str(&format!(
            "puzzle lunar \"Number {number}\"\n  ; carom: allow unsolvable\n  board:\n"
        ));
        for row in cells.chunks(5).take(5) {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            text.push_str(&format!("    {}\n", row.join(" ")));
        }
        text.push('\n');
    }
    text
}

fn main() {
    let mut client = Client::new();
    let start = Instant::now();
    client.open(URI, &deck());
    client.hover(URI, 0, 0);
    println!("{PUZZLES} puzzles opened in {:.2?}", start.elapsed());
    client.answered(URI, 9 * 9_999);
    let before = memory(&client);
    let mut times = Vec::new();
    let mut version = 1;
    for edit in 0..1_000_u32 {
        version += 1;
        let line = 9 * (edit * 7 % 10_000) + 1;
        let start = Instant::now();
        // A letter at the end of a comment, and its removal.
        let column = if edit % 2 == 0 { 0 } else { 1 };
        client.change(
            URI,
            version,
            line,
            0,
            column,
            if column == 0 { "x" } else { "" },
        );
        client.published(URI, version, |_| true);
        times.push(start.elapsed());
        client.unread.clear();
    }
    report("from an edit to the diagnostics of its version", times);
    if let (Some(before), Some(after)) = (before, memory(&client)) {
        println!("memory before the edits {before} KiB, after {after} KiB");
    }
    let mut client = Client::new();
    client.open(URI, &format!("{}\n{FIRST}", hard()));
    while !client.hover(URI, 0, 0).contains("Solving…") {}
    for (method, line, column) in [
        ("textDocument/hover", 0, 0),
        ("textDocument/completion", 28, 12),
        ("textDocument/documentSymbol", 0, 0),
    ] {
        let mut times = Vec::new();
        for _ in 0..1_000 {
            let start = Instant::now();
            client.request(method, place(URI, line, column));
            times.push(start.elapsed());
        }
        report(&format!("{method} while a puzzle is being solved"), times);
    }
}
