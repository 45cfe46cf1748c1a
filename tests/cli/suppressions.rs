//! `carom check --fix` with suppressions.

use super::folder::Folder;

/// A file without diagnostics.
const CLEAN: &str = r#"title: One and the other

; The first one.
puzzle lunar "Call a stopper"
  moves: 2
  board:
    . . . A .
    . . . . .
    @ . + . .
    . . . B .
  solution: Av
    @>

puzzle lunar "One slide"
  moves: 1
  board:
    @ . + A
"#;

const CHECK: [&str; 3] = ["check", "--deny", "warnings"];
const FIX: [&str; 4] = ["check", "--deny", "warnings", "--fix"];

#[test]
fn unused_suppression_is_removed_with_its_line() {
    let all = "1 file of the current folder: 0 errors, 0 warnings; 1 fix applied\n";
    let comment = "; carom: allow unsolvable\t";
    for line_end in ["\n", "\r\n", "\r"] {
        let lines: Vec<&str> = CLEAN.lines().collect();
        let folder = Folder::of(&[("deck.carom", &(lines.join(line_end) + line_end))]);
        folder.run(&CHECK).is(
            0,
            "",
            "2 puzzles in 1 file of the current folder: 0 errors, 0 warnings\n",
        );
        for at in 0..=lines.len() {
            let mut with = lines.clone();
            with.insert(at, comment);
            // The last line may lack its line ending.
            for last in [line_end, ""] {
                folder.write("deck.carom", (with.join(line_end) + last).as_bytes());
                let ended = folder.run(&FIX);
                assert_eq!(ended.code, Some(0), "{at}: {ended:?}");
                assert!(ended.err.ends_with(all), "{at}: {ended:?}");
                let is_last = at == lines.len();
                let last = if is_last { line_end } else { last };
                assert_eq!(folder.read("deck.carom"), lines.join(line_end) + last, "{at}");
            }
        }
        // After other text, only the comment is removed.
        for at in (0..lines.len()).filter(|&at| !lines[at].contains(['"', ':', ';'])) {
            let mut with = lines.clone();
            let line = format!("{}  {comment}", lines[at]);
            with[at] = &line;
            folder.write("deck.carom", (with.join(line_end) + line_end).as_bytes());
            assert_eq!(folder.run(&FIX).code, Some(0), "{at}");
            let blank = if lines[at].is_empty() { 1 } else { 0 };
            let mut expected = lines.clone();
            expected.drain(at..at + blank);
            assert_eq!(folder.read("deck.carom"), expected.join(line_end) + line_end);
        }
    }
}

#[test]
fn used_lints_stay_in_list_with_reason() {
    let lints = ["unsolvable", "moves-mismatch", "bad-glyph", "unknown-key"];
    let folder = Folder::of(&[]);
    for way in 0..3_u32.pow(4) {
        // Each lint is missing from the list, after a space or a comma.
        let mut list = String::new();
        let mut used = Vec::new();
        let mut rest = way;
        for place in 0..4 {
            let lint = lints[(place + way as usize) % 4];
            let how = rest % 3;
            rest /= 3;
            if how == 0 {
                continue;
            }
            if !list.is_empty() {
                list += if how == 1 { " " } else { " ,  " };
            }
            list += lint;
            if ["moves-mismatch", "unknown-key"].contains(&lint) {
                used.push(lint);
            }
        }
        if list.is_empty() {
            continue;
        }
        for reason in ["", " as I see it", ": the author's"] {
            let puzzle = |comment: &str| {
                let moves = if used.contains(&"moves-mismatch") { 2 } else { 1 };
                let key = if used.contains(&"unknown-key") { "  colour: red\n" } else { "" };
                format!("puzzle lunar\n{comment}{key}  moves: {moves}\n  board:\n    @ . + A\n")
            };
            let comment = format!("  ; carom: allow {list}{reason}\n");
            folder.write("deck.carom", puzzle(&comment).as_bytes());
            let ended = folder.run(&FIX);
            assert_eq!(ended.code, Some(0), "{comment}{ended:?}");
            let after = folder.read("deck.carom");
            if used.is_empty() {
                // The reason stays as a comment.
                let note = reason.trim_start_matches([' ', ':']);
                let note = match note {
                    "" => String::new(),
                    note => format!("  ; {note}\n"),
                };
                assert_eq!(after, puzzle(&note), "{comment}");
            } else {
                let now = after.lines().nth(1).unwrap();
                let lints =
                    now.strip_prefix("  ; carom: allow ").unwrap().strip_suffix(reason).unwrap();
                let left: Vec<_> =
                    lints.split([' ', ',']).filter(|lint| !lint.is_empty()).collect();
                assert_eq!(left, used, "{comment}{now}");
                assert_eq!(after, puzzle(&format!("{now}\n")));
            }
            assert_eq!(folder.run(&CHECK).code, Some(0), "{after}");
        }
    }
}

#[test]
fn suppression_of_unchecked_duplicate_is_kept() {
    let puzzle = "puzzle lunar \"One slide\"\n  moves: 1\n  board:\n    @ . + A\n";
    let again =
        puzzle.replace("  moves", "  ; carom: allow duplicate-puzzle for beginners\n  moves");
    let folder = Folder::of(&[("a.carom", puzzle), ("b.carom", &again)]);
    for arguments in [&[][..], &["b.carom"], &["."]] {
        for command in [&CHECK[..], &FIX] {
            let ended = folder.run(&[command, arguments].concat());
            assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
            assert_eq!(folder.read("b.carom"), again);
        }
    }
    folder.write("b.carom", puzzle.as_bytes());
    assert_eq!(folder.run(&CHECK).code, Some(1));
}

#[test]
fn unknown_lint_stays_reported_after_fix() {
    let puzzle = "puzzle lunar\n  ; carom: allow moves-mismatch unsolvable, all of it\n  moves: 2\n  \
                board:\n    @ . + A\n";
    let folder = Folder::of(&[("deck.carom", puzzle)]);
    for arguments in [&CHECK[..], &FIX, &CHECK] {
        let ended = folder.run(arguments);
        assert!(ended.out.contains("unknown lint `all`"), "{ended:?}");
        assert_eq!(ended.code, Some(1));
    }
    let left = puzzle.replace(" unsolvable", "");
    assert_eq!(folder.read("deck.carom"), left);
}
