//! `--partition`: checks shared between machines.

use std::fs;
use std::path::Path;

use super::folder::{CLEAN, DIRTY, Folder, WARNED};

/// All fixtures, duplicates in other files, used and unused suppressions, and unreadable files.
fn everything() -> Folder {
    let folder = Folder::of(&[
        ("a.carom", &[CLEAN, DIRTY, "puzzle lunar\n"].join("\n")),
        ("b c.carom", &format!("titel: x\n; carom: allow syntax\n\n{WARNED}\n{DIRTY}")),
        ("used.carom", &format!("; carom: allow moves-mismatch\n\n{CLEAN}\n{DIRTY}\n{WARNED}")),
        ("unused.carom", &format!("; carom: allow blunder, illegal-move\n\n{CLEAN}\n{WARNED}")),
        ("bom.carom", &format!("\u{feff}titel: x\r\n\r\n{}", DIRTY.replace('\n', "\r\n"))),
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

/// GitHub refuses several runs with one identity.
#[test]
fn each_share_of_sarif_has_its_identity() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    let identity = |flags: &[&str]| {
        let ended = folder.run(&[&["check", "--format", "sarif"], flags].concat());
        let log: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
        log["runs"][0]["automationDetails"]["id"].as_str().map(str::to_owned)
    };
    assert_eq!(identity(&[]), None);
    let shares = ["hash:1/4", "hash:2/4", "hash:1/5", "slice:1/4"];
    let identities = shares.map(|share| identity(&["--partition", share]).unwrap());
    let expected = ["hash-1-of-4", "hash-2-of-4", "hash-1-of-5", "slice-1-of-4"];
    assert_eq!(identities, expected.map(|share| format!("carom/{share}/")));
}

const CHECK: [&str; 4] = ["check", "--hints", "--max-positions", "2000"];

/// Returns the diagnostics of a check as lines of JSON, sorted, with its exit status.
fn diagnostics(folder: &Folder, flags: &[&str]) -> (Vec<String>, Option<i32>) {
    let ended = folder.run(&[&CHECK[..], &["--format", "json"], flags].concat());
    let mut lines: Vec<String> = ended
        .out
        .lines()
        .filter(|line| !line.starts_with("{\"summary\""))
        .map(str::to_owned)
        .collect();
    lines.sort();
    (lines, ended.code)
}

#[test]
fn shares_together_report_like_one_run() {
    let folder = everything();
    let (complete, code) = diagnostics(&folder, &[]);
    // A share without all puzzles cannot decide whether a suppression is used.
    let is_decided = |line: &String| {
        !(line.contains("\"puzzle\":null") && line.contains("\"code\":\"unused-suppression\""))
    };
    let complete: Vec<String> = complete.into_iter().filter(is_decided).collect();
    assert!(complete.len() > 100);
    for way in ["hash", "slice"] {
        for of in 1..=5 {
            let mut together = Vec::new();
            for share in 1..=of {
                let partition = format!("{way}:{share}/{of}");
                let (lines, status) = diagnostics(&folder, &["--partition", &partition]);
                assert_eq!(status, code, "{partition}");
                together.extend(lines);
            }
            together.sort();
            assert_eq!(together, complete, "{way}, {of}");
        }
    }
}

/// Returns the names of the puzzles of a share.
fn names(folder: &Folder, partition: &str) -> Vec<String> {
    let flags = ["check", "--format", "junit", "--partition", partition];
    let out = folder.run(&flags).out;
    let cases = out.split("<testcase name=\"").skip(1);
    cases.map(|case| case.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn hash_partition_is_stable() {
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
        let (before, after) = (names(&before, share), names(&after, share));
        assert!(before.iter().all(|name| after.contains(name)));
        all += after.len();
    }
    assert_eq!(all, puzzles.len());
}

#[test]
fn share_must_exist_and_excludes_changes() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    for wrong in ["hash", "hash:1", "hash:0/2", "slice:3/2", "mod:1/2", "hash:-1/2"] {
        let ended = folder.run(&["check", "--partition", wrong]);
        assert_eq!(ended.code, Some(2), "{wrong}");
        assert!(ended.err.contains("`hash:K/N` or `slice:K/N`"), "{ended:?}");
    }
    let ended = folder.run(&["check", "--fix", "--partition", "slice:1/2"]);
    assert_eq!(ended.code, Some(2));
}

#[test]
fn empty_share_is_no_error() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    for share in ["hash:1/2", "hash:2/2"] {
        let ended = folder.run(&["check", "--partition", share]);
        assert_eq!(ended.code, Some(0));
        assert!(!ended.err.contains("no puzzles found"), "{ended:?}");
    }
}
