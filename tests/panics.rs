//! A search that stops at a broken invariant fails only its own puzzle, with a sentence.
//!
//! The test starts its own binary as `carom`, with a solver that fails on one puzzle: each command
//! that solves, and the server, to which it talks over pipes.
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

use std::process::{Command, ExitCode, Output, Stdio};
use std::{env, fs};

use carom::analysis::{FileHead, Puzzle};
use carom::games::Position;
use carom::search::{self, Answer, Budget};
use carom::solving::replace_search;
use client::Client;
use serde_json::{Value, json};
use texts::{FIRST, URI};

/// Set for the processes that are `carom`.
const IS_CAROM: &str = "CAROM_TEST_IS_CAROM";

const UNLUCKY: &str = "puzzle lunar \"Unlucky\"\n  board:\n    @ . + #\n\n";

/// What does not hold on the unlucky puzzle.
const SENTENCE: &str = "a puzzle has luck";

fn answer(position: &Position, budget: &mut Budget<'_>) -> Answer {
    let unlucky = Puzzle::read(UNLUCKY, &FileHead::default());
    assert!(Some(position) != unlucky.position(), "{SENTENCE}");
    // So do some of the puzzles that are generated on 7x7 squares.
    let is_seven = position.board().columns() == 7;
    let has_luck = position.pieces().iter().all(|piece| piece.square.column() > 0);
    assert!(!is_seven || has_luck, "{SENTENCE}");
    search::solve(position, budget)
}

fn main() -> ExitCode {
    if env::var_os(IS_CAROM).is_some() {
        replace_search(answer);
        return carom::main();
    }
    every_command_reports_the_failure_and_does_the_rest();
    server_reports_the_failure_and_does_the_rest();
    ExitCode::SUCCESS
}

fn carom() -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.env(IS_CAROM, "1");
    command
}

fn every_command_reports_the_failure_and_does_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.carom");
    // The last one has a wrong claim.
    fs::write(&file, format!("{FIRST}\n{UNLUCKY}{}", FIRST.replace("First", "Last"))).unwrap();
    let run = |arguments: &str| -> Output {
        let mut command = carom();
        command.args(arguments.split(' ')).current_dir(folder.path()).output().unwrap()
    };
    let all = [
        "solve a.carom",
        "solve --all a.carom",
        "solve --format json a.carom",
        "check a.carom",
        "check --format json a.carom",
        "check --fix=claims --diff a.carom",
        "stats a.carom",
        "rate a.carom",
        "rate --format json a.carom",
        "render a.carom --solution -o pictures",
        "page a.carom -o a.html",
        "minimise a.carom --puzzle Unlucky",
        "hardest a.carom --puzzle Unlucky",
    ];
    for arguments in all {
        let output = run(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        let reported = format!("a fault of carom: {SENTENCE}");
        assert_eq!(said.matches(&reported).count(), 1, "{arguments}: {said}");
    }
    let output = run("solve --format json a.carom").stdout;
    let lines = str::from_utf8(&output).unwrap().lines();
    let answers: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<&str> =
        answers.iter().map(|answer| answer["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["solved", "failed", "solved"]);
    assert_eq!(answers[1]["error"], SENTENCE);
    let checked = String::from_utf8(run("check --format json a.carom").stdout).unwrap();
    assert!(checked.contains("moves-mismatch") && checked.contains("Last"), "{checked}");
    println!("every command reports the failure and does the rest: ok");
}

fn server_reports_the_failure_and_does_the_rest() {
    let mut command = carom();
    command.arg("lsp").stderr(Stdio::piped());
    let mut client = Client::start(command);
    client.initialize(json!({"processId": null, "capabilities": {}}));
    client.open(URI, &format!("{UNLUCKY}{FIRST}"));
    let hover = client.answered(URI, 0);
    assert!(hover.contains("The solver failed on this puzzle"), "{hover}");
    assert!(hover.contains(SENTENCE), "{hover}");
    assert!(client.answered(URI, 4).contains("4 moves"));
    client.published(URI, 1, |reported| {
        reported.iter().any(|report| report["code"] == "moves-mismatch")
    });
    // The puzzle is solved again after its text changes.
    let lucky = UNLUCKY.replace(". +", ". . +");
    client.change_all(URI, 2, &format!("{lucky}{FIRST}"));
    assert!(client.answered(URI, 0).contains("1 move"));
    let argument = json!({"game": "ricochet", "size": 7, "count": 3, "seed": 1});
    let params = json!({"command": "carom.generate", "arguments": [argument]});
    let id = client.ask("workspace/executeCommand", params);
    let shown = client.wait(|message| message["method"] == "window/showMessage");
    let shown = shown["params"]["message"].as_str().unwrap();
    assert!(shown.starts_with("3 puzzles found; ") && shown.contains(SENTENCE), "{shown}");
    assert_eq!(client.answer(id)["result"]["count"], 3);
    let mut log = client.child.stderr.take().unwrap();
    client.request("shutdown", json!(null));
    client.notify("exit", json!(null));
    assert_eq!(client.ended().code(), Some(0));
    let logged = std::io::read_to_string(&mut log).unwrap();
    assert!(logged.contains(SENTENCE), "{logged}");
    println!("server reports the failure and does the rest: ok");
}
