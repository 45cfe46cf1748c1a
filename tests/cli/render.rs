//! `carom render`: pictures of puzzles.

use super::folder::Folder;

const DECK: &str = "\
puzzle lunar \"One & only\"
  board:
    @ . + A

puzzle ricochet \"Round\"
  board:
    R . . .
    . . . .
    . . . r
";

#[test]
fn one_picture_goes_to_standard_output() {
    let folder = Folder::of(&[("a.carom", DECK)]);
    let draw = |more: &[&str]| {
        let arguments = [&["render", "a.carom", "--puzzle", "1"][..], more].concat();
        let ended = folder.run(&arguments);
        assert_eq!(
            (ended.code, ended.err.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
        assert!(
            ended.out.contains("<title>One &amp; only</title>"),
            "{ended:?}"
        );
        ended.out
    };
    let plain = draw(&[]);
    assert!(!plain.contains("<style>") && !plain.contains(" width=\"480\""));
    let dark = draw(&["--theme", "dark", "--size", "480"]);
    assert!(dark.contains("class=\"carom-background\"") && dark.contains(" width=\"480\""));
    assert_eq!(draw(&["--theme", "dark", "--size", "480"]), dark);
}

#[test]
fn a_solution_has_a_frame_for_each_position() {
    let folder = Folder::of(&[("a.carom", DECK)]);
    for (puzzle, moves) in [("1", 1), ("2", 2)] {
        let ended = folder.run(&["render", "a.carom", "--puzzle", puzzle, "--solution"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let frames = ended.out.matches("<g class=\"carom-frame ").count();
        assert_eq!(frames, moves + 1);
        assert_eq!(ended.out.matches("@keyframes").count(), moves + 1);
        assert!(
            ended.out.contains(&format!(">{moves} of {moves}: "))
                || ended.out.contains(&format!("\n{moves} of {moves}: ")),
            "{ended:?}"
        );
        assert!(ended.out.contains("prefers-reduced-motion"));
    }
}

#[test]
fn several_pictures_go_into_a_folder_and_replace_pictures_alone() {
    let folder = Folder::of(&[("a.carom", DECK), ("out/a-Round.svg", "somebody's")]);
    let ended = folder.run(&["render", "a.carom"]);
    let error = "error: 2 pictures do not go to standard output; name a folder with `--output`\n";
    ended.is(2, "", error);
    let ended = folder.run(&["render", "a.carom", "-o", "all.svg"]);
    let error = "error: 2 pictures do not go into one file; name a folder such as all/\n";
    ended.is(2, "", error);
    let ended = folder.run(&["render", "a.carom", "-o", "out"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert_eq!(folder.read("out/a-Round.svg"), "somebody's");
    let first = folder.read("out/a-One-only.svg");
    let ended = folder.run(&[
        "render",
        "a.carom",
        "--puzzle",
        "1",
        "--theme",
        "print",
        "-o",
        "out/a-One-only.svg",
    ]);
    ended.is(0, "", "");
    assert_ne!(folder.read("out/a-One-only.svg"), first);
    folder
        .run(&["render", "a.carom", "-o", "new/"])
        .is(0, "", "");
    assert_eq!(folder.read("new/a-One-only.svg"), first);
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let folder = Folder::of(&[("a.carom", "puzzle lunar\n  board:\n    @ . A\n")]);
    let ended = folder.run(&["render", "a.carom"]);
    assert_eq!(ended.code, Some(2));
    assert!(
        ended
            .err
            .starts_with("error: a.carom:1: a malformed puzzle cannot be drawn\n"),
        "{ended:?}"
    );
    let ended = folder.run(&["render", "a.carom", "--puzzle", "Two"]);
    ended.is(2, "", "error: no puzzle with the name or number \"Two\"\n");
}
