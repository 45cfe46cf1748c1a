//! What the server has an editor do while a deck is typed.

use serde_json::{Value, json};

use crate::client::Client;
use crate::edits::applied;
use crate::texts::URI;

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
