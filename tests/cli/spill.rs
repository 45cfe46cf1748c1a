//! `--spill`: searches that continue on disk.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use super::folder::{Ended, Folder, carom};

/// A puzzle that exceeds the memory of these tests, even if less would be enough with the disk.
const PUZZLE: &str = "\
puzzle ricochet \"Open\"
  board:
    . . . . . C . . .
    . . . . . . . . .
    . . . . . . . D .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . . A
    B . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

fn run(folder: &Folder, arguments: &[&str]) -> Ended {
    let output = carom()
        .args(["solve", "deck.carom", "--max-memory=512KiB", "--jobs=1"])
        .args(arguments)
        .current_dir(folder.path(""))
        .env_remove("CAROM_NO_CACHE")
        .env("CAROM_CACHE_DIR", folder.path("cache"))
        .output()
        .unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn search_continues_on_disk_and_cleans_up() {
    let folder = Folder::of(&[("deck.carom", PUZZLE), ("room/.keep", "")]);
    let first = run(&folder, &[]);
    assert!(
        first.out.contains("the limit of memory was reached"),
        "{first:?}"
    );
    // An answer cached for lack of memory is searched again with the disk.
    let spilled = run(&folder, &["--spill=room"]);
    assert!(spilled.out.contains(": 16 moves  "), "{spilled:?}");
    assert_eq!((spilled.err.as_str(), spilled.code), ("", Some(0)));
    assert_eq!(std::fs::read_dir(folder.path("room")).unwrap().count(), 1);
    // An answer found with the disk is not used without it.
    assert_eq!(run(&folder, &[]), first);
}

/// An unusable folder must not be found after an hour of search.
#[test]
fn unwritable_spill_folder_is_refused_early() {
    let folder = Folder::of(&[("deck.carom", PUZZLE)]);
    let mut refused = vec![
        ("nowhere", "no such folder; "),
        ("deck.carom", "no such folder; "),
    ];
    if cfg!(target_os = "linux") {
        // Even root cannot create files there.
        refused.push(("/proc/self", "cannot write: "));
    }
    for (room, why) in refused {
        let ended = run(&folder, &[&format!("--spill={room}")]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        let error = format!("error: invalid value '{room}' for '--spill <DIR>': {why}");
        assert!(ended.err.starts_with(&error), "{ended:?}");
        let advice = "; name a folder that exists and can be written\n";
        assert!(ended.err.contains(advice), "{ended:?}");
    }
}

#[test]
fn removed_spill_folder_is_reported_once() {
    let folder = Folder::of(&[("room/.keep", "")]);
    let mut child = carom()
        .args(["solve", "--jsonl", "-", "--no-cache", "--jobs=1"])
        .args(["--max-memory=512KiB", "--spill=room"])
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut answer = |text: &str| {
        writeln!(input, "{}", json!({"text": text})).unwrap();
        let line = output.next().unwrap().unwrap();
        serde_json::from_str::<Value>(&line).unwrap()["status"].clone()
    };
    assert_eq!(answer("puzzle lunar\n  board:\n    @ . + A\n"), "solved");
    std::fs::remove_dir_all(folder.path("room")).unwrap();
    assert_eq!(answer(PUZZLE), "unknown");
    assert_eq!(
        answer(&PUZZLE.replace("  board:", "  moves: 16\n  board:")),
        "unknown"
    );
    drop(input);
    let ended = child.wait_with_output().unwrap();
    let error = String::from_utf8(ended.stderr).unwrap();
    let warning = "warning: cannot write to room: ";
    assert!(error.starts_with(warning), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}
