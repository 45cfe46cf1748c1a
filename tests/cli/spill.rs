//! What does not fit into memory goes into a folder.

use super::folder::{Ended, Folder, carom};

/// More than fits into the memory of these tests.
const DECK: &str = "\
puzzle ricochet \"Open\"
  board:
    . . . . . C . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . a . . . . . . .
    . . . . . . . . . . . A
    B . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
";

fn run(folder: &Folder, arguments: &[&str]) -> Ended {
    let output = carom()
        .args(["solve", "deck.carom", "--max-memory=272KiB", "--jobs=1"])
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
    assert!(spilled.out.contains(": 19 moves  "), "{spilled:?}");
    assert_eq!((spilled.err.as_str(), spilled.code), ("", Some(0)));
    assert_eq!(std::fs::read_dir(folder.path("room")).unwrap().count(), 1);
    // Nor is what the disk gave kept for who has none.
    assert_eq!(run(&folder, &[]), first);
}

#[test]
fn a_folder_that_cannot_be_used_is_told_of_once() {
    let two = format!("{DECK}\n{}", DECK.replace("Open", "Again"));
    let folder = Folder::of(&[("deck.carom", &two)]);
    let ended = run(&folder, &["--no-cache", "--spill=nowhere"]);
    assert_eq!(
        ended.out.matches("the limit of memory was reached").count(),
        2
    );
    let warning = "warning: no more can be put into nowhere: ";
    assert!(ended.err.starts_with(warning), "{ended:?}");
    assert_eq!(ended.err.lines().count(), 1, "{ended:?}");
}
