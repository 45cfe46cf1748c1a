//! The server's text equals the client's after any edits.

use serde_json::{Value, json};

use crate::lsp::client::{Client, place, range};
use crate::lsp::texts::{FIRST, URI};

#[test]
fn hover_follows_all_earlier_edits() {
    for run in 0..20 {
        let encoding = ["utf-8", "utf-16", "utf-32"][run % 3];
        let mut client = Client::with(json!({
            "general": {"positionEncodings": [encoding]},
            "textDocument": {"hover": {"contentFormat": ["markdown"]}},
        }));
        let uri = format!("untitled:run{run}");
        let head = "title: 𝄞 e\u{301} é\r\nauthor: x\r";
        let mut model = format!("{head}{}", FIRST.replace('\n', "\r\n"));
        client.open(&uri, &model);
        // Letters are inserted at the start of the name, after a surrogate pair and a combining
        // character: their order shows the order of the edits.
        let front = model.find("First").unwrap();
        let mut edit = |version: i64, at: usize, text: &str| {
            let place = position(&model, at, encoding);
            let change = json!({"range": {"start": place, "end": place}, "text": text});
            client.notify(
                "textDocument/didChange",
                json!({
                    "textDocument": {"uri": uri, "version": version},
                    "contentChanges": [change],
                }),
            );
            model.insert_str(at, text);
        };
        edit(2, front, "𝄞e\u{301}");
        let behind = front + "𝄞e\u{301}".len();
        let letters: Vec<String> = (0..499_u32)
            .map(|number| char::from_u32(u32::from('α') + number % 17).unwrap().to_string())
            .collect();
        for (version, letter) in (3..).zip(&letters) {
            edit(version, behind, letter);
        }
        let hover = client.hover(&uri, 2, 0);
        let backwards: String = letters.iter().rev().map(String::as_str).collect();
        assert!(hover.contains(&format!("𝄞e\u{301}{backwards}First contact")), "{hover}");
    }
}

#[test]
fn changes_without_a_version_count_in_their_order() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    let mut change = |document: Value, text: &str| {
        let range = range(0, 14, 14);
        let changes = json!([{"range": range, "text": text}]);
        let params = json!({"textDocument": document, "contentChanges": changes});
        client.notify("textDocument/didChange", params);
    };
    change(json!({"uri": URI, "version": null}), "b");
    change(json!({"uri": URI}), "a");
    change(json!({"uri": URI, "version": 2}), "x");
    let symbols = client.at("textDocument/documentSymbol", URI, 0, 0);
    assert_eq!(symbols[0]["name"], "xabFirst contact", "{symbols}");
}

const WRONG: &str = "puzzle lunar\n  moves: 2\n  board:\n    @ . + A\n";

/// Saves a document with its text.
fn save(client: &mut Client, text: &str) {
    let params = json!({"textDocument": {"uri": URI}, "text": text});
    client.notify("textDocument/didSave", params);
}

#[test]
fn late_changes_are_reported_until_the_whole_text_arrives() {
    for (version, recovery) in [(4, "save"), (5, "change"), (1, "open")] {
        let mut client = Client::new();
        let sync = &client.initialized["capabilities"]["textDocumentSync"];
        assert_eq!(sync["save"]["includeText"], true);
        client.open(URI, WRONG);
        client.published(URI, 1, |found| !found.is_empty());
        client.change(URI, 3, 1, 9, 10, "33");
        client.change(URI, 2, 0, 0, 6, "p");
        let warning = client.wait(|message| message["method"] == "window/showMessage");
        assert_eq!(warning["params"]["type"], 2, "{warning}");
        client.published(URI, 3, <[Value]>::is_empty);
        assert_eq!(client.error("textDocument/hover", place(URI, 0, 0)), -32801);
        // Neither an edit of an unknown text nor another late one changes anything.
        client.change(URI, 4, 0, 0, 0, "x");
        client.change(URI, 2, 0, 0, 0, "x");
        assert_eq!(client.error("textDocument/hover", place(URI, 0, 0)), -32801);
        match recovery {
            "save" => save(&mut client, WRONG),
            "change" => client.change_all(URI, 5, WRONG),
            _ => client.open(URI, WRONG),
        }
        let found = client.published(URI, version, |found| !found.is_empty());
        assert_eq!(found[0]["code"], "moves-mismatch", "{found:?}");
        client.change(URI, 6, 1, 9, 10, "1");
        client.published(URI, 6, <[Value]>::is_empty);
        let again = |message: &Value| message["method"] == "window/showMessage";
        assert!(!client.unread.iter().any(again));
    }
}

#[test]
fn saving_a_synchronised_document_changes_nothing() {
    let mut client = Client::new();
    client.open(URI, WRONG);
    save(&mut client, "puzzle lunar\n");
    client.answered(URI, 0);
    client.published(URI, 1, |found| found.iter().any(|one| one["code"] == "moves-mismatch"));
}

#[test]
fn lone_surrogate_is_one_column() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    let column = FIRST.find("First").unwrap() as u32;
    let change = json!({
        "jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": {"uri": URI, "version": 2},
            "contentChanges": [{"range": range(0, column, column), "text": "LONE"}],
        },
    });
    let body = change.to_string().replace("LONE", "\\ud83d");
    client.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    client.change(URI, 3, 0, column + 1, column + 1, "x");
    let hover = client.hover(URI, 0, 0);
    assert!(hover.contains("\u{fffd}xFirst contact"), "{hover}");
}

#[test]
fn unencoded_uri_is_encoded() {
    let mut client = Client::new();
    let sent = "file:///x/café [1].carom";
    client.open(sent, WRONG);
    client.published("file:///x/caf%C3%A9%20%5B1%5D.carom", 1, |found| !found.is_empty());
    client.change(sent, 2, 1, 9, 10, "1");
    assert!(client.answered(sent, 0).contains("1 move"));
}

/// A reproducible random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

const PARTS: &[&str] = &[
    "puzzle lunar \"𝄞 e\u{301}\"\r\n",
    "puzzle ricochet\n",
    "  board:\n    @ + #\n",
    "  moves: 3\r",
    "; carom: allow unsolvable\n",
    "\n",
    "\r\n",
    "\r",
    "𝄞",
    "e\u{301}",
    "\u{2028}",
    " ",
    ";",
    "rules: stay\n",
    "  solution: @>\n",
];

fn width(encoding: &str, character: char) -> usize {
    match encoding {
        "utf-8" => character.len_utf8(),
        "utf-16" => character.len_utf16(),
        _ => 1,
    }
}

/// Converts a byte offset to a position, by walking over all characters before it.
fn position(text: &str, offset: usize, encoding: &str) -> Value {
    let (mut line, mut column) = (0, 0);
    let mut characters = text[..offset].chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().or(text[offset..].chars().next());
        if character == '\n' || (character == '\r' && next != Some('\n')) {
            line += 1;
            column = 0;
        } else {
            column += width(encoding, character);
        }
    }
    json!({"line": line, "character": column})
}

/// Returns a random offset that a position can express: not within a character, nor between a
/// carriage return and its line feed.
fn any_place(text: &str, random: &mut Random) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) || (text[..at].ends_with('\r') && text[at..].starts_with('\n'))
    {
        at -= 1;
    }
    at
}

/// Returns the server's answers about a document.
fn answers(client: &mut Client, uri: &str) -> Value {
    let document = json!({"textDocument": {"uri": uri}});
    let of = |client: &mut Client, method: &str| client.request(method, document.clone());
    let diagnostics = of(client, "textDocument/diagnostic");
    // Puzzles answered meanwhile have more diagnostics.
    let codes: Vec<Value> = diagnostics["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["message"].as_str().unwrap().contains("neither"))
        .map(|item| item["range"].clone())
        .collect();
    let tokens = of(client, "textDocument/semanticTokens/full")["data"].clone();
    let symbols = of(client, "textDocument/documentSymbol");
    let symbols: Vec<Value> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|symbol| json!([symbol["name"], symbol["location"]["range"]]))
        .collect();
    let folds = of(client, "textDocument/foldingRange");
    json!([codes, tokens, symbols, folds])
}

#[test]
fn random_edits_match_model() {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let mut client = Client::with(json!({"general": {"positionEncodings": [encoding]}}));
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut model = FIRST.to_owned();
        client.open(URI, &model);
        for version in 2..1500 {
            let one = any_place(&model, &mut random);
            let other = any_place(&model, &mut random);
            // Most ranges are short, so that some text remains.
            let (start, mut end) = (one.min(other), one.max(other));
            if version % 10 != 0 {
                end = start;
            }
            let count = random.below(4);
            let text: String = (0..count).map(|_| PARTS[random.below(PARTS.len())]).collect();
            let range = json!({
                "start": position(&model, start, encoding),
                "end": position(&model, end, encoding),
            });
            client.notify(
                "textDocument/didChange",
                json!({
                    "textDocument": {"uri": URI, "version": version},
                    "contentChanges": [{"range": range, "text": text}],
                }),
            );
            model.replace_range(start..end, &text);
            if version % 100 == 0 {
                let fresh = format!("untitled:fresh{version}");
                client.open(&fresh, &model);
                assert_eq!(answers(&mut client, URI), answers(&mut client, &fresh), "{model:?}");
            }
        }
    }
}

#[test]
fn changes_of_one_message_apply_in_order() {
    let mut client = Client::new();
    client.open(URI, "puzzle lunar\n");
    let at = |line: u32, column: u32| json!({"line": line, "character": column});
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": {"uri": URI, "version": 2},
            "contentChanges": [
                {"range": {"start": at(0, 12), "end": at(0, 12)}, "text": " \"a\""},
                {"range": {"start": at(0, 14), "end": at(0, 15)}, "text": "b"},
                {"range": {"start": at(0, 0), "end": at(0, 0)}, "text": "\n"},
            ],
        }),
    );
    assert!(client.hover(URI, 1, 0).contains("** b\n"));
}

/// Building the text anew for each of them would take minutes.
#[test]
fn many_changes_of_one_message_apply_in_order() {
    let mut client = Client::new();
    client.open(URI, "puzzle lunar \"\"\n");
    let changes: Vec<_> = (0..10_000_u32)
        .map(|number| {
            let at = json!({"line": 0, "character": 14 + number % 100});
            json!({"range": {"start": at, "end": at}, "text": if number < 100 { "é" } else { "" }})
        })
        .collect();
    let document = json!({"uri": URI, "version": 2});
    let change = json!({"textDocument": document, "contentChanges": changes});
    client.notify("textDocument/didChange", change);
    assert!(client.hover(URI, 0, 0).contains(&format!("** {}\n", "é".repeat(100))));
}
