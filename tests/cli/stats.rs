//! `carom stats` and `carom find`.

use serde_json::Value;

use super::folder::{CLEAN, Folder, carom, end};

/// A puzzle, its mirror image with other letters, an unsolvable one, a malformed one, and one for
/// two players.
const PUZZLES: &str = "author: Anna

puzzle lunar \"Call\"
  board:
    . . . A .
    . . . . .
    @ . + . .
    . . . B .

puzzle lunar \"Llac\"
  author: Ben
  board:
    . Z . . .
    . . . . .
    . . + . @
    . X . . .

puzzle lunar \"Stuck\"
  board:
    @ . + .

puzzle lunar \"Torn\"
  board:
    @ +
    A

puzzle slider
  board:
    . . . .
    . . . .
    V . . .
    . . . H
";

fn identities(folder: &Folder) -> Vec<String> {
    let out = folder.run(&["solve", "--format", "json"]).out;
    let answers = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let identities = answers.map(|answer| answer["identity"].as_str().unwrap_or("").to_owned());
    identities.collect()
}

#[test]
fn stats_list_outliers() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("deck.carom", PUZZLES)]);
    let ids = identities(&folder);
    let ended = folder.run(&["stats"]);
    let seconds: Vec<&str> = ended.out.lines().filter(|line| line.contains(" s  ")).collect();
    let (before, after) = ended.out.split_once("Slowest to solve\n").unwrap();
    let expected = format!(
        "6 puzzles in 2 files: 4 solved, 1 unsolvable, 1 invalid

Lunar Lockout: 5 puzzles: 3 solved, 1 unsolvable, 1 invalid
  puzzles by moves
  1 ##################################### 1
  2 ########################################################################## 2
  hardest
    2 moves  {call}  deck.carom:3 Call
    1 move   {clean}  a.carom:1 One slide

Slider: 1 puzzle: 1 solved
  1 win
  puzzles by plies
  1 ########################################################################## 1
  hardest
    win 1  {slider}  deck.carom:27

Not solved
    invalid                       deck.carom:22 Torn
    unsolvable  {stuck}  deck.carom:18 Stuck

Duplicates
    {call}
      deck.carom:3 Call
      deck.carom:10 Llac

",
        clean = ids[0],
        call = ids[1],
        stuck = ids[3],
        slider = ids[5],
    );
    assert_eq!(before, expected);
    assert_eq!(ids[1], ids[2]);
    // Without a legal move, no search is needed.
    assert!((2..=4).contains(&seconds.len()), "{after}");
    let authors = "\nAuthors\n    4  Anna\n    1  Ben\n    1  without an author\n";
    assert!(after.ends_with(authors), "{after}");
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
}

#[test]
fn stats_match_answers() {
    let paths =
        ["tests/fixtures", "examples"].map(|path| format!("{}/{path}", env!("CARGO_MANIFEST_DIR")));
    let run = |arguments: &[&str]| {
        let mut program = carom();
        program.args(arguments).args(["--max-positions", "2000"]);
        program.args(&paths);
        end(program, b"").out
    };
    let stats = run(&["stats"]);
    let answers: Vec<Value> = run(&["solve", "--format", "json"])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let counts = |answers: &[&Value]| {
        let states = ["solved", "unsolvable", "unknown", "invalid"];
        let states = states.map(|state| {
            let number = answers.iter().filter(|answer| answer["status"] == state);
            (number.count(), state)
        });
        let states = states.iter().filter(|(number, _)| *number > 0);
        let states: Vec<String> =
            states.map(|(number, state)| format!("{number} {state}")).collect();
        states.join(", ")
    };
    let all: Vec<&Value> = answers.iter().collect();
    let first = stats.lines().next().unwrap();
    assert!(first.starts_with(&format!("{} puzzles in ", all.len())), "{first}");
    assert!(first.ends_with(&counts(&all)), "{first}");
    for (game, title) in [
        ("lunar", "Lunar Lockout"),
        ("ricochet", "Ricochet Robots"),
        ("slider", "Slider"),
        ("rush", "X-mas Rush"),
    ] {
        let of_game: Vec<&Value> = answers.iter().filter(|answer| answer["game"] == game).collect();
        let line = format!("\n{title}: {} puzzles: {}\n", of_game.len(), counts(&of_game));
        assert!(stats.contains(&line), "{line}{stats}");
    }
}

#[test]
fn find_accepts_identity_prefix_and_title() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("sub/deck.carom", PUZZLES)]);
    let ids = identities(&folder);
    let both = "sub/deck.carom:3 Call\n  also sub/deck.carom:10 Llac\n";
    folder.run(&["find", &ids[1]]).is(0, both, "");
    folder.run(&["find", &ids[1][..4].to_uppercase()]).is(0, both, "");
    folder.run(&["find", &ids[1], "a.carom"]).is(1, "", "");
    folder.run(&["find", &ids[5]]).is(0, "sub/deck.carom:27\n", "");
    folder.run(&["find", "one SLIDE"]).is(0, "a.carom:1 One slide\n", "");
    folder.run(&["find", "lac"]).is(0, "sub/deck.carom:10 Llac\n", "");
    // Too few or too many digits.
    for wrong in [&ids[1][..3], &format!("{}0", ids[1]), "who?"] {
        folder.run(&["find", wrong]).is(1, "", "");
    }
    let missing = folder.run(&["find", &ids[0], ".", "missing.carom"]);
    assert_eq!(missing.code, Some(2));
    assert_eq!(missing.out, "a.carom:1 One slide\n");
}
