//! `carom rate` and the filters of `carom find`.

use serde_json::Value;

use super::folder::Folder;

const LEVELS: &str = "\
puzzle lunar \"Short\"
  board:
    @ . + A

puzzle ricochet \"Two ways\"
  rules: direct
  board:
    R . .
    . . .
    . . r

puzzle ricochet \"Blocker first\"
  rules: direct
  board:
    . . . .
    G . . .
    R . r .

puzzle slider \"No rating\"
  board:
    H . . .
    . . . .
    . . . .
    . . . V
";

fn rate(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn features_match_definition() {
    let folder = Folder::of(&[("a.carom", LEVELS)]);
    let ended = folder.run(&["rate", "--format", "json", "a.carom"]);
    let unrated = "warning: 1 puzzle not rated: 1 of a game for two sides\n";
    assert_eq!((ended.code, &*ended.err), (Some(0), unrated));
    let rated = rate(&ended.out);
    let names: Vec<_> = rated.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Short", "Two ways", "Blocker first"]);
    let (short, ways, blocker) = (&rated[0], &rated[1], &rated[2]);
    assert_eq!((&short["moves"], &short["line"]), (&1.into(), &1.into()));
    assert_eq!(short["robots"], 1);
    // Right and down, or down and right; each of the three positions has two legal moves. At the
    // start two of two keep the optimum, after it one of two.
    assert_eq!((&ways["moves"], &ways["optimal_solutions"]), (&2.into(), &2.into()));
    assert_eq!((&ways["groups"], &ways["switches"]), (&1.into(), &0.into()));
    assert_eq!(ways["branching"], 2.0);
    assert_eq!(ways["optimal_share"], 0.667);
    assert_eq!(ways["states"], 3);
    // After the first move, the correct one of two moves has twice the probability.
    assert_eq!(ways["walk"], 3.0);
    assert_eq!(ways["away"], 0);
    assert_eq!(blocker["robots"], 2);
    assert_eq!(blocker["switches"], blocker["groups"].as_u64().unwrap() - 1);
}

#[test]
fn find_filters_and_sorts_by_features() {
    let folder = Folder::of(&[("a.carom", LEVELS)]);
    let find = |filters: &[&str]| {
        let more = ["--format", "json", "a.carom"];
        let ended = folder.run(&[&["find"][..], filters, &more].concat());
        assert_eq!(ended.code, Some(i32::from(ended.out.is_empty())));
        let rated = rate(&ended.out).into_iter();
        let names = rated.map(|puzzle| puzzle["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let (short, ways, blocker) = ("Short", "Two ways", "Blocker first");
    for (filters, expected) in [
        (&["--game", "ricochet"][..], &[ways, blocker][..]),
        (&["--moves", "2.."], &[ways, blocker]),
        (&["--moves", "1", "--unique"], &[short]),
        (&["--switches", "1..", "--robots", "..2"], &[blocker]),
        (&["--game", "lunar", "--moves", "7.."], &[]),
    ] {
        assert_eq!(find(filters), expected, "{filters:?}");
    }
    let sorted = find(&["--sort", "walk"]);
    assert_eq!(sorted.last().unwrap(), short);
    assert_eq!(find(&["--sort", "walk", "--count", "1"]), sorted[..1]);
    folder.run(&["find"]).is(
        2,
        "",
        "error: give an identity, a title or filters; `carom find --help` has examples\n",
    );
}

#[test]
fn reasons_against_rating_are_counted() {
    let wrong = format!(
        "{}puzzle slider\n  board:\n    V . .\n\npuzzle lunar\n  board:\n    @ . +\n",
        &LEVELS[LEVELS.find("puzzle slider").unwrap()..]
    );
    let folder = Folder::of(&[("a.carom", &wrong)]);
    let ended = folder.run(&["rate", "a.carom"]);
    let why = "warning: 3 puzzles not rated: 1 malformed, 1 of a game for two sides, \
               1 without a solution\n";
    assert_eq!((ended.code, &*ended.out, &*ended.err), (Some(1), "", why));
    // Filters leave out most puzzles, and say nothing about them.
    let found = folder.run(&["find", "--moves", "1..", "a.carom"]);
    assert_eq!((found.code, &*found.out, &*found.err), (Some(1), "", ""));
}

/// The puzzles that are found become a file, with the keys that their files set for all.
#[test]
fn found_puzzles_become_a_file() {
    let folder = Folder::of(&[
        ("a.carom", &format!("author: Ann\n\n{LEVELS}")),
        ("b.carom", "puzzle lunar \"Short as well\"\n  board:\n    . @ . + A\n"),
    ]);
    let by_title = folder.run(&["find", "short", "--to", "carom"]);
    let by_features =
        folder.run(&["find", "--game", "lunar", "--moves", "1", "--to", "carom", "."]);
    for ended in [by_title, by_features] {
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
        let start = "puzzle lunar \"Short\"\n  author: Ann\n  board:\n";
        assert!(ended.out.starts_with(start), "{ended:?}");
        let formatted = folder.feed(&["fmt", "-"], ended.out.as_bytes());
        assert_eq!(formatted.out, ended.out);
        let names = carom::read(&ended.out).unwrap().into_iter().map(|puzzle| puzzle.name.unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["Short", "Short as well"]);
    }
}

/// Several puzzles of one line are told apart.
#[test]
fn found_puzzles_of_one_line_become_a_file() {
    let json = r#"[{"game":"lunar","name":"one","size":[4,1],"targets":["c1"],
        "pieces":[{"name":"@","square":"b1"},{"name":"A","square":"d1"}]},
        {"game":"lunar","name":"one more","size":[5,1],"targets":["d1"],
        "pieces":[{"name":"@","square":"b1"},{"name":"A","square":"e1"}]}]"#;
    let folder = Folder::of(&[
        ("carom.toml", "[[source]]\ninclude = [\"*.json\"]\nformat = \"json\"\n"),
        ("a.json", &json.replace('\n', " ")),
    ]);
    for filter in [&["one"][..], &["--moves", "1"]] {
        let ended = folder.run(&[&["find"][..], filter, &["--to", "carom", "."]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
        let names = carom::read(&ended.out).unwrap().into_iter().map(|puzzle| puzzle.name.unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["one", "one more"]);
    }
}
