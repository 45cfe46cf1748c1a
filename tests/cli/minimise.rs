//! `carom minimise`: the same optimum with fewer things on the board.

use super::folder::Folder;

const TWO: &str = "\
author: Ann
rules: direct

puzzle ricochet \"Walls\"
  moves: 2
  board:
    R . . . . .
    . # . . . .
    . .|. . G .
    . . . Y . r
  solution: R> Rv

puzzle lunar \"Pieces\"
  board:
    @ . + A B
    C . . . .
";

const SMALL: &str = "\
author: Ann
rules: direct

puzzle lunar \"Pieces\"
  board:
    @ . + A .
    . . . . .
";

#[test]
fn minimised_puzzle_is_printed_or_written() {
    let folder = Folder::of(&[("a.carom", TWO)]);
    let ended = folder.run(&["minimise", "a.carom", "--puzzle", "Pieces"]);
    ended.is(0, SMALL, "removed 2 pieces\n");
    assert_eq!(folder.read("a.carom"), TWO);
    let ended = folder.run(&["minimise", "a.carom", "--puzzle", "1", "--write"]);
    ended.is(0, "", "removed 2 pieces, 1 block and 1 wall\n");
    assert!(folder.read("a.carom").contains(". . . . . .\n    . . . . . r\n  solution: R> Rv\n"));
    folder.run(&["check", "-q", "a.carom"]).is(0, "", "");
    let ended = folder.run(&["minimise", "a.carom", "--puzzle", "1", "--unique"]);
    assert_eq!(ended.err, "nothing can be removed\n");
}

#[test]
fn unminimisable_puzzle_is_explained() {
    let broken = "puzzle lunar \"No target\"\n  board:\n    @ . A\n";
    let unsolvable = "puzzle lunar\n  board:\n    @ . + A\n    . . . .\n    . . . .\n";
    let folder = Folder::of(&[
        ("a.carom", TWO),
        ("broken.carom", broken),
        ("cards.txt", "0000100100010000001000002\n"),
        ("unsolvable.carom", &unsolvable.replace('A', ".")),
    ]);
    for (arguments, error) in [
        (&["a.carom"][..], "a.carom: the file has several puzzles; name one with `--puzzle`"),
        (
            &["a.carom", "--puzzle", "Peices"],
            "no puzzle with the name or number \"Peices\"; did you mean \"Pieces\"?",
        ),
        (&["cards.txt"], "cards.txt: no puzzles found; `carom convert` reads foreign formats"),
        (&["broken.carom"], "broken.carom: the puzzle is malformed; `carom check` says why"),
        (
            &["unsolvable.carom"],
            "unsolvable.carom: the puzzle has no solution that is proved optimal",
        ),
    ] {
        let ended = folder.run(&[&["minimise"][..], arguments].concat());
        ended.is(2, "", &format!("error: {error}\n"));
    }
}

#[test]
fn walls_of_tiles_are_kept() {
    let tiles = "puzzle ricochet\n  tiles: A1F A2B A3F A4B\n  robots: R a1, G c5, B p16\n  \
                 target: red-star\n";
    let folder = Folder::of(&[("a.carom", tiles)]);
    let ended = folder.run(&["minimise", "a.carom"]);
    let expected = tiles.replace("R a1, G c5, B p16", "R a1, B p16");
    ended.is(0, &expected, "removed 1 piece\n");
}

#[test]
fn limit_keeps_progress_and_is_reported() {
    let text = "\
puzzle ricochet
  board:
    R . . . . . . . .
    . . . . . . . . .
    . . . . G . . . .
    . . . . . . B . .
    . . . Y . . . . .
    . . . . . . . . .
    . . . . . . . . r
";
    let folder = Folder::of(&[("a.carom", text)]);
    let limited = |most: &str| {
        let ended = folder.run(&["minimise", "a.carom", "--max-positions", most]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        ended
    };
    let warning = "warning: a limit was reached, so more may be removable\n";
    assert_eq!(limited("10000").err, "removed 3 pieces\n");
    assert_eq!(limited("150").err, format!("removed 2 pieces\n{warning}"));
    assert_eq!(limited("50").err, format!("removed 1 piece\n{warning}"));
}
