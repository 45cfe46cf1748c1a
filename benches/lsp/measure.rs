//! Times, memory and processor time of a server.

use std::process::Command;
use std::time::Duration;

use crate::client::Client;

/// Returns the command of the measured server: the one built with this benchmark, or `CAROM`, so
/// that two can be compared in one run.
pub(crate) fn server() -> Command {
    match std::env::var_os("CAROM") {
        Some(other) => {
            let mut command = Command::new(other);
            command.arg("lsp").stderr(std::process::Stdio::null());
            command
        }
        None => Client::command(),
    }
}

pub(crate) fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let median = times[times.len() / 2];
    let high = times[times.len() * 99 / 100];
    println!("{what}: median {median:.2?}, 99th percentile {high:.2?}");
}

/// Returns the memory of the server in KiB, if the system reports it.
pub(crate) fn memory(client: &Client) -> Option<u64> {
    let status = format!("/proc/{}/status", client.child.id());
    let status = std::fs::read_to_string(status).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the processor time of the server, if the system reports it.
pub(crate) fn cpu(client: &Client) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{}/task", client.child.id())).ok()?;
    let times = threads.filter_map(|thread| {
        let stat = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(times.sum()))
}

pub(crate) fn report_memory(client: &Client, what: &str) {
    if let Some(size) = memory(client) {
        println!("memory {what}: {} MiB", size / 1024);
    }
}
