//! Completion while a puzzle of each game is written.

use std::time::Instant;

use serde_json::json;

use crate::lsp::client::{Client, PATIENCE};
use crate::lsp::decks::{ALIKE, DUEL, RUSH, TILED};
use crate::lsp::edits::applied;
use crate::lsp::games::opened;
use crate::lsp::texts::URI;

/// Returns the labels and details of the completions at a position.
fn completions(client: &mut Client, line: u32, column: u32) -> Vec<(String, String)> {
    let items = client.at("textDocument/completion", URI, line, column);
    let items = items.as_array().unwrap().iter();
    items
        .map(|item| {
            let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
            (text("label"), text("detail"))
        })
        .collect()
}

#[test]
fn completion_knows_words_of_each_game() {
    for (text, line, column, expected) in [
        (TILED, 1, 9, &["bounce", "direct", "no-rebound"][..]),
        (TILED, 2, 10, &["g", "r", "*", "red-star"]),
        (TILED, 3, 9, &["1A", "4D", "A1F", "A4B"]),
        (TILED, 4, 10, &["G", "R", "0"]),
        (ALIKE, 3, 10, &["R", "0"]),
        (ALIKE, 8, 4, &["0", "*", "r"]),
        (ALIKE, 9, 12, &["d2^", "a1>", "R^"]),
        (DUEL, 1, 11, &["H", "V"]),
        (DUEL, 2, 10, &["draw", "win", "loss"]),
        (DUEL, 4, 4, &[".", "#", "H", "V"]),
        (RUSH, 2, 8, &["closed", "corner up right", "cross"]),
        (RUSH, 3, 13, &["hand", "opponent"]),
        (RUSH, 4, 10, &["BOOK"]),
        (RUSH, 5, 9, &["1", "none"]),
        (RUSH, 8, 6, &["corner up right"]),
    ] {
        let mut client = opened(text);
        let found = completions(&mut client, line, column);
        let found: Vec<&str> = found.iter().map(|(label, _)| label.as_str()).collect();
        for label in expected {
            assert!(found.contains(label), "{label} is not among {found:?}");
        }
    }
}

#[test]
fn tile_name_completes_to_glyph() {
    let mut client = opened(RUSH);
    let typed = RUSH.replace("c╩╝", "═corner u");
    client.change_all(URI, 2, &typed);
    let items = client.at("textDocument/completion", URI, 9, 13);
    let items = items.as_array().unwrap();
    let item = items.iter().find(|item| item["label"] == "corner up right");
    let edit = &item.unwrap()["textEdit"];
    assert_eq!(applied(&typed, &json!([edit])), typed.replace("corner u", "╚"));
}

#[test]
fn completion_shows_value_of_each_move() {
    // H wins by moving forward; V would fall behind.
    let text = "puzzle slider\n  board:\n    . . . H\n    . . . .\n    . . . .\n    V . . .\n  solution: \n";
    let mut client = Client::new();
    client.open(URI, text);
    client.answered(URI, 0);
    let found = completions(&mut client, 6, 12);
    assert_eq!(found[0], ("d4>".to_owned(), "win 1".to_owned()));
    assert!(found.len() > 1 && found[1..].iter().all(|(_, value)| value != "win 1"));
    // Boards that take longer to solve get values once the line is requested.
    let text = DUEL.replace("a2> b1< b2>", "a2> ");
    client.change_all(URI, 2, &text);
    client.answered(URI, 0);
    let end = Instant::now() + PATIENCE;
    let settled = loop {
        let found = completions(&mut client, 8, 16);
        if found.iter().all(|(_, value)| value != "legal") {
            break found;
        }
        assert!(Instant::now() < end, "{found:?}");
    };
    let moves: Vec<&str> = settled.iter().map(|(label, _)| label.as_str()).collect();
    assert!(moves.contains(&"b1<") && !moves.contains(&"b1^"), "{moves:?}");
    let rank = |value: &str| match value.split(' ').next() {
        Some("win") => 0,
        Some("draw") => 1,
        _ => 2,
    };
    assert!(settled.is_sorted_by_key(|(_, value)| rank(value)), "{settled:?}");
}

#[test]
fn completion_extends_turn_step_by_step() {
    let mut client = opened(RUSH);
    let first = completions(&mut client, 10, 12);
    assert_eq!(first[0], ("1<:vv>^>v".to_owned(), "solves the puzzle".to_owned()));
    assert_eq!(first.len(), 13);
    let text = RUSH.replace("1<:vv>^>v", "1<:v");
    client.change_all(URI, 2, &text);
    client.answered(URI, 0);
    let steps = completions(&mut client, 10, 16);
    let steps: Vec<&str> = steps.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(steps, ["1<:vv>^>v", "1<:v^", "1<:v>", "1<:vv"]);
}
