//! What the server has an editor do while a deck is typed.

use serde_json::{Value, json};

use crate::lsp::client::Client;
use crate::lsp::edits::applied;
use crate::lsp::texts::URI;

/// The text after a key was struck at its end.
fn struck(client: &mut Client, text: &str, key: &str) -> String {
    client.open(URI, text);
    let end = json!({
        "line": text.matches('\n').count(),
        "character": text.rsplit('\n').next().unwrap().len(),
    });
    let edits: Value = client.request(
        "textDocument/onTypeFormatting",
        json!({
            "textDocument": {"uri": URI},
            "position": end,
            "ch": key,
            "options": {"tabSize": 2, "insertSpaces": true},
        }),
    );
    applied(text, &edits)
}

#[test]
fn lines_come_to_their_place_while_they_are_typed() {
    let mut client = Client::new();
    let provider = &client.initialized["capabilities"]["documentOnTypeFormattingProvider"];
    assert_eq!(provider["firstTriggerCharacter"], "\n");
    assert_eq!(
        provider["moreTriggerCharacter"],
        json!([":", ".", "#", "|"])
    );
    let board = "puzzle ricochet\n  board:\n      @ .\n      -\n";
    for (text, key, expected) in [
        (
            "title: x\n    author:".to_owned(),
            ":",
            "title: x\nauthor:".to_owned(),
        ),
        (
            "   puzzle lunar\n ".to_owned(),
            "\n",
            "puzzle lunar\n  ".to_owned(),
        ),
        (format!("{board}   ."), ".", format!("{board}      .")),
        (
            format!("{board}   .\n  "),
            "\n",
            format!("{board}      .\n      "),
        ),
        (
            format!("{board}      . .\n      x-mine:"),
            ":",
            format!("{board}      . .\n  x-mine:"),
        ),
        // It may be no key at all.
        (
            format!("{board}      . .\n      y:"),
            ":",
            format!("{board}      . .\n      y:"),
        ),
        (
            format!("{board}      . .\n      \n    "),
            "\n",
            format!("{board}      . .\n\n"),
        ),
    ] {
        assert_eq!(struck(&mut client, &text, key), expected, "{text}");
    }
}

/// A deck as it is typed, without blanks at the starts of lines.
const TYPED: [&str; 12] = [
    "puzzle ricochet \"one\"",
    "board:",
    "R . r",
    ". . .",
    "solution: R>",
    "",
    "; about the next one",
    "puzzle lunar",
    "title: two",
    "board:",
    "@ . +",
    "solution: @>",
];

const LAID_OUT: &str = "puzzle ricochet \"one\"\n  board:\n    R . r\n    . . .\n  solution: R>\n\n\
    ; about the next one\npuzzle lunar\n  title: two\n  board:\n    @ . +\n  solution: @>\n";

/// Strikes a key at the end of a text whose last line is indented as the one
/// above, and drops what the server says of it.
fn strike(client: &mut Client, text: &mut String, version: i64, key: char) -> Value {
    let line = text.matches('\n').count() as u32;
    let last = text.rsplit('\n').next().unwrap().to_owned();
    let blanks = &last[..last.len() - last.trim_start_matches(' ').len()];
    let inserted = match key {
        '\n' => format!("\n{blanks}"),
        key => key.to_string(),
    };
    let column = last.encode_utf16().count() as u32;
    client.change(URI, version, line, column, column, &inserted);
    text.push_str(&inserted);
    let last = text.rsplit('\n').next().unwrap();
    client.request(
        "textDocument/onTypeFormatting",
        json!({
            "textDocument": {"uri": URI},
            "position": {"line": text.matches('\n').count(), "character": last.len()},
            "ch": key.to_string(),
            "options": {"tabSize": 2, "insertSpaces": true},
        }),
    )
}

#[test]
fn what_a_fast_author_outran_is_made_up_for_where_he_types() {
    let mut client = Client::new();
    // What stood there before is the author's as it is.
    let before = "puzzle slider \"before\"\n      board:\n        H\n\n";
    client.open(URI, before);
    let mut text = before.to_owned();
    let mut edits = json!([]);
    let keys = TYPED.map(|line| format!("   {line}\n")).concat();
    for (version, key) in (2..).zip(keys.chars()) {
        edits = strike(&mut client, &mut text, version, key);
    }
    assert_ne!(text, format!("{before}{LAID_OUT}"));
    let text = applied(&text, &edits);
    assert_eq!(text.trim_end_matches(' '), format!("{before}{LAID_OUT}"));
}

#[test]
fn what_was_pasted_and_what_was_moved_by_hand_stay() {
    let mut client = Client::new();
    let pasted = "puzzle lunar\n    title: a\n    author: b\n";
    client.open(URI, "");
    client.change(URI, 2, 0, 0, 0, pasted);
    let mut text = pasted.to_owned();
    for (version, key) in (3..).zip("  source: c\n".chars()) {
        let edits = strike(&mut client, &mut text, version, key);
        // The last blanks are the editor's, for the line that comes next.
        assert_eq!(
            applied(&text, &edits).trim_end_matches(' '),
            text.trim_end_matches(' ')
        );
    }
    // All was in its place once: what moves since is meant so.
    let line = text.matches('\n').count() as u32;
    client.change(URI, 20, line - 1, 0, 0, "      ");
    let mut text = text.replace("  source", "        source");
    let moved = text.clone();
    for (version, key) in (21..).zip("level: d\n".chars()) {
        let edits = strike(&mut client, &mut text, version, key);
        assert!(applied(&text, &edits).starts_with(&moved));
    }
}
