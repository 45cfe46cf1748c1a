//! Every feature has its row for every game.

use std::time::Instant;

use serde_json::{Value, json};

use crate::checks::code;
use crate::client::{Client, PATIENCE, place, range};
use crate::decks::{ALIKE, DUEL, RUSH, TILED};
use crate::edits::{act, actions, applied};
use crate::texts::{FIRST, URI};

/// A puzzle of each game.
const ALL: [&str; 4] = [FIRST, TILED, DUEL, RUSH];

/// A client that has opened a puzzle and knows all about it.
fn opened(text: &str) -> Client {
    let mut client = Client::new();
    client.open(URI, text);
    client.answered(URI, 0);
    client
}

fn titles(actions: &[Value]) -> Vec<&str> {
    let titles = actions.iter().map(|action| action["title"].as_str());
    titles.map(Option::unwrap).collect()
}

#[test]
fn a_hover_tells_of_each_game_what_is_under_the_cursor() {
    for (text, rows) in [
        (
            TILED,
            &[
                (0, 0, "**Ricochet Robots** Tiled"),
                (1, 10, "`direct` (Ricochet Robots): Any way"),
                (
                    2,
                    12,
                    "`red-star`: the symbol on a tile, a target of the robot R",
                ),
                (
                    3,
                    9,
                    "`A1F`: side A of tile 4, also `4A`\n\n```text\n16 . .",
                ),
                (
                    3,
                    3,
                    "\nred-star c11, red-saturn k12, red-moon l2, red-pyramid f8\n",
                ),
                (4, 10, "`R` on e5: the robot R\n\n- `R^` stops on"),
                (4, 13, "`R` on e5"),
                (5, 4, "`diagonals:` diagonals by their squares"),
            ][..],
        ),
        (
            ALIKE,
            &[
                (3, 10, "`0`: a robot without a name, moved by its square"),
                (
                    3,
                    12,
                    "d2: `0`, a robot without a name, moved by its square",
                ),
                (3, 12, "- `d2^` stops on d4\n- `d2v` stops on d1"),
                (
                    8,
                    4,
                    "`0`: a robot without a name, moved by its square\n\n- `a1>` stops on d1",
                ),
                (9, 12, "Move 1: `d2^`"),
            ],
        ),
        (
            DUEL,
            &[
                (0, 0, "**Slider** Small duel\n\ndraw. "),
                (
                    0,
                    0,
                    "- H, to move, has 4 legal moves: 3 right, 1 down\n- V has 4 legal moves: 3 up, 1 left",
                ),
                (1, 4, "`to-move:` the side to move"),
                (1, 11, "`H`: a piece that goes right, up or down"),
                (2, 11, "`win`: the side to move wins"),
                (
                    6,
                    4,
                    "`H`: a piece that goes right, up or down\n\n- `a2>` goes to b2\n- `a2v` goes to a1",
                ),
                (7, 6, "the other side is to move"),
                (
                    8,
                    16,
                    "Move 2: `b1<`\n\n```text\nH . . .\nH . # .\n. H . .\nV . V V\n```",
                ),
            ],
        ),
        (
            RUSH,
            &[
                (0, 0, "**X-mas Rush** The long way round\n\n1 move."),
                (
                    0,
                    0,
                    "╔═╦   @ o o\n╬╬╬   o B o\n╚╩╝   o o K\n\n@ the player, o squares in its reach\nK KEY on c1, to collect\nB BOOK on b2\nhand ╬ with CANE",
                ),
                (
                    1,
                    10,
                    "a3: `╔`, a tile open downward and to the right\n\n- the player stands here",
                ),
                (2, 8, "`╬`: a tile open to all sides"),
                (3, 10, "`KEY` lies on c1, to collect"),
                (3, 22, "b2: `╬`"),
                (3, 27, "`CANE` is in a hand"),
                (3, 32, "`hand`: on the tile in the hand"),
                (4, 11, "`KEY` lies on c1"),
                (8, 5, "- the player can walk here\n- `BOOK` lies here"),
                (9, 4, "`c`: a tile open upward and to the right"),
                (10, 13, "Move 1: `1<:vv>^>v`, and the puzzle is solved."),
            ],
        ),
    ] {
        let mut client = opened(text);
        for &(line, column, expected) in rows {
            let hover = client.hover(URI, line, column);
            assert!(hover.contains(expected), "{line}:{column}: {hover}");
        }
    }
}

#[test]
fn a_lens_and_hints_sum_up_each_game() {
    for (text, lens, hints) in [
        (FIRST, "4 moves · @^ @< @v @<", &["4 moves", "optimal"][..]),
        (DUEL, "draw", &["draw", "no blunder"]),
        (RUSH, "1 move · 1<:vv>^>v", &["1 move", "optimal"]),
    ] {
        let mut client = opened(text);
        let document = json!({"textDocument": {"uri": URI}});
        let lenses = client.request("textDocument/codeLens", document);
        assert_eq!(lenses[0]["command"]["title"], lens);
        assert_eq!(lenses[0]["range"]["start"]["line"], 0);
        let whole = json!({
            "textDocument": {"uri": URI},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        });
        // What the moves of a duel are worth is found out after its value.
        let end = Instant::now() + PATIENCE;
        loop {
            let found = client.request("textDocument/inlayHint", whole.clone());
            let found: Vec<Value> = found
                .as_array()
                .unwrap()
                .iter()
                .map(|hint| hint["label"].clone())
                .collect();
            if found.len() == hints.len() {
                assert_eq!(found, hints);
                break;
            }
            assert!(Instant::now() < end, "{found:?}");
        }
    }
}

#[test]
fn what_is_claimed_wrongly_is_put_right_in_each_game() {
    for (text, at, title, from, to) in [
        (FIRST, (1, 9), "record `moves: 4`", "moves: 5", "moves: 4"),
        (
            DUEL,
            (2, 10),
            "record `result: draw`",
            "result: win 3",
            "result: draw",
        ),
        (RUSH, (5, 9), "record `moves: 1`", "moves: 2", "moves: 1"),
        (RUSH, (9, 4), "draw the tiles", "c╩╝", "╚╩╝"),
        (
            RUSH,
            (3, 11),
            "swap KEY with CANE",
            "KEY c1, BOOK b2, CANE",
            "CANE c1, BOOK b2, KEY",
        ),
        (TILED, (4, 11), "swap R with G", "R e5, G k7", "G e5, R k7"),
    ] {
        let mut client = opened(text);
        assert_eq!(
            act(&mut client, text, at.0, at.1, title),
            text.replace(from, to)
        );
    }
}

#[test]
fn solutions_are_written_in_each_game() {
    for (text, expected) in [
        (FIRST, "solution: @^ @< @v @<"),
        (RUSH, "solution: 1<:vv>^>v"),
    ] {
        let bare: Vec<&str> = text
            .lines()
            .filter(|line| !line.contains("solution"))
            .collect();
        let bare = format!("{}\n", bare.join("\n"));
        let mut client = opened(&bare);
        let written = act(&mut client, &bare, 0, 0, "write the optimal solution");
        assert_eq!(written, format!("{bare}  {expected}\n"));
    }
    // A draw has no line of play to its end.
    let mut client = opened(DUEL);
    let offered = actions(&mut client, 0, 0);
    assert!(!titles(&offered).contains(&"write the optimal solution"));
}

/// What turns a puzzle leaves nothing of it to mend, and the same puzzle.
#[test]
fn every_game_turns_as_its_rules_allow() {
    let turns = [
        "turn the puzzle a quarter clockwise",
        "turn the puzzle upside down",
        "turn the puzzle a quarter back",
    ];
    let mirror = "mirror the puzzle left to right";
    let whole = [turns.as_slice(), &[mirror]].concat();
    let without_player = RUSH.replace("  player: a3\n", "");
    let scripted = RUSH
        .replace("solution: 1<:vv>^>v", "opponent: 3> b^\n  opponent-hand: ╚")
        .replace("  player: a3\n", "  player: a1\n");
    let without_side = DUEL.replace("  to-move: H\n", "");
    for (text, offered) in [
        (FIRST, whole.clone()),
        (TILED, turns.to_vec()),
        (ALIKE, whole.clone()),
        (DUEL, vec!["exchange the sides"]),
        (&without_side, vec!["exchange the sides"]),
        (RUSH, whole.clone()),
        (&without_player, whole.clone()),
        (&scripted, vec![turns[1], mirror]),
    ] {
        let mut client = opened(text);
        let found = actions(&mut client, 0, 0);
        let found: Vec<&str> = titles(&found)
            .into_iter()
            .filter(|title| {
                ["turn ", "mirror", "exchange"]
                    .iter()
                    .any(|t| title.starts_with(t))
            })
            .collect();
        assert_eq!(found, offered);
        for (title, version) in offered.into_iter().zip((2..).step_by(3)) {
            client.change_all(URI, version, text);
            let turned = act(&mut client, text, 0, 0, title);
            assert_ne!(turned, text);
            client.change_all(URI, version + 1, &format!("{text}\n{turned}"));
            client.answered(URI, text.lines().count() as u32 + 1);
            let both = client.published(URI, version + 1, |reported| {
                reported
                    .iter()
                    .any(|report| code(report) == "duplicate-puzzle")
            });
            let wrong = [
                "illegal-move",
                "incomplete-solution",
                "bad-square",
                "bad-value",
            ];
            let codes: Vec<&str> = both.iter().map(code).collect();
            assert!(
                codes.iter().all(|code| !wrong.contains(code)),
                "{title}: {codes:?}\n{turned}"
            );
            // Back again it is what it was.
            if title == mirror || title == "exchange the sides" {
                client.change_all(URI, version + 2, &turned);
                let again = act(&mut client, &turned, 0, 0, title);
                let standard = |text: &str| text.replace("  player: a3\n", "").replace('c', "╚");
                assert_eq!(
                    standard(&again).replace("  to-move: H\n", ""),
                    standard(text).replace("  to-move: H\n", "")
                );
            }
        }
    }
}

/// The labels and details of what may be written at a place.
fn offered(client: &mut Client, line: u32, column: u32) -> Vec<(String, String)> {
    let items = client.at("textDocument/completion", URI, line, column);
    let items = items.as_array().unwrap().iter();
    items
        .map(|item| {
            let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
            (text("label"), text("detail"))
        })
        .collect()
}

#[test]
fn completion_knows_the_words_of_each_game() {
    for (text, line, column, expected) in [
        (TILED, 1, 9, &["bounce", "direct", "no-rebound"][..]),
        (TILED, 2, 10, &["g", "r", "*", "red-star"]),
        (TILED, 3, 9, &["1A", "4D", "A1F", "A4B"]),
        (TILED, 4, 10, &["G", "R", "0"]),
        (ALIKE, 3, 10, &["R", "0"]),
        (ALIKE, 8, 4, &["0", "*", "r"]),
        (ALIKE, 9, 12, &["d2^", "a1>", "R^"]),
        (DUEL, 1, 11, &["H", "V"]),
        (DUEL, 2, 10, &["draw", "win", "loss"]),
        (DUEL, 4, 4, &[".", "#", "H", "V"]),
        (RUSH, 2, 8, &["closed", "corner up right", "cross"]),
        (RUSH, 3, 13, &["hand", "opponent"]),
        (RUSH, 4, 10, &["BOOK"]),
        (RUSH, 5, 9, &["1", "none"]),
        (RUSH, 8, 6, &["corner up right"]),
    ] {
        let mut client = opened(text);
        let found = offered(&mut client, line, column);
        let found: Vec<&str> = found.iter().map(|(label, _)| label.as_str()).collect();
        for label in expected {
            assert!(found.contains(label), "{label} is not among {found:?}");
        }
    }
}

#[test]
fn a_tile_is_written_by_its_name() {
    let mut client = opened(RUSH);
    let typed = RUSH.replace("c╩╝", "═corner u");
    client.change_all(URI, 2, &typed);
    let items = client.at("textDocument/completion", URI, 9, 13);
    let items = items.as_array().unwrap();
    let item = items.iter().find(|item| item["label"] == "corner up right");
    let edit = &item.unwrap()["textEdit"];
    assert_eq!(
        applied(&typed, &json!([edit])),
        typed.replace("corner u", "╚")
    );
}

#[test]
fn completion_in_a_line_of_play_tells_what_each_move_is_worth() {
    // H wins by going ahead; V would not stay behind.
    let text = "puzzle slider\n  board:\n    . . . H\n    . . . .\n    . . . .\n    V . . .\n  solution: \n";
    let mut client = Client::new();
    client.open(URI, text);
    client.answered(URI, 0);
    let found = offered(&mut client, 6, 12);
    assert_eq!(found[0], ("d4>".to_owned(), "win 1".to_owned()));
    assert!(found.len() > 1 && found[1..].iter().all(|(_, value)| value != "win 1"));
    // On a board that is not settled at a glance, once the line is looked at.
    let text = DUEL.replace("a2> b1< b2>", "a2> ");
    client.change_all(URI, 2, &text);
    client.answered(URI, 0);
    let end = Instant::now() + PATIENCE;
    let settled = loop {
        let found = offered(&mut client, 8, 16);
        if found.iter().all(|(_, value)| value != "legal") {
            break found;
        }
        assert!(Instant::now() < end, "{found:?}");
    };
    let moves: Vec<&str> = settled.iter().map(|(label, _)| label.as_str()).collect();
    assert!(
        moves.contains(&"b1<") && !moves.contains(&"b1^"),
        "{moves:?}"
    );
    let rank = |value: &str| match value.split(' ').next() {
        Some("win") => 0,
        Some("draw") => 1,
        _ => 2,
    };
    assert!(
        settled.is_sorted_by_key(|(_, value)| rank(value)),
        "{settled:?}"
    );
}

#[test]
fn completion_of_a_turn_goes_on_step_by_step() {
    let mut client = opened(RUSH);
    let first = offered(&mut client, 10, 12);
    assert_eq!(
        first[0],
        ("1<:vv>^>v".to_owned(), "solves the puzzle".to_owned())
    );
    assert_eq!(first.len(), 13);
    let text = RUSH.replace("1<:vv>^>v", "1<:v");
    client.change_all(URI, 2, &text);
    client.answered(URI, 0);
    let steps = offered(&mut client, 10, 16);
    let steps: Vec<&str> = steps.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(steps, ["1<:vv>^>v", "1<:v^", "1<:v>", "1<:vv"]);
}

#[test]
fn pieces_and_items_are_found_wherever_they_are_spoken_of() {
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
        let found = client.at("textDocument/documentHighlight", URI, line, column);
        let found: Vec<(u64, u64)> = found.as_array().unwrap().iter().map(start).collect();
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
fn names_of_items_and_robots_are_changed_everywhere() {
    let rename = |client: &mut Client, text: &str, (line, column): (u32, u32), name: &str| {
        let mut params = place(URI, line, column);
        params["newName"] = json!(name);
        let edit = client.request("textDocument/rename", params);
        applied(text, &edit["changes"][URI])
    };
    let mut client = opened(RUSH);
    assert_eq!(
        client.at("textDocument/prepareRename", URI, 4, 16),
        range(4, 15, 19)
    );
    assert_eq!(
        rename(&mut client, RUSH, (4, 16), "Stick"),
        RUSH.replace("CANE", "Stick")
    );
    for name in ["KEY", "", "a b", "a,b"] {
        let mut params = place(URI, 4, 16);
        params["newName"] = json!(name);
        assert_eq!(
            client.error("textDocument/rename", params),
            -32602,
            "{name}"
        );
    }
    let mut client = opened(TILED);
    assert_eq!(
        rename(&mut client, TILED, (4, 10), "B"),
        TILED.replace("R e5", "B e5").replace("R/ c5", "B/ c5")
    );
    // Pieces of a side have no names, nor have some robots.
    for (text, line) in [(DUEL, 6), (ALIKE, 8)] {
        let mut client = opened(text);
        assert_eq!(
            client.at("textDocument/prepareRename", URI, line, 4),
            Value::Null
        );
    }
}

/// The words of a text with what they are.
fn tokens(client: &mut Client, text: &str) -> Vec<(u32, String, String)> {
    let legend = &client.initialized["capabilities"]["semanticTokensProvider"]["legend"];
    let kinds = legend["tokenTypes"].as_array().unwrap().clone();
    let found = client.request(
        "textDocument/semanticTokens/full",
        json!({"textDocument": {"uri": URI}}),
    );
    let data: Vec<u64> = found["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap())
        .collect();
    let (mut line, mut column) = (0, 0);
    let tokens = data.chunks(5).map(|token| {
        if token[0] > 0 {
            column = 0;
        }
        line += token[0];
        column += token[1];
        let row = text.lines().nth(line as usize).unwrap();
        let word = row.chars().skip(column as usize).take(token[2] as usize);
        let kind = kinds[token[3] as usize].as_str().unwrap();
        (line as u32, word.collect(), kind.to_owned())
    });
    tokens.collect()
}

#[test]
fn the_parts_of_each_game_have_their_colours() {
    for (text, rows) in [
        (
            TILED,
            &[
                (0, "ricochet", "type"),
                (1, "direct", "parameter"),
                (2, "red-star", "enumMember"),
                (4, "R", "variable"),
            ][..],
        ),
        (
            ALIKE,
            &[
                (2, "*", "enumMember"),
                (3, "0", "variable"),
                (8, "0", "variable"),
                (9, "d2^", "function"),
            ],
        ),
        (
            DUEL,
            &[
                (0, "slider", "type"),
                (1, "H", "variable"),
                (4, "H", "variable"),
                (5, "#", "struct"),
                (7, "V", "variable"),
                (8, "a2>", "function"),
            ],
        ),
        (
            RUSH,
            &[
                (0, "rush", "type"),
                (1, "a3", "variable"),
                (3, "KEY", "variable"),
                (4, "KEY", "enumMember"),
                (7, "╔", "variable"),
                (8, "╬", "enumMember"),
                (9, "╝", "enumMember"),
                (10, "1<:vv>^>v", "function"),
            ],
        ),
    ] {
        let mut client = opened(text);
        let found = tokens(&mut client, text);
        for &(line, word, kind) in rows {
            let row = (line, word.to_owned(), kind.to_owned());
            assert!(found.contains(&row), "{row:?}: {found:?}");
        }
    }
}

#[test]
fn every_game_has_its_outline_its_folds_and_its_layout() {
    for text in ALL {
        let mut client = Client::with(json!({
            "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}},
        }));
        client.open(URI, text);
        let document = json!({"textDocument": {"uri": URI}});
        let symbols = client.request("textDocument/documentSymbol", document.clone());
        let keys: Vec<&str> = symbols[0]["children"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| key["name"].as_str().unwrap())
            .collect();
        let written = text.lines().skip(1).filter_map(|line| line.split_once(':'));
        let written: Vec<&str> = written.map(|(key, _)| key.trim()).collect();
        assert_eq!(keys, written);
        let folds = client.request("textDocument/foldingRange", document.clone());
        assert_eq!(folds[0]["endLine"], text.lines().count() - 1);
        let options = json!({"tabSize": 2, "insertSpaces": true});
        let crooked = text.replace(": ", ":   ");
        client.change_all(URI, 2, &crooked);
        let params = json!({"textDocument": {"uri": URI}, "options": options});
        let edits = client.request("textDocument/formatting", params);
        // Hexadecimal digits become tiles.
        assert_eq!(applied(&crooked, &edits), text.replace("c╩╝", "╚╩╝"));
    }
}
