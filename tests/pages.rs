//! Runs the examples of the pages of `carom explain`: the wrong example triggers its lint and no
//! other, the right one none.

use std::io::Write;
use std::process::{Command, Stdio};

use carom::analysis::Lint;
use carom::report::lint_page;
use serde_json::Value;

/// The sections of a page, in order.
const SECTIONS: [&str; 3] = ["Wrong", "Right", "What to do"];

/// Returns the headings below the title, with their contents.
fn sections(page: &str) -> Vec<(&str, &str)> {
    let sections = page.split("\n## ").skip(1);
    sections.map(|section| section.split_once('\n').unwrap()).collect()
}

/// Returns the code blocks of a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n```{language}\n");
    let blocks = text.split(fence.as_str()).skip(1);
    blocks.map(|rest| rest.split_once("```\n").unwrap().0).collect()
}

/// The flags of a run, and the `carom.toml` of its folder.
struct Setting<'a> {
    config: &'a str,
    arguments: &'a [&'a str],
}

impl Setting<'_> {
    /// Runs a command on a text and returns its output.
    fn run(&self, command: &[&str], text: &str) -> String {
        let here = tempfile::tempdir().unwrap();
        let config = format!("root = true\n{}", self.config);
        std::fs::write(here.path().join("carom.toml"), config).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
            .current_dir(here.path())
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns the codes that `carom check` reports for a text, hints included.
    fn codes(&self, text: &str) -> Vec<String> {
        let check = ["check", "--hints", "--format", "json", "-"];
        let output = self.run(&[&check, self.arguments].concat(), text);
        let objects = output.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        objects.filter_map(|object| object.get("code")?.as_str().map(ToOwned::to_owned)).collect()
    }
}

#[test]
fn lint_page_examples_trigger_only_their_lint() {
    let mut wrong = Vec::new();
    for &lint in Lint::ALL {
        let page = lint_page(lint);
        let sections = sections(page);
        let headings: Vec<_> = sections.iter().map(|&(heading, _)| heading).collect();
        assert_eq!(headings, SECTIONS, "the headings of {lint}");
        assert_eq!(blocks(page, "carom").len(), 2, "the examples of {lint}");

        let setting = Setting {
            config: blocks(page, "toml").first().unwrap_or(&""),
            arguments: match lint {
                Lint::UnknownAnswer => &["--max-positions", "1", "--allow", "unreachable-area"],
                Lint::UnreachableArea => &[],
                // Most boards have squares out of reach.
                _ => &["--allow", "unreachable-area"],
            },
        };
        for (heading, section) in sections.into_iter().take(2) {
            let [example] = blocks(section, "carom")[..] else {
                panic!("{lint} has no valid example below {heading}");
            };
            let is_right = heading == "Right";
            let expected = if is_right { vec![] } else { vec![lint.code()] };
            let found = setting.codes(example);
            if found != expected {
                wrong.push(format!("{heading}, {lint}: {found:?}\n{example}"));
            }
            if is_right && setting.run(&["fmt", "-"], example) != example {
                wrong.push(format!("{lint} is not in the standard layout:\n{example}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
