//! `carom new`: starter puzzles.

use super::folder::Folder;

#[test]
fn new_puzzles_are_clean_and_solvable() {
    for (game, size) in
        [("lunar", "5x3"), ("ricochet", "8x4"), ("slider", "4x4"), ("rush", "7x7"), ("tilt", "5x5")]
    {
        let folder = Folder::of(&[]);
        let arguments = ["new", game, "--size", size, "-o", "a.carom"];
        folder.run(&arguments).is(0, "", "");
        let text = folder.read("a.carom");
        assert_eq!(folder.run(&["new", game, "--size", size]).out, text);
        folder.run(&["check", "-q", "a.carom"]).is(0, "", "");
        assert_eq!(folder.run(&["fmt", "--check", "a.carom"]).code, Some(0));
        assert_eq!(folder.run(&["solve", "a.carom"]).code, Some(0), "{text}");
        // Existing files are kept.
        let exists = "error: a.carom: the file exists; name another one\n";
        folder.run(&arguments).is(2, "", exists);
        assert_eq!(folder.read("a.carom"), text);
    }
}

#[test]
fn impossible_boards_are_refused() {
    let folder = Folder::of(&[]);
    let error = "error: Slider has no starter board of 4x5\n";
    folder.run(&["new", "slider", "--size", "4x5"]).is(2, "", error);
    let run = folder.run(&["new", "lunar", "--size", "large"]);
    assert!(run.err.contains("expected columns and rows, such as 8x8"), "{}", run.err);
}
