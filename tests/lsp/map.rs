//! What-if maps, and suggestions for harder or easier puzzles.

use std::thread::sleep;
use std::time::Duration;

use carom::analysis::{FileHead, Puzzle};
use serde_json::{Value, json};

use crate::lsp::client::{Client, place};
use crate::lsp::schema::Schema;
use crate::lsp::texts::{FIRST, URI, hard};

const RICOCHET: &str = "\
puzzle ricochet
  rules: direct
  target: r c1
  board:
    R . # G
    . b . .
    / . B .
";

const SLIDER: &str = "\
puzzle slider
  board:
    . . V .
    . # . .
    H . . .
    . . . .
";

const RUSH: &str = "\
puzzle rush
  player: a3
  hand: ╬
  items: KEY c1, BOOK b2, CANE hand
  quests: KEY
  board:
    ╔═╗
    ║╬║
    ╚═╝
";

/// Waits for a map without pending squares.
pub(crate) fn finished(client: &mut Client, method: &str, params: &Value) -> Value {
    loop {
        let map = client.request(method, params.clone());
        if map["done"] == true {
            return map;
        }
        sleep(Duration::from_millis(5));
    }
}

fn of(line: u32, piece: &str) -> Value {
    let mut params = place(URI, line, 0);
    params["piece"] = json!(piece);
    params
}

/// Returns the answers of a map with their squares.
fn answers(map: &Value) -> Vec<(&str, &str)> {
    let squares = map["squares"].as_array().unwrap().iter();
    let answers = squares.map(|square| {
        let state = square["state"].as_str().unwrap();
        let answer = square["answer"].as_str().unwrap_or(state);
        (square["square"].as_str().unwrap(), answer)
    });
    answers.collect()
}

/// Returns the server's answer for a puzzle in a document of its own.
fn alone(text: &str) -> String {
    let mut client = Client::new();
    client.open(URI, text);
    client.answered(URI, 0);
    let found = client.request("carom/solution", place(URI, 0, 0));
    let summary = found["summary"].as_str().unwrap();
    summary.split(" · ").next().unwrap().to_owned()
}

#[test]
fn map_answers_match_changed_puzzles() {
    let mut client = Client::new();
    client.open(URI, RICOCHET);
    client.answered(URI, 0);
    let map = finished(&mut client, "carom/map", &of(0, "G"));
    assert_eq!(map["piece"]["label"], "green robot G");
    let squares = ["a3", "b3", "c3", "d3", "a2", "b2", "c2", "d2", "a1", "b1", "c1", "d1"];
    let answers = answers(&map);
    assert_eq!(answers.iter().map(|(square, _)| *square).collect::<Vec<_>>(), squares);
    for (at, answer) in answers {
        let column = usize::from(at.as_bytes()[0] - b'a');
        let row = usize::from(at.as_bytes()[1] - b'1');
        let mut rows: Vec<String> = RICOCHET.lines().map(ToOwned::to_owned).collect();
        rows[4] = "    R . # .".to_owned();
        let glyph = rows[6 - row].chars().nth(4 + 2 * column).unwrap();
        let expected = match glyph {
            'R' | 'B' | '#' => "taken".to_owned(),
            // A covered target is given by a key.
            'b' | '/' => {
                let key = match glyph {
                    'b' => "target: r c1, b b2",
                    _ => "target: r c1\n  diagonals: / a1",
                };
                rows[2] = format!("  {key}");
                rows[6 - row].replace_range(4 + 2 * column..5 + 2 * column, "G");
                alone(&(rows.join("\n") + "\n"))
            }
            _ => {
                rows[6 - row].replace_range(4 + 2 * column..5 + 2 * column, "G");
                alone(&(rows.join("\n") + "\n"))
            }
        };
        assert_eq!(answer, expected, "G on {at}");
    }
}

#[test]
fn every_object_on_a_board_has_a_map() {
    let schema = Schema::of("protocol");
    let all = [
        (RICOCHET, vec!["R", "G", "B", "target:r@c1", "target:b@b2", "diagonal@a1", "block@c3"]),
        (SLIDER, vec!["V@c4", "H@a2", "block@b3"]),
        (RUSH, vec!["player", "item:KEY", "item:BOOK"]),
    ];
    let mut client = Client::new();
    for (text, ids) in all {
        client.open(URI, text);
        client.answered(URI, 0);
        let own = alone(text);
        for id in ids {
            let map = finished(&mut client, "carom/map", &of(0, id));
            schema.check_as("map", &map).unwrap();
            assert_eq!(map["piece"]["id"], id);
            let here = map["piece"]["square"].as_str().unwrap();
            let answers = answers(&map);
            assert!(answers.contains(&(here, &own)), "{id}: {answers:?}");
        }
        for other in ["Q", "target:q@a1", "item:PIE", ""] {
            assert!(client.request("carom/map", of(0, other)).is_null(), "{other}");
        }
    }
}

#[test]
fn map_shows_object_under_cursor() {
    let mut client = Client::new();
    client.open(URI, RICOCHET);
    let mut at = |line, character| {
        let map = client.request("carom/map", place(URI, line, character));
        map["piece"]["id"].as_str().map(ToOwned::to_owned)
    };
    let under = [
        ((4, 4), Some("R")),
        ((4, 6), None),
        ((4, 8), Some("block@c3")),
        ((5, 6), Some("target:b@b2")),
        ((6, 4), Some("diagonal@a1")),
        // A robot in front of the target below it, which is given by a key.
        ((6, 8), Some("B")),
        ((2, 12), Some("target:r@c1")),
        ((0, 3), None),
    ];
    for ((line, character), id) in under {
        assert_eq!(at(line, character).as_deref(), id, "{line}:{character}");
    }
}

#[test]
fn map_updates_are_sent_until_complete() {
    let schema = Schema::of("protocol");
    let declared = json!({"experimental": {"carom": {"map": true}}});
    let mut client = Client::with(declared);
    client.open(URI, RICOCHET);
    client.answered(URI, 0);
    let map = client.request("carom/map", of(0, "R"));
    if map["done"] == false {
        let update = client
            .wait(|message| message["method"] == "carom/mapped" && message["params"]["open"] == 0);
        schema.check_as("mapped", &update["params"]).unwrap();
        assert_eq!(update["params"]["piece"], "R");
    }
    let map = client.request("carom/map", of(0, "R"));
    assert_eq!(map["done"], true);
}

/// Returns whether no map is sent for a while.
fn is_silent(client: &mut Client) -> bool {
    let map =
        client.wait_for(Duration::from_millis(600), |message| message["method"] == "carom/mapped");
    map.is_none()
}

#[test]
fn new_map_or_edit_stops_searches() {
    let declared = json!({"experimental": {"carom": {"map": true}}});
    let mut client = Client::with(declared);
    let text = format!("{}\n{RICOCHET}", hard());
    let last = u32::try_from(text.lines().count()).unwrap() - 1;
    client.open(URI, &text);
    let map = client.request("carom/map", of(last, "R"));
    assert_eq!(map["piece"]["id"], "R");
    // An edit elsewhere does not affect the map.
    client.change(URI, 2, last + 1, 0, 0, "; a comment\n");
    let map = client.request("carom/map", of(last, "B"));
    assert_eq!(map["version"], 2);
    client.unread.retain(|message| message["method"] != "carom/mapped");
    // There may be no updates, because the hard puzzle is searched first.
    client.wait_for(Duration::from_secs(1), |message| message["method"] == "carom/mapped");
    let open = client
        .unread
        .iter()
        .filter(|message| message["method"] == "carom/mapped")
        .filter(|message| message["params"]["piece"] == "R")
        .count();
    // One may have been on its way.
    assert!(open <= 1, "the map of R continued");
    client.change_all(URI, 3, SLIDER);
    assert!(client.request("carom/map", of(0, "B")).is_null());
    client.unread.retain(|message| message["method"] != "carom/mapped");
    assert!(is_silent(&mut client));
}

#[test]
fn answers_of_file_precede_maps() {
    let mut client = Client::new();
    let mut text = hard();
    client.open(URI, &text);
    let rows = text.lines().position(|line| line.contains("board:")).unwrap() + 1;
    let row = text.lines().nth(rows).unwrap();
    let column =
        row.chars().position(|c| c.is_ascii_uppercase() || c == '@').unwrap_or(row.len() - 1);
    let (line, column) = (u32::try_from(rows).unwrap(), u32::try_from(column).unwrap());
    client.request("carom/map", place(URI, line, column));
    text.push_str("\npuzzle lunar\n  board:\n    @ . + A\n");
    client.change_all(URI, 2, &text);
    let last = u32::try_from(text.lines().count()).unwrap() - 1;
    client.answered(URI, last);
}

#[test]
fn hover_shows_map_without_panel_support() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    client.answered(URI, 0);
    let first = client.hover(URI, 3, 12);
    assert!(first.contains("`A` on e5"), "{first}");
    assert!(first.contains("hover again to see it"), "{first}");
    let shown = loop {
        let hover = client.hover(URI, 3, 12);
        if !hover.contains("hover again") && !hover.contains('…') {
            break hover;
        }
        sleep(Duration::from_millis(10));
    };
    let map = finished(&mut client, "carom/map", &of(0, "A"));
    let text = map["text"].as_str().unwrap();
    assert!(text.contains("[4]"), "{text}");
    assert!(shown.contains(text), "{shown}\n{text}");
    // Floor and blocks have no map in the hover, nor has anything if it is turned off or if the
    // client shows maps.
    assert!(!client.hover(URI, 3, 4).contains("each square"));
    let off = json!({"processId": null, "capabilities": {}, "initializationOptions": {"hoverMap": false}});
    let shown =
        json!({"processId": null, "capabilities": {"experimental": {"carom": {"map": true}}}});
    for params in [off, shown] {
        let mut client = Client::with_params(params);
        client.open(URI, FIRST);
        client.answered(URI, 0);
        assert!(!client.hover(URI, 3, 12).contains("each square"));
    }
    // If it is turned on, both places show it.
    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": {"experimental": {"carom": {"map": true}}},
        "initializationOptions": {"hoverMap": true},
    }));
    client.open(URI, FIRST);
    client.answered(URI, 0);
    assert!(client.hover(URI, 3, 12).contains("each square"));
}

/// Executes a command, and applies its edit to the text.
fn suggest(client: &mut Client, command: &str, text: &mut String, version: i64) -> Value {
    let argument = json!({"uri": URI, "line": 0});
    let params = json!({"command": command, "arguments": [argument]});
    let id = client.ask("workspace/executeCommand", params);
    let message =
        client.wait(|message| message["id"] == id || message["method"] == "workspace/applyEdit");
    if message["id"] == id && message.get("method").is_none() {
        return message["result"].clone();
    }
    let edits = message["params"]["edit"]["changes"][URI].as_array().unwrap();
    let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    for edit in edits.iter().rev() {
        let at = |end: &str| edit["range"][end]["character"].as_u64().unwrap() as usize;
        let line = edit["range"]["start"]["line"].as_u64().unwrap() as usize;
        assert_eq!(edit["range"]["end"]["line"].as_u64().unwrap() as usize, line);
        lines[line].replace_range(at("start")..at("end"), edit["newText"].as_str().unwrap());
    }
    *text = lines.join("\n") + "\n";
    client.change_all(URI, version, text);
    client.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": {"applied": true}}));
    client.answer(id)["result"].clone()
}

#[test]
fn harder_and_easier_apply_the_best_change() {
    let schema = Schema::of("protocol");
    for (command, is_harder) in [("carom.harder", true), ("carom.easier", false)] {
        let mut client = Client::new();
        let mut text = RICOCHET.to_owned();
        client.open(URI, &text);
        client.answered(URI, 0);
        let board = client.request("carom/board", place(URI, 0, 0));
        let mut best: Option<(u64, String, String)> = None;
        let mut before = 0;
        for piece in board["pieces"].as_array().unwrap() {
            let kind = piece["kind"].as_str().unwrap();
            if matches!(kind, "block" | "diagonal") {
                continue;
            }
            let id = piece["id"].as_str().unwrap();
            let map = finished(&mut client, "carom/map", &of(0, id));
            for square in map["squares"].as_array().unwrap() {
                let Some(moves) = square["moves"].as_u64() else {
                    continue;
                };
                if square["square"] == piece["square"] {
                    before = moves;
                } else if moves > 0
                    && best.as_ref().is_none_or(|(most, ..)| {
                        if is_harder { moves > *most } else { moves < *most }
                    })
                {
                    best =
                        Some((moves, id.to_owned(), square["square"].as_str().unwrap().to_owned()));
                }
            }
        }
        let (after, moved, to) = best.unwrap();
        let is_better = if is_harder { after > before } else { after < before };
        let result = suggest(&mut client, command, &mut text, 2);
        schema.check_as("suggested", &result).unwrap();
        if !is_better {
            assert!(result["refused"].is_string(), "{result}");
            continue;
        }
        assert_eq!(result["before"], before);
        assert_eq!(result["after"], after);
        assert_eq!(result["moved"], moved);
        assert_eq!(result["to"], to);
        assert_eq!(result["complete"], true);
        assert_eq!(alone(&text), format!("{after} move{}", if after == 1 { "" } else { "s" }));
    }
}

#[test]
fn harder_and_easier_leave_right_claims() {
    let lunar = "puzzle lunar\n  moves: 2\n  board:\n    . . . A .\n    . . . . .\n    @ . + . .\n    . . . B .\n  solution: Av @>\n";
    let ricochet = "puzzle ricochet\n  moves: 2\n  board:\n    R . . .|. .\n    . . . . . .\n    . . . r . .\n  solution: R> Rv\n";
    for (command, text) in [("carom.easier", lunar), ("carom.harder", ricochet)] {
        let mut client = Client::new();
        let mut text = text.to_owned();
        client.open(URI, &text);
        client.answered(URI, 0);
        let result = suggest(&mut client, command, &mut text, 2);
        let after = result["after"].as_u64().unwrap();
        assert!(text.contains(&format!("moves: {after}\n")), "{result}\n{text}");
        let puzzle = Puzzle::read(&text, &FileHead::default());
        assert_eq!(puzzle.diagnostics(), [], "{text}");
        let solution = puzzle.section.solution().unwrap();
        assert_eq!(solution.len() as u64, after, "{text}");
    }
}

#[test]
fn impossible_suggestion_is_refused_with_a_message() {
    let mut client = Client::new();
    let mut text = "puzzle lunar\n  board:\n    @ + #\n".to_owned();
    client.open(URI, &text);
    client.answered(URI, 0);
    let before = text.clone();
    let refused = suggest(&mut client, "carom.easier", &mut text, 2);
    let why = refused["refused"].as_str().unwrap();
    assert!(why.contains("none takes fewer than 1 move"), "{why}");
    assert_eq!(text, before);
    client.wait(|message| {
        message["method"] == "window/showMessage" && message["params"]["message"] == why
    });
    client.change_all(URI, 2, "puzzle lunar\n  board:\n    @ . #\n");
    let refused = suggest(&mut client, "carom.harder", &mut text, 3);
    assert_eq!(refused["refused"], "the puzzle is malformed");
}

#[test]
fn unsolvable_puzzle_is_made_solvable_by_a_near_block() {
    // The robot and the free squares are walled in, so moves of the robot or its target do not help.
    let before = "puzzle ricochet\n  rules: direct\n  board:\n    R # r|. .\n";
    for command in ["carom.easier", "carom.harder"] {
        let mut client = Client::new();
        let mut text = before.to_owned();
        client.open(URI, &text);
        client.answered(URI, 0);
        let result = suggest(&mut client, command, &mut text, 2);
        Schema::of("protocol").check_as("suggested", &result).unwrap();
        let moved = (&result["moved"], &result["to"]);
        assert_eq!(moved, (&json!("block@b1"), &json!("d1")), "{result}");
        assert_eq!(result["before"], Value::Null);
        assert_eq!(alone(&text), "1 move", "{text}");
    }
}

#[test]
fn unsolvable_puzzle_without_a_remedy_names_what_was_moved() {
    for (board, moved) in
        [("R # # r|.", "target, item, block or diagonal"), ("R|r", "target or item")]
    {
        let mut client = Client::new();
        let mut text = format!("puzzle ricochet\n  rules: direct\n  board:\n    {board}\n");
        client.open(URI, &text);
        client.answered(URI, 0);
        let refused = suggest(&mut client, "carom.easier", &mut text, 2);
        let expected = format!("moving a single piece, {moved} does not make it solvable");
        assert_eq!(refused["refused"], expected);
    }
}

#[test]
fn first_fix_of_an_unsolvable_puzzle_makes_it_solvable() {
    let mut client = Client::new();
    client.open(URI, "puzzle ricochet\n  rules: direct\n  moves: 3\n  board:\n    R # r\n");
    client.answered(URI, 0);
    let mut params = json!({"textDocument": {"uri": URI}, "context": {"diagnostics": []}});
    params["range"] = crate::lsp::client::range(0, 0, 0);
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "make it solvable: move one item");
    assert_eq!(actions[0]["kind"], "quickfix");
    assert_eq!(actions[0]["command"]["command"], "carom.easier");
}

#[test]
fn suggestion_search_can_be_cancelled() {
    let declared = json!({"window": {"workDoneProgress": true}});
    let mut client = Client::with(declared);
    client.open(URI, &hard());
    let argument = json!({"uri": URI, "line": 0});
    let params = json!({"command": "carom.harder", "arguments": [argument]});
    let id = client.ask("workspace/executeCommand", params);
    let is_wish = |message: &Value| {
        let token = message["params"]["token"].as_str();
        token.is_some_and(|token| token.starts_with("carom/suggestion/"))
    };
    let created = client
        .wait(|message| message["method"] == "window/workDoneProgress/create" && is_wish(message));
    client.send(&json!({"jsonrpc": "2.0", "id": created["id"], "result": null}));
    let begun = client.wait(|message| message["method"] == "$/progress" && is_wish(message));
    assert_eq!(begun["params"]["value"]["kind"], "begin");
    let token = &created["params"]["token"];
    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    assert_eq!(client.answer(id)["result"]["refused"], "cancelled");
    client.wait(|message| {
        message["method"] == "$/progress"
            && is_wish(message)
            && message["params"]["value"]["kind"] == "end"
    });
}

#[test]
fn client_shows_and_cancels_the_progress_under_its_own_token() {
    // It declares nothing, because it needs no token of the server.
    let mut client = Client::new();
    let options = &client.initialized["capabilities"]["executeCommandProvider"];
    assert_eq!(options["workDoneProgress"], true);
    client.open(URI, &hard());
    let argument = json!({"uri": URI, "line": 0});
    let token = "panel/1";
    let params =
        json!({"command": "carom.harder", "arguments": [argument], "workDoneToken": token});
    let id = client.ask("workspace/executeCommand", params);
    let progress = |kind: &'static str| {
        move |message: &Value| {
            let params = &message["params"];
            message["method"] == "$/progress"
                && params["token"] == token
                && params["value"]["kind"] == kind
        }
    };
    let begun = client.wait(progress("begin"));
    assert_eq!(begun["params"]["value"]["cancellable"], true);
    let report = client.wait(progress("report"));
    let message = report["params"]["value"]["message"].as_str().unwrap();
    assert!(message.contains(" of ") && message.ends_with(" changes"), "{message}");
    assert!(report["params"]["value"]["percentage"].is_u64());
    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    assert_eq!(client.answer(id)["result"]["refused"], "cancelled");
    client.wait(progress("end"));
}

#[test]
fn suggestion_search_does_not_wait_for_the_puzzle() {
    let mut client = Client::new();
    client.open(URI, &hard());
    let argument = json!({"uri": URI, "line": 0});
    let token = "panel/1";
    let params =
        json!({"command": "carom.harder", "arguments": [argument], "workDoneToken": token});
    let id = client.ask("workspace/executeCommand", params);
    // Some changes are tried while the puzzle itself is being solved.
    client.wait(|message| {
        let text = message["params"]["value"]["message"].as_str();
        message["method"] == "$/progress"
            && message["params"]["token"] == token
            && text.is_some_and(|text| !text.starts_with("0 of "))
    });
    let state = client.at("carom/solution", URI, 0, 0)["state"].clone();
    assert_eq!(state, "solving");
    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    assert_eq!(client.answer(id)["result"]["refused"], "cancelled");
}

#[test]
fn best_change_so_far_is_applied_when_the_time_is_over() {
    // A reaches the corner from almost everywhere in two moves. Targets elsewhere take long.
    let mut rows = vec![". ".repeat(16); 16];
    for (piece, row, column) in [("a", 0, 0), ("A", 0, 5), ("B", 15, 15), ("C", 9, 7), ("D", 4, 12)]
    {
        rows[row].replace_range(2 * column..=2 * column, piece);
    }
    let rows: String = rows.iter().map(|row| format!("    {}\n", row.trim_end())).collect();
    let text = &mut format!("puzzle ricochet \"Corner\"\n  rules: direct\n  board:\n{rows}");
    let mut client = Client::new();
    client.open(URI, text);
    let result = suggest(&mut client, "carom.harder", text, 2);
    Schema::of("protocol").check_as("suggested", &result).unwrap();
    assert_eq!(result["complete"], false, "{result}");
    assert!(result["unknown"].as_u64().unwrap() > 0, "{result}");
    assert!(result["after"].as_u64().unwrap() > 1, "{result}");
    client.wait(|message| {
        let text = message["params"]["message"].as_str();
        message["method"] == "window/showMessage"
            && text.is_some_and(|text| text.contains("the best so far"))
    });
}

#[test]
fn harder_and_easier_are_code_actions() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    client.answered(URI, 0);
    let mut params = json!({"textDocument": {"uri": URI}, "context": {"diagnostics": [], "only": ["refactor.rewrite"]}});
    params["range"] = crate::lsp::client::range(0, 0, 0);
    let actions = client.request("textDocument/codeAction", params);
    let commands = actions.as_array().unwrap().iter();
    let commands: Vec<&str> =
        commands.filter_map(|action| action["command"]["command"].as_str()).collect();
    let expected = ["carom.harder", "carom.easier", "carom.minimise", "carom.hardest"];
    assert_eq!(commands, expected);
}
