//! The server sends nothing that the client has not declared to support.

use serde_json::{Value, json};

use crate::lsp::client::{Client, editing};
use crate::lsp::edits::actions;
use crate::lsp::texts::{FIRST, URI};

/// A puzzle with a wrong claim and without a solution.
fn unsolved() -> String {
    FIRST.replace("  solution: @^ @< @v @<\n", "")
}

/// Returns a client that declares these capabilities only.
fn opened(capabilities: Value) -> Client {
    let mut client = Client::with_params(json!({"processId": null, "capabilities": capabilities}));
    client.open(URI, &unsolved());
    client.answered(URI, 0);
    client
}

/// A command for the puzzle.
fn command(name: &str) -> Value {
    json!({"command": name, "arguments": [{"uri": URI, "line": 0}]})
}

#[test]
fn options_need_client_support() {
    let provided = |capabilities: Value| {
        let client = Client::with_params(json!({"processId": null, "capabilities": capabilities}));
        let provided = &client.initialized["capabilities"];
        provided["renameProvider"].clone()
    };
    assert_eq!(provided(json!({})), json!(true));
    let declared = json!({"textDocument": {"rename": {"prepareSupport": false}}});
    assert_eq!(provided(declared), json!(true));
    assert_eq!(provided(editing()), json!({"prepareProvider": true}));
}

/// Returns the actions but the last, which shows the preview and edits nothing.
fn edits(mut actions: Vec<Value>) -> Vec<Value> {
    let preview = actions.pop().unwrap();
    assert_eq!(preview["title"], "show the board in a browser");
    actions
}

#[test]
fn no_edits_without_client_support() {
    let mut declared = editing();
    declared["workspace"]["applyEdit"] = json!(false);
    for mut client in [opened(json!({})), opened(declared)] {
        let offered = edits(actions(&mut client, 0, 0));
        assert!(offered.len() > 4, "{offered:#?}");
        for action in offered {
            assert!(action["edit"].is_object(), "{action}");
            assert!(action.get("command").is_none(), "{action}");
        }
        let lenses = json!({"textDocument": {"uri": URI}});
        let lenses = client.request("textDocument/codeLens", lenses);
        for lens in lenses.as_array().unwrap() {
            assert_eq!(lens["command"]["command"], "", "{lens}");
        }
        for name in ["carom.recordMoves", "carom.insertSolution"] {
            assert_eq!(client.error("workspace/executeCommand", command(name)), -32803);
        }
        let mut gesture = command("carom.edit");
        gesture["arguments"][0]["gesture"] = json!({"move": "A", "to": "a1"});
        let mut played = command("carom.insertSolution");
        played["arguments"][0]["moves"] = json!(["@^", "@<", "@v", "@<"]);
        let [harder, easier] = ["carom.harder", "carom.easier"].map(command);
        for params in [gesture, played, harder, easier] {
            let result = client.request("workspace/executeCommand", params.clone());
            let refusal = result["refused"].as_str().unwrap();
            assert!(refusal.contains("`workspace.applyEdit`"), "{params}: {refusal}");
        }
        let mut methods = client.unread.iter().map(|message| &message["method"]);
        assert!(methods.all(|method| method != "workspace/applyEdit"));
    }
}
