//! Editor features for a file with one puzzle.

use carom::games::Game;
use serde_json::{Value, json};

use crate::lsp::checks::code;
use crate::lsp::client::{Client, range};
use crate::lsp::edits::{act, actions, applied};
use crate::lsp::lifecycle::{COSTLY, FILE, cached_client};
use crate::lsp::texts::{FIRST, URI};

const ROUND: &str = "\
rules: no-rebound

puzzle ricochet \"Round the corner\"
  rules: direct
  board:
    . . . . .|. . .
          -
    . R . . . . . .
    . . . # # . . *
    G . . . . . . .
";

fn opened(text: &str) -> Client {
    let mut client = Client::new();
    client.open(URI, text);
    client
}

#[test]
fn diagnostics_have_version_code_link_and_related() {
    let mut client = opened("puzzle lunar\n  moves: 1\n  moves: 1\n  board:\n    @ . + #\n");
    let found = client.published(URI, 1, |diagnostics| !diagnostics.is_empty());
    assert_eq!(code(&found[0]), "duplicate-key");
    assert_eq!(found[0]["range"], range(2, 2, 7));
    assert_eq!(found[0]["severity"], 1);
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["location"]["range"], range(1, 2, 7));
    let link = found[0]["codeDescription"]["href"].as_str().unwrap();
    assert!(link.ends_with("/docs/lints/duplicate-key.md"), "{link}");
}

#[test]
fn redundant_piece_is_tagged_unnecessary() {
    let mut client = opened(FIRST);
    let redundant =
        |diagnostics: &[Value]| diagnostics.iter().any(|d| code(d) == "redundant-piece");
    // Without the `#` in the corner, the puzzle does not change.
    client.change_all(URI, 2, &FIRST.replace(". . . . A", "# . . . A"));
    let found = client.published(URI, 2, redundant);
    let found = found.iter().find(|d| code(d) == "redundant-piece").unwrap();
    assert_eq!(found["tags"], json!([1]));
    assert_eq!(found["range"], range(3, 4, 5));
}

#[test]
fn pulled_diagnostics_match_published_ones() {
    let mut client = opened(FIRST);
    let pushed = client.published(URI, 1, |diagnostics| !diagnostics.is_empty());
    let document = json!({"textDocument": {"uri": URI}});
    let pulled = client.request("textDocument/diagnostic", document);
    assert_eq!(pulled["kind"], "full");
    assert_eq!(pulled["items"], json!(pushed));
    let again = json!({"textDocument": {"uri": URI}, "previousResultId": pulled["resultId"]});
    let again = client.request("textDocument/diagnostic", again);
    assert_eq!(again["kind"], "unchanged");
}

#[test]
fn hover_describes_item_under_cursor() {
    let mut client = opened(FIRST);
    client.answered(URI, 0);
    let puzzle = client.hover(URI, 0, 0);
    for part in ["4 moves.", "1 optimal solution.", "searched", "`@^ @< @v @<`"] {
        assert!(puzzle.contains(part), "{part}: {puzzle}");
    }
    // The board is in the text below, and the hover would cover it.
    for part in [". C + . .", "Identity"] {
        assert!(!puzzle.contains(part), "{part}: {puzzle}");
    }
    let piece = client.hover(URI, 3, 12);
    let (piece, map) = piece.split_once("\n\nThe answer with it").unwrap();
    assert_eq!(piece, "`A` on e5: the robot A\n\n- `Av` stops on e2");
    assert!(map.starts_with(" on each square"), "{map}");
    assert!(client.hover(URI, 5, 8).starts_with("`+`: a target"));
    let second = client.hover(URI, 8, 16);
    assert!(second.contains("Move 2: `@<`") && second.contains(". . B @ ."), "{second}");
    assert!(client.hover(URI, 1, 4).contains("the fewest moves"));
    client.change_all(URI, 2, ROUND);
    assert!(client.hover(URI, 3, 10).contains("Any way to a target counts"));
    assert!(client.hover(URI, 0, 8).contains("may not set off"));
    assert!(client.hover(URI, 7, 6).contains("- `R>` stops on h3"));
}

#[test]
fn inlay_hints_show_optimum_and_excess_moves() {
    let longer = "puzzle lunar\n  board:\n    @ . + #\n    A . . #\n  solution: A> @>\n";
    let mut client = opened(FIRST);
    client.answered(URI, 0);
    let hints = |client: &mut Client| -> Vec<Value> {
        let params = json!({
            "textDocument": {"uri": URI},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        });
        let hints = client.request("textDocument/inlayHint", params);
        let hints = hints.as_array().unwrap().iter();
        hints.map(|hint| hint["label"].clone()).collect()
    };
    assert_eq!(hints(&mut client), ["4 moves", "optimal"]);
    client.change_all(URI, 2, longer);
    client.answered(URI, 0);
    assert_eq!(hints(&mut client), ["1 move", "+1"]);
}

#[test]
fn every_fix_and_claim_correction_is_offered() {
    let mut client = opened(FIRST);
    client.published(URI, 1, |diagnostics| !diagnostics.is_empty());
    let fixed = FIRST.replace("moves: 5", "moves: 4");
    assert_eq!(act(&mut client, FIRST, 1, 9, "record `moves: 4`"), fixed);
    assert_eq!(act(&mut client, FIRST, 0, 0, "record the optimum as `moves`"), fixed);
    // Claims are corrected only on request, safe fixes together with all others.
    let arrows = FIRST.replace("@^ @<", "@↑ @←");
    client.change_all(URI, 2, &arrows);
    assert_eq!(act(&mut client, &arrows, 4, 0, "apply all safe fixes"), FIRST);
    let only = json!({
        "textDocument": {"uri": URI},
        "range": range(1, 9, 9),
        "context": {"diagnostics": [], "only": ["quickfix"]},
    });
    let only = client.request("textDocument/codeAction", only);
    assert_eq!(only.as_array().unwrap().len(), 1);
}

#[test]
fn transformed_puzzle_has_same_identity() {
    let mut client = opened(FIRST);
    client.answered(URI, 0);
    let titles = [
        "turn the puzzle a quarter clockwise",
        "turn the puzzle upside down",
        "turn the puzzle a quarter back",
        "mirror the puzzle left to right",
        "write the board compact",
    ];
    for (title, version) in titles.into_iter().zip((2..).step_by(2)) {
        let turned = act(&mut client, FIRST, 4, 0, title);
        assert_ne!(turned, FIRST);
        client.change_all(URI, version, &format!("{FIRST}\n{turned}"));
        let both = client.published(URI, version, |diagnostics| {
            let claims = diagnostics.iter().filter(|d| code(d) == "moves-mismatch");
            claims.count() == 2
        });
        let codes: Vec<&str> = both.iter().map(code).collect();
        assert!(codes.contains(&"duplicate-puzzle"), "{title}: {codes:?}\n{turned}");
        assert!(!codes.contains(&"illegal-move"), "{title}: {codes:?}\n{turned}");
        assert!(!codes.contains(&"incomplete-solution"), "{title}: {codes:?}\n{turned}");
        client.change_all(URI, version + 1, FIRST);
        client.answered(URI, 0);
    }
    let compact = act(&mut client, FIRST, 4, 0, "write the board compact");
    client.change_all(URI, 99, &compact);
    assert_eq!(act(&mut client, &compact, 4, 0, "write the board spaced"), FIRST);
    let swapped = act(&mut client, &compact, 3, 8, "swap A with B");
    assert!(swapped.contains("....B\n    ..A..\n"), "{swapped}");
}

#[test]
fn tiles_can_be_drawn_as_a_board() {
    let tiled =
        "puzzle ricochet\n  target: red-star\n  tiles: A1F A2B A3F A4B\n  robots: R e5, G k7\n";
    draw_tiles(tiled);
    let printed = tiled.replace("A2B A3F", "A2B 1D");
    let drawn = draw_tiles(&printed);
    assert!(drawn.contains("  diagonals: "), "{drawn}");
    let bare = format!("{printed}  diagonals: none\n");
    assert!(!draw_tiles(&bare).contains("diagonals"), "{bare}");
    let more = format!("{printed}  diagonals: / a2\n");
    assert!(draw_tiles(&more).contains(", / a2\n"), "{more}");
}

/// Draws the board of the tiles, and returns the text, which is a duplicate.
fn draw_tiles(tiled: &str) -> String {
    let mut client = opened(tiled);
    client.hover(URI, 0, 0);
    let drawn = act(&mut client, tiled, 0, 0, "draw the board of the tiles");
    assert!(!drawn.contains("tiles:") && drawn.contains("  target: r "), "{drawn}");
    client.change_all(URI, 2, &format!("{tiled}\n{drawn}"));
    client.published(URI, 2, |diagnostics| {
        assert!(diagnostics.iter().all(|d| d["severity"] != 1), "{diagnostics:#?}");
        diagnostics.iter().any(|d| code(d) == "duplicate-puzzle")
    });
    drawn
}

#[test]
fn commands_write_answers() {
    let bare = FIRST.replace("  moves: 5\n", "").replace("  solution: @^ @< @v @<\n", "");
    let mut client = opened(&bare);
    client.answered(URI, 0);
    for (command, expected) in [
        ("carom.insertSolution", format!("{bare}  solution: @^ @< @v @<\n")),
        ("carom.recordMoves", bare.replacen('\n', "\n  moves: 4\n", 1)),
    ] {
        let argument = json!({"uri": URI, "line": 0});
        let params = json!({"command": command, "arguments": [argument]});
        client.request("workspace/executeCommand", params);
        let edit = client.wait(|message| message["method"] == "workspace/applyEdit");
        let edits = &edit["params"]["edit"]["changes"][URI];
        assert_eq!(applied(&bare, edits), expected);
    }
}

fn labels(items: &Value) -> Vec<&str> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item["label"].as_str().unwrap()).collect()
}

#[test]
fn completion_offers_games_keys_rules_and_glyphs() {
    let mut client = opened("puzzle lunar\n  rules: \n  board:\n    @ \n\npuzzle \n\n\n");
    let at = "textDocument/completion";
    assert_eq!(labels(&client.at(at, URI, 5, 7)), Game::ALL.map(Game::name));
    assert_eq!(labels(&client.at(at, URI, 1, 9)), ["exit", "stay", "grouped"]);
    let glyphs = client.at(at, URI, 3, 6);
    assert!(labels(&glyphs).contains(&"+"));
    let keys = client.at(at, URI, 4, 0);
    assert!(labels(&keys).contains(&"solution") && !labels(&keys).contains(&"tiles"));
    assert!(!labels(&keys).contains(&"rules"), "it is given already");
}

#[test]
fn solution_completion_has_legal_moves_best_first() {
    let mut client = opened(FIRST);
    client.answered(URI, 0);
    let first = client.at("textDocument/completion", URI, 8, 12);
    assert_eq!(labels(&first), ["@^", "Av"]);
    assert_eq!(first[0]["detail"], "3 more");
    let board = first[0]["documentation"]["value"].as_str().unwrap();
    assert!(board.contains(". . B . @"), "{board}");
    let second = client.at("textDocument/completion", URI, 8, 15);
    assert_eq!(labels(&second)[0], "@<");
}

#[test]
fn formatting_skips_malformed_puzzles() {
    let broken = "puzzle lunar \"open\n  moves:   1\n\n";
    let crooked = FIRST.replace("  moves: 5", "moves:   5");
    let text = format!("{broken}{crooked}");
    let mut client = opened(&text);
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": URI}, "options": options});
    let edits = client.request("textDocument/formatting", params);
    assert_eq!(applied(&text, &edits), format!("{broken}{FIRST}"));
    let part = json!({"textDocument": {"uri": URI}, "range": range(1, 0, 1), "options": options});
    let edits = client.request("textDocument/rangeFormatting", part);
    assert_eq!(edits, json!([]));
}

#[test]
fn formatting_applies_standard_layout() {
    let crooked = FIRST.replace("  moves: 5", "moves:   5").replace("    . . B", "  . . B");
    let mut client = opened(&crooked.replace("  . . B", "    . . B"));
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": URI}, "options": options});
    let text = crooked.replace("  . . B", "    . . B");
    let edits = client.request("textDocument/formatting", params);
    assert_eq!(applied(&text, &edits), FIRST);
    let part = json!({"textDocument": {"uri": URI}, "range": range(4, 0, 1), "options": options});
    assert_eq!(client.request("textDocument/rangeFormatting", part), json!([]));
    client.change_all(URI, 2, &crooked);
    let typed = json!({
        "textDocument": {"uri": URI},
        "position": {"line": 4, "character": 11},
        "ch": ".",
        "options": options,
    });
    let edits = client.request("textDocument/onTypeFormatting", typed);
    assert_eq!(applied(&crooked, &edits), text);
}

#[test]
fn new_puzzle_starts_after_a_blank_line() {
    let mut client = Client::new();
    let title = "new ricochet puzzle, 8 by 8";
    for (text, line) in [("", 0), (FIRST, 9), ("title: x\r\n\r\n  ", 2)] {
        client.open(URI, text);
        let new = act(&mut client, text, line, 0, title);
        assert!(new.starts_with(text.trim_end_matches(' ')), "{new}");
        assert!(new.contains("puzzle ricochet") && new.contains("    . . . . . . . r"));
        // It is separated from the text above, and everything is formatted.
        assert_eq!(carom::analysis::format(&new, carom::text::LineEnding::Auto).text, new);
    }
    client.open(URI, &format!("{FIRST}\n{FIRST}"));
    for line in [3, 8] {
        let actions = actions(&mut client, line, 0);
        let mut titles = actions.iter().map(|action| action["title"].as_str().unwrap());
        assert!(!titles.any(|title| title.starts_with("new ")));
    }
}

#[test]
fn hover_and_outline_show_the_proof() {
    let mut client = Client::with(json!({"textDocument": {
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
    }}));
    client.open(URI, FIRST);
    client.answered(URI, 0);
    for column in [3, 9] {
        let hover = client.hover(URI, 1, column);
        assert!(hover.contains("Proved: 4 moves · unique; "), "{hover}");
        let (_, searched) = hover.split_once(" searched in ").unwrap();
        assert!(searched.contains(" ms.") || searched.contains(" s."), "{hover}");
    }
    let document = json!({"textDocument": {"uri": URI}});
    let symbols = client.request("textDocument/documentSymbol", document);
    assert_eq!(symbols[0]["detail"], "4 moves · unique");
}

/// The search time is shown only for searches of this run.
#[test]
fn cached_answer_is_shown_without_time() {
    let folder = tempfile::tempdir().unwrap();
    for is_kept in [false, true] {
        let mut client = cached_client(folder.path());
        client.open(FILE, &COSTLY.replace("  board", "  moves: 7\n  board"));
        client.answered(FILE, 0);
        let hover = client.hover(FILE, 1, 3);
        let (_, proof) = hover.split_once("Proved: 8 moves").expect(&hover);
        assert_eq!(!proof.contains(" in "), is_kept, "{hover}");
        assert_eq!(proof.contains(" positions searched."), is_kept, "{hover}");
        let document = json!({"textDocument": {"uri": FILE}});
        let files = client.request("carom/puzzles", document);
        let time = &files[0]["puzzles"][0]["time"];
        assert_eq!(time.is_null(), is_kept, "{time}");
        client.request("shutdown", json!(null));
        client.notify("exit", json!(null));
        client.child.wait().unwrap();
    }
}

#[test]
fn linked_editing_covers_every_piece_mention() {
    let mut client = Client::new();
    client.open(URI, FIRST);
    let linked = client.at("textDocument/linkedEditingRange", URI, 7, 12);
    let expected = [(7, 12), (8, 12), (8, 15), (8, 18), (8, 21)];
    let expected: Vec<Value> = expected.iter().map(|&(line, at)| range(line, at, at + 1)).collect();
    assert_eq!(linked["ranges"], json!(expected));
    assert_eq!(client.at("textDocument/linkedEditingRange", URI, 3, 4), json!(null));
}

#[test]
fn source_of_puzzle_is_a_link() {
    let mut client = Client::new();
    client.open(URI, "source: https://a.example/b\npuzzle lunar\n  source: (http://c.example)\n");
    let document = json!({"textDocument": {"uri": URI}});
    let links = client.request("textDocument/documentLink", document);
    assert_eq!(links[0], json!({"range": range(0, 8, 27), "target": "https://a.example/b"}));
    assert_eq!(links[1], json!({"range": range(2, 11, 27), "target": "http://c.example"}));
}
