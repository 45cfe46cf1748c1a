//! The manual is true: what its pages show was run.
//!
//! A block `carom` is a deck in the standard layout that `carom check` says
//! nothing about; with `file=NAME` it is also a file for what follows on its page. A
//! block `console` is a session in a folder with these files and the examples:
//! lines that start with `$ ` are run, and the lines below are what they print.
//! `UPDATE_MANUAL=1` writes them anew.
#![cfg(unix)]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use carom::analysis::Rule;
use tempfile::TempDir;

/// A fenced block of a page.
struct Block<'a> {
    language: &'a str,
    file: Option<&'a str>,
    body: &'a str,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of the manual, and the README.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("\n```") {
        let (info, after) = after.split_once('\n').unwrap();
        let body = after.split_inclusive('\n');
        let length = body
            .take_while(|line| line.trim_end() != "```")
            .map(str::len)
            .sum();
        let (body, after) = after.split_at(length);
        let (language, options) = info.split_once(',').unwrap_or((info, ""));
        blocks.push(Block {
            language,
            file: options.strip_prefix("file="),
            body,
        });
        rest = after.strip_prefix("```").unwrap_or(after);
    }
    blocks
}

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

    /// What a session prints when it is run now.
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

/// The same with the times that a search took left out: no two are alike.
fn untimed(output: &str) -> String {
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
fn what_the_manual_shows_is_what_happens() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let name = page.strip_prefix(root()).unwrap().display();
        let sandbox = Sandbox::new();
        let mut renewed = text.clone();
        for block in blocks(&text) {
            match block.language {
                "carom" => {
                    sandbox.write(block.file.unwrap_or("block.carom"), block.body);
                    let file = block.file.unwrap_or("block.carom");
                    let check = format!("carom check {file} && carom fmt --check {file}");
                    let output = sandbox.run(&check);
                    if !output.status.success() || !output.stdout.is_empty() {
                        let found = String::from_utf8_lossy(&output.stdout).into_owned();
                        let told = String::from_utf8_lossy(&output.stderr).into_owned();
                        wrong.push(format!("{name}:\n{}{found}{told}", block.body));
                    }
                }
                "console" => {
                    let now = untimed(&sandbox.replay(block.body));
                    if now != block.body {
                        renewed = renewed.replacen(block.body, &now, 1);
                        wrong.push(format!("{name} says:\n{}but it is:\n{now}", block.body));
                    }
                }
                _ => {
                    if let Some(file) = block.file {
                        sandbox.write(file, block.body);
                    }
                }
            }
        }
        if std::env::var_os("UPDATE_MANUAL").is_some() && renewed != text {
            fs::write(&page, renewed).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a page names by a link is there, and each page is in the contents.
#[test]
fn links_lead_somewhere_and_the_contents_are_whole() {
    let contents = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let (file, _) = link.split_once('#').unwrap_or((link, ""));
            let is_outside = file.contains("://") || file.contains(char::is_whitespace);
            let target = page.parent().unwrap().join(file);
            assert!(
                is_outside || target.exists(),
                "{} links to {link}, which is not there",
                page.display()
            );
        }
        if let Ok(name) = page.strip_prefix(root().join("docs"))
            && name != Path::new("SUMMARY.md")
        {
            assert!(
                contents.contains(&format!("({})", name.display())),
                "{} is not in the contents",
                name.display()
            );
        }
    }
}

/// Each rule has its page in the chapter about them.
#[test]
fn the_chapter_on_rules_has_all_of_them() {
    let path = root().join("docs/rules.md");
    let text = fs::read_to_string(&path).unwrap();
    let (head, _) = text.split_once("{{").unwrap();
    let pages = Rule::ALL.iter().map(|rule| rule.code());
    let pages = pages.map(|code| format!("{{{{#include ../src/analysis/pages/{code}.md}}}}\n"));
    let whole = format!("{head}{}", pages.collect::<Vec<_>>().join("\n"));
    if std::env::var_os("UPDATE_MANUAL").is_some() {
        fs::write(&path, &whole).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == whole,
        "run UPDATE_MANUAL=1 cargo test --test manual"
    );
}
