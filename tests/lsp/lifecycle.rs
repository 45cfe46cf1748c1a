//! How a session begins and ends.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Client;
use crate::texts::{URI, hard};

/// An end takes well under a second; a hang takes for ever.
fn ends_soon(client: &mut Client) -> i32 {
    let start = Instant::now();
    let status = client.ended();
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "the end took long"
    );
    status.code().unwrap()
}

#[test]
fn the_server_says_who_it_is() {
    let client = Client::new();
    assert_eq!(client.initialized["serverInfo"]["name"], "carom");
    assert_eq!(
        client.initialized["capabilities"]["positionEncoding"],
        "utf-16"
    );
}

#[test]
fn the_clients_first_known_encoding_is_taken() {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let offered = json!({"general": {"positionEncodings": ["ebcdic", encoding, "utf-16"]}});
        let client = Client::with(offered);
        assert_eq!(
            client.initialized["capabilities"]["positionEncoding"],
            encoding
        );
    }
}

#[test]
fn exit_after_shutdown_is_0_and_without_is_1_though_the_input_stays_open() {
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
fn exit_and_the_end_of_the_input_end_a_solving_server() {
    for says_exit in [true, false] {
        let mut client = Client::new();
        client.open(URI, &hard());
        while !client.hover(URI, 0, 0).contains("Solving…") {}
        if says_exit {
            client.notify("exit", json!(null));
        } else {
            client.input = None;
        }
        assert_eq!(ends_soon(&mut client), 1);
    }
}

#[cfg(unix)]
#[test]
fn a_vanished_parent_ends_the_server() {
    let mut parent = Command::new("sleep")
        .arg("1000")
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let mut client = Client::with_params(json!({"processId": parent.id(), "capabilities": {}}));
    client.open(URI, &hard());
    client.hover(URI, 0, 0);
    assert!(client.child.try_wait().unwrap().is_none());
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert_eq!(ends_soon(&mut client), 1);
}

#[test]
fn after_shutdown_requests_are_refused() {
    let mut client = Client::new();
    client.request("shutdown", json!(null));
    assert_eq!(
        client.error("workspace/symbol", json!({"query": ""})),
        -32600
    );
}
