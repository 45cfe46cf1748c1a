//! `carom fmt`: files in the standard layout.

use super::folder::{CLEAN, Folder};

const UNTIDY: &str = "puzzle   lunar \"A\"\nmoves:1\nboard:\n@ . + A\nsolution:@→\n";
const TIDY: &str = "puzzle lunar \"A\"\n  moves: 1\n  board:\n    @ . + A\n  solution: @>\n";
const BROKEN: &str = "puzzle lunar \"B\n  board:\n    @ .\n     . +\n";

const REFUSED: &str = "\
error[syntax]: the name has no closing quote
 --> broken.carom:1:14
  |
1 | puzzle lunar \"B
  |              ^^
  |
  = help: add the closing quote

error[ragged-board]: this row starts left or right of the board's edge
 --> broken.carom:4:6
  |
4 |      . +
  |      ^
  |
  = help: line the row up with the others

error: broken.carom: not formatted: the layout cannot be told where the syntax is wrong
";

#[test]
fn files_are_rewritten_in_place_once() {
    let folder = Folder::of(&[("untidy.carom", UNTIDY), ("clean.carom", CLEAN)]);
    folder.run(&["fmt"]).is(0, "", "");
    assert_eq!(folder.read("untidy.carom"), TIDY);
    assert_eq!(folder.read("clean.carom"), CLEAN);
    folder.run(&["fmt", "--check"]).is(0, "", "");
}

#[test]
fn what_would_change_is_listed_and_not_written() {
    let folder = Folder::of(&[("untidy.carom", UNTIDY), ("clean.carom", CLEAN)]);
    folder.run(&["fmt", "--check"]).is(1, "untidy.carom\n", "");
    assert_eq!(folder.read("untidy.carom"), UNTIDY);
}

#[test]
fn the_difference_is_shown() {
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
    folder.run(&["fmt", "--diff"]).is(0, diff, "");
    folder.run(&["fmt", "--diff", "--check"]).is(1, diff, "");
    assert_eq!(folder.read("untidy.carom"), UNTIDY);
}

#[test]
fn a_file_with_wrong_syntax_is_refused_and_the_others_are_done() {
    let folder = Folder::of(&[("broken.carom", BROKEN), ("untidy.carom", UNTIDY)]);
    folder.run(&["fmt"]).is(1, "", REFUSED);
    assert_eq!(folder.read("broken.carom"), BROKEN);
    assert_eq!(folder.read("untidy.carom"), TIDY);
    folder.run(&["fmt", "--check"]).is(1, "", REFUSED);
    folder.run(&["fmt", "--diff"]).is(1, "", REFUSED);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::of(&[]);
    folder
        .feed(&["fmt", "-"], UNTIDY.as_bytes())
        .is(0, TIDY, "");
    folder.feed(&["fmt", "-"], TIDY.as_bytes()).is(0, TIDY, "");
    folder.feed(&["fmt", "-"], b"").is(0, "", "");
    let ended = folder.feed(
        &["fmt", "-", "--stdin-name", "broken.carom"],
        BROKEN.as_bytes(),
    );
    ended.is(1, "", REFUSED);
    let listed = folder.feed(&["fmt", "--check", "-"], UNTIDY.as_bytes());
    listed.is(1, "<stdin>\n", "");
}

#[test]
fn line_ends_and_a_byte_order_mark_are_kept() {
    let folder = Folder::of(&[]);
    for end in ["\n", "\r\n", "\r"] {
        for mark in ["", "\u{feff}"] {
            let untidy = format!("{mark}{}", UNTIDY.trim_end().replace('\n', end));
            let tidy = format!("{mark}{}", TIDY.replace('\n', end));
            folder.write("a.carom", untidy.as_bytes());
            folder.run(&["fmt", "a.carom"]).is(0, "", "");
            assert_eq!(folder.read("a.carom"), tidy);
        }
    }
}

#[test]
fn a_claim_that_is_wrong_is_no_matter_of_layout() {
    let wrong = CLEAN.replace("moves: 1", "moves: 7");
    let folder = Folder::of(&[("wrong.carom", &wrong)]);
    folder.run(&["fmt"]).is(0, "", "");
    assert_eq!(folder.read("wrong.carom"), wrong);
}
