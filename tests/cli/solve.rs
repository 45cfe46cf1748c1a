//! `carom solve`: one answer per puzzle, as text and JSON.

use serde_json::{Value, json};

use super::folder::{CLEAN, DIRTY, Folder};

const PUZZLES: &str = r#"title: Deck

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

fn folder_with_puzzles() -> Folder {
    Folder::of(&[("deck.carom", PUZZLES)])
}

#[test]
fn answer_is_one_line() {
    let out = "\
deck.carom:3: First contact: 4 moves  @^ @< @v @<
deck.carom:11: Hopeless: unsolvable: nothing can move
deck.carom:15: Malformed: invalid: `carom check` says why
deck.carom:17: Home: 0 moves
deck.carom:23: 2 moves  R> Rv
";
    folder_with_puzzles().run(&["solve"]).is(1, out, "");
}

#[test]
fn exit_status_tells_whether_a_solution_is_missing() {
    let text = "puzzle lunar\n  moves: none\n  board:\n    @ . +\n";
    let wrong = text.replace("none\n", "3\n");
    let unsolvable = "a.carom:1: unsolvable: nothing can move\n";
    for (text, code, out) in [
        (text, 0, unsolvable),
        (&wrong, 1, unsolvable),
        (DIRTY, 0, "a.carom:1: Two off: 1 move  @>\n"),
    ] {
        let folder = Folder::of(&[("a.carom", text)]);
        folder.run(&["solve"]).is(code, out, "");
    }
}

#[test]
fn puzzle_is_selected_by_name_or_number() {
    let folder = folder_with_puzzles();
    let home = "deck.carom:17: Home: 0 moves\n";
    folder.run(&["solve", "--puzzle", "Home"]).is(0, home, "");
    folder.run(&["solve", "--puzzle", "4"]).is(0, home, "");
    let hopeless = "deck.carom:11: Hopeless: unsolvable: nothing can move\n";
    folder.run(&["solve", "--puzzle", "2"]).is(1, hopeless, "");
    for unknown in ["6", "0", "elsewhere", ""] {
        let error = format!("error: no puzzle with the name or number {unknown:?}\n");
        folder.run(&["solve", "--puzzle", unknown]).is(2, "", &error);
    }
}

/// Returns the objects of a run, without members that differ between runs and versions.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let out =
        folder_with_puzzles().run(&[&["solve", "--format", "json"][..], arguments].concat()).out;
    let objects = out.lines().map(|line| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        let members = object.as_object_mut().unwrap();
        assert!(members.remove("seconds").unwrap().as_f64().unwrap() >= 0.0);
        assert!(members.remove("positions").unwrap().is_u64());
        // A malformed puzzle has no identity.
        let identity = members.remove("identity");
        assert_eq!(identity.is_none(), members["status"] == "invalid");
        object
    });
    objects.collect()
}

#[test]
fn json_has_one_object_per_line() {
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
fn json_members_keep_documented_order() {
    let line = folder_with_puzzles()
        .run(&["solve", "--format", "json", "--puzzle", "1", "--max-positions", "2"])
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
fn reached_limit_is_named() {
    for (flag, value, limit) in
        [("--max-positions", "2", "positions"), ("--max-memory", "1kB", "memory")]
    {
        let object = &objects(&["--puzzle", "1", flag, value])[0];
        assert_eq!(object["status"], "unknown");
        assert_eq!(object["limit"], limit);
        let at_least = object["at_least"].as_u64().unwrap();
        assert!((1..=4).contains(&at_least), "{object}");
        for nothing in ["moves", "solution", "optimal_solutions"] {
            assert!(object[nothing].is_null(), "{object}");
        }
        let ended = folder_with_puzzles().run(&["solve", "--puzzle", "1", flag, value]);
        let plural = if at_least == 1 { "" } else { "s" };
        let out = format!(
            "deck.carom:3: First contact: unknown: at least {at_least} move{plural}; \
             the limit of {limit} was reached\n"
        );
        ended.is(1, &out, "");
    }
}

/// A puzzle with two solutions of two moves, and a wall.
const TWO: &str = "puzzle ricochet \"Two ways\"\n  rules: direct\n  board:\n    . . .|.\n    . . . .\n      -\n    . . . .\n    R . . r\n";

#[test]
fn show_draws_board_and_steps() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let answer = "clean.carom:1: One slide: 1 move  @>\n";
    let start = "\n     1 @ . + A\n       a b c d\n\n";
    let shown = folder.run(&["solve", "--show"]);
    shown.is(0, &format!("{answer}{start}"), "");
    let shown = folder.run(&["solve", "--show=steps"]);
    assert!(shown.out.starts_with(&format!("{answer}{start}  1. ")), "{shown:?}");
    assert!(shown.out.contains("@ slides right from a1 to c1"), "{shown:?}");
    assert_eq!(shown.out.matches("a b c d").count(), 2);
    let coloured = folder.run(&["solve", "--show", "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}["), "{coloured:?}");
    let plain = anstream::adapter::strip_str(&coloured.out).to_string();
    assert_eq!(plain, format!("{answer}{start}"));
}

#[test]
fn all_optimal_solutions_are_listed() {
    let corner = TWO.replace("    R . . r", "    R . . .").replace(". . .|.", ". . . r");
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
fn nearest_puzzle_name_is_suggested() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let ended = folder.run(&["solve", "--puzzle", "On slide"]);
    let err =
        "error: no puzzle with the name or number \"On slide\"; did you mean \"One slide\"?\n";
    ended.is(2, "", err);
}

#[test]
fn misplaced_show_value_gets_suggestion() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let ended = folder.run(&["solve", "--show", "steps", "clean.carom"]);
    let error = "error: steps: no such file or folder; did you mean `--show=steps`?\n";
    assert_eq!((ended.code, ended.err.as_str()), (Some(2), error));
    let ended = folder.run(&["solve", "steps", "clean.carom"]);
    assert_eq!(ended.err, "error: steps: no such file or folder\n");
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
fn grouped_moves_show_their_slides() {
    let folder = Folder::of(&[("a.carom", GROUPED)]);
    let ended = folder.run(&["solve", "--puzzle", "1", "a.carom"]);
    let line = "a.carom:1: Three slides: 1 move (3 slides)  @> @^ @<\n";
    ended.is(0, line, "");
    let ended = folder.run(&["solve", "--puzzle", "1", "--format", "json", "a.carom"]);
    let object: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!((&object["moves"], &object["slides"]), (&json!(1), &json!(3)));
    let ended = folder.run(&["check", "a.carom"]);
    // The author's solution has one move, like the optimum.
    assert!(ended.out.contains("claimed 3 moves, but the optimum is 1"), "{ended:?}");
    assert!(ended.out.contains("unknown rule `grouped` for Slider"), "{ended:?}");
    assert_eq!(ended.out.matches("error[").count(), 2, "{ended:?}");
}

#[test]
fn drawn_line_is_marked_where_it_repeats() {
    let text = "puzzle slider\n  board:\n    H . . .\n    H . . .\n    H . . .\n    . V V V\n";
    let folder = Folder::of(&[("a.carom", text)]);
    let ended = folder.run(&["solve", "--show=steps", "a.carom"]);
    let marked: Vec<&str> = ended.out.lines().filter(|line| line.contains(" again")).collect();
    let [last] = marked[..] else {
        panic!("{ended:?}");
    };
    // The board at the end is the one after the named move.
    let boards = ended.out.split("to-move: ").count() - 1;
    let board = |number: usize| ended.out.split("\n\n").nth(2 * number + 1).unwrap();
    let earlier = last
        .rsplit_once("after move ")
        .map(|(_, number)| number.strip_suffix(" again").unwrap().parse::<usize>().unwrap());
    assert_eq!(board(boards - 1), board(earlier.unwrap_or(0)), "{ended:?}");
}
