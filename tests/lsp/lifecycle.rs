//! The start and the end of a session.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp::client::{Client, PATIENCE, place};
use crate::lsp::texts::{URI, hard};

/// A puzzle whose search takes so long that its answer is kept: 716 positions.
pub const COSTLY: &str = "\
puzzle ricochet \"Costly\"
  board:
    . . . . . . . .
    . # . . . R . .
    . . . . r . . .
    . . . . . . . .
    . . # . G . . Y
";

/// A file that does not exist.
pub const FILE: &str = "file:///no-such-folder/deck.carom";

/// Asserts that the server exits long before the end of a search. A normal exit takes well under a
/// second, but the machine may be busy.
fn ends_soon(client: &mut Client) -> i32 {
    let start = Instant::now();
    let status = client.ended();
    assert!(start.elapsed() < Duration::from_secs(60), "the server exited too late");
    status.code().unwrap()
}

#[test]
fn server_identifies_itself() {
    let client = Client::new();
    assert_eq!(client.initialized["serverInfo"]["name"], "carom");
    assert_eq!(client.initialized["capabilities"]["positionEncoding"], "utf-16");
}

/// Returns whether the cache in a folder has answers.
pub fn has_answers(folder: &Path) -> bool {
    let info = Command::new(Client::command().get_program())
        .args(["cache", "info", "--cache-dir"])
        .arg(folder)
        .output()
        .unwrap();
    let info = String::from_utf8(info.stdout).unwrap();
    let mut lines = info.lines();
    let answers = lines.find_map(|line| line.strip_prefix("answers: "));
    answers.is_some_and(|answers| answers != "0")
}

/// Starts a session that keeps answers in a folder.
pub fn cached_client(folder: &Path) -> Client {
    let mut command = Client::command();
    command.env_remove("CAROM_NO_CACHE").env("CAROM_CACHE_DIR", folder);
    let mut client = Client::start(command);
    client.initialize(json!({"processId": null, "capabilities": {}}));
    client
}

/// Ends a session right after an answer, and returns whether the cache has it.
fn keeps_last_answer(is_asked: bool) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut client = cached_client(folder.path());
    client.open(FILE, COSTLY);
    client.answered(FILE, 0);
    if is_asked {
        client.request("shutdown", json!(null));
        client.child.kill().unwrap();
    } else {
        client.notify("exit", json!(null));
    }
    client.child.wait().unwrap();
    has_answers(folder.path())
}

/// A client may kill the server after the answer to `shutdown`, or send only `exit`.
#[test]
fn exit_writes_cached_answers() {
    for is_asked in [true, false] {
        // On a busy machine, the server may stop waiting for the disk.
        assert!((0..3).any(|_| keeps_last_answer(is_asked)), "{is_asked}");
    }
}

#[test]
fn first_supported_encoding_is_chosen() {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let offered = json!({"general": {"positionEncodings": ["ebcdic", encoding, "utf-16"]}});
        let client = Client::with(offered);
        assert_eq!(client.initialized["capabilities"]["positionEncoding"], encoding);
    }
}

#[test]
fn exit_status_depends_on_shutdown() {
    let mut client = Client::new();
    client.request("shutdown", json!(null));
    client.notify("exit", json!(null));
    assert_eq!(ends_soon(&mut client), 0);
    let mut client = Client::new();
    client.notify("exit", json!(null));
    assert_eq!(ends_soon(&mut client), 1);
    let mut client = Client::bare();
    client.notify("exit", json!(null));
    assert_eq!(ends_soon(&mut client), 1);
}

#[test]
fn exit_and_end_of_input_stop_solving_server() {
    for says_exit in [true, false] {
        for is_shut_down in [true, false] {
            let mut client = Client::new();
            client.open(URI, &hard());
            while !client.hover(URI, 0, 0).contains("Solving…") {}
            if is_shut_down {
                client.request("shutdown", json!(null));
            }
            if says_exit {
                client.notify("exit", json!(null));
            } else {
                client.input = None;
            }
            assert_eq!(ends_soon(&mut client), i32::from(!is_shut_down));
        }
    }
}

/// Starts an initialized server whose output the test controls.
fn unread() -> Child {
    let mut child = Client::command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.as_mut().unwrap();
    let capabilities = json!({"processId": null, "capabilities": {}});
    for message in [
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": capabilities}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
            {"uri": URI, "languageId": "carom", "version": 1, "text": hard()}}}),
    ] {
        write!(input, "{}", framed(&message)).unwrap();
    }
    child
}

fn framed(message: &Value) -> String {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Waits for a server to exit, and returns its status and log.
fn end(mut child: Child) -> (Option<i32>, String) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(5));
    }
    let mut log = String::new();
    let mut errors = child.stderr.take().unwrap();
    errors.read_to_string(&mut log).unwrap();
    (child.wait().unwrap().code(), log)
}

#[test]
fn broken_pipe_ends_quietly() {
    let mut child = unread();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let hover = json!({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover",
        "params": place(URI, 0, 0)});
    // Later, nobody reads this pipe either.
    while write!(input, "{}", framed(&hover)).is_ok() {
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(end(child), (Some(1), String::new()));
}

#[test]
fn flooding_client_can_exit() {
    let mut child = unread();
    let mut input = child.stdin.take().unwrap();
    let hover = json!({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover",
        "params": place(URI, 0, 0)});
    let flood = framed(&hover).repeat(20_000);
    input.write_all(flood.as_bytes()).unwrap();
    let exit = json!({"jsonrpc": "2.0", "method": "exit"});
    write!(input, "{}", framed(&exit)).unwrap();
    assert_eq!(end(child), (Some(1), String::new()));
}

#[cfg(unix)]
#[test]
fn server_exits_with_its_parent() {
    let mut parent = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn().unwrap();
    let mut client = Client::with_params(json!({"processId": parent.id(), "capabilities": {}}));
    client.open(URI, &hard());
    client.hover(URI, 0, 0);
    assert!(client.child.try_wait().unwrap().is_none());
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert_eq!(ends_soon(&mut client), 1);
}

#[test]
fn requests_after_shutdown_are_refused() {
    // Some clients send an object instead of null.
    for params in [json!(null), json!({}), json!([])] {
        let mut client = Client::new();
        client.request("shutdown", params.clone());
        assert_eq!(client.error("workspace/symbol", json!({"query": ""})), -32600);
        client.notify("exit", params);
        assert_eq!(ends_soon(&mut client), 0);
    }
}
