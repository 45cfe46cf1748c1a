//! `carom fmt`: the standard layout of files.

use super::folder::{CLEAN, Folder};

const UNTIDY: &str = "puzzle   lunar \"A\"\nmoves:1\nboard:\n@ . + A\nsolution:@→\n";
const TIDY: &str = "puzzle lunar \"A\"\n  moves: 1\n  board:\n    @ . + A\n  solution: @>\n";
const BROKEN: &str = "puzzle lunar \"B\n  board:\n    @ .\n    .\n";

const REFUSED: &str = "\
error[syntax]: missing closing quote after the name
 --> broken.carom:1:14
  |
1 | puzzle lunar \"B
  |              ^^
  |
  = help: add the closing quote

error[ragged-board]: row has 1 square, expected 2
 --> broken.carom:4:5
  |
4 |     .
  |     ^

error: broken.carom: skipped the puzzle at line 1: fix its syntax errors first
";

#[test]
fn fmt_rewrites_files_once() {
    let folder = Folder::of(&[("untidy.carom", UNTIDY), ("clean.carom", CLEAN)]);
    let would = "1 file of the current folder would change, 1 would not\n";
    folder.run(&["fmt", "--check"]).is(1, "untidy.carom\n", would);
    assert_eq!(folder.read("untidy.carom"), UNTIDY);
    folder.run(&["fmt"]).is(0, "", "1 file of the current folder changed, 1 unchanged\n");
    assert_eq!(folder.read("untidy.carom"), TIDY);
    assert_eq!(folder.read("clean.carom"), CLEAN);
    folder.run(&["fmt"]).is(0, "", "0 files of the current folder changed, 2 unchanged\n");
    assert_eq!(folder.names(), ["clean.carom", "untidy.carom"]);
    let none = "0 files of the current folder would change, 2 would not\n";
    folder.run(&["fmt", "--check"]).is(0, "", none);
}

#[test]
fn fmt_diff_shows_changes() {
    let folder = Folder::of(&[("untidy.carom", UNTIDY), ("clean.carom", CLEAN)]);
    let diff = "\
--- untidy.carom
+++ untidy.carom
@@ -1,5 +1,5 @@
-puzzle   lunar \"A\"
-moves:1
-board:
-@ . + A
-solution:@→
+puzzle lunar \"A\"
+  moves: 1
+  board:
+    @ . + A
+  solution: @>
";
    let one = "1 file of the current folder would change, 1 would not\n";
    folder.run(&["fmt", "--diff"]).is(0, diff, one);
    folder.run(&["fmt", "--diff", "--check"]).is(1, diff, one);
    assert_eq!(folder.read("untidy.carom"), UNTIDY);
}

#[test]
fn fmt_skips_malformed_puzzles() {
    let folder = Folder::of(&[("broken.carom", BROKEN), ("untidy.carom", UNTIDY)]);
    let left = |summary| format!("{REFUSED}{summary}; 1 puzzle skipped because of syntax errors\n");
    let would = left("1 file of the current folder would change, 1 would not");
    let listed = folder.run(&["fmt", "--check"]);
    listed.is(1, "untidy.carom\n", &would);
    folder.run(&["fmt"]).is(1, "", &left("1 file of the current folder changed, 1 unchanged"));
    assert_eq!(folder.read("broken.carom"), BROKEN);
    assert_eq!(folder.read("untidy.carom"), TIDY);
    let would = left("0 files of the current folder would change, 2 would not");
    folder.run(&["fmt", "--check"]).is(1, "", &would);
    folder.run(&["fmt", "--diff"]).is(1, "", &would);
    let named = BROKEN.replace("\"B", "\"B\" more");
    let mixed = format!("{UNTIDY}{named}{UNTIDY}");
    folder.write("broken.carom", mixed.as_bytes());
    let ended = folder.run(&["fmt"]);
    let line = "error: broken.carom: skipped puzzle \"B\": fix its syntax errors first\n\
                1 file of the current folder changed, 1 unchanged; 1 puzzle skipped because of syntax errors\n";
    assert!(ended.err.ends_with(line), "{ended:?}");
    assert_eq!(ended.code, Some(1));
    assert_eq!(folder.read("broken.carom"), format!("{TIDY}\n{named}\n{TIDY}"));
}

#[test]
fn fmt_filters_standard_input() {
    let folder = Folder::of(&[]);
    folder.feed(&["fmt", "-"], UNTIDY.as_bytes()).is(0, TIDY, "");
    folder.feed(&["fmt", "-"], TIDY.as_bytes()).is(0, TIDY, "");
    folder.feed(&["fmt", "-"], b"").is(0, "", "");
    let ended = folder.feed(&["fmt", "-", "--stdin-name", "broken.carom"], BROKEN.as_bytes());
    ended.is(1, BROKEN, REFUSED);
    let listed = folder.feed(&["fmt", "--check", "-"], UNTIDY.as_bytes());
    listed.is(1, "<stdin>\n", "");
}

#[test]
fn fmt_keeps_line_endings_and_byte_order_mark() {
    let folder = Folder::of(&[]);
    for (mark, end) in [("", "\r"), ("\u{feff}", "\r\n")] {
        let untidy = format!("{mark}{}", UNTIDY.trim_end().replace('\n', end));
        let tidy = format!("{mark}{}", TIDY.replace('\n', end));
        folder.write("a.carom", untidy.as_bytes());
        let one = "1 file changed, 0 unchanged\n";
        folder.run(&["fmt", "a.carom"]).is(0, "", one);
        assert_eq!(folder.read("a.carom"), tidy);
    }
}

#[test]
fn fmt_lists_files_in_order() {
    let folder = Folder::of(&[]);
    let names: Vec<String> = (100..300).map(|number| format!("{number}.carom")).collect();
    for name in &names {
        folder.write(name, UNTIDY.as_bytes());
    }
    let listed: String = names.iter().map(|name| format!("{name}\n")).collect();
    folder.run(&["fmt", "--check"]).is(
        1,
        &listed,
        "200 files of the current folder would change, 0 would not\n",
    );
    folder.run(&["fmt"]).is(0, "", "200 files of the current folder changed, 0 unchanged\n");
    assert!(names.iter().all(|name| folder.read(name) == TIDY));
    assert_eq!(folder.names(), names, "temporary files remain");
}

#[cfg(unix)]
#[test]
fn unwritable_file_is_reported() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::of(&[("a.carom", UNTIDY), ("b.carom", UNTIDY)]);
    set_permissions(folder.path("a.carom"), Permissions::from_mode(0o444)).unwrap();
    let err = "error: a.carom: the file is read-only\n1 file of the current folder changed, 0 unchanged\n";
    folder.run(&["fmt"]).is(2, "", err);
    assert_eq!(folder.read("a.carom"), UNTIDY);
    assert_eq!(folder.read("b.carom"), TIDY);
}

#[test]
fn fmt_uses_configured_line_ending() {
    let config = "root = true\nformat.line-ending = \"lf\"\n\
                  [[overrides]]\npaths = [\"kept/**\"]\nformat.line-ending = \"auto\"\n";
    let crlf = TIDY.replace('\n', "\r\n");
    let mixed = format!("{BROKEN}\n{UNTIDY}").replace('\n', "\r\n");
    let folder = Folder::of(&[
        ("carom.toml", config),
        ("a.carom", &crlf),
        ("kept/a.carom", &crlf),
        ("dos/carom.toml", "format.line-ending = \"crlf\"\n"),
        ("dos/a.carom", UNTIDY),
        ("left/a.carom", &mixed),
    ]);
    let ended = folder.run(&["fmt", "--check"]);
    assert_eq!(ended.code, Some(1));
    assert_eq!(ended.out, "a.carom\ndos/a.carom\nleft/a.carom\n");
    for (name, end) in [("a.carom", "CRLF"), ("dos/a.carom", "LF")] {
        let why =
            format!("{name}: has {end} line endings, unlike `format.line-ending` in carom.toml\n");
        assert!(ended.err.contains(&why), "{}", ended.err);
    }
    assert!(!ended.err.contains("kept/a.carom"), "{}", ended.err);
    let why =
        "line endings differ from `format.line-ending` in 3 files; `carom fmt` rewrites them\n";
    assert!(folder.run(&["check", "--hints"]).err.contains(why));
    assert!(!folder.run(&["check"]).err.contains(why));
    folder.run(&["fmt"]);
    assert!(!folder.run(&["check", "--hints", "a.carom", "dos"]).err.contains("line endings"));
    assert_eq!(folder.read("a.carom"), TIDY);
    assert_eq!(folder.read("kept/a.carom"), crlf);
    assert_eq!(folder.read("dos/a.carom"), crlf);
    // A skipped puzzle keeps its bytes.
    let left = format!("{BROKEN}\n").replace('\n', "\r\n") + TIDY;
    assert_eq!(folder.read("left/a.carom"), left);
    assert_eq!(folder.feed(&["fmt", "-"], crlf.as_bytes()).out, TIDY);
}

#[test]
fn broken_configuration_is_reported_once() {
    let folder = Folder::of(&[
        ("in/carom.toml", "format.line-endings = \"lf\"\n"),
        ("in/a.carom", UNTIDY),
        ("in/b.carom", UNTIDY),
        ("out.carom", UNTIDY),
    ]);
    let ended = folder.run(&["fmt"]);
    assert_eq!(ended.code, Some(2));
    assert_eq!(ended.err.matches("line-endings").count(), 2, "{}", ended.err);
    assert!(ended.err.contains("did you mean `line-ending`?"));
    assert!(ended.err.ends_with("1 file of the current folder changed, 0 unchanged\n"));
    assert_eq!(folder.read("in/b.carom"), UNTIDY);
    assert_eq!(folder.read("out.carom"), TIDY);
}

#[cfg(unix)]
#[test]
fn separated_hard_link_is_a_warning() {
    let folder = Folder::of(&[("a.carom", "puzzle lunar\nboard:\n@.+A\n")]);
    std::fs::hard_link(folder.path("a.carom"), folder.path("b")).unwrap();
    let ended = folder.run(&["fmt", "a.carom"]);
    let warning = "warning: a.carom: other hard links to this file keep the old text\n";
    assert!(ended.err.contains(warning), "{ended:?}");
    assert_eq!(folder.read("b"), "puzzle lunar\nboard:\n@.+A\n");
}
