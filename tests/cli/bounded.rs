//! Limits on what is read and reported.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::folder::{CLEAN, DIRTY, Ended, Folder, carom, end};
use crate::cases::is_thorough;

/// Returns the messages and the severities of a report in JSON.
fn reported(out: &str) -> Vec<(String, String)> {
    let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
    let parts = lines.filter_map(|found: Value| {
        let part = |name: &str| found[name].as_str().map(ToOwned::to_owned);
        Some((part("message")?, part("severity")?))
    });
    parts.collect()
}

#[test]
fn puzzle_shows_its_first_diagnostics_and_counts_the_others() {
    let commas = ",".repeat(30);
    let text = format!("puzzle ricochet\n  robots: R a1{commas}\n  board:\n    . . r\n");
    let folder = Folder::of(&[("a.carom", &text)]);
    let ended = folder.run(&["check", "--format=json"]);
    let found = reported(&ended.out);
    assert_eq!(found.len(), 21);
    let (message, _) = found.last().unwrap();
    assert_eq!(message, "not shown: 10 more diagnostics in this puzzle");
    // Fixes see all of them at once.
    let fixed = folder.run(&["check", "--fix"]);
    assert!(fixed.err.contains("30 fixes applied"), "{}", fixed.err);
    assert!(folder.read("a.carom").contains("  robots: R a1\n"));
}

#[test]
fn fix_finds_what_many_diagnostics_hide() {
    // Neither a fix nor an error is visible behind 700 warnings without fixes.
    let keys: String = (0..700).map(|number| format!("  zz{number}: x\n")).collect();
    let text = format!("puzzle ricochet\n{keys}  robots: R a1{}\n", ",".repeat(5_000));
    let folder = Folder::of(&[("a.carom", &format!("{text}  board:\n    . . r\n"))]);
    assert_eq!(folder.run(&["check"]).code, Some(1));
    let fixed = folder.run(&["check", "--fix"]);
    assert!(fixed.err.contains("5,000 fixes applied"), "{}", fixed.err);
    assert!(folder.read("a.carom").contains("  robots: R a1\n"));
}

#[test]
fn hidden_error_determines_the_status() {
    // 30 warnings come before the only error.
    let keys: String = (0..30).map(|number| format!("  key{number}: x\n")).collect();
    let puzzle = DIRTY.replacen("  moves", &format!("{keys}  moves"), 1);
    let folder = Folder::of(&[("a.carom", &puzzle)]);
    let ended = folder.run(&["check", "--format=json"]);
    assert_eq!(ended.code, Some(1));
    let found = reported(&ended.out);
    assert_eq!(found.len(), 21);
    assert!(found.iter().any(|(_, severity)| severity == "error"));
    let (message, severity) = found.last().unwrap();
    assert_eq!(message, "not shown: 11 more diagnostics in this puzzle");
    assert_eq!(severity, "warning");
}

#[test]
fn file_shows_its_first_diagnostics_and_counts_the_others() {
    let puzzles = "puzzle\n".repeat(2_005);
    let folder = Folder::of(&[("a.carom", &puzzles)]);
    let ended = folder.run(&["check", "--format=json"]);
    assert_eq!(ended.code, Some(1));
    let found = reported(&ended.out);
    assert_eq!(found.len(), 2_001);
    let (message, severity) = found.last().unwrap();
    assert_eq!(message, "not shown: 5 more diagnostics in this file");
    assert_eq!(severity, "error");
    let summary = "2,005 puzzles in 1 file of the current folder: 2,005 errors";
    let text = folder.run(&["check"]);
    assert!(text.err.contains(summary), "{}", text.err);
    // A puzzle whose diagnostics are hidden does not pass as a test.
    let junit = folder.run(&["check", "--format=junit"]).out;
    // One more counts the hidden ones.
    assert_eq!(junit.matches("<failure").count(), 2_006);
}

/// What each command may write for a puzzle of the texts below, besides three times the text and
/// 1 MB for a file.
const COMMANDS: [(&str, usize); 31] = [
    ("check", 0),
    ("check --format json", 0),
    ("check --format rdjson", 0),
    ("check --format github", 0),
    ("check --format gitlab", 0),
    ("check --format sarif", 1_500),
    ("check --format junit", 400),
    ("check --fix", 0),
    ("check --fix --diff", 0),
    ("fmt", 0),
    ("fmt --check", 0),
    ("fmt --diff", 0),
    ("solve", 200),
    ("solve --all --show=steps", 400),
    ("solve --format json", 500),
    ("rate", 200),
    ("rate --format json", 500),
    ("stats", 200),
    ("find a", 0),
    ("minimise", 0),
    ("minimise --puzzle 1", 0),
    ("hardest", 0),
    ("hardest --puzzle 1", 0),
    ("render -o out/", 4_000),
    ("render --solution -o out/", 6_000),
    ("render --sheet -o out/a.html", 4_000),
    ("page -o out/a.html", 1_000),
    ("convert --to json", 500),
    ("convert --to pddl -o out/", 0),
    ("convert --from lunar-words --to carom", 0),
    ("convert --from auto --to jsonl", 500),
];

/// Runs the command with at most 40 MB of memory, and 300 bytes for each byte of the text.
fn run_in_memory(folder: &Folder, command: &str, text: &str) -> Ended {
    let arguments: Vec<&str> = command.split(' ').chain(["a.carom"]).collect();
    let limited = if cfg!(target_os = "linux") {
        let mut shell = Command::new("sh");
        let most = 40_000 + text.len() * 300 / 1_000;
        shell.args(["-c", &format!("ulimit -d {most}; exec \"$0\" \"$@\"")]);
        shell.arg(env!("CARGO_BIN_EXE_carom"));
        shell
    } else {
        carom()
    };
    let mut command = limited;
    command.args(arguments).current_dir(folder.path("")).env("CAROM_NO_CACHE", "1");
    end(command, b"")
}

/// Returns the size of the files in a folder.
fn size_of(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.metadata().unwrap().len() as usize).sum()
}

#[test]
fn output_and_memory_are_not_much_larger_than_the_text() {
    let repeated = |start: &str, part: &str| start.to_owned() + &part.repeat(100_000 / part.len());
    let texts = [
        repeated("puzzle rush\n  quests: B", ",B"),
        repeated("puzzle lunar\n  board:\n    %", " %"),
        repeated("puzzle lunar\n  board:\n", "    % %\n"),
        repeated("puzzle lunar\n  board:\n    @ . + A\n  solution:", " z"),
        repeated("puzzle ricochet\n  robots: R a1", ", R a1"),
        repeated("puzzle lunar \"", "n") + "\"\n  board:\n    % % %\n",
        repeated("", "junk\n"),
        repeated("", "puzzle\n"),
        repeated("", "puzzl\n"),
        repeated("", "x\n"),
        repeated("", "puzzle lunar\n board:\n  % % % %\n\n"),
        repeated("", "puzzle lunar\n board:\n  @ . + A\n"),
        repeated("", "; carom: allow x\n"),
        repeated("puzzle lunar\n  board:\n    @ . + A\n", "\n") + "    . . . .\n",
        repeated("[", "1,"),
        repeated("puzzle lunar\n", "\n"),
    ];
    for (number, text) in texts.iter().enumerate() {
        let puzzles = text.lines().filter(|line| line.starts_with("puzzl")).count();
        for (command, each) in COMMANDS.iter().skip(number % step()).step_by(step()) {
            let folder = Folder::of(&[("a.carom", text), ("out/b.carom", "")]);
            let ended = run_in_memory(&folder, command, text);
            let written = ended.out.len() + ended.err.len() + size_of(&folder.path("out"));
            let start: String = text.chars().take(40).collect();
            assert!(matches!(ended.code, Some(..=2)), "{start:?} {command}: {}", ended.err);
            let most = 3 * text.len() + 1_000_000 + each * puzzles;
            assert!(written <= most, "{start:?} {command}: {written} of {most}");
        }
    }
}

/// A run on every commit tries each text with a part of the commands.
fn step() -> usize {
    if is_thorough() { 1 } else { 4 }
}

#[test]
fn long_puzzle_is_an_error_and_spares_the_others() {
    // Comments do not count.
    let comments = "; a remark\n".repeat(5_000);
    let long = format!("puzzle lunar \"Long\"\n  notes: {}\n", "n".repeat(33_000));
    let folder = Folder::of(&[(
        "a.carom",
        &[&long, &comments, CLEAN, DIRTY].map(|part: &str| part).join("\n"),
    )]);
    let found = reported(&folder.run(&["check", "--format=json"]).out);
    let messages: Vec<&str> = found.iter().map(|(message, _)| message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "expected at most 32 KiB of text for one puzzle; the lines from here on are not read",
            "claimed 3 moves, but the optimum is 1",
        ]
    );
    folder.run(&["fmt"]);
    assert!(folder.read("a.carom").contains(&long));
}

#[test]
fn large_file_is_refused() {
    let folder = Folder::of(&[("b.carom", CLEAN)]);
    let file = std::fs::File::create(folder.path("a.carom")).unwrap();
    file.set_len((16 << 20) + 1).unwrap();
    for command in ["check", "solve", "stats"] {
        let ended = folder.run(&[command]);
        assert_eq!(ended.code, Some(2), "{command}");
        let error = "error: a.carom: the file is larger than 16 MiB; split it\n";
        assert!(ended.err.starts_with(error), "{}", ended.err);
    }
}
