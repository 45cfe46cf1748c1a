//! `carom hardest`: the start of a board that needs the most moves.

use super::folder::Folder;

const BOARD: &str = "\
author: Ann
rules: direct

puzzle ricochet \"Board\"
  moves: 1
  solution: R>
  board:
    R . . r
    . . . .
    . . G .
    B . . .
";

#[test]
fn hardest_start_is_proved_and_written() {
    let folder = Folder::of(&[("a.carom", BOARD)]);
    let ended = folder.run(&["hardest", "a.carom"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    // Without the 105 starts on the target, which are no puzzles.
    assert!(ended.err.starts_with("1,575 starts: "), "{ended:?}");
    assert_eq!(folder.read("a.carom"), BOARD);
    folder.write("b.carom", ended.out.as_bytes());
    folder.run(&["check", "-q", "b.carom"]).is(0, "", "");
    let moves = |text: &str| -> u32 {
        let line = text.lines().find_map(|line| line.strip_prefix("  moves: "));
        line.unwrap().parse().unwrap()
    };
    let hardest = moves(&ended.out);
    assert!(hardest > 3, "{ended:?}");
    // Fixed pieces leave fewer starts.
    let with_fixed_pieces = folder.run(&["hardest", "a.carom", "--keep", "G,B"]);
    assert!(with_fixed_pieces.out.contains(". . G .\n    B"), "{with_fixed_pieces:?}");
    assert!((1..=hardest).contains(&moves(&with_fixed_pieces.out)));
    let several = folder.run(&["hardest", "a.carom", "--count", "3", "--unique"]);
    folder.write("c.carom", several.out.as_bytes());
    folder.run(&["check", "-q", "--hints", "c.carom", "--allow", "warnings"]);
    assert_eq!(several.out.matches("puzzle ricochet \"Board").count(), 3);
    assert!(several.out.contains("\"Board 3\""), "{several:?}");
    let solved = folder.run(&["solve", "--format", "json", "c.carom"]);
    assert_eq!(solved.out.matches("\"optimal_solutions\":1,").count(), 3);
    // The numbers of all starts do not tell how far the search for these went.
    let checked = several.err.lines().last().unwrap();
    assert!(checked.ends_with(" starts checked, the hardest first; 3 have one optimal solution"));
}

/// Comments such as `; 24 need 12 moves, of 255,024 starts.` are true. Larger searches take too
/// long.
#[test]
fn comments_of_examples_count_starts() {
    let text = include_str!("../../examples/hardest.carom");
    let mut counted = 0;
    for section in text.split("\n\n").filter(|section| section.contains("\npuzzle ")) {
        let comment = section.lines().next().unwrap();
        let words: Vec<&str> =
            comment.trim_start_matches("; ").trim_end_matches(" starts.").split(' ').collect();
        let [hardest, _, moves, _, _, starts] = words[..] else {
            panic!("{comment}");
        };
        let number: u64 = starts.replace(',', "").parse().unwrap();
        if number > 1_100_000 {
            continue;
        }
        counted += 1;
        let puzzle = section.split_once('\n').unwrap().1;
        let folder = Folder::of(&[("a.carom", puzzle)]);
        let ended = folder.run(&["hardest", "a.carom"]);
        assert!(ended.err.starts_with(&format!("{starts} starts: ")), "{comment}: {ended:?}");
        let needs = if hardest == "1" { "needs" } else { "need" };
        let deepest = format!("\n{hardest} {needs} {moves} moves, ");
        assert!(ended.err.contains(&deepest), "{comment}: {ended:?}");
    }
    assert!(counted >= 3);
}

#[test]
fn missing_hardest_start_is_explained() {
    let lunar = "puzzle lunar\n  board:\n    @ . + A 1\n";
    let blocked = "puzzle lunar\n  board:\n    @ +\n";
    let folder = Folder::of(&[
        ("a.carom", BOARD),
        ("two.carom", lunar),
        ("blocked.carom", blocked),
        (
            "slider.carom",
            "puzzle slider\n  board:\n    H . . .\n    . . . .\n    . . . .\n    . . . V\n",
        ),
    ]);
    for (arguments, error) in [
        (
            &["two.carom"][..],
            "two.carom: the hardest start of this puzzle cannot be found: it has several humans, \
             and the table of all starts has room for one",
        ),
        (
            &["slider.carom"],
            "slider.carom: the hardest start of this puzzle cannot be found: its moves are \
             not slides of single pieces",
        ),
        (&["blocked.carom"], "blocked.carom: no such start has a solution"),
        (&["a.carom", "--keep", "Y"], "a.carom: the board has no piece Y"),
        (
            &["a.carom", "--max-memory", "100"],
            "a.carom: a table of all starts takes 1 MiB; raise the memory limit or remove a piece",
        ),
    ] {
        let ended = folder.run(&[&["hardest"][..], arguments].concat());
        ended.is(2, "", &format!("error: {error}\n"));
    }
}

/// Pieces can be placed by tiles and keys, and can swap squares.
#[test]
fn pieces_in_keys_and_tiles_are_moved() {
    let tiles = "puzzle ricochet\n  rules: direct\n  tiles: A1F A2B A3F A4B\n  robots: R a1, B p16\n  \
                 target: red-star\n";
    let under = "puzzle ricochet\n  rules: direct\n  target: r b1\n  board:\n    R . . .\n    . . . .\n    . G . .\n";
    let folder = Folder::of(&[("tiles.carom", tiles), ("under.carom", under)]);
    for (file, key) in [("tiles.carom", "\n  tiles: A1F A2B A3F A4B\n"), ("under.carom", "r")] {
        let ended = folder.run(&["hardest", file]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.out.contains(key), "{ended:?}");
        folder.write("out.carom", ended.out.as_bytes());
        folder.run(&["check", "-q", "out.carom"]).is(0, "", "");
    }
}

/// Any robot may reach such a target, so all starts of a set of squares are one.
#[test]
fn target_of_any_robot_has_hardest_start() {
    let any = BOARD.replace(". . r", ". . *");
    let folder = Folder::of(&[("a.carom", &any)]);
    let ended = folder.run(&["hardest", "a.carom", "--keep", "B"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    // Three of the fifteen squares off the target.
    assert!(ended.err.starts_with("455 starts: "), "{ended:?}");
    assert!(ended.out.contains("\n    B"), "{ended:?}");
    folder.write("b.carom", ended.out.as_bytes());
    folder.run(&["check", "-q", "b.carom"]).is(0, "", "");
}

/// The symbols of robots that are not on the board are left out.
#[test]
fn each_printed_target_has_hardest_start() {
    let tiles = "puzzle ricochet \"Tiles\"\n  rules: direct\n  tiles: A1F A2B A3F A4B\n  robots: R a1, B p16\n  \
                 target: red-star\n";
    let folder = Folder::of(&[("a.carom", tiles), ("drawn.carom", BOARD)]);
    let ended = folder.run(&["hardest", "a.carom", "--each-target"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(!ended.err.contains("green") && !ended.err.contains("yellow"), "{ended:?}");
    assert_eq!(ended.out.matches("\npuzzle ").count(), 7, "{ended:?}");
    assert!(ended.err.contains("\nred-moon: 63,001 starts: "), "{ended:?}");
    for colour in ["red", "blue"] {
        for symbol in ["moon", "pyramid", "saturn", "star"] {
            let name = format!("\"Tiles, {colour}-{symbol}\"\n");
            assert!(ended.out.contains(&name), "{name}{ended:?}");
            let target = format!("  target: {colour}-{symbol}\n");
            assert!(ended.out.contains(&target), "{target}{ended:?}");
        }
    }
    folder.write("out.carom", ended.out.as_bytes());
    folder.run(&["check", "-q", "out.carom"]).is(0, "", "");
    let error = "error: drawn.carom: `--each-target` needs a puzzle with `tiles` and a `target`\n";
    folder.run(&["hardest", "drawn.carom", "--each-target"]).is(2, "", error);
}

/// A comment of the author is about the old start.
#[test]
fn comments_about_the_old_start_are_left_out() {
    let text = "; One move.\npuzzle lunar \"x\" ; easy\n  ; carom: allow idle-robot\n  moves: 1\n  \
                board:\n    @ . + A ; here\n    . . . .\n    . . . B\n";
    let folder = Folder::of(&[("a.carom", text)]);
    let ended = folder.run(&["hardest", "a.carom"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let comments: Vec<&str> = ended.out.lines().filter(|line| line.contains(';')).collect();
    assert_eq!(comments, ["  ; carom: allow idle-robot"], "{}", ended.out);
}
