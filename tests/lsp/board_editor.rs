//! The board editor: each operation edits the text at its version.

use serde_json::{Value, json};

use crate::lsp::client::{Client, place};
use crate::lsp::edits::applied;
use crate::lsp::schema::Schema;
use crate::lsp::texts::URI;

/// An editor with one document, which applies the edits of the server.
pub struct Editor {
    client: Client,
    text: String,
    version: i64,
}

impl Editor {
    pub fn open(text: &str) -> Self {
        let edits = json!({"workspaceEdit": {"documentChanges": true}});
        let mut client = Client::with(json!({"workspace": edits}));
        client.open(URI, text);
        Self { client, text: text.to_owned(), version: 1 }
    }

    fn ask(&mut self, command: &str, line: u32, more: &Value) -> i64 {
        let mut argument = json!({"uri": URI, "line": line});
        let members = more.as_object().unwrap().clone();
        argument.as_object_mut().unwrap().extend(members);
        let params = json!({"command": command, "arguments": [argument]});
        self.client.ask("workspace/executeCommand", params)
    }

    /// Applies the edit that the server requests.
    fn apply(&mut self) {
        let request = self.client.wait(|message| message["method"] == "workspace/applyEdit");
        let change = &request["params"]["edit"]["documentChanges"][0];
        assert_eq!(change["textDocument"], json!({"uri": URI, "version": self.version}));
        self.text = applied(&self.text, &change["edits"]);
        self.version += 1;
        self.client.change_all(URI, self.version, &self.text);
        let result = json!({"applied": true});
        self.client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Applies an edit operation and returns its result.
    fn edit(&mut self, line: u32, gesture: &Value) -> Value {
        let kept = json!({"gesture": gesture, "claims": false});
        self.run("carom.edit", line, &kept)
    }

    /// Runs a command that edits, and returns its result.
    pub fn run(&mut self, command: &str, line: u32, more: &Value) -> Value {
        let id = self.ask(command, line, more);
        self.apply();
        let result = self.client.answer(id)["result"].clone();
        Schema::of("protocol").check_as("edited", &result).unwrap();
        result
    }

    /// Returns why a command is refused.
    pub fn refused(&mut self, command: &str, line: u32, more: &Value) -> String {
        let id = self.ask(command, line, more);
        let result = self.client.answer(id)["result"].clone();
        Schema::of("protocol").check_as("edited", &result).unwrap();
        result["refused"].as_str().unwrap().to_owned()
    }

    fn board(&mut self, line: u32) -> Value {
        let board = self.client.request("carom/board", place(URI, line, 0));
        Schema::of("protocol").check_as("board", &board).unwrap();
        board
    }

    /// Returns the id and the square of each piece.
    fn squares(&mut self, line: u32) -> Vec<String> {
        let board = self.board(line);
        let pieces = board["pieces"]
            .as_array()
            .unwrap()
            .iter()
            .map(|piece| format!("{} {}", piece["id"], piece["square"]));
        pieces.map(|piece| piece.replace('"', "")).collect()
    }
}

const PUZZLES: &str = "\
; a deck\r
puzzle lunar \"before\"\r
  board:\r
    @ + A\r
\r
puzzle ricochet \"Round\" ; the one\r
  moves: 4\r
  board:\r
    . . . r ; the target\r
    ; between\r
    R . G .\r
        -\r
    . . . .\r
";

#[test]
fn operations_become_versioned_text_edits() {
    let mut editor = Editor::open(PUZZLES);
    assert_eq!(editor.squares(7), ["R a2", "G c2", "target:r@d3 d3"]);
    let board = editor.board(5);
    assert_eq!(board["wall"], json!([["c1", "c2"]]));
    assert_eq!(board["grid"], json!({"x": 28, "y": 12, "cell": 40}), "{board}");
    let done = editor.edit(12, &json!({"move": "R", "to": "d3"}));
    assert_eq!(done, json!({"applied": true, "now": "R"}));
    let done = editor.edit(12, &json!({"wall": ["a1", "a2"]}));
    assert_eq!(done, json!({"applied": true}));
    editor.edit(12, &json!({"wall": ["a3", "b3"]}));
    let expected = PUZZLES
        .replace("  board:\r\n    . . . r", "  target: r d3\r\n  board:\r\n    .|. . R")
        .replace("R . G .", ". . G .")
        .replace("        -", "    -   -");
    assert_eq!(editor.text, expected);
    editor.edit(12, &json!({"move": "R", "to": "a2"}));
    editor.edit(12, &json!({"wall": ["a2", "a1"]}));
    editor.edit(12, &json!({"wall": ["b3", "a3"]}));
    assert_eq!(editor.text, PUZZLES);
    let done = editor.edit(12, &json!({"put": "B", "at": "a1"}));
    assert_eq!(done["now"], "B");
    editor.edit(12, &json!({"clear": "a1"}));
    assert_eq!(editor.text, PUZZLES);
}

#[test]
fn impossible_operations_are_refused() {
    let mut editor = Editor::open(PUZZLES);
    for (gesture, why) in [
        (json!({"move": "R", "to": "c2"}), "c2 is taken by the green robot G"),
        (json!({"move": "R", "to": "e1"}), "the board has no square `e1`"),
        (json!({"move": "B", "to": "a1"}), "there is no `B` on the board"),
        (json!({"put": "R", "at": "a1"}), "the red robot R is on the board already"),
        (json!({"put": "╬", "at": "a1"}), "`╬` is nothing to put on this board"),
        (json!({"wall": ["a1", "b2"]}), "a1 and b2 are no neighbours"),
        (json!({"clear": "b1"}), "there is nothing on b1 to take away"),
        (json!({"clear": "d3"}), "that cannot be: there is no target"),
        (json!({"clear": "a2"}), "that cannot be: there is no robot R for this target"),
        (json!({"hand": "╬"}), "`╬` is no tile of this game"),
    ] {
        assert_eq!(editor.refused("carom.edit", 5, &json!({"gesture": gesture})), why);
    }
    let gestures = [json!({"jump": "R"}), json!(null), json!({"move": "R"})];
    for gesture in gestures {
        let argument = json!({"uri": URI, "line": 5, "gesture": gesture});
        let params = json!({"command": "carom.edit", "arguments": [argument]});
        assert_eq!(editor.client.error("workspace/executeCommand", params), -32602);
    }
    editor.client.change_all(URI, 2, "puzzle ricochet\n  board:\n    R .\n");
    let gesture = json!({"gesture": {"move": "R", "to": "b1"}});
    let why = editor.refused("carom.edit", 0, &gesture);
    assert_eq!(why, "the puzzle is malformed: there is no target");
    let board = editor.board(0);
    assert_eq!(board["summary"], "malformed: there is no target");
    assert_eq!(board["pieces"], json!([]));
}

const TWINS: &str = "\
puzzle ricochet
  board:
    R . R r
    . . . .
    G . . .
";

#[test]
fn two_robots_with_one_letter_are_drawn_and_can_be_fixed() {
    let mut editor = Editor::open(TWINS);
    let board = editor.board(0);
    assert_eq!(board["state"], "invalid");
    assert_eq!(board["summary"], "malformed: duplicate piece R");
    assert!(board["svg"].is_string());
    let fault = |square: &str, fix: Value| json!({"square": square, "message": "duplicate piece R", "glyph": "R", "fix": fix});
    let second = fault("c3", json!("call it `B`"));
    assert_eq!(board["faults"], json!([fault("a3", Value::Null), second]));
    // Other pieces can be moved, and nothing that the text says is lost.
    editor.edit(0, &json!({"move": "G", "to": "d1"}));
    assert_eq!(editor.text, TWINS.replace("G . . .", ". . . G"));
    editor.edit(0, &json!({"move": "G", "to": "a1"}));
    assert_eq!(editor.text, TWINS);
    editor.edit(0, &json!({"fix": "c3"}));
    assert_eq!(editor.text, TWINS.replace("R . R", "R . B"));
    assert_eq!(editor.board(0)["faults"], json!([]));
    let why = editor.refused("carom.edit", 0, &json!({"gesture": {"fix": "c3"}}));
    assert_eq!(why, "there is no fix for `c3`");
}

#[test]
fn faulty_squares_of_a_short_row_reach_to_its_end() {
    let text = TWINS.replace("R . R r", "R . Y r").replace("G . . .", "G . ?");
    let mut editor = Editor::open(&text);
    let board = editor.board(0);
    assert_eq!(board["svg"], Value::Null);
    let faults = board["faults"].as_array().unwrap().iter();
    let squares: Vec<_> = faults.map(|fault| (&fault["square"], &fault["glyph"])).collect();
    let (c1, d1, glyph) = (json!("c1"), json!("d1"), json!("?"));
    assert!(squares.contains(&(&c1, &glyph)), "{squares:?}");
    assert!(squares.contains(&(&d1, &Value::Null)), "{squares:?}");
}

#[test]
fn printed_diagonals_can_be_moved_and_removed() {
    const TILED: &str =
        "puzzle ricochet\n  tiles: 1D 2A 3A 4A\n  robots: R a1\n  target: red-star\n";
    let mut editor = Editor::open(TILED);
    editor.edit(0, &json!({"move": "diagonal@f9", "to": "c3"}));
    let moved = "  diagonals: none, G/ e15, Y\\ c3\n";
    assert!(editor.text.contains(moved), "{}", editor.text);
    editor.edit(0, &json!({"clear": "e15"}));
    assert!(editor.text.contains("  diagonals: none, Y\\ c3\n"), "{}", editor.text);
    editor.edit(0, &json!({"clear": "c3"}));
    assert!(editor.text.contains("  diagonals: none\n"), "{}", editor.text);
    editor.edit(0, &json!({"put": "R/", "at": "c5"}));
    assert!(editor.text.contains("  diagonals: none, R/ c5\n"), "{}", editor.text);
    let mut editor = Editor::open(TILED);
    editor.edit(0, &json!({"clear": "f9"}));
    assert!(editor.text.contains("  diagonals: none, G/ e15\n"), "{}", editor.text);
}

#[test]
fn rows_and_columns_come_and_go_on_every_side() {
    let text = "\
puzzle ricochet
  target: r b1
  solution: Rv R>
  board:
    R|. .
        -
    . . #
";
    for (side, grown) in [
        (
            "top",
            "target: r b1\n  solution: Rv R>\n  board:\n    . . .\n    R|. .\n        -\n    . . #\n",
        ),
        (
            "right",
            "target: r b1\n  solution: Rv R>\n  board:\n    R|. . .\n        -\n    . . # .\n",
        ),
        (
            "bottom",
            "target: r b2\n  solution: Rv R>\n  board:\n    R|. .\n        -\n    . . #\n    . . .\n",
        ),
        (
            "left",
            "target: r c1\n  solution: Rv R>\n  board:\n    . R|. .\n          -\n    . . . #\n",
        ),
    ] {
        let mut editor = Editor::open(text);
        assert_eq!(editor.board(0)["resize"], true);
        editor.edit(0, &json!({"resize": side, "grows": true}));
        assert_eq!(editor.text, format!("puzzle ricochet\n  {grown}"), "{side}");
        editor.edit(0, &json!({"resize": side, "grows": false}));
        assert_eq!(editor.text, text, "{side}");
    }
    let mut editor = Editor::open(text);
    let why =
        editor.refused("carom.edit", 0, &json!({"gesture": {"resize": "left", "grows": false}}));
    assert_eq!(why, "a2 is not empty");
}

#[test]
fn several_rows_or_columns_are_one_edit() {
    let text = "puzzle ricochet\n  target: r b1\n  board:\n    R . .\n    . . #\n";
    let grown = "puzzle ricochet\n  target: r e1\n  board:\n    . . . R . .\n    . . . . . #\n";
    let mut editor = Editor::open(text);
    editor.edit(0, &json!({"resize": "left", "grows": true, "count": 3}));
    assert_eq!((editor.text(), editor.version), (grown, 2));
    editor.edit(0, &json!({"resize": "left", "grows": false, "count": 3}));
    assert_eq!((editor.text(), editor.version), (text, 3));
    for (side, grows, count, why) in [
        ("left", false, 1, "a2 is not empty"),
        ("right", false, 2, "b1 is not empty"),
        ("top", false, 2, "a board has 1 to 16 columns and rows"),
        ("top", true, 15, "a board has 1 to 16 columns and rows"),
        ("top", true, 255, "a board has 1 to 16 columns and rows"),
    ] {
        let operation = json!({"resize": side, "grows": grows, "count": count});
        let refused = editor.refused("carom.edit", 0, &json!({"gesture": operation}));
        assert_eq!(refused, why, "{operation}");
    }
    assert_eq!(editor.text(), text);
}

#[test]
fn a_transformation_is_undone_by_its_inverse() {
    let mut editor = Editor::open(TWINS.replace("R . R", "R . .").as_str());
    let before = editor.text.clone();
    let turn = |title: &str| json!({"transform": title});
    let board = editor.board(0);
    for title in ["turn the puzzle a quarter clockwise", "turn the puzzle a quarter back"] {
        let offers = board["transforms"].as_array().unwrap();
        assert!(offers.contains(&json!(title)), "{offers:?}");
        editor.edit(0, &turn(title));
    }
    assert_eq!(editor.text, before);
}

#[test]
fn claims_follow_an_edit_of_the_board() {
    let text = "\
puzzle ricochet
  rules: direct
  moves: 1
  solution: R>
  board:
    R . . r
    . . . .
    G . . .
";
    let mut editor = Editor::open(text);
    editor.client.answered(URI, 0);
    assert_eq!(editor.board(0)["claimed"], Value::Null);
    let moved = text.replace("R . . r", ". . . r").replace("G . . .", "G . . R");
    // The edit waits only a second for an answer, so it is found before.
    let other = "untitled:moved.carom";
    editor.client.open(other, &moved);
    editor.client.answered(other, 0);
    let away = json!({"gesture": {"move": "R", "to": "d1"}});
    let result = editor.run("carom.edit", 0, &away);
    assert_eq!(result, json!({"applied": true, "now": "R", "also": "replaced the solution"}));
    assert_eq!(editor.text, moved.replace("R>", "R^"));
    // Kept claims are reported, and corrected on request.
    editor.edit(0, &json!({"move": "R", "to": "a2"}));
    editor.client.answered(URI, 0);
    let claimed = editor.board(0)["claimed"].clone();
    assert_eq!(claimed, "1 move", "{}", editor.text);
    editor.run("carom.updateClaims", 0, &json!({}));
    editor.client.answered(URI, 0);
    assert_eq!(editor.board(0)["claimed"], Value::Null, "{}", editor.text);
    assert!(editor.text.contains("moves: 2"), "{}", editor.text);
    let why = editor.refused("carom.updateClaims", 0, &json!({}));
    assert_eq!(why, "no claim is known to be wrong");
}

/// Solves a puzzle before it is needed: an edit waits only a second for its answer.
fn prove(editor: &mut Editor, text: &str) {
    let other = format!("untitled:{}.carom", editor.version);
    editor.client.open(&other, text);
    editor.client.answered(&other, 0);
}

#[test]
fn unsolvable_board_keeps_the_claims_of_the_author() {
    let text = "\
puzzle lunar
  moves: 2
  board:
    . . . A .
    . . . . .
    @ . + . .
    . . . B .
    . . . . .
  solution: Av @>
";
    let mut editor = Editor::open(text);
    editor.client.answered(URI, 0);
    let drag = |to: &str| json!({"gesture": {"move": "A", "to": to}});
    let moved = text.replace(". . . A .", ". . . . A");
    prove(&mut editor, &moved);
    let result = editor.run("carom.edit", 0, &drag("e5"));
    assert_eq!(result, json!({"applied": true, "now": "A"}));
    assert_eq!(editor.text, moved);
    editor.client.answered(URI, 0);
    let board = editor.board(0);
    assert_eq!((&board["state"], &board["claimed"]), (&json!("unsolvable"), &json!("2 moves")));
    // Only the author can say that this is meant.
    let why = editor.refused("carom.updateClaims", 0, &json!({}));
    assert_eq!(why, "only you can say whether the puzzle is meant to be unsolvable");
    editor.run("carom.edit", 0, &drag("d5"));
    assert_eq!(editor.text, text);
    editor.client.answered(URI, 0);
    assert_eq!(editor.board(0)["claimed"], Value::Null);
    // `none` stays, too.
    let none = moved.replace("moves: 2", "moves: none");
    let mut editor = Editor::open(&none);
    editor.client.answered(URI, 0);
    prove(&mut editor, &text.replace("moves: 2", "moves: none"));
    let result = editor.run("carom.edit", 0, &drag("d5"));
    assert_eq!(result, json!({"applied": true, "now": "A"}));
    assert_eq!(editor.text, text.replace("moves: 2", "moves: none"));
}

#[test]
fn proved_claims_change_with_the_board_in_words() {
    let text = "puzzle lunar\n  moves: 1\n  board:\n    @ . + A .\n  solution: @>\n";
    let solved =
        "puzzle lunar\n  moves: 0\n  target: c1\n  board:\n    . . @ A .\n  solution: @>\n";
    let mut editor = Editor::open(text);
    editor.client.answered(URI, 0);
    prove(&mut editor, solved);
    let result = editor.run("carom.edit", 0, &json!({"gesture": {"move": "@", "to": "c1"}}));
    assert_eq!(result["also"], "changed `moves` from 1 to 0", "{}", editor.text);
    assert!(editor.text.contains("moves: 0"), "{}", editor.text);
    editor.client.answered(URI, 0);
    let result = editor.run("carom.edit", 0, &json!({"gesture": {"move": "@", "to": "a1"}}));
    assert_eq!(result["also"], "changed `moves` from 0 to 1");
    assert_eq!(editor.text, text);
}

#[test]
fn rejected_edit_is_reported() {
    let mut editor = Editor::open(PUZZLES);
    let gesture = json!({"gesture": {"move": "R", "to": "a1"}});
    let id = editor.ask("carom.edit", 5, &gesture);
    let request = editor.client.wait(|message| message["method"] == "workspace/applyEdit");
    let result = json!({"applied": false, "failureReason": "the document has changed"});
    editor.client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    let answer = editor.client.answer(id);
    assert_eq!(answer["result"], json!({"refused": "the document has changed"}));
}
