//! The server sends nothing that the client has not declared to support.

use serde_json::{Value, json};

use crate::lsp::client::{Client, editing};
use crate::lsp::edits::{actions, applied};
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

/// Executes the commands of an action and returns the text. A refused command leaves it unchanged.
fn executed(client: &mut Client, command: &Value) -> String {
    let params = json!({"command": command["command"], "arguments": command["arguments"]});
    let id = client.ask("workspace/executeCommand", params);
    let is_refusal =
        |message: &Value| message["id"] == id && message["result"]["refused"].is_string();
    let request =
        client.wait(|message| message["method"] == "workspace/applyEdit" || is_refusal(message));
    if is_refusal(&request) {
        return unsolved();
    }
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": {"applied": false}}));
    applied(&unsolved(), &request["params"]["edit"]["changes"][URI])
}

#[test]
fn options_need_client_support() {
    let provided = |capabilities: Value| {
        let client = Client::with_params(json!({"processId": null, "capabilities": capabilities}));
        let provided = &client.initialized["capabilities"];
        ["codeActionProvider", "renameProvider"].map(|name| provided[name].clone())
    };
    assert_eq!(provided(json!({})), [json!(true), json!(true)]);
    let declared = json!({"textDocument": {"codeAction": {}, "rename": {"prepareSupport": false}}});
    assert_eq!(provided(declared), [json!(true), json!(true)]);
    let [actions, renames] = provided(editing());
    assert!(actions["codeActionKinds"].is_array(), "{actions}");
    assert_eq!(renames, json!({"prepareProvider": true}));
}

/// Returns the actions but the last, which shows the preview and edits nothing.
fn edits(mut actions: Vec<Value>) -> Vec<Value> {
    let preview = actions.pop().unwrap();
    assert_eq!(preview["title"], "show the board in a browser");
    actions
}

#[test]
fn commands_replace_unsupported_actions() {
    let mut editing = opened(editing());
    let able = actions(&mut editing, 0, 0);
    let able = |title: &str| able.iter().find(|action| action["title"] == title).unwrap();
    let mut client = opened(json!({"workspace": {"applyEdit": true}}));
    let offered = edits(actions(&mut client, 0, 0));
    assert_eq!(offered.len(), 6, "{offered:#?}");
    for command in offered {
        // With support for actions, it would be an object.
        assert!(command["command"].is_string(), "{command}");
        let action = able(command["title"].as_str().unwrap());
        let expected = match action.get("command") {
            Some(command) => executed(&mut editing, command),
            None => applied(&unsolved(), &action["edit"]["changes"][URI]),
        };
        assert_eq!(executed(&mut client, &command), expected, "{command}");
    }
}

#[test]
fn no_edits_without_client_support() {
    let mut blind = opened(json!({}));
    assert_eq!(edits(actions(&mut blind, 0, 0)), [Value::Null; 0]);
    let mut declared = editing();
    declared["workspace"]["applyEdit"] = json!(false);
    let mut client = opened(declared);
    let offered = edits(actions(&mut client, 0, 0));
    assert!(offered.len() > 4, "{offered:#?}");
    for action in offered {
        assert!(action["edit"].is_object(), "{action}");
        assert!(action.get("command").is_none(), "{action}");
    }
    for mut client in [blind, client] {
        let lenses = json!({"textDocument": {"uri": URI}});
        let lenses = client.request("textDocument/codeLens", lenses);
        for lens in lenses.as_array().unwrap() {
            assert_eq!(lens["command"]["command"], "", "{lens}");
        }
        for name in ["carom.recordMoves", "carom.insertSolution"] {
            assert_eq!(
                client.error("workspace/executeCommand", command(name)),
                -32803
            );
        }
        let mut gesture = command("carom.edit");
        gesture["arguments"][0]["gesture"] = json!({"move": "A", "to": "a1"});
        let mut played = command("carom.insertSolution");
        played["arguments"][0]["moves"] = json!(["@^", "@<", "@v", "@<"]);
        let [harder, easier] = ["carom.harder", "carom.easier"].map(command);
        for params in [gesture, played, harder, easier] {
            let result = client.request("workspace/executeCommand", params.clone());
            let refusal = result["refused"].as_str().unwrap();
            assert!(
                refusal.contains("`workspace.applyEdit`"),
                "{params}: {refusal}"
            );
        }
        let mut methods = client.unread.iter().map(|message| &message["method"]);
        assert!(methods.all(|method| method != "workspace/applyEdit"));
    }
}
