//! `carom check --fix`: which files it writes, and how.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use super::folder::{CLEAN, DIRTY, Folder, WARNED};

fn fixed() -> String {
    DIRTY.replace("moves: 3", "moves: 1")
}

#[test]
fn what_is_fixed_is_not_reported() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    let err = "1 puzzle in 1 file: 0 errors, 0 warnings; 1 fix applied\n";
    folder.run(&["check", "--fix"]).is(0, "", err);
    assert_eq!(folder.read("dirty.carom"), fixed());
    assert_eq!(folder.names(), ["dirty.carom"], "nothing is left behind");
    let err = "1 puzzle in 1 file: 0 errors, 0 warnings; 0 fixes applied\n";
    folder.run(&["check", "--fix"]).is(0, "", err);
}

#[test]
fn what_is_not_safe_is_left_to_the_author() {
    let both = format!("{WARNED}\n{DIRTY}");
    let folder = Folder::of(&[("both.carom", &both)]);
    let ended = folder.run(&["check", "--fix"]);
    assert_eq!(ended.code, Some(0));
    assert!(
        ended.out.starts_with("warning[trailing-moves]: "),
        "{ended:?}"
    );
    assert_eq!(folder.read("both.carom"), format!("{WARNED}\n{}", fixed()));
}

#[test]
fn everything_but_the_fix_is_kept_to_the_byte() {
    let odd = format!(
        "\u{feff}; 日本 e\u{301}\r\n\n{}\r; end \t",
        DIRTY
            .replace('\n', "\r\n")
            .replace("board:", "board:  ; \u{1f916}")
    );
    let folder = Folder::of(&[("odd.carom", &odd)]);
    assert_eq!(folder.run(&["check", "--fix"]).code, Some(0));
    assert_eq!(
        folder.read("odd.carom"),
        odd.replace("moves: 3", "moves: 1")
    );
}

#[test]
fn standard_input_is_fixed_to_standard_output() {
    let folder = Folder::of(&[]);
    let input = format!("{DIRTY}{WARNED}");
    let ended = folder.feed(
        &["check", "--fix", "-", "--stdin-name", "in.carom"],
        input.as_bytes(),
    );
    assert_eq!(ended.out, format!("{}{WARNED}", fixed()));
    assert!(
        ended.err.starts_with("warning[trailing-moves]: "),
        "{ended:?}"
    );
    assert!(ended.err.contains("--> in.carom:9:16\n"), "{ended:?}");
    assert_eq!(ended.code, Some(0));
    folder.feed(&["check", "--fix", "-"], CLEAN.as_bytes()).is(
        0,
        CLEAN,
        "1 puzzle in 1 file: 0 errors, 0 warnings; 0 fixes applied\n",
    );
}

#[test]
fn a_rule_that_is_allowed_fixes_nothing() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    let err = "1 puzzle in 1 file: 0 errors, 0 warnings; 0 fixes applied\n";
    let arguments = ["check", "--fix", "--allow", "moves-mismatch"];
    folder.run(&arguments).is(0, "", err);
    assert_eq!(folder.read("dirty.carom"), DIRTY);
}

#[cfg(unix)]
#[test]
fn a_file_is_replaced_at_once_with_its_permissions() {
    let folder = Folder::of(&[("dirty.carom", DIRTY), ("clean.carom", CLEAN)]);
    let path = folder.path("dirty.carom");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    // A reader that has opened the old file goes on reading the old text.
    let mut old = fs::File::open(&path).unwrap();
    let number = |name: &str| fs::metadata(folder.path(name)).unwrap().ino();
    let (dirty, clean) = (number("dirty.carom"), number("clean.carom"));
    assert_eq!(folder.run(&["check", "--fix"]).code, Some(0));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut old, &mut text).unwrap();
    assert_eq!(text, DIRTY);
    assert_eq!(folder.read("dirty.carom"), fixed());
    assert_ne!(number("dirty.carom"), dirty);
    assert_eq!(
        number("clean.carom"),
        clean,
        "what does not change is not written"
    );
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::of(&[("real/dirty.carom", DIRTY)]);
    symlink("real/dirty.carom", folder.path("link.carom")).unwrap();
    assert_eq!(folder.run(&["check", "--fix", "link.carom"]).code, Some(0));
    assert!(
        fs::symlink_metadata(folder.path("link.carom"))
            .unwrap()
            .is_symlink()
    );
    assert_eq!(folder.read("real/dirty.carom"), fixed());
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_reported_and_left() {
    let folder = Folder::of(&[
        ("a.carom", DIRTY),
        ("b.carom", &DIRTY.replace(". .", ". . .")),
    ]);
    let path = folder.path("a.carom");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let ended = folder.run(&["check", "--fix"]);
    assert_eq!(ended.code, Some(2));
    assert!(
        ended
            .err
            .contains("error: a.carom: the file is read-only\n"),
        "{ended:?}"
    );
    assert_eq!(folder.read("a.carom"), DIRTY);
    assert!(
        folder.read("b.carom").contains("moves: 1"),
        "the others are fixed"
    );
}
