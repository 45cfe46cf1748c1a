//! What an author sees between one key and the next.

use std::fs;

use serde_json::{Value, json};

use crate::lsp::client::{Client, editing, range};
use crate::lsp::edits::applied;
use crate::lsp::file_uri;
use crate::lsp::games::opened;
use crate::lsp::texts::{FIRST, URI};

fn lenses(client: &mut Client) -> Vec<Value> {
    let params = json!({"textDocument": {"uri": URI}});
    let lenses = client.request("textDocument/codeLens", params);
    lenses.as_array().unwrap().clone()
}

fn titles(client: &mut Client) -> Vec<String> {
    let lenses = lenses(client).into_iter();
    let titles = lenses.map(|lens| lens["command"]["title"].as_str().unwrap().to_owned());
    titles.collect()
}

#[test]
fn every_puzzle_has_a_lens_on_its_line_whatever_is_typed() {
    let mut client = opened(FIRST);
    client.answered(URI, 0);
    for (version, (line, from, to, text)) in [
        (3, 12, 13, ""),
        (3, 12, 12, "A"),
        (4, 4, 5, "A"),
        (0, 13, 14, ""),
        (0, 13, 13, "\""),
        (2, 2, 8, "bord:"),
    ]
    .into_iter()
    .enumerate()
    {
        client.change(URI, version as i64 + 2, line, from, to, text);
        let lenses = lenses(&mut client);
        let lines = lenses.iter().map(|lens| &lens["range"]["start"]["line"]);
        assert!(!lenses.is_empty() && lines.into_iter().all(|line| line == 0));
    }
    let titles = titles(&mut client);
    assert!(titles[0].starts_with("malformed: "), "{titles:?}");
}

#[test]
fn commands_stand_before_a_long_solution() {
    let long = "puzzle lunar\n  board:\n    . . A B .\n    . . . C .\n    . . + . .\n    D . . . .\n    @ . . . E\n";
    let show = json!({"experimental": {"carom": {"commands": ["carom.showSolution"]}}});
    let mut declared = editing();
    declared["experimental"] = show["experimental"].clone();
    let mut client = Client::with(declared);
    client.open(URI, long);
    client.answered(URI, 0);
    let titles = titles(&mut client);
    assert_eq!(titles[..4], ["10 moves", "▶ show solution", "insert solution", "record moves"]);
    assert_eq!(titles[4].split(' ').count(), 10, "{titles:?}");
    assert_eq!(titles.len(), 5);
}

#[test]
fn the_lenses_of_a_line_have_increasing_columns() {
    let mut client = opened(&format!("{FIRST}\n{FIRST}"));
    client.answered(URI, 0);
    let lenses = lenses(&mut client);
    let of_first = lenses.iter().filter(|lens| lens["range"]["start"]["line"] == 0);
    let mut places: Vec<(u64, &str)> = of_first
        .map(|lens| {
            let column = lens["range"]["start"]["character"].as_u64().unwrap();
            (column, lens["command"]["title"].as_str().unwrap())
        })
        .collect();
    places.sort_unstable();
    assert!(places.is_sorted_by(|one, next| one.0 < next.0), "{places:?}");
    assert!(places[0].1.starts_with("file: 2 puzzles"), "{places:?}");
    assert!(places[1].1.starts_with("4 moves"), "{places:?}");
}

#[test]
fn an_empty_file_offers_a_new_puzzle_to_clients_that_can_make_one() {
    let new = "carom.newPuzzle";
    let able = json!({"experimental": {"carom": {"commands": [new]}}});
    for (capabilities, expected) in [(json!({}), &[][..]), (able, &[new])] {
        let mut client = Client::with(capabilities);
        client.open(URI, "\n\n");
        let lenses = lenses(&mut client);
        let commands = lenses.iter().map(|lens| &lens["command"]["command"]);
        assert_eq!(commands.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn nothing_is_reported_while_the_first_word_is_typed() {
    let mut client = opened("");
    let typed = "puzzle ricochet";
    for (version, end) in (2..).zip(1..=typed.len()) {
        client.change_all(URI, version, &typed[..end]);
        let found = client.published(URI, version, |_| true);
        assert!(found.is_empty(), "{found:#?}");
    }
    client.change_all(URI, 100, "puzle ricochet\n");
    client.published(URI, 100, |found| !found.is_empty());
}

const ROBOYARD: &str = "# A corner\nboard:5,4;\nh0,0;\nh0,4;\nh1,0;\nh1,4;\nh2,0;\nh2,2;\nh2,2;\nh2,4;\n\
    h3,0;\nh3,4;\nh4,0;\nh4,4;\nv0,0;\nv0,1;\nv0,2;\nv0,3;\nv3,1;\nv5,0;\nv5,1;\nv5,2;\nv5,3;\n\
    rb4,3;\ntr2,1;\nrr0,3;\n";

/// Wherever it is pasted, and the fix leaves nothing to report.
#[test]
fn a_foreign_level_is_one_diagnostic_with_a_fix() {
    for before in ["", FIRST, "title: Levels\n"] {
        let gap = if before.is_empty() { "" } else { "\n" };
        let after = format!("\n{}", FIRST.replace("First", "Second").replace("D", "E"));
        let text = format!("{before}{gap}{ROBOYARD}{after}");
        let mut client = Client::with(editing());
        client.open(URI, &text);
        let is_foreign = |found: &&Value| found["code"] == "foreign-format";
        let found = client.published(URI, 1, |found| found.iter().any(|d| is_foreign(&d)));
        let errors = found.iter().filter(|d| d["severity"] == 1);
        let others = errors.filter(|d| d["code"] != "moves-mismatch");
        let others: Vec<&Value> = others.collect();
        assert_eq!(others.len(), 1, "{others:#?}");
        let message = others[0]["message"].as_str().unwrap();
        assert!(message.ends_with(": levels of Roboyard"), "{message}");
        let first = (text.find("# A").map(|at| text[..at].matches('\n').count())).unwrap();
        assert_eq!(others[0]["range"]["start"], json!({"line": first, "character": 0}));
        let params = json!({
            "textDocument": {"uri": URI},
            "range": range(first as u32, 0, 0),
            "context": {"diagnostics": [], "only": ["quickfix"]},
        });
        let actions = client.request("textDocument/codeAction", params);
        let edits = &actions[0]["edit"]["changes"][URI];
        let fixed = applied(&text, edits);
        client.change_all(URI, 2, &fixed);
        client.published(URI, 2, |found| {
            let codes = found.iter().filter(|d| d["severity"] == 1);
            codes.into_iter().all(|d| d["code"] == "moves-mismatch")
        });
        assert!(fixed.contains("puzzle ricochet"), "{fixed}");
    }
}

/// On the puzzle that is first, too, and only as long as there is a duplicate.
#[test]
fn a_duplicate_is_a_hint_on_the_first_puzzle() {
    let second = FIRST.replace("First", "Second");
    let mut client = opened(&format!("{FIRST}\n{second}"));
    let hint = |found: &[Value]| {
        let mut all = found.iter();
        let hint = all.find(|d| d["code"] == "duplicate-puzzle" && d["severity"] == 4);
        hint.cloned()
    };
    let found = client.published(URI, 1, |found| hint(found).is_some());
    let hint_on_first = hint(&found).unwrap();
    assert_eq!(hint_on_first["range"]["start"]["line"], 0);
    let related = &hint_on_first["relatedInformation"];
    assert_eq!(related.as_array().unwrap().len(), 1);
    assert_eq!(related[0]["location"]["range"]["start"]["line"], 10);
    // The puzzle that is edited gets the warning.
    let severities = |found: &[Value]| -> Vec<(u64, u64)> {
        let all = found.iter().filter(|d| d["code"] == "duplicate-puzzle");
        let number = |value: &Value| value.as_u64().unwrap();
        let of = |d: &Value| (number(&d["range"]["start"]["line"]), number(&d["severity"]));
        let mut severities: Vec<_> = all.map(of).collect();
        severities.sort_unstable();
        severities
    };
    assert_eq!(severities(&found), [(0, 4), (10, 2)]);
    let name = u32::try_from(FIRST.find("First").unwrap()).unwrap();
    client.change(URI, 2, 0, name, name, "Very ");
    client.published(URI, 2, |found| severities(found) == [(0, 2), (10, 4)]);
    client.change(URI, 3, 10, name, name, "Very ");
    client.published(URI, 3, |found| severities(found) == [(0, 4), (10, 2)]);
    let allowed = second.replacen('\n', "\n  ; carom: allow duplicate-puzzle\n", 1);
    client.change_all(URI, 4, &format!("{FIRST}\n{allowed}"));
    client.published(URI, 4, |found| {
        !found.is_empty() && found.iter().all(|d| d["code"] != "duplicate-puzzle")
    });
}

#[test]
fn a_duplicate_in_a_later_file_is_a_hint_with_a_link() {
    let kept = tempfile::tempdir().unwrap();
    let folder = dunce::canonicalize(kept.path()).unwrap();
    let uri = |file: &str| file_uri(&folder.join(file));
    fs::write(folder.join("a.carom"), FIRST).unwrap();
    fs::write(folder.join("b.carom"), format!("\n{FIRST}")).unwrap();
    let mut client = Client::with_params(json!({
        "processId": null,
        "capabilities": editing(),
        "workspaceFolders": [{"uri": uri(""), "name": "w"}],
    }));
    client.open(&uri("a.carom"), FIRST);
    let is_hint = |d: &Value| d["code"] == "duplicate-puzzle" && d["severity"] == 4;
    let found = client.published(&uri("a.carom"), 1, |found| found.iter().any(is_hint));
    let hint = found.iter().find(|d| is_hint(d)).unwrap();
    let place = &hint["relatedInformation"][0]["location"];
    assert_eq!(place["uri"], uri("b.carom"));
    assert_eq!(place["range"]["start"]["line"], 1);
}

/// Pieces that differ have colours that differ, and blocks and walls have none of theirs.
#[test]
fn tokens_of_lunar_lockout_have_colours_of_their_own() {
    let mut client = opened(FIRST);
    let params = json!({"textDocument": {"uri": URI}});
    let full = client.request("textDocument/semanticTokens/full", params);
    let data: Vec<u64> = serde_json::from_value(full["data"].clone()).unwrap();
    let colours: Vec<u64> =
        data.chunks(5).filter(|token| token[4] != 0).map(|token| token[4]).collect();
    // A, B, C, +, D and @ on the board; then four moves of the human.
    let [a, b, c, target, d, human, moves @ ..] = &colours[..] else {
        panic!("{colours:?}");
    };
    let mut different = vec![a, b, c, d, human];
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 5);
    assert_eq!(target, human);
    assert_eq!(moves, [*human; 4]);
}

#[test]
fn every_offered_move_says_how_many_more_where_the_client_shows_it() {
    for (has_details, capability) in [(true, json!(true)), (false, json!(null))] {
        let item = json!({"labelDetailsSupport": capability});
        let mut client = Client::with(json!({
            "textDocument": {"completion": {"completionItem": item}},
        }));
        client.open(URI, &FIRST.replace("@^ @< @v @<", ""));
        client.answered(URI, 0);
        let items = client.at("textDocument/completion", URI, 8, 12);
        let items = items.as_array().unwrap();
        assert!(items.len() > 1);
        for item in items {
            let expected = match has_details {
                true => &item["detail"],
                false => &Value::Null,
            };
            assert_eq!(&item["labelDetails"]["description"], expected, "{item}");
        }
    }
}
