//! On-type formatting while a file is typed.

use serde_json::{Value, json};

use crate::lsp::client::Client;
use crate::lsp::edits::applied;
use crate::lsp::texts::URI;

/// Types a key at the end of a text, and returns the formatted text.
fn format_after_key(client: &mut Client, text: &str, key: &str) -> String {
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
fn lines_are_indented_while_typed() {
    let mut client = Client::new();
    let provider = &client.initialized["capabilities"]["documentOnTypeFormattingProvider"];
    assert_eq!(provider["firstTriggerCharacter"], "\n");
    assert_eq!(provider["moreTriggerCharacter"], json!([":", ".", "#", "|"]));
    let board = "puzzle ricochet\n  board:\n      @ .\n      -\n";
    for (text, key, expected) in [
        ("title: x\n    author:".to_owned(), ":", "title: x\nauthor:".to_owned()),
        ("   puzzle lunar\n ".to_owned(), "\n", "puzzle lunar\n  ".to_owned()),
        (format!("{board}   ."), ".", format!("{board}      .")),
        (format!("{board}   .\n  "), "\n", format!("{board}      .\n      ")),
        (format!("{board}      . .\n      x-mine:"), ":", format!("{board}      . .\n  x-mine:")),
        // It may not be a key.
        (format!("{board}      . .\n      y:"), ":", format!("{board}      . .\n      y:")),
        (format!("{board}      . .\n      \n    "), "\n", format!("{board}      . .\n\n")),
    ] {
        assert_eq!(format_after_key(&mut client, &text, key), expected, "{text}");
    }
}

/// A file as typed, without spaces at the starts of lines.
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

/// Types a key at the end of a text whose last line is indented like the one above. Returns the
/// edits of the server without applying them.
fn type_key(client: &mut Client, text: &mut String, version: i64, key: char) -> Value {
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
fn late_edits_are_made_up_at_the_cursor() {
    let mut client = Client::new();
    // Earlier text stays as the author wrote it.
    let before = "puzzle slider \"before\"\n      board:\n        H\n\n";
    client.open(URI, before);
    let mut text = before.to_owned();
    let mut edits = json!([]);
    let keys = TYPED.map(|line| format!("   {line}\n")).concat();
    for (version, key) in (2..).zip(keys.chars()) {
        edits = type_key(&mut client, &mut text, version, key);
    }
    assert_ne!(text, format!("{before}{LAID_OUT}"));
    let text = applied(&text, &edits);
    assert_eq!(text.trim_end_matches(' '), format!("{before}{LAID_OUT}"));
}

#[test]
fn pasted_and_manually_moved_lines_stay() {
    let mut client = Client::new();
    let pasted = "puzzle lunar\n    title: a\n    author: b\n";
    client.open(URI, "");
    client.change(URI, 2, 0, 0, 0, pasted);
    let mut text = pasted.to_owned();
    for (version, key) in (3..).zip("  source: c\n".chars()) {
        let edits = type_key(&mut client, &mut text, version, key);
        // The editor indents the next line.
        assert_eq!(applied(&text, &edits).trim_end_matches(' '), text.trim_end_matches(' '));
    }
    // Once a line is formatted, later changes of its indentation are intended.
    let line = text.matches('\n').count() as u32;
    client.change(URI, 20, line - 1, 0, 0, "      ");
    let mut text = text.replace("  source", "        source");
    let moved = text.clone();
    for (version, key) in (21..).zip("level: d\n".chars()) {
        let edits = type_key(&mut client, &mut text, version, key);
        assert!(applied(&text, &edits).starts_with(&moved));
    }
}

const WHOLE: &str = "puzzle lunar \"Whole\"\n  board:\n    @ . + A\n\n";

/// Types a text at the end of a document, and calls `after` with the codes of the errors after each
/// key.
fn type_at_end(
    client: &mut Client,
    text: &mut String,
    typed: &str,
    mut after: impl FnMut(&[String], &str),
) {
    for key in typed.chars() {
        let line = u32::try_from(text.matches('\n').count()).unwrap();
        let column = u32::try_from(text.rsplit('\n').next().unwrap().len()).unwrap();
        text.push(key);
        let version = i64::try_from(text.len()).unwrap();
        client.change(URI, version, line, column, column, &key.to_string());
        after(&errors(client), text);
    }
}

fn errors(client: &mut Client) -> Vec<String> {
    let params = json!({"textDocument": {"uri": URI}});
    let report = client.request("textDocument/diagnostic", params);
    let items = report["items"].as_array().unwrap().iter();
    let errors = items.filter(|item| item["severity"] == 1);
    let codes = errors.map(|item| item["code"].as_str().unwrap().to_owned());
    codes.collect()
}

fn pulling(options: Value) -> Client {
    Client::with_params(json!({
        "processId": null,
        "capabilities": {"textDocument": {"diagnostic": {}}},
        "initializationOptions": options,
    }))
}

#[test]
fn new_puzzle_has_no_errors_while_it_is_written() {
    let mut client = pulling(json!({}));
    let mut text = WHOLE.to_owned();
    client.open(URI, &text);
    let new =
        "puzzle lunar \"New\"\n  moves: 1\n  board:\n    . . . .\n    @ . + A\n  solution: @>\n\n";
    type_at_end(&mut client, &mut text, new, |errors, text| {
        assert!(errors.is_empty(), "{errors:?} in\n{text}");
    });
    // A mistake shows as soon as its line is left.
    let wrong = "puzzle lunar\n  moves: many\n";
    type_at_end(&mut client, &mut text, wrong, |errors, text| {
        let is_left = text.ends_with("many\n");
        assert_eq!(errors, &["bad-value"][..usize::from(is_left)], "{text}");
    });
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": URI}}));
    assert_eq!(errors(&mut client), ["missing-board", "bad-value"]);
}

#[test]
fn wrong_claim_of_a_new_puzzle_is_reported_at_once() {
    let mut client = pulling(json!({}));
    let mut text = WHOLE.to_owned();
    client.open(URI, &text);
    let new = "puzzle lunar \"New\"\n  board:\n    @ . + A\n  moves: 2";
    type_at_end(&mut client, &mut text, new, |_, _| ());
    client.answered(URI, 4);
    assert_eq!(errors(&mut client), ["moves-mismatch"]);
}

#[test]
fn puzzle_that_was_not_typed_has_its_errors_at_once() {
    let new =
        "puzzle lunar\n  moves: 2\n  board:\n    @ . + A\n\npuzzle lunar\n  moves: 3\n  notes: x\n";
    let mut client = pulling(json!({}));
    client.open(URI, WHOLE);
    // Paste, delete, undo, and filter.
    let lines = u32::try_from(WHOLE.matches('\n').count()).unwrap();
    let all = lines + u32::try_from(new.matches('\n').count()).unwrap();
    let ends = [(lines, lines, new), (lines, all, ""), (lines, lines, new), (lines, all, new)];
    for (version, (from, to, text)) in (2..).zip(ends) {
        let range = json!({
            "start": {"line": from, "character": 0}, "end": {"line": to, "character": 0},
        });
        let params = json!({
            "textDocument": {"uri": URI, "version": version},
            "contentChanges": [{"range": range, "text": text}],
        });
        client.notify("textDocument/didChange", params);
        if text.is_empty() {
            assert!(errors(&mut client).is_empty());
        } else {
            client.answered(URI, lines);
            assert_eq!(errors(&mut client), ["moves-mismatch", "missing-board"]);
        }
    }
}

#[test]
fn lens_and_gutter_are_neutral_until_a_puzzle_is_finished() {
    let mut client = pulling(json!({}));
    let mut text = format!("{WHOLE}{WHOLE}");
    client.open(URI, &text);
    let line = u32::try_from(text.matches('\n').count()).unwrap();
    for typed in ["puzzle l", "unar\n", "  board:\n"] {
        type_at_end(&mut client, &mut text, typed, |_, _| ());
        let (lenses, state) = shown(&mut client, line);
        assert_eq!((lenses.as_slice(), state.as_str()), (&["unfinished".to_owned()][..], "stale"));
        let file = client.request("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
        assert!(!file.to_string().contains("malformed"), "{file}");
    }
    // It is left.
    client.change(URI, 10_000, 0, 0, 0, "; the first\n");
    let (lenses, state) = shown(&mut client, line + 1);
    assert!(lenses[0].starts_with("malformed: "), "{lenses:?}");
    assert_eq!(state, "invalid");
}

/// Returns the titles of the lenses of a puzzle, and the state of its proof.
fn shown(client: &mut Client, line: u32) -> (Vec<String>, String) {
    let document = json!({"textDocument": {"uri": URI}});
    let lenses = client.request("textDocument/codeLens", document.clone());
    let lenses = lenses.as_array().unwrap().iter();
    let here = lenses.filter(|lens| lens["range"]["start"]["line"] == line);
    let titles = here.map(|lens| lens["command"]["title"].as_str().unwrap().to_owned());
    let titles = titles.collect();
    let puzzles = client.request("carom/puzzles", document);
    let puzzles = puzzles[0]["puzzles"].as_array().unwrap();
    let puzzle = puzzles.iter().find(|puzzle| puzzle["line"] == line).unwrap();
    (titles, puzzle["state"].as_str().unwrap().to_owned())
}

/// Reasons of `textDocument/willSave`.
const AFTER_DELAY: u8 = 2;
const FOCUS_OUT: u8 = 3;

#[test]
fn automatic_saves_do_not_finish_a_puzzle() {
    let mut client = pulling(json!({}));
    assert_eq!(client.initialized["capabilities"]["textDocumentSync"]["willSave"], true);
    let mut text = WHOLE.to_owned();
    client.open(URI, &text);
    type_at_end(&mut client, &mut text, "puzzle lunar\n", |_, _| ());
    let will_save = |client: &mut Client, reason: u8| {
        let params = json!({"textDocument": {"uri": URI}, "reason": reason});
        client.notify("textDocument/willSave", params);
    };
    let saved = |client: &mut Client| {
        client.notify("textDocument/didSave", json!({"textDocument": {"uri": URI}}));
        errors(client)
    };
    for _ in 0..2 {
        will_save(&mut client, AFTER_DELAY);
        assert!(saved(&mut client).is_empty());
    }
    will_save(&mut client, FOCUS_OUT);
    assert_eq!(saved(&mut client), ["missing-board"]);
}

#[test]
fn puzzle_that_is_left_is_wrong_if_it_has_no_board() {
    let mut client = pulling(json!({}));
    let mut text = WHOLE.to_owned();
    client.open(URI, &text);
    type_at_end(&mut client, &mut text, "puzzle lunar\n", |errors, _| {
        assert!(errors.is_empty());
    });
    client.change(URI, 1000, 0, 0, 0, "; the first\n");
    assert_eq!(errors(&mut client), ["missing-board"]);
    // It is not new any more.
    client.change(URI, 1001, 6, 0, 0, "  ");
    assert_eq!(errors(&mut client), ["missing-board"]);
}

#[test]
fn setting_shows_errors_of_new_puzzles_at_once() {
    let mut client = pulling(json!({"showUnfinished": true}));
    let mut text = WHOLE.to_owned();
    client.open(URI, &text);
    type_at_end(&mut client, &mut text, "puzzle lunar", |_, _| ());
    assert_eq!(errors(&mut client), ["missing-board"]);
}
