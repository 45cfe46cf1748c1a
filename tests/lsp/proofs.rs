//! Puzzles in the test explorer: the state of each proof, and proofs on demand.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::{Client, place};
use crate::lsp::decks::{DUEL, RUSH};
use crate::lsp::file_uri;
use crate::lsp::schema::Schema;
use crate::lsp::texts::{FIRST, URI, hard};

/// Two puzzles with the same name, and one without a name.
const TWINS: &str = "\
puzzle lunar \"Twin\"
  board:
    @ . + A

puzzle lunar \"Twin\"
  board:
    @ . + .
    . . . .

puzzle luna
";

fn declared(scope: Value) -> Value {
    json!({"experimental": {"carom": {"proofs": scope}}})
}

/// Returns a client with the folder as its workspace.
fn client_in(folder: &TempDir, scope: Value) -> Client {
    let uri = file_uri(folder.path());
    Client::with_params(json!({
        "processId": null,
        "capabilities": declared(scope),
        "workspaceFolders": [{"uri": uri, "name": "decks"}],
    }))
}

fn document(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

fn pairs(file: &Value, member: &str) -> Vec<(String, String)> {
    let puzzles = file["puzzles"].as_array().unwrap().iter();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    puzzles.map(|puzzle| (word(&puzzle["id"]), word(&puzzle[member]))).collect()
}

fn states(file: &Value) -> Vec<(String, String)> {
    pairs(file, "state")
}

fn expected(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(id, state)| ((*id).into(), (*state).into())).collect()
}

/// The client's copy of the proofs of a document.
#[derive(Default)]
struct Proofs(Vec<Value>);

impl Proofs {
    fn take(&mut self, file: &Value) {
        Schema::of("protocol").check_as("provedFile", file).unwrap();
        self.0.clone_from(file["puzzles"].as_array().unwrap());
    }

    fn states(&self) -> Vec<(String, String)> {
        states(&json!({"puzzles": self.0}))
    }

    /// Waits until the states are as expected.
    fn becomes(&mut self, client: &mut Client, uri: &str, pairs: &[(&str, &str)]) {
        while self.states() != expected(pairs) {
            let message = client.wait(|message| {
                message["method"] == "carom/proofs" && message["params"]["uri"] == uri
            });
            self.take(&message["params"]);
        }
    }
}

/// Returns the title of the lens above an open file.
fn above(client: &mut Client, uri: &str) -> String {
    let lenses = client.request("textDocument/codeLens", document(uri));
    let file = lenses.as_array().unwrap().last().unwrap();
    file["command"]["title"].as_str().unwrap().to_owned()
}

#[test]
fn every_puzzle_is_listed_and_proved() {
    let mut client = Client::new();
    client.open(URI, &format!("{FIRST}\n{DUEL}\n{RUSH}\n{TWINS}"));
    let file = client.request("carom/prove", document(URI));
    Schema::of("protocol").check_as("provedFile", &file).unwrap();
    assert_eq!(
        states(&file),
        expected(&[
            ("First contact", "failed"),
            ("Small duel", "failed"),
            ("The long way round", "failed"),
            ("Twin", "proved"),
            ("Twin (2)", "failed"),
            ("puzzle 6", "invalid"),
        ])
    );
    assert_eq!(
        above(&mut client, URI),
        "file: 6 puzzles · 1 proved · 4 wrong · 1 malformed · longest 4 moves"
    );
    let claims: Vec<_> = file["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|puzzle| {
            let claim = &puzzle["claim"];
            (claim["claimed"].as_str(), claim["found"].as_str())
        })
        .collect();
    assert_eq!(claims[0], (Some("moves: 5"), Some("moves: 4")));
    assert_eq!(claims[1], (Some("result: win 3"), Some("result: draw")));
    assert_eq!(claims[2], (Some("moves: 2"), Some("moves: 1")));
    assert_eq!(claims[3], (None, None));
    assert_eq!(claims[4], (Some("a solution"), Some("moves: none")));
    assert_eq!(file["puzzles"][0]["claim"]["range"]["start"]["line"], 1);
    assert_eq!(file["puzzles"][5]["faults"][0]["code"], "unknown-game");

    let all = client.request("carom/puzzles", json!({}));
    assert_eq!(all, json!([file]));
    assert_eq!(client.request("carom/puzzles", document(URI)), all);
    let none = client.request("carom/puzzles", document("untitled:none"));
    assert_eq!(none, json!([]));

    let mut some = document(URI);
    some["ids"] = json!(["Twin (2)", "nothing of the kind"]);
    let some = client.request("carom/prove", some);
    assert_eq!(states(&some), expected(&[("Twin (2)", "failed")]));
}

#[test]
fn levels_determine_proof_state() {
    let folder = TempDir::new().unwrap();
    let demand = "[require]\nunique = true\n\n[lints]\nunsolvable = \"allow\"\n";
    fs::write(folder.path().join("carom.toml"), demand).unwrap();
    let path = folder.path().join("deck.carom");
    let two = "puzzle lunar \"Two ways\"\n  board:\n    A + @ + B\n";
    fs::write(&path, format!("{two}\n{TWINS}")).unwrap();
    let mut client = client_in(&folder, Value::Null);
    let uri = file_uri(&path);
    while client.request("carom/puzzles", document(&uri)) == json!([]) {
        sleep(Duration::from_millis(20));
    }
    let file = client.request("carom/prove", document(&uri));
    assert_eq!(
        states(&file),
        expected(&[
            ("Two ways", "failed"),
            ("Twin", "proved"),
            ("Twin (2)", "proved"),
            ("puzzle 4", "invalid"),
        ])
    );
    assert_eq!(file["puzzles"][0]["claim"], Value::Null);
    assert_eq!(file["puzzles"][0]["faults"][0]["code"], "not-unique");
    client.open(&uri, &format!("{two}\n{TWINS}"));
    client.request("carom/prove", document(&uri));
    let title = above(&mut client, &uri);
    assert!(title.starts_with("file: 4 puzzles · 2 proved · 1 wrong"), "{title}");
}

#[test]
fn closed_files_are_proved_on_demand() {
    let mut proofs = Proofs::default();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deck.carom");
    fs::write(&path, TWINS).unwrap();
    let uri = file_uri(&path);
    let mut client = client_in(&folder, json!("workspace"));
    proofs.becomes(
        &mut client,
        &uri,
        &[("Twin", "stale"), ("Twin (2)", "stale"), ("puzzle 3", "invalid")],
    );
    let mut one = document(&uri);
    one["ids"] = json!(["Twin"]);
    let proved = client.request("carom/prove", one);
    assert_eq!(states(&proved), expected(&[("Twin", "proved")]));
    assert_eq!(proved["version"], Value::Null);
    proofs.becomes(
        &mut client,
        &uri,
        &[("Twin", "proved"), ("Twin (2)", "stale"), ("puzzle 3", "invalid")],
    );

    // The file changes on disk, and is deleted.
    let watched = |client: &mut Client| {
        let changes = json!({"changes": [{"uri": uri, "type": 2}]});
        client.notify("workspace/didChangeWatchedFiles", changes);
    };
    fs::write(&path, TWINS.replace("luna\n", "lunar\n  board:\n    @ +\n")).unwrap();
    watched(&mut client);
    proofs.becomes(
        &mut client,
        &uri,
        &[("Twin", "stale"), ("Twin (2)", "stale"), ("puzzle 3", "stale")],
    );
    fs::remove_file(&path).unwrap();
    watched(&mut client);
    proofs.becomes(&mut client, &uri, &[]);

    // The file returns, and the folder is deleted.
    fs::write(&path, TWINS.replace("puzzle luna\n", "")).unwrap();
    watched(&mut client);
    proofs.becomes(&mut client, &uri, &[("Twin", "stale"), ("Twin (2)", "stale")]);
    let folder = json!({"uri": file_uri(folder.path()), "name": "decks"});
    let event = json!({"event": {"added": [], "removed": [folder]}});
    client.notify("workspace/didChangeWorkspaceFolders", event);
    proofs.becomes(&mut client, &uri, &[]);
}

#[test]
fn client_receives_proofs_after_each_edit() {
    let mut proofs = Proofs::default();
    let mut client = Client::with(declared(json!(true)));
    client.open(URI, &format!("{FIRST}\n{}", hard()));
    proofs.becomes(&mut client, URI, &[("First contact", "failed"), ("hard", "proving")]);
    client.change(URI, 2, 1, 9, 10, "4");
    proofs.becomes(&mut client, URI, &[("First contact", "proved"), ("hard", "proving")]);
    client.notify("textDocument/didClose", document(URI));
    proofs.becomes(&mut client, URI, &[]);
}

#[test]
fn proof_on_demand_can_be_cancelled() {
    let mut proofs = Proofs::default();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deck.carom");
    fs::write(&path, hard()).unwrap();
    let uri = file_uri(&path);
    let mut client = client_in(&folder, json!("workspace"));
    proofs.becomes(&mut client, &uri, &[("hard", "stale")]);
    let id = client.ask("carom/prove", document(&uri));
    proofs.becomes(&mut client, &uri, &[("hard", "proving")]);
    client.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.answer(id)["error"]["code"], -32800);
    proofs.becomes(&mut client, &uri, &[("hard", "stale")]);
}

#[test]
fn new_puzzle_is_appended_to_document() {
    let mut client = Client::new();
    let mut start = |arguments: Value| {
        let params = json!({"command": "carom.startPuzzle", "arguments": arguments});
        client.request("workspace/executeCommand", params)
    };
    let games = start(json!([]));
    Schema::of("protocol").check_as("games", &games).unwrap();
    for game in games.as_array().unwrap() {
        for size in game["sizes"].as_array().unwrap() {
            let expected = json!({"game": game["game"], "size": size, "name": " New one "});
            let edit = start(json!([expected]));
            let header = format!("puzzle {} \"New one\"\n", game["game"].as_str().unwrap());
            assert!(edit["newText"].as_str().unwrap().starts_with(&header), "{edit}");
        }
    }
    for (name, header) in [
        ("a\"b", "puzzle lunar \"a\\\"b\"\n"),
        ("a\\b", "puzzle lunar \"a\\\\b\"\n"),
        ("\"", "puzzle lunar \"\\\"\"\n"),
        ("; a", "puzzle lunar \"; a\"\n"),
        ("  ", "puzzle lunar\n"),
    ] {
        let edit = start(json!([{"game": "lunar", "size": 5, "name": name}]));
        let text = edit["newText"].as_str().unwrap();
        assert!(text.starts_with(header), "{name}: {text}");
    }
    client.open(URI, "puzzle lunar\r\n  board:\r\n    @ +\r\n\r\n \r\n");
    let expected = json!({"game": "lunar", "size": 5, "uri": URI});
    let params = json!({"command": "carom.startPuzzle", "arguments": [expected]});
    let edit = client.request("workspace/executeCommand", params);
    let text = edit["newText"].as_str().unwrap();
    assert!(text.starts_with("\r\n\r\npuzzle lunar\r\n  board:\r\n"), "{text:?}");
    assert_eq!(edit["range"]["start"], json!({"line": 2, "character": 7}));
    assert_eq!(edit["range"]["end"], json!({"line": 5, "character": 0}));
    for wrong in [
        json!({}),
        json!({"game": "go", "size": 5}),
        json!({"game": "lunar", "size": 99}),
        json!({"game": "lunar", "size": 5, "name": "a\nb"}),
        json!({"game": "lunar", "size": 5, "name": "a\r"}),
    ] {
        let params = json!({"command": "carom.startPuzzle", "arguments": [wrong]});
        assert_eq!(client.error("workspace/executeCommand", params), -32602);
    }
}

#[test]
fn inline_completion_shows_next_optimal_move() {
    let declared = json!({"textDocument": {"inlineCompletion": {}}});
    let mut client = Client::with(declared);
    let provider = &client.initialized["capabilities"]["inlineCompletionProvider"];
    assert_eq!(*provider, true);
    let board = FIRST.split_once("  solution").unwrap().0;
    let mut version = 1;
    client.open(URI, board);
    let mut shown = |solution: &str| {
        version += 1;
        client.change_all(URI, version, &format!("{board}{solution}"));
        let lines = solution.split('\n').count() as u32 - 1;
        let last = solution.split('\n').next_back().unwrap();
        let column = last.split('|').next().unwrap().chars().count() as u32;
        let mut params = json!({"textDocument": {"uri": URI}, "context": {"triggerKind": 2}});
        params["position"] = json!({"line": 8 + lines, "character": column});
        let found = client.request("textDocument/inlineCompletion", params);
        let item = &found[0];
        let text = item["insertText"].as_str().map(ToOwned::to_owned);
        text.inspect(|_| {
            let typed = item["range"]["end"]["character"].as_u64().unwrap();
            assert_eq!(typed, u64::from(column));
        })
    };
    for (typed, expected) in [
        ("  solution:", Some(" @^")),
        ("  solution: ", Some("@^")),
        ("  solution: @", Some("@^")),
        ("  solution: @^", Some(" @<")),
        ("  solution: @^ @< @v ", Some("@<")),
        ("  solution: @^ @< @v @<", None),
        ("  solution: @x", None),
        ("  solution: ; @^ ", None),
        ("  notes: @^ ", None),
        ("  solution: @^\n\n  ", None),
    ] {
        assert_eq!(shown(typed).as_deref(), expected, "{typed:?}");
    }
    // After leaving the known solution, a new search finds the best move.
    let text = "puzzle lunar\n  board:\n    A . . @ . + B\n  solution: @< ";
    client.change_all(URI, 99, text);
    let mut params = place(URI, 3, 15);
    params["context"] = json!({"triggerKind": 2});
    let found = client.request("textDocument/inlineCompletion", params);
    assert_eq!(found[0]["insertText"], "@>");
}

/// Parts of the edited file.
const PIECES: [&str; 9] = [
    "puzzle lunar \"Twin\"\n  moves: 2\n  board:\n    @ . + A\n\n",
    "puzzle lunar\n  board:\n    @ . + A\n",
    "puzzle lunar \"Twin (2)\"\n  solution: @<\n  board:\n    @ . + A\n",
    "puzzle luna \"Twin\"\n",
    "\n",
    "\n\n; more\n",
    "title: x\n",
    "x",
    "",
];

#[test]
fn notifications_match_listed_proofs() {
    let mut proofs = Proofs::default();
    let mut client = Client::with(declared(json!(true)));
    let mut text = TWINS.to_owned();
    client.open(URI, &text);
    let mut random = 5_u64;
    let mut below = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % limit as u64).unwrap()
    };
    let mut version = 1;
    for _ in 0..12 {
        for _ in 0..=below(3) {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let at = below(lines.len() + 1);
            let removed = if below(3) == 0 { below(4) } else { 0 };
            let to = (at + removed).min(lines.len());
            let piece = PIECES[below(PIECES.len())];
            version += 1;
            client.notify(
                "textDocument/didChange",
                json!({
                    "textDocument": {"uri": URI, "version": version},
                    "contentChanges": [{"text": piece, "range": {
                        "start": {"line": at, "character": 0},
                        "end": {"line": to, "character": 0},
                    }}],
                }),
            );
            text = [&lines[..at].concat(), piece, &lines[to..].concat()].concat();
        }
        client.request("carom/prove", document(URI));
        let listed = client.request("carom/puzzles", document(URI));
        while proofs.0 != *listed[0]["puzzles"].as_array().unwrap() {
            let message = client.wait(|message| message["method"] == "carom/proofs");
            assert_eq!(message["params"]["uri"], URI);
            proofs.take(&message["params"]);
        }
    }
}
