//! Symbols, highlights, definitions, folding, selections and tokens.

use serde_json::{Value, json};

use crate::lsp::client::{Client, place, range};
use crate::lsp::texts::{FIRST, URI};

fn opened(text: &str) -> Client {
    let mut client = Client::with(json!({
        "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    }));
    client.open(URI, text);
    client
}

fn of_document(client: &mut Client, method: &str) -> Value {
    client.request(method, json!({"textDocument": {"uri": URI}}))
}

#[test]
fn symbols_list_puzzles_with_keys() {
    let mut client = opened(FIRST);
    client.answered(URI, 0);
    let symbols = of_document(&mut client, "textDocument/documentSymbol");
    assert_eq!(symbols[0]["name"], "First contact");
    assert_eq!(symbols[0]["detail"], "4 moves · unique");
    let keys: Vec<&Value> =
        symbols[0]["children"].as_array().unwrap().iter().map(|child| &child["name"]).collect();
    assert_eq!(keys, ["moves", "board", "solution"]);
    let found = client.request("workspace/symbol", json!({"query": "frstct"}));
    assert_eq!(found[0]["name"], "First contact");
    let none = client.request("workspace/symbol", json!({"query": "xyz"}));
    assert_eq!(none, json!([]));
}

#[test]
fn highlights_cover_piece_and_its_moves() {
    let mut client = opened(FIRST);
    let found = client.at("textDocument/documentHighlight", URI, 7, 12);
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 5);
    assert_eq!(found[0], json!({"range": range(7, 12, 13), "kind": 3}));
    assert_eq!(found[1], json!({"range": range(8, 12, 13), "kind": 2}));
    let mut params = place(URI, 8, 12);
    params["context"] = json!({"includeDeclaration": false});
    let moves = client.request("textDocument/references", params);
    assert_eq!(moves.as_array().unwrap().len(), 4);
}

#[test]
fn definition_of_move_and_duplicate() {
    let mut client = opened(&format!("{FIRST}\n{FIRST}"));
    let piece = client.at("textDocument/definition", URI, 8, 16);
    assert_eq!(piece["range"], range(7, 12, 13));
    let first = client.at("textDocument/definition", URI, 10, 3);
    assert_eq!(first["range"], range(0, 0, 28));
    assert_eq!(client.at("textDocument/definition", URI, 0, 3), Value::Null);
}

#[test]
fn rename_changes_pieces_and_puzzles() {
    let mut client = opened(FIRST);
    assert_eq!(client.at("textDocument/prepareRename", URI, 8, 12), range(8, 12, 13));
    assert_eq!(client.at("textDocument/prepareRename", URI, 1, 3), Value::Null);
    let rename = |line, column, name: &str| {
        let mut params = place(URI, line, column);
        params["newName"] = json!(name);
        params
    };
    let renamed = client.request("textDocument/rename", rename(7, 12, "1"));
    let change = &renamed["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], 1);
    assert_eq!(change["edits"].as_array().unwrap().len(), 5);
    let named = client.request("textDocument/rename", rename(0, 16, "a \"b\""));
    assert_eq!(named["documentChanges"][0]["edits"][0]["newText"], "a \\\"b\\\"");
    for name in ["A", "B2", "", "x"] {
        assert_eq!(client.error("textDocument/rename", rename(7, 12, name)), -32602, "{name}");
    }
}

#[test]
fn folding_covers_puzzles_boards_and_comments() {
    let mut client = opened(&format!("; one\n; two\n{FIRST}\n"));
    let folds = of_document(&mut client, "textDocument/foldingRange");
    let folds: Vec<(u64, u64)> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| (fold["startLine"].as_u64().unwrap(), fold["endLine"].as_u64().unwrap()))
        .collect();
    for expected in [(0, 1), (2, 10), (4, 9)] {
        assert!(folds.contains(&expected), "{folds:?}");
    }
}

#[test]
fn selection_expands_from_cell_to_file() {
    let mut client = opened(&format!("title: x\n{FIRST}"));
    let params = json!({
        "textDocument": {"uri": URI},
        "positions": [{"line": 4, "character": 12}],
    });
    let ranges = client.request("textDocument/selectionRange", params);
    let mut selection = &ranges[0];
    let mut starts = Vec::new();
    while !selection.is_null() {
        let start = &selection["range"]["start"];
        starts.push((start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap()));
        selection = &selection["parent"];
    }
    // The cell, its row, the board, its field, the puzzle, the file.
    assert_eq!(starts, [(4, 12), (4, 4), (4, 4), (3, 2), (1, 0), (0, 0)]);
}

/// The token modifiers of the robots in text order: on the board, and in their moves.
#[test]
fn tokens_distinguish_robots() {
    let mut client = opened(
        "puzzle ricochet\n  rules: direct\n  board:\n    R . G . r\n    B . Y . .\n    S . E . .\n  solution: R> Y^ E<\n",
    );
    let full = of_document(&mut client, "textDocument/semanticTokens/full");
    let legend = &client.initialized["capabilities"]["semanticTokensProvider"]["legend"];
    let data: Vec<u64> =
        full["data"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let colours: Vec<&str> = data
        .chunks(5)
        .filter(|token| token[4] != 0)
        .map(|token| legend["tokenModifiers"][token[4].ilog2() as usize].as_str().unwrap())
        .collect();
    assert_eq!(
        colours,
        ["red", "green", "red", "blue", "yellow", "silver", "indigo", "red", "yellow", "indigo"]
    );
}

#[test]
fn tokens_start_with_the_header() {
    let mut client = opened(FIRST);
    let full = of_document(&mut client, "textDocument/semanticTokens/full");
    let data = full["data"].as_array().unwrap();
    let legend = &client.initialized["capabilities"]["semanticTokensProvider"]["legend"];
    assert_eq!(legend["tokenTypes"][data[3].as_u64().unwrap() as usize], "keyword");
    assert_eq!(data[..3], [json!(0), json!(0), json!(6)]);
}
