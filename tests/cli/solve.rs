//! `carom solve`: an answer a puzzle, for people and for programs.

use serde_json::{Value, json};

use super::folder::{CLEAN, DIRTY, Folder};

const DECK: &str = r#"title: Deck

puzzle lunar "First contact"
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @

puzzle lunar "Hopeless"
  board:
    @ . +

puzzle lunar "Malformed"

puzzle ricochet "Home"
  rules: direct
  target: r a1
  board:
    R . .

puzzle ricochet
  board:
    R . .
    # . r
"#;

fn deck() -> Folder {
    Folder::of(&[("deck.carom", DECK)])
}

#[test]
fn an_answer_is_a_line() {
    let out = "\
deck.carom:3: First contact: 4 moves  @^ @< @v @<
deck.carom:11: Hopeless: unsolvable: nothing can move
deck.carom:15: Malformed: invalid: `carom check` says why
deck.carom:17: Home: 0 moves
deck.carom:23: 2 moves  R> Rv
";
    deck().run(&["solve"]).is(1, out, "");
}

#[test]
fn all_solved_ends_with_0_whatever_was_claimed() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    folder
        .run(&["solve"])
        .is(0, "dirty.carom:1: Two off: 1 move  @>\n", "");
}

#[test]
fn a_proof_of_moves_none_is_no_error() {
    let text = "puzzle lunar\n  moves: none\n  board:\n    @ . +\n";
    let folder = Folder::of(&[("none.carom", text)]);
    let out = "none.carom:1: unsolvable: nothing can move\n";
    folder.run(&["solve"]).is(0, out, "");
    let wrong = text.replace("none\n", "3\n");
    let folder = Folder::of(&[("none.carom", &wrong)]);
    folder.run(&["solve"]).is(1, out, "");
}

#[test]
fn a_puzzle_is_chosen_by_its_line() {
    let home = "deck.carom:17: Home: 0 moves\n";
    for path in ["deck.carom:17", "deck.carom:21"] {
        deck().run(&["solve", path]).is(0, home, "");
    }
    let none = "error: deck.carom: no puzzle at line 2\n";
    deck().run(&["solve", "deck.carom:2"]).is(2, "", none);
}

#[test]
fn a_puzzle_is_chosen_by_name_or_number() {
    let folder = deck();
    let home = "deck.carom:17: Home: 0 moves\n";
    folder.run(&["solve", "--puzzle", "Home"]).is(0, home, "");
    folder.run(&["solve", "--puzzle", "4"]).is(0, home, "");
    let hopeless = "deck.carom:11: Hopeless: unsolvable: nothing can move\n";
    folder.run(&["solve", "--puzzle", "2"]).is(1, hopeless, "");
    for unknown in ["6", "0", "elsewhere", ""] {
        let error = format!("error: no puzzle with the name or number {unknown:?}\n");
        folder
            .run(&["solve", "--puzzle", unknown])
            .is(2, "", &error);
    }
}

/// The objects of a run, without what differs between runs and versions.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let out = deck()
        .run(&[&["solve", "--format", "json"][..], arguments].concat())
        .out;
    let objects = out.lines().map(|line| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        let members = object.as_object_mut().unwrap();
        assert!(members.remove("seconds").unwrap().as_f64().unwrap() >= 0.0);
        assert!(members.remove("positions").unwrap().is_u64());
        // What is malformed is not known by its position.
        let identity = members.remove("identity");
        assert_eq!(identity.is_none(), members["status"] == "invalid");
        object
    });
    objects.collect()
}

#[test]
fn programs_get_an_object_a_line() {
    let expected = [
        json!({"file": "deck.carom", "line": 3, "name": "First contact", "game": "lunar",
            "status": "solved", "moves": 4, "solution": "@^ @< @v @<", "optimal": true,
            "optimal_solutions": 1}),
        json!({"file": "deck.carom", "line": 11, "name": "Hopeless", "game": "lunar",
            "status": "unsolvable", "moves": null, "solution": null, "optimal": false,
            "optimal_solutions": null, "reason": "nothing can move"}),
        json!({"file": "deck.carom", "line": 15, "name": "Malformed", "game": "lunar",
            "status": "invalid", "moves": null, "solution": null, "optimal": false,
            "optimal_solutions": null, "reason": "missing board"}),
        json!({"file": "deck.carom", "line": 17, "name": "Home", "game": "ricochet",
            "status": "solved", "moves": 0, "solution": "", "optimal": true,
            "optimal_solutions": 1}),
        json!({"file": "deck.carom", "line": 23, "name": null, "game": "ricochet",
            "status": "solved", "moves": 2, "solution": "R> Rv", "optimal": true,
            "optimal_solutions": 1}),
    ];
    assert_eq!(objects(&[]), expected);
}

#[test]
fn the_members_stand_in_the_order_of_the_contract() {
    let line = deck()
        .run(&[
            "solve",
            "--format",
            "json",
            "--puzzle",
            "1",
            "--max-positions",
            "2",
        ])
        .out;
    let members = [
        "file",
        "line",
        "name",
        "game",
        "status",
        "moves",
        "at_least",
        "solution",
        "optimal",
        "optimal_solutions",
        "identity",
        "positions",
        "seconds",
        "limit",
    ];
    let places = members.map(|member| line.find(&format!("\"{member}\":")).unwrap());
    assert!(places.is_sorted(), "{line}");
}

#[test]
fn a_limit_that_is_reached_is_named() {
    for (flag, value, limit) in [
        ("--max-positions", "2", "positions"),
        ("--max-memory", "1kB", "memory"),
    ] {
        let object = &objects(&["--puzzle", "1", flag, value])[0];
        assert_eq!(object["status"], "unknown");
        assert_eq!(object["limit"], limit);
        let at_least = object["at_least"].as_u64().unwrap();
        assert!((1..=4).contains(&at_least), "{object}");
        for nothing in ["moves", "solution", "optimal_solutions"] {
            assert!(object[nothing].is_null(), "{object}");
        }
        let ended = deck().run(&["solve", "--puzzle", "1", flag, value]);
        let plural = if at_least == 1 { "" } else { "s" };
        let out = format!(
            "deck.carom:3: First contact: unknown: at least {at_least} move{plural}; \
             the limit of {limit} was reached\n"
        );
        ended.is(1, &out, "");
    }
}

#[test]
fn limits_are_written_with_units() {
    for arguments in [
        ["--max-memory", "1.5MiB"],
        ["--max-positions", "1_000_000"],
        ["--time-limit", "10min"],
    ] {
        let ended = deck().run(&[&["solve", "--puzzle", "1"][..], &arguments].concat());
        assert_eq!(ended.code, Some(0), "{arguments:?}");
    }
    for arguments in [
        ["--max-memory", "much"],
        ["--max-positions", "-1"],
        ["--time-limit", "10"],
        ["--jobs", "0"],
    ] {
        let ended = deck().run(&[&["solve"][..], &arguments].concat());
        assert_eq!(
            (ended.code, ended.out.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
    }
}

/// Two ways to solve it in two moves, and a wall.
const TWO: &str = "puzzle ricochet \"Two ways\"\n  rules: direct\n  board:\n    . . .|.\n    . . . .\n      -\n    . . . .\n    R . . r\n";

#[test]
fn a_board_is_drawn_and_a_solution_step_by_step() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let answer = "clean.carom:1: One slide: 1 move  @>\n";
    let start = "\n     1 @ . + A\n       a b c d\n\n";
    let shown = folder.run(&["solve", "--show"]);
    shown.is(0, &format!("{answer}{start}"), "");
    let shown = folder.run(&["solve", "--show=steps"]);
    assert!(
        shown.out.starts_with(&format!("{answer}{start}  1. ")),
        "{shown:?}"
    );
    assert!(
        shown.out.contains("@ slides right from a1 to c1"),
        "{shown:?}"
    );
    assert_eq!(shown.out.matches("a b c d").count(), 2);
    let coloured = folder.run(&["solve", "--show", "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}["), "{coloured:?}");
    let plain = anstream::adapter::strip_str(&coloured.out).to_string();
    assert_eq!(plain, format!("{answer}{start}"));
}

#[test]
fn all_optimal_solutions_are_listed_with_their_number() {
    let corner = TWO
        .replace("    R . . r", "    R . . .")
        .replace(". . .|.", ". . . r");
    let folder = Folder::of(&[("a.carom", &corner)]);
    let ended = folder.run(&["solve", "--all"]);
    let out = "a.carom:1: Two ways: 2 moves  R> R^\n  2 optimal solutions:\n  R^ R>\n  R> R^\n";
    let mut lines: Vec<&str> = ended.out.lines().skip(1).collect();
    lines.sort_unstable();
    let mut expected: Vec<&str> = out.lines().skip(1).collect();
    expected.sort_unstable();
    assert_eq!(lines, expected);
    let json = folder.run(&["solve", "--all", "--format", "json"]).out;
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["optimal_solutions"], 2);
    assert_eq!(object["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn the_nearest_name_is_suggested() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let ended = folder.run(&["solve", "--puzzle", "On slide"]);
    let err =
        "error: no puzzle with the name or number \"On slide\"; did you mean \"One slide\"?\n";
    ended.is(2, "", err);
}

#[test]
fn a_way_to_show_that_is_read_as_a_path_is_told() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let ended = folder.run(&["solve", "--show", "steps", "clean.carom"]);
    let told = "error: steps: No such file or directory; did you mean `--show=steps`?\n";
    assert_eq!((ended.code, ended.err.as_str()), (Some(2), told));
    let ended = folder.run(&["solve", "steps", "clean.carom"]);
    assert_eq!(ended.err, "error: steps: No such file or directory\n");
}

const GROUPED: &str = r#"puzzle lunar "Three slides"
  rules: grouped
  moves: 3
  board:
    . . . . .
    . . . A .
    C + . . .
    @ . . . B
    . . . . .
  solution: @> @^ @<

puzzle slider
  rules: grouped
  board:
    H . . .
    . . . .
    . . . .
    . V . .
"#;

#[test]
fn grouped_moves_are_shown_with_their_slides() {
    let folder = Folder::of(&[("a.carom", GROUPED)]);
    let ended = folder.run(&["solve", "--puzzle", "1", "a.carom"]);
    let line = "a.carom:1: Three slides: 1 move (3 slides)  @> @^ @<\n";
    ended.is(0, line, "");
    let ended = folder.run(&["solve", "--puzzle", "1", "--format", "json", "a.carom"]);
    let object: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (&object["moves"], &object["slides"]),
        (&json!(1), &json!(3))
    );
    let ended = folder.run(&["check", "a.carom"]);
    // The author's solution has one move, like the shortest.
    assert!(
        ended.out.contains("claimed 3 moves, but the optimum is 1"),
        "{ended:?}"
    );
    assert!(
        ended.out.contains("unknown rule `grouped` for Slider"),
        "{ended:?}"
    );
    assert_eq!(ended.out.matches("error[").count(), 2, "{ended:?}");
}
