//! What does not fit into memory goes into a folder.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use super::folder::{Ended, Folder, carom};

/// It fills the memory of these tests, of which less would still do for the folder.
const DECK: &str = "\
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
fn a_search_goes_on_in_a_folder_and_leaves_nothing_there() {
    let folder = Folder::of(&[("deck.carom", DECK), ("room/.keep", "")]);
    let first = run(&folder, &[]);
    assert!(
        first.out.contains("the limit of memory was reached"),
        "{first:?}"
    );
    // What is kept of a search for want of memory is not the last word here.
    let spilled = run(&folder, &["--spill=room"]);
    assert!(spilled.out.contains(": 16 moves  "), "{spilled:?}");
    assert_eq!((spilled.err.as_str(), spilled.code), ("", Some(0)));
    assert_eq!(std::fs::read_dir(folder.path("room")).unwrap().count(), 1);
    // Nor is what the disk gave kept for who has none.
    assert_eq!(run(&folder, &[]), first);
}

/// Nobody is to learn after an hour that there was never any room.
#[test]
fn a_folder_that_takes_no_files_is_refused_before_anything_is_searched() {
    let folder = Folder::of(&[("deck.carom", DECK)]);
    let mut refused = vec![
        ("nowhere", "no such folder; "),
        ("deck.carom", "no such folder; "),
    ];
    if cfg!(target_os = "linux") {
        // Whoever asks, no file can be made there.
        refused.push(("/proc/self", "cannot write: "));
    }
    for (room, why) in refused {
        let ended = run(&folder, &[&format!("--spill={room}")]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        let told = format!("error: invalid value '{room}' for '--spill <DIR>': {why}");
        assert!(ended.err.starts_with(&told), "{ended:?}");
        let advice = "; name a folder that exists and can be written\n";
        assert!(ended.err.contains(advice), "{ended:?}");
    }
}

#[test]
fn a_folder_that_goes_meanwhile_is_told_of_once() {
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
    assert_eq!(answer(DECK), "unknown");
    assert_eq!(
        answer(&DECK.replace("  board:", "  moves: 16\n  board:")),
        "unknown"
    );
    drop(input);
    let ended = child.wait_with_output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    let warning = "warning: cannot write to room: ";
    assert!(told.starts_with(warning), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}
