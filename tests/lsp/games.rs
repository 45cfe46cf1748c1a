//! Every feature in every game.

use std::time::Instant;

use serde_json::{Value, json};

use crate::lsp::checks::code;
use crate::lsp::client::{Client, PATIENCE, range};
use crate::lsp::decks::{ALIKE, DUEL, RUSH, TILED};
use crate::lsp::edits::{act, actions, applied};
use crate::lsp::texts::{FIRST, URI};

/// A puzzle of each game.
const ALL: [&str; 4] = [FIRST, TILED, DUEL, RUSH];

/// Returns a client with an open puzzle whose answer is known.
pub fn opened(text: &str) -> Client {
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
fn hover_describes_items_of_each_game() {
    for (text, rows) in [
        (
            TILED,
            &[
                (0, 0, "**Ricochet Robots** Tiled"),
                (1, 10, "`direct` (Ricochet Robots): Any way"),
                (2, 12, "`red-star`: the symbol on a tile, a target of the robot R"),
                (3, 9, "`A1F`: side A of tile 4, also `4A`\n\n```text\n16 . ."),
                (3, 3, "\nred-star c11, red-saturn k12, red-moon l2, red-pyramid f8\n"),
                (4, 10, "`R` on e5: the robot R\n\n- `R^` stops on"),
                (4, 13, "`R` on e5"),
                (5, 4, "`diagonals:` diagonals by their squares"),
            ][..],
        ),
        (
            ALIKE,
            &[
                (3, 10, "`0`: a robot without a name, moved by its square"),
                (3, 12, "d2: `0`, a robot without a name, moved by its square"),
                (3, 12, "- `d2^` stops on d4\n- `d2v` stops on d1"),
                (8, 4, "`0`: a robot without a name, moved by its square\n\n- `a1>` stops on d1"),
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
                (8, 16, "Move 2: `b1<`\n\n```text\nH . . .\nH . # .\n. H . .\nV . V V\n```"),
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
fn lens_and_inlay_hints_summarize_each_game() {
    for (text, lens, hints) in [
        (FIRST, "4 moves · @^ @< @v @<", &["4 moves", "optimal"][..]),
        (DUEL, "draw · a2> b1< b2^ a1> b3v", &["draw", "no blunder"]),
        (RUSH, "1 move · 1<:vv>^>v", &["1 move", "optimal"]),
    ] {
        let mut client = opened(text);
        let document = json!({"textDocument": {"uri": URI}});
        let lenses = client.request("textDocument/codeLens", document);
        assert_eq!(lenses[0]["command"]["title"], lens);
        assert_eq!(lenses[0]["range"]["start"]["line"], 0);
        let all = json!({
            "textDocument": {"uri": URI},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        });
        // The values of single moves follow after the value of the board.
        let end = Instant::now() + PATIENCE;
        loop {
            let found = client.request("textDocument/inlayHint", all.clone());
            let found: Vec<Value> =
                found.as_array().unwrap().iter().map(|hint| hint["label"].clone()).collect();
            if found.len() == hints.len() {
                assert_eq!(found, hints);
                break;
            }
            assert!(Instant::now() < end, "{found:?}");
        }
    }
}

#[test]
fn wrong_claims_are_corrected_in_each_game() {
    for (text, at, title, from, to) in [
        (FIRST, (1, 9), "record `moves: 4`", "moves: 5", "moves: 4"),
        (DUEL, (2, 10), "record `result: draw`", "result: win 3", "result: draw"),
        (RUSH, (5, 9), "record `moves: 1`", "moves: 2", "moves: 1"),
        (RUSH, (9, 4), "draw the tiles", "c╩╝", "╚╩╝"),
        (RUSH, (3, 11), "swap KEY with CANE", "KEY c1, BOOK b2, CANE", "CANE c1, BOOK b2, KEY"),
        (TILED, (4, 11), "swap R with G", "R e5, G k7", "G e5, R k7"),
    ] {
        let mut client = opened(text);
        let expected = text.replace(from, to);
        assert_eq!(act(&mut client, text, at.0, at.1, title), expected);
    }
}

#[test]
fn solutions_are_written_in_each_game() {
    for (text, expected) in [(FIRST, "solution: @^ @< @v @<"), (RUSH, "solution: 1<:vv>^>v")] {
        let bare: Vec<&str> = text.lines().filter(|line| !line.contains("solution")).collect();
        let bare = format!("{}\n", bare.join("\n"));
        let mut client = opened(&bare);
        let written = act(&mut client, &bare, 0, 0, "write the optimal solution");
        assert_eq!(written, format!("{bare}  {expected}\n"));
    }
    // The line of a draw leads to a repetition.
    let mut client = opened(DUEL);
    let offered = actions(&mut client, 0, 0);
    assert!(titles(&offered).contains(&"write the optimal solution"));
}

/// A transformed puzzle has no diagnostics and the same identity.
#[test]
fn transforms_match_rules_of_each_game() {
    let turns = [
        "turn the puzzle a quarter clockwise",
        "turn the puzzle upside down",
        "turn the puzzle a quarter back",
    ];
    let mirror = "mirror the puzzle left to right";
    let all = [turns.as_slice(), &[mirror]].concat();
    let without_player = RUSH.replace("  player: a3\n", "");
    let scripted = RUSH
        .replace("solution: 1<:vv>^>v", "opponent: 3> b^\n  opponent-hand: ╚")
        .replace("  player: a3\n", "  player: a1\n");
    let without_side = DUEL.replace("  to-move: H\n", "");
    for (text, offered) in [
        (FIRST, all.clone()),
        (TILED, turns.to_vec()),
        (ALIKE, all.clone()),
        (DUEL, vec!["exchange the sides"]),
        (&without_side, vec!["exchange the sides"]),
        (RUSH, all.clone()),
        (&without_player, all.clone()),
        (&scripted, vec![turns[1], mirror]),
    ] {
        let mut client = opened(text);
        let found = actions(&mut client, 0, 0);
        let found: Vec<&str> = titles(&found)
            .into_iter()
            .filter(|title| ["turn ", "mirror", "exchange"].iter().any(|t| title.starts_with(t)))
            .collect();
        assert_eq!(found, offered);
        for (title, version) in offered.into_iter().zip((2..).step_by(3)) {
            client.change_all(URI, version, text);
            let turned = act(&mut client, text, 0, 0, title);
            assert_ne!(turned, text);
            client.change_all(URI, version + 1, &format!("{text}\n{turned}"));
            client.answered(URI, text.lines().count() as u32 + 1);
            let both = client.published(URI, version + 1, |reported| {
                reported.iter().any(|report| code(report) == "duplicate-puzzle")
            });
            let wrong = ["illegal-move", "incomplete-solution", "bad-square", "bad-value"];
            let codes: Vec<&str> = both.iter().map(code).collect();
            assert!(codes.iter().all(|code| !wrong.contains(code)), "{title}: {codes:?}\n{turned}");
            // The inverse restores the text.
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

/// Returns the tokens of a text with their line, text and type.
fn tokens(client: &mut Client, text: &str) -> Vec<(u32, String, String)> {
    let legend = &client.initialized["capabilities"]["semanticTokensProvider"]["legend"];
    let kinds = legend["tokenTypes"].as_array().unwrap().clone();
    let found =
        client.request("textDocument/semanticTokens/full", json!({"textDocument": {"uri": URI}}));
    let data: Vec<u64> =
        found["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
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
fn semantic_tokens_cover_each_game() {
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
fn outline_folding_and_layout_of_each_game() {
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
        let written: Vec<&str> = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(':'))
            .map(|(key, _)| key.trim())
            .collect();
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

/// A hover range that excludes the requested position would be wrong.
#[test]
fn hover_range_contains_requested_position() {
    let text = format!("title: x\n{FIRST}  rules: exit\n");
    let mut client = Client::new();
    client.open(URI, &text);
    client.answered(URI, 1);
    for (line, row) in (0..).zip(text.lines()) {
        for column in 0..=row.len() as u32 {
            let hover = client.at("textDocument/hover", URI, line, column);
            let Some(found) = hover.get("range") else {
                continue;
            };
            let at = |end: &str| {
                let end = &found[end];
                let place = ["line", "character"].map(|of| end[of].as_u64().unwrap() as u32);
                (place[0], place[1])
            };
            let place = (line, column);
            assert!(at("start") <= place && place <= at("end"), "{place:?}: {hover}");
        }
    }
    let header = client.at("textDocument/hover", URI, 1, 3);
    assert_eq!(header["range"], range(1, 0, 28));
}
