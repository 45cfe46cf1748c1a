//! Files and pasted lines in foreign formats.

use std::fs;

use serde_json::{Value, json};

use crate::lsp::client::{Client, editing};
use crate::lsp::file_uri;

const CARDS: &str = "0000100100010000001000002s4\n0010010000000100000002010s4\n";

fn actions(client: &mut Client, uri: &str, line: u32) -> Vec<Value> {
    actions_at(client, uri, line, 0)
}

fn actions_at(client: &mut Client, uri: &str, line: u32, character: u32) -> Vec<Value> {
    let place = json!({"line": line, "character": character});
    let params = json!({
        "textDocument": {"uri": uri},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    });
    let actions = client.request("textDocument/codeAction", params);
    actions.as_array().unwrap().clone()
}

#[test]
fn foreign_file_has_only_diagnostics() {
    let folder = tempfile::tempdir().unwrap();
    let config = "[[source]]\nformat = \"lunar-digits\"\ninclude = [\"*.txt\"]\n";
    fs::write(folder.path().join("carom.toml"), config).unwrap();
    let path = folder.path().join("cards.txt");
    fs::write(&path, CARDS).unwrap();
    let uri = file_uri(&path);
    let root = file_uri(folder.path());
    let mut declared = editing();
    declared["textDocument"]["synchronization"] = json!({"dynamicRegistration": true});
    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": declared,
        "workspaceFolders": [{"uri": root, "name": "cards"}],
    }));
    let registration = client.wait(|message| {
        message["method"] == "client/registerCapability"
            && message["params"]["registrations"][0]["method"] == "textDocument/didOpen"
    });
    let options = &registration["params"]["registrations"][0]["registerOptions"];
    let pattern = options["documentSelector"][0]["pattern"].as_str().unwrap();
    assert!(pattern.ends_with("/**/*.txt"), "{pattern}");
    client.open(&uri, CARDS);
    let wrong = |diagnostics: &[Value]| {
        let codes = diagnostics.iter().map(|found| found["code"] == "moves-mismatch");
        codes.filter(|is_wrong| *is_wrong).count() == 1
    };
    let found = client.published(&uri, 1, wrong);
    let is_wrong = |found: &&Value| found["code"] == "moves-mismatch";
    assert_eq!(
        found.iter().find(is_wrong).unwrap()["range"],
        json!({"start": {"line": 1, "character": 26}, "end": {"line": 1, "character": 27}})
    );
    // The claimed number can be corrected in place.
    let offered = actions_at(&mut client, &uri, 1, 26);
    let titles: Vec<&str> =
        offered.iter().map(|action| action["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["write 5"]);
    let changes = &offered[0]["edit"]["changes"][&uri];
    assert_eq!(
        changes[0],
        json!({
            "newText": "5",
            "range": {"start": {"line": 1, "character": 26}, "end": {"line": 1, "character": 27}},
        })
    );
    assert!(actions(&mut client, &uri, 0).is_empty());
    let symbols = json!({"textDocument": {"uri": uri}});
    let symbols = client.request("textDocument/documentSymbol", symbols);
    assert!(symbols.is_null() || symbols.as_array().unwrap().is_empty());
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let format = json!({"textDocument": {"uri": uri}, "options": options});
    let edits = client.request("textDocument/formatting", format);
    assert!(edits.is_null() || edits.as_array().unwrap().is_empty());
    client.change_all(&uri, 2, &CARDS.replace("10s4", "10s5"));
    client.published(&uri, 2, <[Value]>::is_empty);
    client.change_all(&uri, 3, "00001001000100000010000\n");
    let found = client.published(&uri, 3, |found| found.len() == 1);
    assert_eq!(found[0]["code"], "syntax");
}

#[test]
fn pasted_lines_convert_and_copy_back() {
    const URI: &str = "untitled:deck.carom";
    let pasted = "puzzle lunar \"A\"\n  board:\n    @ . + A\n\n0000100100010000001000002s4\n";
    let mut client = Client::new();
    client.open(URI, pasted);
    assert!(!actions(&mut client, URI, 2).iter().any(is_conversion));
    let offered = actions(&mut client, URI, 4);
    let conversions: Vec<&Value> = offered.iter().filter(|of| is_conversion(of)).collect();
    let [action] = conversions[..] else {
        panic!("{offered:?}");
    };
    let edits = action["edit"]["changes"][URI]
        .as_array()
        .or_else(|| action["edit"]["documentChanges"][0]["edits"].as_array());
    let text = edits.unwrap()[0]["newText"].as_str().unwrap();
    assert!(text.starts_with("puzzle lunar\n  moves: 4\n  board:\n    . . . . A\n"), "{text}");
    client.change_all(URI, 2, text);
    let copy = |client: &mut Client, argument: Value| {
        let params = json!({"command": "carom.copyAs", "arguments": [argument]});
        client.request("workspace/executeCommand", params)
    };
    let one = copy(&mut client, json!({"uri": URI, "line": 0, "format": "lunar-digits"}));
    assert_eq!(one[0]["text"], "0000100100010000001000002s4\n");
    let all = copy(&mut client, json!({"uri": URI, "line": 0}));
    let formats: Vec<&str> =
        all.as_array().unwrap().iter().map(|format| format["format"].as_str().unwrap()).collect();
    assert_eq!(
        formats,
        ["lunar-digits", "lunar-rows", "lunar-words", "toronto", "llp", "jsonl", "json"]
    );
    client.change_all(URI, 3, "puzzle lunar\n  board:\n    @ #|+ A\n");
    let one = copy(&mut client, json!({"uri": URI, "line": 0, "format": "lunar-digits"}));
    assert!(one[0]["refused"].is_string(), "{one}");
    let text = json!({"text": "0000100100010000001000002s4"});
    let params = json!({"command": "carom.puzzleFromText", "arguments": [text]});
    let puzzle = client.request("workspace/executeCommand", params);
    assert_eq!(puzzle["format"], "lunar-digits");
    assert!(puzzle["text"].as_str().unwrap().starts_with("puzzle lunar\n"));
}

fn is_conversion(action: &Value) -> bool {
    action["title"] == "convert to a puzzle (from lunar-digits)"
}
