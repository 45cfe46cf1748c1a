//! Playing puzzles by hand, and writing the played moves.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp::board_editor::Editor;
use crate::lsp::client::{Client, PATIENCE, place};
use crate::lsp::schema::Schema;
use crate::lsp::texts::URI;

/// A robot two slides from the right column, or three on a detour.
const CORNER: &str = "\
puzzle ricochet \"Corner\"
  rules: direct
  board:
    . . . r
    . . . .
    R . . .
";

fn ask(client: &mut Client, moves: &[&str]) -> Value {
    let mut params = place(URI, 0, 0);
    params["moves"] = json!(moves);
    let found = client.request("carom/play", params);
    Schema::of("protocol").check_as("play", &found).unwrap();
    found
}

/// Plays moves, and waits until no search is running.
fn settled(client: &mut Client, moves: &[&str]) -> Value {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        let found = ask(client, moves);
        if found["state"] != "solving" {
            return found;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("no answer");
}

#[test]
fn play_shows_remaining_moves() {
    let mut client = Client::new();
    client.open(URI, CORNER);
    client.answered(URI, 0);
    let start = settled(&mut client, &[]);
    let legal = [
        json!({"move": "R^", "motions": [{"id": "R", "from": "a1", "to": "a3"}]}),
        json!({"move": "R>", "motions": [{"id": "R", "from": "a1", "to": "d1"}]}),
    ];
    assert_eq!(start["legal"], json!(legal));
    assert_eq!(start["frames"].as_array().unwrap().len(), 1);
    for (moves, left, is_solved) in [
        (&[][..], 2, false),
        (&["R>"][..], 1, false),
        (&["R>", "R<"][..], 2, false),
        (&["R>", "R<", "R^"][..], 1, false),
        (&["R→", "R<", "R^", "R>"][..], 0, true),
    ] {
        let found = settled(&mut client, moves);
        assert_eq!(found["optimum"], 2, "{moves:?}");
        assert_eq!(found["left"], left, "{moves:?}");
        assert_eq!(found["solved"], is_solved, "{moves:?}");
        assert_eq!(found["settled"], true, "{moves:?}");
        assert_eq!(found["count"], moves.len(), "{moves:?}");
        assert_eq!(found["refused"], Value::Null);
        assert_eq!(found["frames"].as_array().unwrap().len(), moves.len() + 1);
    }
    let robot = json!({"id": "R", "kind": "robot", "square": "d1", "label": "red robot R"});
    assert_eq!(settled(&mut client, &["R>"])["pieces"], json!([robot]));
    let over = settled(&mut client, &["R>", "Rv", "R<"]);
    assert_eq!(over["refused"]["move"], "Rv");
    assert_eq!(over["frames"].as_array().unwrap().len(), 2);
    let over = settled(&mut client, &["R>", "R^", "R<"]);
    let why = json!({"move": "R<", "why": "the puzzle is solved already"});
    assert_eq!(over["refused"], why);
    assert_eq!(over["legal"], json!([]));
}

#[test]
fn remaining_moves_depend_on_remembered_moves() {
    let mut client = Client::new();
    let text = "puzzle ricochet\n  board:\n    # R . r\n    # . . .\n";
    client.open(URI, text);
    client.answered(URI, 0);
    // The robot must move along both axes, so moving there and back is useful.
    let start = settled(&mut client, &[]);
    assert_eq!(start["optimum"], 3, "{start:#}");
    let down = settled(&mut client, &["Rv"]);
    assert_eq!(down["left"], 2);
    // The robot is where it was, but has moved vertically.
    let back = settled(&mut client, &["Rv", "R^"]);
    assert_eq!(back["left"], 1);
}

#[test]
fn slider_and_rush_can_be_played() {
    let mut client = Client::new();
    let duel = "puzzle slider\n  board:\n    . . V .\n    . . . .\n    . . . .\n    . . . H\n";
    client.open(URI, duel);
    let start = ask(&mut client, &[]);
    let first = json!({"move": "d1^", "motions": [{"id": "H@d1", "from": "d1", "to": "d2"}]});
    let leaves = json!({"move": "d1>", "motions": [{"id": "H@d1", "from": "d1", "to": null}]});
    let legal = start["legal"].as_array().unwrap();
    assert!(legal.contains(&first) && legal.contains(&leaves), "{start:#}");
    let over = settled(&mut client, &["d1>"]);
    assert_eq!((&over["solved"], &over["left"]), (&json!(true), &json!(0)));
    let rush = "puzzle rush\n  player: a1\n  hand: ╬\n  items: KEY b2\n  board:\n    ╬╬\n    ╬╬\n";
    client.change_all(URI, 2, rush);
    client.answered(URI, 0);
    let played = settled(&mut client, &["1>:^"]);
    assert_eq!(played["legal"], json!([]));
    let pieces = played["pieces"].as_array().unwrap();
    let at = |kind: &str| {
        let found = pieces.iter().filter(|piece| piece["kind"] == kind);
        found.map(|piece| piece["square"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((at("player"), at("item")), (vec!["b2".into()], vec![]));
    assert_eq!(at("tile").len(), 4);
    assert!(pieces.iter().any(|piece| piece["label"] == "cross"));
    let frames = played["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 3, "{played:#}");
    assert_eq!(settled(&mut client, &["1>:x"])["refused"]["move"], "1>:x");
}

#[test]
fn a_move_of_the_board_has_a_motion_of_each_piece() {
    let mut client = Client::new();
    let text = "puzzle tilt\n  board:\n    . . . .\n    . B . .\n    . . # +\n    G . . .\n";
    client.open(URI, text);
    let start = settled(&mut client, &[]);
    let blue = json!({"id": "B@b3", "from": "b3", "to": "d3"});
    let green = json!({"id": "G@a1", "from": "a1", "to": "d1"});
    let legal = start["legal"].as_array().unwrap();
    assert_eq!(legal[1], json!({"move": ">", "motions": [blue, green]}));
    // The green piece falls into the hole; the blue one moves on.
    let solved = settled(&mut client, &[">", "↑"]);
    assert_eq!((&solved["solved"], &solved["left"]), (&json!(true), &json!(0)), "{solved:#}");
    let falls = json!({"id": "G@d1", "from": "d1", "to": "d2"});
    let frame = solved["frames"].as_array().unwrap().last().unwrap();
    assert!(frame["motions"].as_array().unwrap().contains(&falls), "{frame:#}");
    let refused = settled(&mut client, &["A>"])["refused"]["why"].clone();
    assert_eq!(refused, "not a move of Tilt: a move is a direction, as in `^` or `>`");
}

#[test]
fn played_moves_are_written_as_solution() {
    let mut editor = Editor::open(CORNER);
    let moves = |moves: &[&str]| json!({"moves": moves});
    for (played, why) in [
        (&["R>"][..], "the moves do not solve the puzzle: "),
        (&["R>", "Rv"][..], "`Rv` cannot be played: "),
        (&[][..], "there are no moves to write"),
    ] {
        let refused = editor.refused("carom.insertSolution", 0, &moves(played));
        assert!(refused.starts_with(why), "{refused}");
    }
    let done = editor.run("carom.insertSolution", 0, &moves(&["R→", "R<", "R^", "R>"]));
    assert_eq!(done, json!({"applied": true}));
    assert_eq!(editor.text(), format!("{CORNER}  solution: R> R< R^ R>\n"));
    let refused = editor.refused("carom.insertSolution", 0, &moves(&["R>", "R<", "R^", "R>"]));
    assert_eq!(refused, "that solution stands there already");
}

#[test]
fn writing_a_solution_keeps_its_comments() {
    let text =
        format!("{CORNER}  solution: R> ; one\n    ; between\n    R< ; two\n    R^ ; three\n");
    let mut editor = Editor::open(&text);
    editor.run("carom.insertSolution", 0, &json!({"moves": ["R>", "R^"]}));
    let expected = "  solution: R> R^ ; one\n    ; between\n    ; two\n     ; three\n";
    assert_eq!(editor.text(), format!("{CORNER}{expected}"));
}
