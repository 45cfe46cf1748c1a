//! Extensions of the protocol are documented: `docs/protocol.md` lists them, and
//! `docs/schemas/protocol.json` has their schemas.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::lsp::client::{Client, place};
use crate::lsp::schema::Schema;
use crate::lsp::texts::{FIRST, URI, hard};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join("docs/protocol.md")).unwrap()
}

/// Returns the examples of the page, in order.
fn examples(page: &str) -> Vec<Value> {
    let blocks = page.split("\n```json\n").skip(1).map(|rest| rest.split_once("```").unwrap().0);
    blocks.map(|block| serde_json::from_str(block).unwrap()).collect()
}

/// Returns all strings in the sources of the server that are carom's own protocol names.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut paths = vec![root().join("src/lsp")];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(path).unwrap();
            paths.extend(entries.map(|entry| entry.unwrap().path()));
            continue;
        }
        let source = fs::read_to_string(path).unwrap();
        for (start, _) in source.match_indices("\"carom") {
            let name = source[start + 1..].split('"').next().unwrap();
            if matches!(name.as_bytes().get(5), Some(b'.' | b'/')) && !name.contains(".toml") {
                // Format placeholders are not part of the name.
                names.insert(name.split('{').next().unwrap().to_owned());
            }
        }
    }
    names
}

#[test]
fn manual_lists_every_extension() {
    let page = page();
    let names = names();
    assert!(names.contains("carom/solution") && names.contains("carom.copyAs"));
    for name in names {
        assert!(page.contains(&format!("`{name}")), "{name}");
    }
    let declared = json!({
        "workspace": {"diagnostics": {"refreshSupport": true}},
        "textDocument": {"diagnostic": {}},
    });
    let client = Client::with(declared);
    let capabilities = &client.initialized["capabilities"];
    for name in capabilities.as_object().unwrap().keys() {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    let commands = &capabilities["executeCommandProvider"]["commands"];
    let legend = &capabilities["semanticTokensProvider"]["legend"];
    let words = [commands, &legend["tokenModifiers"]];
    for word in words.into_iter().flat_map(|list| list.as_array().unwrap()) {
        assert!(page.contains(&format!("`{}`", word.as_str().unwrap())), "{word}");
    }
}

#[test]
fn manual_examples_match_messages() {
    let page = page();
    let examples = examples(&page);
    let schema = Schema::of("protocol");
    let answers = examples.iter().filter(|one| one.get("method").is_none());
    for example in answers {
        schema.check(example).unwrap();
    }
    let with = |member: &str| examples.iter().find(|one| one.get(member).is_some());
    let [answer, board, done, refused, map] =
        ["frames", "pieces", "applied", "refused", "squares"].map(|member| with(member).unwrap());
    let sent = |method: &str| examples.iter().find(|one| one["method"] == method);
    let [request, gesture, mapping, playing] =
        ["carom/solution", "workspace/executeCommand", "carom/map", "carom/play"]
            .map(|method| sent(method).unwrap());
    let uri = request["params"]["textDocument"]["uri"].as_str().unwrap();
    let mut client = Client::new();
    client.open(uri, "puzzle lunar \"One slide\"\n  board:\n    @ . + A\n");
    client.answered(uri, 0);
    let method = request["method"].as_str().unwrap();
    let mut found = client.request(method, request["params"].clone());
    for frame in found["frames"].as_array_mut().unwrap() {
        assert!(frame["svg"].as_str().unwrap().starts_with("<svg "));
        frame["svg"] = json!("<svg …>");
    }
    assert_eq!(found, *answer, "{found:#}");

    let mut found = client.request("carom/board", place(uri, 0, 0));
    assert!(found["svg"].as_str().unwrap().starts_with("<svg "));
    found["svg"] = json!("<svg …>");
    found["palette"].as_array_mut().unwrap().truncate(2);
    assert_eq!(found, *board, "{found:#}");
    let method = playing["method"].as_str().unwrap();
    let played = client.request(method, playing["params"].clone());
    schema.check_as("play", &played).unwrap();
    assert_eq!(played["solved"], true, "{played:#}");
    let mut edit = |to: &str| {
        let mut params = gesture["params"].clone();
        params["arguments"][0]["gesture"]["to"] = json!(to);
        let id = client.ask(gesture["method"].as_str().unwrap(), params);
        if to == "b1" {
            let request = client.wait(|message| message["method"] == "workspace/applyEdit");
            client
                .send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": {"applied": true}}));
        }
        client.answer(id)["result"].clone()
    };
    // The puzzle has no claims to change.
    assert_eq!(edit("b1"), json!({"applied": true, "now": done["now"]}));
    assert_eq!(edit("d1")["refused"], "the robot A is there already");
    let mut params = gesture["params"].clone();
    params["arguments"][0]["gesture"] = json!({"move": "@", "to": "d1"});
    assert_eq!(client.request("workspace/executeCommand", params), *refused);
    let method = mapping["method"].as_str().unwrap();
    let found = crate::lsp::map::finished(&mut client, method, &mapping["params"]);
    assert_eq!(found, *map, "{found:#}");

    let files = examples.iter().find(|one| one[0].get("uri").is_some());
    let file = files.unwrap()[0].clone();
    let uri = "file:///decks/two.carom";
    let text = "puzzle lunar \"One slide\"\n  moves: 2\n  board:\n    @ . + A\n";
    client.open(uri, text);
    let mut found = client.request("carom/prove", json!({"textDocument": {"uri": uri}}));
    found["uri"] = file["uri"].clone();
    assert!(found["puzzles"][0]["time"].as_f64().unwrap() > 0.0);
    found["puzzles"][0]["time"] = json!(0.4);
    assert_eq!(found, file, "{found:#}");
}

#[test]
fn messages_match_schema() {
    let schema = Schema::of("protocol");
    let declared = json!({"experimental": {"carom": {"solving": true}}});
    let mut client = Client::with(declared);
    let malformed = "puzzle luna\n";
    let drawn = "puzzle slider\n  board:\n    . . . V\n    . . . .\n    . . . .\n    . . . H\n";
    for (number, text) in [FIRST, drawn, malformed, &hard(), ""].into_iter().enumerate() {
        let uri = format!("{URI}{number}");
        client.open(&uri, text);
        if text == FIRST {
            client.answered(&uri, 0);
        }
        let found = client.request("carom/board", place(&uri, 0, 0));
        assert_eq!(found.is_null(), text.is_empty(), "{text}");
        assert_eq!(found["svg"].is_string(), !text.is_empty() && text != malformed);
        schema.check_as("board", &found).unwrap();
        for moves in [json!([]), json!(["@>", "?"]), json!(["a1>"])] {
            let mut params = place(&uri, 0, 0);
            params["moves"] = moves;
            let found = client.request("carom/play", params);
            assert_eq!(found.is_null(), text.is_empty(), "{text}");
            schema.check_as("play", &found).unwrap();
        }
        for of in ["solver", "file"] {
            let mut params = place(&uri, 0, 0);
            params["of"] = json!(of);
            let found = client.request("carom/solution", params);
            assert_eq!(found.is_null(), text.is_empty(), "{text}");
            schema.check_as("solution", &found).unwrap();
        }
    }
    let message = client.wait(|message| message["method"] == "carom/solving");
    schema.check_as("solving", &message["params"]).unwrap();

    let mut execute = |command: &str, argument: Value| {
        let params = json!({"command": command, "arguments": [argument]});
        client.request("workspace/executeCommand", params)
    };
    let puzzle = |format: Value| json!({"uri": format!("{URI}0"), "line": 0, "format": format});
    let copies = execute("carom.copyAs", puzzle(Value::Null));
    let refusal = execute("carom.copyAs", puzzle(json!("skub")));
    schema.check_as("copies", &copies).unwrap();
    schema.check_as("copies", &refusal).unwrap();
    assert!(refusal[0].get("refused").is_some(), "{refusal}");
    for text in [copies[0]["text"].as_str().unwrap(), "nothing of the kind"] {
        let puzzles = execute("carom.puzzleFromText", json!({"text": text}));
        schema.check_as("puzzles", &puzzles).unwrap();
    }
}
