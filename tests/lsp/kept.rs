//! An incrementally edited document gives the same answers as a freshly opened one.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cases::cases;
use crate::lsp::client::{Client, PATIENCE};
use crate::lsp::texts::URI;

const PARTS: &[&str] = &[
    "puzzle lunar \"a\"\n  board:\n    @ . + #\n",
    "puzzle lunar \"b\"\n  moves: 2\n  source: https://a.example/b\n  board:\n    @ . + A\n  solution: @>\n",
    "puzzle ricochet \"𝄞\"\r\n  board:\r\n    R . r\r\n",
    "; carom: allow unsolvable\n",
    "; carom: allow duplicate-puzzle\n; another\n",
    "source: https://a.example/é\n",
    "puzzle",
    ";",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    " ",
    "#",
    "title: é\n",
    "\"",
    "moves: 1\n",
    "rules: stay\n",
];

/// Requests about a whole document.
const METHODS: [&str; 6] = [
    "codeLens",
    "documentSymbol",
    "foldingRange",
    "documentLink",
    "semanticTokens/full",
    "inlayHint",
];

/// Returns a client that pulls diagnostics, and shows nested symbols or not.
fn client(nests: bool) -> Client {
    let mut client = Client::with(json!({
        "general": {"positionEncodings": ["utf-16"]},
        "workspace": {"diagnostics": {"refreshSupport": true}},
        "textDocument": {
            "codeLens": {},
            "diagnostic": {},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": nests},
        },
        "experimental": {"carom": {"commands": ["carom.showSolution"]}},
    }));
    // Otherwise a new puzzle has fewer diagnostics while it is written.
    let settings = json!({"settings": {"carom": {"showUnfinished": true}}});
    client.notify("workspace/didChangeConfiguration", settings);
    client
}

/// Converts a byte offset to a position, with the line endings of the protocol.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let ends = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = ends.matches('\n').count();
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let column: usize = before[start..].chars().map(char::len_utf16).sum();
    json!({"line": line, "character": column})
}

/// Returns the numbers that encode tokens.
fn data(tokens: &Value) -> Vec<u64> {
    let numbers = tokens["data"].as_array().unwrap().iter();
    numbers.map(|number| number.as_u64().unwrap()).collect()
}

/// Removes what differs between documents from an answer.
fn neutral(answer: &Value, uri: &str) -> Value {
    let text = answer.to_string().replace(uri, URI);
    serde_json::from_str(&text).unwrap()
}

/// Returns the answers to all requests about a document.
fn all_answers(client: &mut Client, uri: &str) -> Vec<Value> {
    let document = json!({"uri": uri});
    let range = json!({
        "start": {"line": 0, "character": 0},
        "end": {"line": 100_000, "character": 0},
    });
    let mut answers = Vec::new();
    for method in METHODS {
        let params = json!({"textDocument": document, "range": range});
        let mut answer = client.request(&format!("textDocument/{method}"), params);
        if method == "semanticTokens/full" {
            answer = json!(data(&answer));
        }
        answers.push(neutral(&answer, uri));
    }
    let params = json!({"textDocument": document});
    let mut report = client.request("textDocument/diagnostic", params);
    for item in report["items"].as_array_mut().unwrap() {
        // Of two equal puzzles, the edited one has the warning.
        if item["code"] == "duplicate-puzzle" {
            item["severity"] = Value::Null;
        }
    }
    answers.push(neutral(&report["items"], uri));
    answers
}

/// Decodes tokens to absolute lines and columns.
fn placed(numbers: &[u64]) -> Vec<[u64; 5]> {
    let (mut line, mut column) = (0, 0);
    let tokens = numbers.chunks(5).map(|token| {
        column = if token[0] == 0 { column } else { 0 } + token[1];
        line += token[0];
        [line, column, token[2], token[3], token[4]]
    });
    tokens.collect()
}

fn check_after_edits(nests: bool, mut random: u64) {
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % limit as u64) as usize
    };
    let mut client = client(nests);
    let mut model = PARTS[..3].concat();
    client.open(URI, &model);
    let mut report = Value::Null;
    for version in 2..40_i64 {
        let mut place = || {
            let mut at = below(model.len() + 1);
            let is_inside = |at: usize| {
                !model.is_char_boundary(at)
                    || model[..at].ends_with('\r') && model[at..].starts_with('\n')
            };
            while is_inside(at) {
                at -= 1;
            }
            at
        };
        let (one, other) = (place(), place());
        let start = one.min(other);
        // Most ranges are short, so that some text remains.
        let end = if below(6) == 0 { one.max(other) } else { start };
        let text: String = (0..below(3)).map(|_| PARTS[below(PARTS.len())]).collect();
        let range = json!({"start": position(&model, start), "end": position(&model, end)});
        model.replace_range(start..end, &text);
        client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": URI, "version": version},
                "contentChanges": [{"range": range, "text": text}],
            }),
        );
        // Cached results must be refreshed when answers arrive.
        if below(2) == 0 {
            all_answers(&mut client, URI);
        }
        let fresh = format!("{URI}-{version}");
        client.open(&fresh, &model);
        let until = Instant::now() + PATIENCE;
        let mut expected = all_answers(&mut client, &fresh);
        let mut found = all_answers(&mut client, URI);
        while found != expected && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
            expected = all_answers(&mut client, &fresh);
            found = all_answers(&mut client, URI);
        }
        assert_eq!(found, expected, "{model:?}");

        // Unchanged results are reported as unchanged.
        let document = json!({"uri": URI});
        let lines = below(12) as u64;
        let range = json!({"start": {"line": lines, "character": 0}, "end": {"line": lines + 2, "character": 0}});
        let params = json!({"textDocument": document, "range": range});
        let part = client.request("textDocument/semanticTokens/range", params);
        let part = placed(&data(&part));
        let all_tokens: Vec<u64> = serde_json::from_value(found[4].clone()).unwrap();
        let all = placed(&all_tokens);
        assert!(part.iter().all(|token| all.contains(token)), "{model:?}");
        let of_range = |token: &&[u64; 5]| (lines..lines + 2).contains(&token[0]);
        assert!(all.iter().filter(of_range).all(|token| part.contains(token)), "{model:?}");
        let params = json!({"textDocument": document, "previousResultId": report["resultId"]});
        let new = client.request("textDocument/diagnostic", params);
        if new["kind"] == "unchanged" {
            assert_eq!(report["resultId"], new["resultId"]);
            assert_eq!(neutral(&report["items"], URI), found[6], "{model:?}");
        } else {
            assert_ne!(report["items"], new["items"], "{model:?}");
            report = new;
        }
        client.notify("textDocument/didClose", json!({"textDocument": {"uri": fresh}}));
    }
}

#[test]
fn edited_document_matches_reopened_document() {
    for seed in 1..=cases(2_u64) {
        check_after_edits(seed % 2 == 0, 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
    }
}
