//! `carom convert`: import and export of foreign formats.

use super::folder::Folder;

const LEVEL: &str = "board:2,2;\nh0,0;\nh0,2;\nh1,0;\nh1,2;\nv0,0;\nv0,1;\nv2,0;\nv2,1;\n\
    tr1,0;\nrr0,1;\n";
const PUZZLE: &str = "puzzle ricochet \"level\"\n  rules: direct\n  board:\n    . r\n    R .\n";
const LOST_NAME: &str = "deck.carom: roboyard cannot hold the name\n";

#[test]
fn level_round_trips() {
    let folder = Folder::of(&[("level.txt", LEVEL), ("deck.carom", PUZZLE)]);
    folder.run(&["convert", "--to", "carom", "level.txt"]).is(0, PUZZLE, "");
    let warning = format!("warning: {LOST_NAME}");
    folder.run(&["convert", "--to", "roboyard", "deck.carom"]).is(0, LEVEL, &warning);
    folder.run(&["convert", "--check", "--to", "roboyard", "deck.carom"]).is(0, LOST_NAME, "");
    assert_eq!(folder.names(), ["deck.carom", "level.txt"]);
}

#[test]
fn convert_overwrites_nothing() {
    let folder = Folder::of(&[("level.txt", LEVEL), ("other.carom", "title: mine\n")]);
    let run = ["convert", "--to", "carom", "level.txt", "--output"];
    let to = |output: &'static str| folder.run(&[&run[..], &[output]].concat());
    to("new.carom").is(0, "", "1 puzzle written\n");
    assert_eq!(folder.read("new.carom"), PUZZLE);
    // The file already has the same content.
    to("new.carom").is(0, "", "1 puzzle written\n");
    let taken = "error: other.carom: a file stands there already, and is not overwritten; \
                 name another\n";
    to("other.carom").is(2, "", taken);
    assert_eq!(folder.read("other.carom"), "title: mine\n");
}

#[test]
fn unreadable_puzzle_leaves_no_partial_output() {
    let broken = LEVEL.replace("rr0,1;", "rr0,7;");
    let folder = Folder::of(&[("a.txt", LEVEL), ("b.txt", &broken)]);
    let fault = "\
error[syntax]: 0,7 is outside the board of 2×2
  --> b.txt:11:1
   |
11 | rr0,7;
   | ^^^^^^
";
    let run = ["convert", "--from", "roboyard", "--to", "carom", "--output"];
    let nothing = "error: nothing is written, as not all of it could be converted\n";
    folder.run(&[&run[..], &["deck.carom", "."]].concat()).is(
        1,
        "",
        &format!("{fault}\n{nothing}"),
    );
    assert_eq!(folder.names(), ["a.txt", "b.txt"]);
    // The other files are converted completely.
    folder.run(&[&run[..], &["decks", "."]].concat()).is(
        1,
        "",
        &format!("{fault}\n1 puzzle written\n"),
    );
    assert!(folder.read("decks/a.carom").contains("puzzle ricochet \"a\""));
    assert_eq!(folder.names(), ["a.txt", "b.txt", "decks"]);
}

#[test]
fn unsupported_content_is_refused_with_its_place() {
    let text = format!("{PUZZLE}\n{}", PUZZLE.replace(" R .", " R /").replace("level", "turn"));
    let folder = Folder::of(&[("deck.carom", &text)]);
    folder.run(&["convert", "--to", "asp", "deck.carom"]).is(
        1,
        "",
        "error: deck.carom: line 7: \"turn\" cannot be written as asp: \
         b1: the format has no diagonals\n\
         warning: deck.carom: asp cannot hold the name\n",
    );
}

#[test]
fn single_puzzle_formats_need_a_folder() {
    let text = format!("{PUZZLE}\n{}", PUZZLE.replace("level", "the 2nd/one"));
    let folder = Folder::of(&[("deck.carom", &text)]);
    let run = |output: &[&str]| {
        let run = ["convert", "--to", "pddl", "deck.carom"];
        folder.run(&[&run[..], output].concat())
    };
    run(&[]).is(2, "", "error: pddl has one puzzle a file: name a folder with `--output`\n");
    run(&["--output", "problems/"]).is(0, "", "2 puzzles written\n");
    assert!(folder.read("problems/domain.pddl").contains("(define (domain ricochet-robots)"));
    assert!(folder.read("problems/level.pddl").contains("(at robot-1 cell-1-2)"));
    assert!(folder.read("problems/the-2nd-one.pddl").contains("(:goal (and (nothing-is-moving)"));
}

#[test]
fn unknown_format_is_an_error() {
    let folder = Folder::of(&[("README.md", "# Levels\n"), ("level.txt", LEVEL)]);
    folder.run(&["convert", "--to", "carom"]).is(0, PUZZLE, "");
    folder.run(&["convert", "--to", "carom", "README.md"]).is(
        1,
        "",
        "error: README.md: cannot detect the format: name it with `--from`\n",
    );
}

#[test]
fn output_keeps_subfolders() {
    let folder =
        Folder::of(&[("in/one.txt", LEVEL), ("in/b/one.txt", LEVEL), ("in/b/c/One.txt", LEVEL)]);
    let run = |paths: &[&str]| {
        let run = ["convert", "--from", "roboyard", "--to", "carom", "--output"];
        folder.run(&[&run[..], paths].concat())
    };
    run(&["out", "in"]).is(0, "", "3 puzzles written\n");
    for name in ["out/one.carom", "out/b/one.carom", "out/b/c/One.carom"] {
        assert!(folder.read(name).starts_with("puzzle ricochet"), "{name}");
    }
    // For files named as arguments, the file names count.
    run(&["flat", "in/one.txt", "in/b/one.txt", "in/b/c/One.txt"]).is(0, "", "3 puzzles written\n");
    for name in ["flat/one.carom", "flat/one-2.carom", "flat/One-3.carom"] {
        assert!(folder.read(name).starts_with("puzzle ricochet"), "{name}");
    }
    run(&["two", "in/b", "in/"]).is(0, "", "3 puzzles written\n");
    assert!(folder.read("two/c/One.carom").starts_with("puzzle"));
    assert!(folder.read("two/one-2.carom").starts_with("puzzle"));
}

#[test]
fn long_names_are_cut_in_file_names() {
    let long = "é".repeat(125);
    let puzzles: Vec<String> = ["one", "two", "three"]
        .iter()
        .map(|end| PUZZLE.replace("level", &format!("{long}{end}")))
        .collect();
    let folder = Folder::of(&[("deck.carom", &puzzles.join("\n"))]);
    let unnamed = PUZZLE.replace(" \"level\"", "");
    folder.write(&format!("{}.carom", "z".repeat(248)), unnamed.as_bytes());
    let convert = ["convert", "--to", "roboyard", "--output", "out/", "."];
    let ended = folder.run(&convert);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let mut names: Vec<String> = std::fs::read_dir(folder.path("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(names[0].starts_with(&"z".repeat(230)), "{names:?}");
    for name in &names[1..] {
        assert!(name.starts_with(&"é".repeat(110)), "{name}");
    }
    // The same file already exists.
    assert_eq!(folder.run(&convert), ended);
}

#[test]
fn output_folder_is_not_read() {
    for (output, written) in [("./out/", "out/levels/level.carom"), ("all.carom", "all.carom")] {
        let folder = Folder::of(&[("levels/level.txt", LEVEL)]);
        for _ in 0..2 {
            folder.run(&["convert", "--to", "carom", "--output", output]).is(
                0,
                "",
                "1 puzzle written\n",
            );
            assert_eq!(folder.read(written), PUZZLE);
        }
    }
}

#[test]
fn existing_file_prevents_all_writes() {
    let folder = Folder::of(&[
        ("in/a.txt", LEVEL),
        ("in/b.txt", LEVEL),
        ("in/c.txt", LEVEL),
        ("out/b.carom", "title: mine\n"),
    ]);
    let taken = "error: out/b.carom: a file stands there already, and is not overwritten; \
                 name another\n";
    folder.run(&["convert", "--to", "carom", "--output", "out", "in"]).is(2, "", taken);
    assert_eq!(folder.read("out/b.carom"), "title: mine\n");
    assert!(!folder.path("out/a.carom").exists());
    assert!(!folder.path("out/c.carom").exists());
}

#[test]
fn check_reports_what_a_format_drops() {
    let text = format!("; all mine\n\ntitle: mine\n\n; by hand\n{PUZZLE}");
    let folder = Folder::of(&[("deck.carom", &text)]);
    let left = "\
warning[syntax]: comments of the file dropped: no puzzle can hold it
 --> deck.carom:1:3
  |
1 | ; all mine
  |   ^^^^^^^^

warning[syntax]: `title` of the file dropped: no puzzle can hold it
 --> deck.carom:3:1
  |
3 | title: mine
  | ^^^^^
\n";
    let with_comment = PUZZLE.replace("puzzle", "; by hand\npuzzle");
    folder.run(&["convert", "--to", "carom", "deck.carom"]).is(0, &with_comment, left);
    folder
        .run(&["convert", "--check", "--to", "ricochetrobots", "deck.carom"])
        .is(1, "", &format!("{left}error: deck.carom: line 6: \"level\" cannot be written as ricochetrobots: missing robot S: a board of this size needs five robots\n"));
    folder.run(&["convert", "--check", "--to", "asp", "deck.carom"]).is(
        0,
        "deck.carom: asp cannot hold the name\n",
        left,
    );
}

#[test]
fn hyphen_means_standard_output() {
    let folder = Folder::of(&[("level.txt", LEVEL)]);
    let run = |to| folder.run(&["convert", "--to", to, "--output", "-", "level.txt"]);
    run("carom").is(0, PUZZLE, "");
    run("roboyard").is(0, LEVEL, "warning: level.txt: roboyard cannot hold the name\n");
    assert_eq!(folder.names(), ["level.txt"]);
    let folder = Folder::of(&[("a.txt", LEVEL), ("b.txt", LEVEL)]);
    folder.run(&["convert", "--to", "asp", "--output", "-"]).is(
        2,
        "",
        "error: asp has one puzzle a file: name a folder with `--output`\n\
         warning: a.txt: asp cannot hold the name\n\
         warning: b.txt: asp cannot hold the name\n",
    );
    assert_eq!(folder.names(), ["a.txt", "b.txt"]);
}

#[test]
fn joining_files_keeps_comments_with_puzzles() {
    let a = "0000100100010000001000002s4\n# about the first\n";
    let b = "0001001000000000001001002s4\n# about the second\n";
    let above = |text: &str| {
        let (line, comment) = text.trim_end().split_once('\n').unwrap();
        format!("{comment}\n{line}\n")
    };
    let folder = Folder::of(&[("a.txt", a), ("b.txt", b)]);
    let joined = ["convert", "--to", "carom", "--output", "deck.carom", "."];
    folder.run(&joined).is(0, "", "2 puzzles written\n");
    let lost = "deck.carom: lunar-digits cannot hold the name (2 puzzles)\n";
    folder.run(&["convert", "--to", "lunar-digits", "deck.carom"]).is(
        0,
        &(above(a) + &above(b)),
        &format!("warning: {lost}"),
    );
    folder.run(&["convert", "--check", "--to", "lunar-digits", "deck.carom"]).is(0, lost, "");
}

#[test]
fn file_without_puzzle_is_reported() {
    let folder = Folder::of(&[("empty.txt", "\n# nothing yet\n")]);
    for format in ["lunar-digits", "lunar-words", "driftingdroids-id"] {
        folder.run(&["convert", "--from", format, "--to", "carom", "empty.txt"]).is(
            0,
            "",
            "warning: empty.txt: no puzzles found\n",
        );
    }
}
