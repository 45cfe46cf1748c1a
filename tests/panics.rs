//! A search that panics fails only its own puzzle, and is logged.
//!
//! The test starts its own binary as the server, with a solver that panics on one puzzle, and talks
//! to it over pipes.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

#[path = "lsp/client.rs"]
#[allow(dead_code, unreachable_pub, clippy::expect_used)]
mod client;
#[path = "lsp/ending.rs"]
#[allow(unreachable_pub)]
mod ending;
#[path = "lsp/texts.rs"]
#[allow(dead_code, unreachable_pub)]
mod texts;

use std::env;
use std::io::Read;
use std::process::{Command, Stdio};

use carom::analysis::{FileHead, Puzzle};
use carom::games::Position;
use carom::search::{self, Answer, Budget};
use client::Client;
use serde_json::json;
use texts::{FIRST, URI};

/// The argument of the server.
const SERVE: &str = "serve";

const UNLUCKY: &str = "puzzle lunar \"Unlucky\"\n  board:\n    @ . + #\n\n";

fn answer(position: &Position, budget: &mut Budget<'_>) -> Answer {
    let unlucky = Puzzle::read(UNLUCKY, &FileHead::default());
    assert_ne!(Some(position), unlucky.position(), "as it should");
    search::solve(position, budget)
}

fn main() {
    if env::args().nth(1).as_deref() == Some(SERVE) {
        carom::run_answering(answer).unwrap();
        return;
    }
    panic_fails_only_its_own_puzzle();
}

fn panic_fails_only_its_own_puzzle() {
    let mut command = Command::new(env::current_exe().unwrap());
    command.arg(SERVE).stderr(Stdio::piped());
    let mut client = Client::start(command);
    let mut log = client.child.stderr.take().unwrap();
    client.initialize(json!({"processId": null, "capabilities": {}}));
    client.open(URI, &format!("{UNLUCKY}{FIRST}"));
    assert!(client.answered(URI, 0).contains("The solver failed on this puzzle"));
    assert!(client.answered(URI, 4).contains("4 moves"));
    client.published(URI, 1, |reported| {
        reported.iter().any(|report| report["code"] == "moves-mismatch")
    });
    // The puzzle is solved again after its text changes.
    let lucky = UNLUCKY.replace(". +", ". . +");
    client.change_all(URI, 2, &format!("{lucky}{FIRST}"));
    assert!(client.answered(URI, 0).contains("1 move"));
    client.request("shutdown", json!(null));
    client.notify("exit", json!(null));
    assert_eq!(client.ended().code(), Some(0));
    let mut logged = String::new();
    log.read_to_string(&mut logged).unwrap();
    assert!(logged.contains("as it should"), "{logged}");
    assert!(logged.contains("a panic while handling a search"), "{logged}");
    println!("panic fails only its own puzzle: ok");
}
