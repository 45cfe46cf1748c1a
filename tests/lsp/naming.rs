//! References and renames of pieces and items in each game.

use serde_json::{Value, json};

use crate::lsp::client::{Client, place, range};
use crate::lsp::decks::{ALIKE, DUEL, RUSH, TILED};
use crate::lsp::edits::applied;
use crate::lsp::games::opened;
use crate::lsp::texts::URI;

#[test]
fn references_find_every_piece_and_item() {
    for (text, line, column, places, definition) in [
        (DUEL, 8, 20, &[(6, 4), (8, 12), (8, 20)][..], (6, 4)),
        (DUEL, 7, 6, &[(7, 6), (8, 16)], (7, 6)),
        (TILED, 5, 13, &[(4, 10), (5, 13)], (4, 10)),
        (ALIKE, 9, 16, &[(3, 10), (9, 12), (9, 16)], (3, 10)),
        (ALIKE, 8, 4, &[(8, 4)], (8, 4)),
        (RUSH, 4, 11, &[(3, 9), (3, 13), (9, 6), (4, 10)], (3, 9)),
        (RUSH, 9, 6, &[(3, 9), (3, 13), (9, 6), (4, 10)], (3, 9)),
        (RUSH, 1, 10, &[(1, 10), (7, 4)], (7, 4)),
        (RUSH, 10, 13, &[(10, 12)], (9, 6)),
    ] {
        let mut client = opened(text);
        let start = |range: &Value| {
            let at = |key: &str| range["range"]["start"][key].as_u64().unwrap();
            (at("line"), at("character"))
        };
        let found: Vec<(u64, u64)> = client
            .at("textDocument/documentHighlight", URI, line, column)
            .as_array()
            .unwrap()
            .iter()
            .map(start)
            .collect();
        assert_eq!(found, places, "{line}:{column}");
        let mut params = place(URI, line, column);
        params["context"] = json!({"includeDeclaration": true});
        let found = client.request("textDocument/references", params);
        assert_eq!(found.as_array().unwrap().len(), places.len());
        let found = client.at("textDocument/definition", URI, line, column);
        assert_eq!(start(&found), definition, "{line}:{column}");
    }
}

#[test]
fn rename_changes_items_and_robots_everywhere() {
    let rename = |client: &mut Client, text: &str, (line, column): (u32, u32), name: &str| {
        let mut params = place(URI, line, column);
        params["newName"] = json!(name);
        let edit = client.request("textDocument/rename", params);
        applied(text, &edit["changes"][URI])
    };
    let mut client = opened(RUSH);
    assert_eq!(client.at("textDocument/prepareRename", URI, 4, 16), range(4, 15, 19));
    assert_eq!(rename(&mut client, RUSH, (4, 16), "Stick"), RUSH.replace("CANE", "Stick"));
    for name in ["KEY", "", "a b", "a,b"] {
        let mut params = place(URI, 4, 16);
        params["newName"] = json!(name);
        assert_eq!(client.error("textDocument/rename", params), -32602, "{name}");
    }
    let mut client = opened(TILED);
    assert_eq!(
        rename(&mut client, TILED, (4, 10), "B"),
        TILED.replace("R e5", "B e5").replace("R/ c5", "B/ c5")
    );
    // Pieces of a side have no names, nor have some robots.
    for (text, line) in [(DUEL, 6), (ALIKE, 8)] {
        let mut client = opened(text);
        assert_eq!(client.at("textDocument/prepareRename", URI, line, 4), Value::Null);
    }
}
