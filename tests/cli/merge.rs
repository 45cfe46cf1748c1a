//! Runs that several machines share.

use std::fs;
use std::path::Path;

use super::folder::{CLEAN, DIRTY, Folder, WARNED, end};

/// All formats beside text.
const FILES: [&str; 5] = ["json", "sarif", "junit", "github", "gitlab"];

/// All fixtures, copies of puzzles in files before and behind, suppressions
/// that are used or not, and what cannot be read.
fn everything() -> Folder {
    let folder = Folder::of(&[
        ("a.carom", &[CLEAN, DIRTY, "puzzle lunar\n"].join("\n")),
        (
            "b c.carom",
            &format!("titel: x\n; carom: allow syntax\n\n{WARNED}\n{DIRTY}"),
        ),
        (
            "used.carom",
            &format!("; carom: allow moves-mismatch\n\n{CLEAN}\n{DIRTY}\n{WARNED}"),
        ),
        (
            "unused.carom",
            &format!("; carom: allow blunder, illegal-move\n\n{CLEAN}\n{WARNED}"),
        ),
        (
            "bom.carom",
            &format!("\u{feff}titel: x\r\n\r\n{}", DIRTY.replace('\n', "\r\n")),
        ),
        ("empty.carom", ""),
        ("f/carom.toml", "[limits]\nmax-positions = \"none\"\n"),
        ("f/f.carom", CLEAN),
        ("z/copies.carom", &[CLEAN, DIRTY, WARNED].join("\n")),
    ]);
    folder.write("g.carom", b"\xFF");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    copy(Path::new(fixtures), &folder, "fixtures");
    folder
}

fn copy(from: &Path, folder: &Folder, name: &str) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{name}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            copy(&path, folder, &name);
        } else {
            folder.write(&name, &fs::read(path).unwrap());
        }
    }
}

const CHECK: [&str; 4] = ["check", "--hints", "--max-positions", "2000"];

/// Checks each share, and returns the files they are written to.
fn shares(folder: &Folder, way: &str, of: u32) -> Vec<String> {
    let shares = (1..=of).map(|share| {
        let file = format!("{way}-{share}-{of}.json");
        let partition = format!("{way}:{share}/{of}");
        let flags = ["--partition", &partition, "--format", "json"];
        let out = folder.run(&[&CHECK[..], &flags].concat());
        assert!(out.code == Some(2), "{}", out.err);
        folder.write(&file, out.out.as_bytes());
        file
    });
    shares.collect()
}

/// What a run said in every format, without times.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    code: Option<i32>,
    text: String,
    /// The last line of the messages: the lines of a broken configuration are
    /// not carried from machine to machine.
    came_to: Option<String>,
    files: Vec<Vec<String>>,
}

/// Runs a command that writes every format.
fn said(folder: &Folder, arguments: &[&str]) -> Said {
    let files: Vec<String> = FILES
        .iter()
        .map(|format| format!("{format}=out/{format}"))
        .collect();
    let formats = files.iter().map(String::as_str).chain(["text"]);
    let formats: Vec<&str> = formats.flat_map(|format| ["--format", format]).collect();
    fs::create_dir_all(folder.path("out")).unwrap();
    let ended = folder.run(&[arguments, &formats].concat());
    let files = FILES.iter().map(|format| {
        let written = folder.read(&format!("out/{format}"));
        let separator = if *format == "junit" { " time=\"" } else { "\0" };
        let parts = written.split(separator);
        let untimed =
            parts.map(|part| part.trim_start_matches(|c: char| c.is_numeric() || c == '.'));
        untimed.map(str::to_owned).collect()
    });
    Said {
        files: files.collect(),
        code: ended.code,
        text: ended.out,
        came_to: ended.err.lines().last().map(str::to_owned),
    }
}

#[test]
fn shares_say_together_what_one_run_says() {
    let folder = everything();
    let direct = said(&folder, &CHECK);
    // What only all shares together know.
    assert!(direct.text.contains("--> unused.carom:1:"));
    assert!(!direct.text.contains("--> used.carom:1:"));
    for way in ["hash", "slice"] {
        for of in 1..=5 {
            let mut files = shares(&folder, way, of);
            files.rotate_left(1);
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let merged = said(&folder, &[&["merge"], &files[..]].concat());
            assert_eq!(merged, direct, "{way}, {of}");
        }
    }
}

#[test]
fn shares_that_are_not_of_one_run_are_refused() {
    let folder = Folder::of(&[("a.carom", &[CLEAN, DIRTY, WARNED].join("\n"))]);
    let share = |name: &str, flags: &[&str]| {
        let out = folder
            .run(&[&["check", "--format", "json"], flags].concat())
            .out;
        folder.write(name, out.as_bytes());
        out
    };
    let one = share("one", &["--partition", "slice:1/3"]);
    share("two", &["--partition", "slice:2/3"]);
    share("three", &["--partition", "slice:3/3"]);
    share("hash", &["--partition", "hash:2/3"]);
    share("of two", &["--partition", "slice:2/2"]);
    share("whole", &[]);
    share(
        "limited",
        &["--partition", "slice:2/3", "--max-positions", "1"],
    );
    share(
        "denied",
        &["--partition", "slice:2/3", "--deny", "warnings"],
    );
    folder.write(
        "old",
        one.replace("\"version\":\"", "\"version\":\"0.0.")
            .as_bytes(),
    );
    folder.write("cut", &one.as_bytes()[..one.len() - 2]);
    folder.write("empty", b"");
    let two = folder.read("two");
    let (report, summary) = two.split_once('\n').unwrap();
    folder.write("less", summary.as_bytes());
    folder.write("more", format!("{report}\n{two}").as_bytes());
    folder.write("a.carom", [DIRTY, CLEAN, WARNED].join("\n").as_bytes());
    share("revision", &["--partition", "slice:2/3"]);
    for (files, told) in [
        (&["one", "two"][..], "3/3 is missing"),
        (&["three"], "1/3 and 2/3 is missing"),
        (
            &["one", "two", "three", "two"],
            "two and two are both share slice:2/3",
        ),
        (
            &["one", "hash", "three"],
            "one is `slice:1/3`, the other `hash:2/3`",
        ),
        (&["one", "of two", "three"], "the other `slice:2/2`"),
        (&["one", "whole", "three"], "without `--partition`"),
        (&["one", "limited", "three"], "limits or other settings"),
        (&["one", "denied", "three"], "limits or other settings"),
        (&["one", "revision", "three"], "another revision"),
        (&["old", "two", "three"], "old: carom 0.0."),
        (&["cut", "two", "three"], "cut: no summary"),
        (&["empty", "two", "three"], "empty: no summary"),
        (&["one", "less", "three"], "less: what stands in it"),
        (&["one", "more", "three"], "more: what stands in it"),
        (&["one", "no such", "three"], "no such: "),
    ] {
        let ended = folder.run(&[&["merge"], files].concat());
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{files:?}");
        assert!(ended.err.contains(told), "{files:?}: {}", ended.err);
    }
    let merged = folder.run(&[
        "merge", "three", "two", "one", "--format", "json=all", "--format", "text",
    ]);
    assert_eq!(merged.code, Some(1));
    assert_eq!(merged.err.lines().count(), 1);
    let refused = folder.run(&["merge", "three", "two", "one", "--format", "json=one"]);
    assert_eq!(refused.code, Some(2));
    assert_eq!(folder.read("one"), one);
}

/// The puzzles of a share, by their names.
fn names(folder: &Folder, partition: &str) -> Vec<String> {
    let out = folder.run(&["solve", "--partition", partition]).out;
    let names = out
        .lines()
        .map(|line| line.split('"').nth(1).unwrap_or(line));
    names.map(str::to_owned).collect()
}

#[test]
fn a_hash_keeps_puzzles_in_their_shares() {
    let puzzle = |gap: usize| {
        let gap = ". ".repeat(gap);
        format!("puzzle lunar \"{}\"\n  board:\n    @ {gap}+ A\n", gap.len())
    };
    let puzzles: Vec<String> = (1..9).map(puzzle).collect();
    let before = Folder::of(&[("a.carom", &puzzles[..5].join("\n"))]);
    let mut more = puzzles.clone();
    more.reverse();
    let after = Folder::of(&[("b.carom", &more.join("\n"))]);
    let mut all = 0;
    for share in ["hash:1/3", "hash:2/3", "hash:3/3"] {
        let name = |line: &String| line.split(": ").nth(1).unwrap().to_owned();
        let (before, after) = (names(&before, share), names(&after, share));
        let after: Vec<String> = after.iter().map(name).collect();
        assert!(before.iter().all(|line| after.contains(&name(line))));
        all += after.len();
    }
    assert_eq!(all, puzzles.len());
}

#[test]
fn a_share_of_bazel_is_a_slice() {
    let folder = Folder::of(&[("a.carom", &[CLEAN, DIRTY, WARNED].join("\n"))]);
    let run = |variables: &[(&str, &str)]| {
        let mut command = folder.command(&["check", "--format", "json"]);
        command.envs(variables.iter().copied());
        end(command, b"")
    };
    let variables = [
        ("TEST_TOTAL_SHARDS", "3"),
        ("TEST_SHARD_INDEX", "1"),
        ("TEST_SHARD_STATUS_FILE", "status"),
    ];
    let of_bazel = run(&variables);
    assert_eq!(folder.names(), ["a.carom", "status"]);
    let flags = ["check", "--format", "json", "--partition", "slice:2/3"];
    let ours = folder.run(&flags);
    let untimed = |out: &str| out.split("\"seconds\":").next().unwrap().to_owned();
    assert_eq!(untimed(&of_bazel.out), untimed(&ours.out));
    assert_eq!(of_bazel.code, Some(1));
    for wrong in [
        &variables[..1],
        &[("TEST_TOTAL_SHARDS", "3"), ("TEST_SHARD_INDEX", "3")],
        &[("TEST_TOTAL_SHARDS", "many"), ("TEST_SHARD_INDEX", "0")],
    ] {
        assert_eq!(run(wrong).code, Some(2), "{wrong:?}");
    }
    let mending = folder.run(&["check", "--fix", "--partition", "slice:1/2"]);
    assert_eq!(mending.code, Some(2));
}
