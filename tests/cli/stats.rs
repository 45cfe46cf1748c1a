//! `carom stats` and `carom find`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::folder::{CLEAN, Folder, carom, end};
use super::schema::Schema;

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
    let answers = out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let identities = answers.map(|answer| answer["identity"].as_str().unwrap_or("").to_owned());
    identities.collect()
}

#[test]
fn stats_list_outliers() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("deck.carom", PUZZLES)]);
    let ids = identities(&folder);
    let ended = folder.run(&["stats"]);
    let seconds: Vec<&str> = ended
        .out
        .lines()
        .filter(|line| line.contains(" s  "))
        .collect();
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
    let schema = Schema::of("stats");
    let paths = ["tests/fixtures", "examples"];
    let paths = paths.map(|path| format!("{}/{path}", env!("CARGO_MANIFEST_DIR")));
    let run = |command: &str| {
        let mut program = carom();
        program.args([command, "--format", "json", "--max-positions", "2000"]);
        program.args(&paths);
        let out = end(program, b"").out;
        let lines = out.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<Value>>()
    };
    let [sum] = run("stats").try_into().unwrap();
    schema.check(&sum).unwrap();
    let answers = run("solve");
    let of = |game: &Value, status: Option<&str>| {
        let answers = answers.iter().filter(|answer| answer["game"] == *game);
        answers
            .filter(|answer| status.is_none_or(|status| answer["status"] == status))
            .count()
    };
    assert_eq!(sum["puzzles"], answers.len());
    let mut count = 0;
    for game in sum["games"].as_array().unwrap() {
        assert_eq!(game["puzzles"], of(&game["game"], None));
        for status in ["solved", "unsolvable", "unknown", "invalid"] {
            assert_eq!(game[status], of(&game["game"], Some(status)), "{game}");
        }
        let (measure, bars) = match game.get("plies") {
            Some(bars) => ("plies", bars),
            None => ("moves", &game["moves"]),
        };
        let mut counted: BTreeMap<u64, u64> = BTreeMap::new();
        for answer in &answers {
            if let (true, Some(length)) = (answer["game"] == game["game"], answer[measure].as_u64())
            {
                *counted.entry(length).or_default() += 1;
            }
        }
        let bars = bars.as_array().unwrap().iter();
        let bars = bars.map(|bar| {
            let number = |name: &str| bar[name].as_u64().unwrap();
            (number("length"), number("puzzles"))
        });
        assert!(bars.eq(counted), "{game}");
        count += 1;
    }
    assert!(count >= 4);
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for identity in answers
        .iter()
        .filter_map(|answer| answer["identity"].as_str())
    {
        *places.entry(identity).or_default() += 1;
    }
    places.retain(|_, count| *count > 1);
    let duplicates = sum["duplicates"].as_array().unwrap().iter();
    let duplicates: BTreeMap<&str, usize> = duplicates
        .map(|group| {
            let count = group["puzzles"].as_array().unwrap().len();
            (group["identity"].as_str().unwrap(), count)
        })
        .collect();
    assert_eq!(duplicates, places);
    let unsolved = sum["unsolved"].as_array().unwrap().len();
    assert_eq!(
        unsolved,
        answers.len() - usize::try_from(sum["solved"].as_u64().unwrap()).unwrap()
    );
}

#[test]
fn markdown_escapes_names() {
    let text = CLEAN.replace("One slide", "A | <b>");
    let folder = Folder::of(&[("a_b.carom", &text)]);
    let out = folder.run(&["stats", "--format", "markdown"]).out;
    assert!(
        out.contains("| 1 move | A \\| \\<b\\> | a\\_b\\.carom\\:1 | `"),
        "{out}"
    );
    assert!(
        out.contains(
            "```text\npuzzles by moves\n1 ████████████████████████████████████████ 1\n```"
        )
    );
}

#[test]
fn find_accepts_identity_prefix_and_title() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("sub/deck.carom", PUZZLES)]);
    let ids = identities(&folder);
    let both = "sub/deck.carom:3 Call\n  also sub/deck.carom:10 Llac\n";
    folder.run(&["find", &ids[1]]).is(0, both, "");
    folder
        .run(&["find", &ids[1][..4].to_uppercase()])
        .is(0, both, "");
    folder.run(&["find", &ids[1], "a.carom"]).is(1, "", "");
    folder
        .run(&["find", &ids[5]])
        .is(0, "sub/deck.carom:27\n", "");
    folder
        .run(&["find", "one SLIDE"])
        .is(0, "a.carom:1 One slide\n", "");
    folder
        .run(&["find", "lac"])
        .is(0, "sub/deck.carom:10 Llac\n", "");
    // Too few or too many digits.
    for wrong in [&ids[1][..3], &format!("{}0", ids[1]), "who?"] {
        folder.run(&["find", wrong]).is(1, "", "");
    }
    let missing = folder.run(&["find", &ids[0], ".", "missing.carom"]);
    assert_eq!(missing.code, Some(2));
    assert_eq!(missing.out, "a.carom:1 One slide\n");
}
