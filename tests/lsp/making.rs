//! Commands that make puzzles: generate, hardest start, minimise.

use serde_json::{Value, json};

use super::client::Client;
use super::edits::applied;
use super::texts::URI;

/// Executes a command and applies the edit that it sends. Returns its result and the text.
fn execute(client: &mut Client, command: &str, argument: Value, text: &str) -> (Value, String) {
    let params = json!({"command": command, "arguments": [argument]});
    let id = client.ask("workspace/executeCommand", params);
    let message =
        client.wait(|message| message["id"] == id || message["method"] == "workspace/applyEdit");
    if message.get("method").is_none() {
        return (message["result"].clone(), text.to_owned());
    }
    let text = applied(text, &message["params"]["edit"]["changes"][URI]);
    client.change_all(URI, 2, &text);
    client.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": {"applied": true}}));
    (client.answer(id)["result"].clone(), text)
}

const PUZZLES: &str = "\
rules: direct

puzzle ricochet \"Board\" ; mine
  moves: 1
  board:
    R . . r
    . . . .
    . . G .
    B . . .
";

#[test]
fn hardest_start_is_written_with_its_moves() {
    let mut client = Client::new();
    client.open(URI, PUZZLES);
    client.answered(URI, 2);
    let argument = json!({"uri": URI, "line": 2});
    let (result, text) = execute(&mut client, "carom.hardest", argument.clone(), PUZZLES);
    assert_eq!(result["starts"], 1575, "{result}");
    let moves = result["moves"].as_u64().unwrap();
    assert!(text.contains(&format!("\"Board\" ; mine\n  moves: {moves}\n")), "{text}");
    // The server reports no diagnostics for the moves and the solution.
    let answer = carom::solve(
        &text.replace("rules: direct\n\n", "").replace("; mine\n", "\n  rules: direct\n"),
    );
    assert_eq!(u64::from(answer.unwrap().outcome.solution().unwrap().length), moves);
    let (result, same) = execute(&mut client, "carom.hardest", argument, &text);
    assert_eq!(result["refused"], "the puzzle is like that already");
    assert_eq!(same, text);
}

#[test]
fn minimise_removes_idle_objects() {
    let mut client = Client::new();
    let text = "puzzle lunar\n  board:\n    @ . + A B\n    C . . . .\n";
    client.open(URI, text);
    client.answered(URI, 0);
    let argument = json!({"uri": URI, "line": 0});
    let (result, text) = execute(&mut client, "carom.minimise", argument.clone(), text);
    assert_eq!(result, json!({"applied": true, "removed": 2}));
    assert_eq!(text, "puzzle lunar\n  board:\n    @ . + A .\n    . . . . .\n");
    let (result, _) = execute(&mut client, "carom.minimise", argument, &text);
    assert_eq!(result["refused"], "nothing can be removed");
}

#[test]
fn generated_puzzles_end_the_document() {
    let mut client = Client::new();
    client.open(URI, PUZZLES);
    let argument = json!({
        "game": "ricochet", "rules": ["direct"], "size": 5, "moves": "3..4", "count": 3, "seed": 1,
        "uri": URI,
    });
    let (result, text) = execute(&mut client, "carom.generate", argument.clone(), PUZZLES);
    let new = text.strip_prefix(PUZZLES).unwrap();
    assert_eq!(carom::read(new).unwrap().len(), 3);
    let line = PUZZLES.lines().count() + 1;
    assert_eq!(result, json!({"applied": true, "count": 3, "line": line}));
    assert!(text.lines().nth(line).unwrap().starts_with("puzzle "));
    // The same seed gives the same puzzles, also without a document.
    let mut alone = argument;
    alone.as_object_mut().unwrap().remove("uri");
    let params = json!({"command": "carom.generate", "arguments": [alone]});
    let result = client.request("workspace/executeCommand", params);
    assert_eq!(result["text"].as_str().unwrap().trim(), new.trim());
    for wrong in [
        json!({}),
        json!({"game": "slider"}),
        json!({"game": "lunar", "size": 99}),
        json!({"game": "lunar", "moves": "many"}),
        json!({"game": "lunar", "rules": ["direct"]}),
    ] {
        let params = json!({"command": "carom.generate", "arguments": [wrong]});
        assert_eq!(client.error("workspace/executeCommand", params), -32602);
    }
}

/// Blank lines at the end of a document are replaced, in the line ending of the document.
#[test]
fn generated_puzzles_start_on_the_line_of_the_result() {
    for text in ["", "\n \n", "; Comment", "; Comment\r\n\r\n\r\n", PUZZLES] {
        let mut client = Client::new();
        client.open(URI, text);
        let argument = json!({"game": "lunar", "moves": "3..", "seed": 1, "uri": URI});
        let (result, text) = execute(&mut client, "carom.generate", argument, text);
        let line = result["line"].as_u64().unwrap();
        let first = text.lines().nth(usize::try_from(line).unwrap()).unwrap();
        assert!(first.starts_with("puzzle lunar \""), "{first}");
        assert_eq!(
            text.lines()
                .skip(1 + usize::try_from(line).unwrap())
                .filter(|line| line.starts_with("puzzle"))
                .count(),
            0
        );
    }
}

#[test]
fn cancelled_request_stops_its_command() {
    let mut client = Client::new();
    // No board of this size needs so many moves, and the search for one takes long.
    let argument = json!({"game": "lunar", "size": 16, "moves": "400.."});
    let params = json!({"command": "carom.generate", "arguments": [argument]});
    let id = client.ask("workspace/executeCommand", params);
    client.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.answer(id)["error"]["code"], -32800);
}

/// Hovering a solved puzzle shows its difficulty.
#[test]
fn hover_shows_the_difficulty() {
    let mut client = Client::new();
    let text = "puzzle lunar\n  board:\n    @ . + A B\n    C . . . .\n";
    client.open(URI, text);
    client.answered(URI, 0);
    let hover = client.hover(URI, 0, 2);
    assert!(hover.contains("of 100: 1 piece moves"), "{hover}");
}
