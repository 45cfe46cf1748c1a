//! All commands with Slider and X-mas Rush.

use serde_json::{Value, json};

use super::folder::Folder;

/// Wrong claims, an idle wall, and tiles written as digits.
const PUZZLES: &str = r#"puzzle slider "Race"
  result: draw
  board:
    H . . .
    H . # .
    . . . .
    . V V .

puzzle rush "Two presents"
  player: a4
  hand: f
  items: KEY d1, BOOK a1
  moves: 3
  board:
    65a3
    a9aa
    5d3a
    c9c9
  solution: dv 4<:<vv<v<
"#;

const MISPLAYED: &str = "dv 4<:<vv<v<";

fn folder_with_puzzles() -> Folder {
    Folder::of(&[("deck.carom", PUZZLES)])
}

fn objects(out: &str) -> Vec<Value> {
    let objects = out.lines().map(|line| serde_json::from_str(line).unwrap());
    objects.collect()
}

/// Returns the codes that `check` reports, in order.
fn codes(folder: &Folder) -> Vec<String> {
    let out = folder.run(&["check", "--format", "json"]).out;
    let codes = objects(&out).into_iter();
    codes.filter_map(|object| Some(object["code"].as_str()?.to_owned())).collect()
}

#[test]
fn check_verifies_claims_and_solutions_of_every_game() {
    let ended = folder_with_puzzles().run(&["check"]);
    assert_eq!(ended.code, Some(1));
    for expected in [
        "error[result-mismatch]: claimed draw, but the value is win 19",
        "error[moves-mismatch]: claimed 3 moves, but the optimum is 1",
        "error[illegal-move]: step 3 of the walk cannot go down from c3: the tile ╗ on c2 \
         is closed towards the player",
    ] {
        assert!(ended.out.contains(expected), "{}", ended.out);
    }
    let found = codes(&folder_with_puzzles());
    assert_eq!(found, ["result-mismatch", "moves-mismatch", "illegal-move"]);
}

#[test]
fn fix_keeps_correct_claims() {
    let folder = folder_with_puzzles();
    let ended = folder.run(&["check", "--fix=claims"]);
    assert_eq!(ended.code, Some(1), "wrong solutions must not change");
    let text = folder.read("deck.carom");
    assert!(text.contains("  result: win 19\n") && text.contains("  moves: 1\n"));
    assert_eq!(codes(&folder), ["illegal-move"]);
}

#[test]
fn solve_prints_values_turns_and_movers() {
    let ended = folder_with_puzzles().run(&["solve", "--format", "json"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let [race, presents] = &objects(&ended.out)[..] else {
        panic!("two answers: {}", ended.out);
    };
    for (member, expected) in [
        ("game", json!("slider")),
        ("status", json!("solved")),
        ("value", json!("win")),
        ("plies", json!(19)),
        ("legal_moves", json!({"H": 3, "V": 4})),
        ("optimal", json!(true)),
    ] {
        assert_eq!(race[member], expected, "{member} of {race}");
    }
    assert_eq!(race.get("moves"), None);
    assert_eq!(presents["game"], json!("rush"));
    assert_eq!(presents["moves"], json!(1));
    assert_eq!(presents.get("value"), None);

    // `check` accepts each solution to its end.
    let lines = [race, presents].map(|answer| answer["solution"].as_str().unwrap().to_owned());
    let [line, turns] = lines;
    let text = PUZZLES
        .replace("result: draw", "result: win 19")
        .replace("    . V V .\n", &format!("    . V V .\n  solution: {line}\n"))
        .replace("moves: 3", "moves: 1")
        .replace(MISPLAYED, &turns);
    let played = Folder::of(&[("deck.carom", &text)]);
    assert_eq!(codes(&played), [""; 0]);

    let text = folder_with_puzzles().run(&["solve"]);
    let first = format!("deck.carom:1: Race: win 19  {line}\n");
    let second = format!("deck.carom:9: Two presents: 1 move  {turns}\n");
    text.is(0, &(first + &second), "");
}

#[test]
fn unknown_value_names_limit_and_bounds() {
    let folder = Folder::of(&[(
        "six.carom",
        "puzzle slider\n  board:\n    H . . . . .\n    H . . . . .\n    H . . . . .\n    \
         H . . . . .\n    H . . . . .\n    . V V V V V\n",
    )]);
    let limit = ["--max-positions", "1000"];
    let text = folder.run(&["solve", limit[0], limit[1]]);
    let json = folder.run(&["solve", "--format", "json", limit[0], limit[1]]);
    let object = &objects(&json.out)[0];
    assert_eq!((text.code, json.code), (Some(1), Some(1)));
    assert_eq!(object["limit"], "positions");
    assert_eq!(object["positions"], 1_000);
    assert!(object["solution"].is_null() && object["plies"].is_null());
    let plies = ["no_win_within", "no_loss_within"].map(|side| object[side].as_u64().unwrap());
    let [win, loss] = plies;
    // Five pieces with six steps each.
    assert!(win >= 58 && loss >= 59, "{object}");
    let expected = format!(
        "six.carom:1: unknown: no win within {win} plies, no loss within {loss} plies; \
         the limit of positions was reached\n"
    );
    assert_eq!(text.out, expected);
}

#[test]
fn fmt_converts_digits_to_tiles() {
    let folder = folder_with_puzzles();
    assert_eq!(folder.run(&["fmt", "--check"]).code, Some(1));
    assert_eq!(folder.run(&["fmt"]).code, Some(0));
    let expected = PUZZLES
        .replace("hand: f", "hand: ╬")
        .replace("65a3", "╔═║╗")
        .replace("a9aa", "║╝║║")
        .replace("5d3a", "═╩╗║")
        .replace("c9c9", "╚╝╚╝");
    assert_eq!(folder.read("deck.carom"), expected);
    assert_eq!(folder.run(&["fmt", "--check"]).code, Some(0));
}

#[test]
fn explain_knows_lints_of_these_games() {
    let folder = Folder::of(&[]);
    for lint in ["blunder", "result-mismatch", "bad-item", "missing-hand", "closed-tile"] {
        let ended = folder.run(&["explain", lint]);
        assert_eq!(ended.code, Some(0), "{lint}");
        assert!(ended.out.contains(lint), "{}", ended.out);
    }
}
