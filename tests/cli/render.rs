//! `carom render`: pictures of puzzles.

#[cfg(feature = "png")]
mod pixels;
mod sheet;

use super::folder::Folder;

const PUZZLES: &str = "\
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
fn single_picture_goes_to_standard_output() {
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    let draw = |more: &[&str]| {
        let arguments = [&["render", "a.carom", "--puzzle", "1"][..], more].concat();
        let ended = folder.run(&arguments);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(ended.out.contains("<title>One &amp; only</title>"), "{ended:?}");
        ended.out
    };
    let plain = draw(&[]);
    assert!(!plain.contains("<style>") && !plain.contains(" width=\"480\""));
    let dark = draw(&["--theme", "dark", "--size", "480"]);
    assert!(dark.contains("class=\"carom-background\"") && dark.contains(" width=\"480\""));
    assert_eq!(draw(&["--theme", "dark", "--size", "480"]), dark);
}

#[test]
fn animation_has_a_frame_per_position() {
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    for (puzzle, moves) in [("1", 1), ("2", 2)] {
        let ended = folder.run(&["render", "a.carom", "--puzzle", puzzle, "--solution"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let frames = ended.out.matches("<g class=\"carom-frame ").count();
        assert_eq!(frames, moves + 1);
        assert_eq!(ended.out.matches("@keyframes").count(), moves + 1);
        let captions = (1..=moves).map(|number| format!("{number} of {moves}: "));
        for caption in captions {
            assert_eq!(ended.out.matches(&caption).count(), 1, "{ended:?}");
        }
        assert!(ended.out.contains("prefers-reduced-motion"));
    }
}

#[test]
fn render_replaces_only_pictures() {
    let folder = Folder::of(&[("a.carom", PUZZLES), ("out/a-Round.svg", "somebody's")]);
    let ended = folder.run(&["render", "a.carom"]);
    let error = "error: 2 pictures do not go to standard output; name a folder with `--output`\n";
    ended.is(2, "", error);
    let ended = folder.run(&["render", "a.carom", "-o", "all.svg"]);
    let error = "error: 2 pictures do not go into one file; name a folder such as all/\n";
    ended.is(2, "", error);
    let ended = folder.run(&["render", "a.carom", "--puzzle", "1", "-o", "one.gif"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.starts_with("error: one.gif: expected the extension svg, "));
    let ended = folder.run(&["render", "a.carom", "-o", "out"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert_eq!(folder.read("out/a-Round.svg"), "somebody's");
    assert_eq!(folder.names(), ["a.carom", "out"]);
    let draw = |more: &[&str]| {
        let ended = folder.run(&[&["render", "a.carom", "-o"][..], more].concat());
        ended.is(0, "", "");
        folder.read("new/a-One-only.svg")
    };
    let light = draw(&["new/"]);
    let print = draw(&["new/a-One-only.svg", "--puzzle", "1", "--theme", "print"]);
    assert_ne!(print, light);
    assert_eq!(draw(&["new"]), light);
}

#[test]
fn pictures_keep_subfolders_and_valid_names() {
    let long = "x".repeat(240);
    let text = format!("puzzle lunar \"{long}\"\n  board:\n    @ + A\n");
    let folder = Folder::of(&[("in/a/a.carom", &*text), ("in/b/a.carom", &*text)]);
    folder.run(&["render", "in", "-o", "out"]).is(0, "", "");
    for name in ["out/a", "out/b"] {
        let files = std::fs::read_dir(folder.path(name)).unwrap();
        assert_eq!(files.count(), 1, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn pictures_can_be_written_to_pipes() {
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    let plain = folder.run(&["render", "a.carom", "--puzzle", "1"]).out;
    let ended = folder.run(&["render", "a.carom", "--puzzle", "1", "-o", "/dev/stdout"]);
    ended.is(0, &plain, "");
    let pipe = folder.path("pipe.svg");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap());
    let ended = folder.run(&["render", "a.carom", "--puzzle", "1", "-o", "pipe.svg"]);
    ended.is(0, "", "");
    assert_eq!(reader.join().unwrap(), plain);
}

#[test]
fn missing_solution_is_explained() {
    let unsolvable = "puzzle lunar\n  board:\n    @ . +\n    . A .\n    . . .\n";
    let folder = Folder::of(&[("a.carom", PUZZLES), ("b.carom", unsolvable)]);
    let limited = ["render", "a.carom", "--puzzle", "2", "--solution", "--max-positions", "1"];
    let ended = folder.run(&limited);
    let warning = "warning: a.carom:5: there is no solution to draw (at least 2 moves), only \
                   the start\n";
    assert_eq!((ended.code, &*ended.err), (Some(1), warning), "{ended:?}");
    let ended = folder.run(&["render", "b.carom", "--solution"]);
    let warning = "warning: b.carom:1: there is no solution to draw (unsolvable), only the start\n";
    assert_eq!((ended.code, &*ended.err), (Some(0), warning), "{ended:?}");
}

#[test]
fn undrawable_puzzle_is_named() {
    let folder = Folder::of(&[("a.carom", "puzzle lunar\n  board:\n    @ . A\n")]);
    let error = "error: a.carom:1: a malformed puzzle cannot be drawn\n";
    folder.run(&["render", "a.carom"]).is(1, "", error);
    std::fs::create_dir(folder.path("empty")).unwrap();
    folder.run(&["render", "empty", "--allow-empty"]).is(0, "", "");
    let ended = folder.run(&["render", "a.carom", "--puzzle", "Two"]);
    ended.is(2, "", "error: no puzzle with the name or number \"Two\"\n");
}
