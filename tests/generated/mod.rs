//! All generated content: output and pictures in the manual, its contents, the settings of VS Code
//! and the schema of `carom.toml`. `UPDATE_GENERATED=1 cargo test --test all generated` updates it.
//!
//! On a page, a block `carom` is a file in the standard layout without diagnostics; with
//! `file=NAME` the later blocks of its page can use it. A block `console` is a session in
//! a folder with these files and the examples: lines that start with `$ ` are run, and
//! the lines below are their output.
#![cfg(unix)]

mod contents;
pub(crate) mod pages;
mod pictures;
mod settings;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use pages::{blocks, is_update, name, pages, root};

/// A folder with the examples, in which the sessions of a page run.
struct Sandbox(TempDir);

impl Sandbox {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        symlink(root().join("examples"), folder.path().join("examples")).unwrap();
        Self(folder)
    }

    fn run(&self, command: &str) -> Output {
        let bin = Path::new(env!("CARGO_BIN_EXE_carom")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        Command::new("sh")
            .args(["-c", command])
            .current_dir(self.0.path())
            .env("PATH", path)
            .env("CAROM_CACHE_DIR", self.0.path().join(".cache"))
            .output()
            .unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    /// Runs a session and returns it with its current output.
    fn replay(&self, session: &str) -> String {
        let commands = session.lines().filter_map(|line| line.strip_prefix("$ "));
        commands
            .map(|command| {
                let output = self.run(&format!("{command} 2>&1"));
                format!("$ {command}\n{}", String::from_utf8(output.stdout).unwrap())
            })
            .collect()
    }
}

/// Removes the search times, which differ between runs.
fn without_times(output: &str) -> String {
    let mut parts = output.split("\"seconds\":");
    let mut untimed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || "e.-".contains(c));
        untimed.push_str("\"seconds\":0.00002");
        untimed.push_str(rest);
    }
    untimed
}

#[test]
fn sessions_match_manual() {
    let mut wrong = Vec::new();
    // Lint pages have wrong examples, which `pages` tests.
    let lints = root().join("docs/lints");
    for page in pages().iter().filter(|page| !page.starts_with(&lints)) {
        let text = fs::read_to_string(page).unwrap();
        let name = name(page);
        let sandbox = Sandbox::new();
        let mut changed = Vec::new();
        for block in blocks(&text) {
            match block.language {
                "carom" => {
                    let file = block.file().unwrap_or("block.carom");
                    sandbox.write(file, block.body);
                    let check = format!("carom check {file} && carom fmt --check {file}");
                    let output = sandbox.run(&check);
                    if !output.status.success() || !output.stdout.is_empty() {
                        let found = String::from_utf8_lossy(&output.stdout).into_owned();
                        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
                        wrong.push(format!("{name}:\n{}{found}{errors}", block.body));
                    }
                }
                "console" => {
                    let now = without_times(&sandbox.replay(block.body));
                    if now != block.body {
                        changed.push((block.body, now));
                    }
                }
                _ => {
                    if let Some(file) = block.file() {
                        sandbox.write(file, block.body);
                    }
                }
            }
        }
        if is_update() && !changed.is_empty() {
            // Read the page again: another test may have updated a table on it.
            let mut renewed = fs::read_to_string(page).unwrap();
            for (shown, now) in changed {
                renewed = renewed.replacen(shown, &now, 1);
            }
            fs::write(page, renewed).unwrap();
        } else {
            let reports = changed.iter();
            wrong.extend(
                reports.map(|(shown, now)| format!("{name} says:\n{shown}but it is:\n{now}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
