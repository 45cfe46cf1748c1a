//! The pages of `carom explain` against the program they explain: the example
//! on each of them makes its rule speak, and no other.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::Write;
use std::process::{Command, Stdio};

use carom::analysis::Rule;
use serde_json::Value;

/// The example of a page.
fn example(page: &str) -> &str {
    let (_, rest) = page.split_once("```carom\n").unwrap();
    let (example, rest) = rest.split_once("```\n").unwrap();
    assert!(!rest.contains("```carom"), "a page has one example");
    example
}

/// The configuration that a page shows, if there is one.
fn config(page: &str) -> &str {
    let block = page.split_once("```toml\n").map(|(_, rest)| rest);
    block.map_or("", |rest| rest.split_once("```\n").unwrap().0)
}

/// The codes that `carom check` reports for a text, hints included.
fn codes(config: &str, text: &str, arguments: &[&str]) -> Vec<String> {
    let here = tempfile::tempdir().unwrap();
    let config = format!("root = true\n{config}");
    std::fs::write(here.path().join("carom.toml"), config).unwrap();
    let mut check = Command::new(env!("CARGO_BIN_EXE_carom"))
        .current_dir(here.path())
        .args(["check", "--hints", "--format", "json", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut input = check.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = check.wait_with_output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let objects = output
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects
        .filter_map(|object| object.get("code")?.as_str().map(ToOwned::to_owned))
        .collect()
}

#[test]
fn the_example_of_each_page_makes_its_rule_speak_and_no_other() {
    for &rule in Rule::ALL {
        let arguments: &[&str] = match rule {
            Rule::UnknownAnswer => &["--max-positions", "1", "--allow", "unreachable-area"],
            Rule::UnreachableArea => &[],
            // On most boards some squares are out of reach.
            _ => &["--allow", "unreachable-area"],
        };
        let found = codes(config(rule.page()), example(rule.page()), arguments);
        assert_eq!(found, [rule.code()], "the example of {rule}");
    }
}
