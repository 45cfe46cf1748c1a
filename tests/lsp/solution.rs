//! Solutions drawn move by move, and the number of running searches.

use carom::games::Game;
use serde_json::{Value, json};

use crate::lsp::client::{Client, place};
use crate::lsp::texts::{FIRST, URI, hard};

const ROUND: &str = "\
puzzle ricochet \"Round <&> the \\\"corner\\\"\"
  diagonals: R/ e2, B\\ d4
  board:
    . . . . .|. . .
          -
    . R . . . . . .
    . . . # # . . *
    . . / . . B . .
    G . . . . . . .
";

const DUEL: &str = "\
puzzle slider
  board:
    . . V .
    . # . .
    H . . .
    . . . .
";

const RUSH: &str = "\
puzzle rush \"The long way\"
  player: a3
  hand: ╬
  items: KEY c1, BOOK b2, CANE hand
  quests: KEY, CANE
  opponent: b^ 1<
  opponent-hand: ═
  board:
    ╔═╗
    ║╬║
    ╚═╝
";

const TILT: &str = "\
puzzle tilt \"Two tilts\"
  board:
    . . . .
    . B . .
    . . # +
    G . . .
";

const PUZZLES: [(&str, &str); Game::ALL.len()] =
    [("lunar", FIRST), ("ricochet", ROUND), ("slider", DUEL), ("rush", RUSH), ("tilt", TILT)];

fn solution(client: &mut Client, line: u32) -> Value {
    client.request("carom/solution", place(URI, line, 0))
}

/// Opens a puzzle, and returns the solution once it is solved.
fn solved(text: &str) -> (Client, Value) {
    let mut client = Client::new();
    client.open(URI, text);
    client.answered(URI, 0);
    let found = solution(&mut client, 0);
    (client, found)
}

fn frames(solution: &Value) -> &[Value] {
    solution["frames"].as_array().unwrap()
}

/// Returns the moves of the frames, each once.
fn moves(solution: &Value) -> Vec<&str> {
    let mut moves: Vec<(u64, &str)> = Vec::new();
    for frame in frames(solution).iter().skip(1) {
        let turn = frame["turn"].as_u64().unwrap();
        let played = frame["move"].as_str().unwrap();
        match moves.last() {
            Some((last, before)) if *last == turn => assert_eq!(*before, played),
            last => {
                assert_eq!(turn, last.map_or(0, |(last, _)| *last) + 1);
                moves.push((turn, played));
            }
        }
    }
    moves.into_iter().map(|(_, played)| played).collect()
}

#[test]
fn frames_show_the_solution_of_every_game() {
    for (game, text) in PUZZLES {
        let (mut client, found) = solved(text);
        assert_eq!(found["game"], game);
        assert_eq!(found["state"], "solved", "{found}");
        assert_eq!(found["version"], 1);
        assert_eq!(found["line"], 0);
        let start = &frames(&found)[0];
        assert_eq!(start["move"], Value::Null);
        assert_eq!((&start["label"], &start["turn"]), (&json!("start"), &json!(0)));
        // Written into the file, the moves are legal, solve the puzzle and cause no diagnostics.
        let moves = moves(&found);
        assert!(!moves.is_empty(), "{game}");
        let body = text.split("  solution:").next().unwrap();
        let played = format!("{body}  solution: {}\n", moves.join(" "));
        client.change_all(URI, 2, &played);
        client.answered(URI, 0);
        let params = json!({
            "textDocument": {"uri": URI},
            "position": {"line": 0, "character": 0},
            "of": "file",
        });
        let of_file = client.request("carom/solution", params);
        assert_eq!(of_file["frames"], found["frames"], "{game}");
        let reports = client.published(URI, 2, |_| true);
        let wrong = ["illegal-move", "incomplete-solution", "trailing-moves"];
        let is_wrong = |report: &Value| wrong.iter().any(|code| report["code"] == *code);
        assert!(!reports.iter().any(is_wrong), "{reports:?}");
    }
}

#[test]
fn the_cursor_on_a_move_of_the_file_is_its_turn() {
    let text = FIRST.replacen('\n', "\n  notes: one ; not this\n  notes: two\n", 1);
    let (mut client, found) = solved(&text);
    assert_eq!((&found["turn"], &found["notes"]), (&Value::Null, &json!("one\ntwo")));
    let written = found["written"].as_array().unwrap();
    assert_eq!(written.len(), moves(&found).len());
    for (turn, range) in (1..).zip(written) {
        for end in ["start", "end"] {
            let at = json!({"textDocument": {"uri": URI}, "position": range[end], "of": "file"});
            assert_eq!(client.request("carom/solution", at)["turn"], turn);
        }
    }
}

#[test]
fn every_stage_is_drawn_and_described() {
    for (game, text) in PUZZLES {
        let (_, found) = solved(text);
        let mut shown: Vec<&Value> = Vec::new();
        let mut parts = String::new();
        for frame in frames(&found) {
            for member in ["label", "description", "text", "svg"] {
                assert!(!frame[member].as_str().unwrap().is_empty(), "{frame}");
            }
            // A frame that looks like the previous one shows no move.
            assert_ne!(shown.last().map(|frame| &frame["svg"]), Some(&frame["svg"]));
            shown.push(frame);
            if let Some(played) = frame["move"].as_str() {
                let label = frame["label"].as_str().unwrap();
                parts.push_str(label);
                // The stages of a turn make up the turn.
                let spelled: String = played.chars().filter(|c| *c != ':').collect();
                assert!(spelled.contains(label), "{label} in {played}");
                if parts == spelled {
                    parts.clear();
                }
            }
        }
        assert_eq!(parts, "", "{game}");
    }
}

/// Elements that draw or describe, without scripts or external resources.
const ELEMENTS: [&str; 8] = ["svg", "title", "desc", "g", "path", "rect", "circle", "text"];

#[test]
fn pictures_are_well_formed_and_self_contained() {
    for (game, text) in PUZZLES {
        let (_, found) = solved(text);
        let mut labels = 0;
        for frame in frames(&found) {
            let svg = frame["svg"].as_str().unwrap();
            let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"));
            let sizes = root.attribute("viewBox").unwrap().split(' ');
            let sizes: Vec<f64> = sizes.map(|size| size.parse().unwrap()).collect();
            let child = |name| {
                let mut children = root.children();
                children.find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", name)))
            };
            let said = child("desc").unwrap().text().unwrap();
            assert_eq!(said, frame["description"].as_str().unwrap());
            let title = child("title").unwrap().text().unwrap();
            if let Some(name) = found["name"].as_str() {
                assert!(title.starts_with(name), "{title}");
            }
            assert_eq!(root.attribute("width"), None);
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                let name = node.tag_name().name();
                assert!(ELEMENTS.contains(&name), "{name}");
                let said = matches!(name, "title" | "desc");
                assert_eq!(node.attribute("class").is_none(), said, "{name}");
                for attribute in node.attributes() {
                    let name = attribute.name();
                    assert!(!name.starts_with("on"), "{name}");
                    assert!(!["style", "id", "href"].contains(&name), "{name}");
                    assert!(!attribute.value().contains("url("));
                }
                // Text is within the picture.
                if name == "text" {
                    let at = |name| node.attribute(name).unwrap().parse::<f64>().unwrap();
                    assert!((0.0..=sizes[2]).contains(&at("x")), "{svg}");
                    assert!((0.0..=sizes[3]).contains(&at("y")), "{svg}");
                    labels += 1;
                }
            }
        }
        assert!(labels > 0, "{game}");
    }
}

#[test]
fn pictures_label_each_piece() {
    let (_, found) = solved(ROUND);
    for frame in frames(&found) {
        let document = roxmltree::Document::parse(frame["svg"].as_str().unwrap()).unwrap();
        for name in ["R", "G", "B"] {
            let class = format!("carom-piece-{name}");
            let mut nodes = document.descendants().filter(|node| {
                let classes = node.attribute("class").unwrap_or("").split(' ');
                classes.into_iter().any(|word| word == class)
            });
            let piece = nodes.next().unwrap();
            assert!(nodes.next().is_none());
            let mut parts = piece.children();
            let letter = parts.find(|node| node.tag_name().name() == "text");
            assert_eq!(letter.unwrap().text(), Some(name));
        }
    }
}

#[test]
fn last_frame_is_solved() {
    let (_, lunar) = solved(FIRST);
    let last = frames(&lunar).last().unwrap();
    assert!(!last["text"].as_str().unwrap().contains('@'));
    assert!(last["description"].as_str().unwrap().contains("leaves the board"));
    let (_, rush) = solved(RUSH);
    let last = frames(&rush).last().unwrap();
    let text = last["text"].as_str().unwrap();
    assert!(text.contains("collected: KEY, CANE"), "{text}");
    let (_, ricochet) = solved(ROUND);
    let text = frames(&ricochet).last().unwrap()["text"].as_str().unwrap();
    assert!(text.contains("target: * h3"), "{text}");
    let (_, duel) = solved(DUEL);
    let text = frames(&duel).last().unwrap()["text"].as_str().unwrap();
    let is_gone = |name| !text.lines().take(4).any(|row| row.contains(name));
    assert!(is_gone('H') || is_gone('V'), "{text}");
}

#[test]
fn unsolved_puzzle_shows_start_and_reason() {
    let text = format!(
        "; nothing yet\n\n{}\n{}\n{}",
        "puzzle lunar\n  board:\n    @ . +\n",
        "puzzle lunar \"bad\"\n  board:\n    @ .\n",
        hard()
    );
    let mut client = Client::new();
    client.open(URI, &text);
    client.answered(URI, 2);
    assert_eq!(solution(&mut client, 0), Value::Null);
    let unsolvable = solution(&mut client, 3);
    assert_eq!(unsolvable["state"], "unsolvable");
    assert_eq!(unsolvable["title"], "puzzle 1");
    assert_eq!(unsolvable["name"], Value::Null);
    assert_eq!(unsolvable["line"], 2);
    let range = &unsolvable["range"];
    assert_eq!((&range["start"]["line"], &range["end"]["line"]), (&json!(2), &json!(4)));
    assert_eq!(frames(&unsolvable).len(), 1);
    let bad = solution(&mut client, 6);
    assert_eq!((&bad["state"], &bad["title"]), (&json!("invalid"), &json!("bad")));
    assert_eq!(frames(&bad).len(), 0);
    let hard = solution(&mut client, 12);
    assert_eq!(hard["state"], "solving");
    assert_eq!(hard["summary"], "solving…");
    assert_eq!(frames(&hard).len(), 1);
    assert_eq!(client.error("carom/solution", place(URI, 900, 0)), -32602);
    assert_eq!(client.error("carom/solution", json!({})), -32602);
}

#[test]
fn invalid_xml_characters_are_removed_from_names() {
    let text = FIRST.replace("First contact", "bell \u{7} and \u{ffff}");
    let (_, found) = solved(&text);
    for frame in frames(&found) {
        roxmltree::Document::parse(frame["svg"].as_str().unwrap()).unwrap();
    }
}

#[test]
fn play_lens_needs_client_support() {
    let show = "carom.showSolution";
    let mut plain = Client::new();
    let able = json!({"experimental": {"carom": {"commands": [show]}}});
    let mut able = Client::with(able);
    for (client, expected) in
        [(&mut plain, &[][..]), (&mut able, &["4 moves · @^ @< @v @<", "▶ show solution"])]
    {
        let unsolvable = "puzzle lunar\n  board:\n    @ . +\n";
        client.open(URI, &format!("{FIRST}\n{unsolvable}"));
        client.answered(URI, 0);
        client.answered(URI, 10);
        let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
        let lenses = lenses.as_array().unwrap().iter();
        let shown: Vec<&Value> = lenses.filter(|lens| lens["command"]["command"] == show).collect();
        let titles: Vec<&Value> = shown.iter().map(|lens| &lens["command"]["title"]).collect();
        assert_eq!(titles, expected);
        for lens in shown {
            let place = json!({"line": 0, "character": 0});
            assert_eq!(lens["command"]["arguments"], json!([URI, place]));
        }
    }
}

#[test]
fn number_of_searches_is_sent_on_request() {
    let of_solving = |message: &Value| message["method"] == "carom/solving";
    let capabilities = json!({"experimental": {"carom": {"solving": true}}});
    let mut client = Client::with(capabilities);
    client.open(URI, &hard());
    let message = client.wait(|m| of_solving(m) && m["params"]["running"] == 1);
    assert_eq!(message["params"]["open"], 1);
    assert_eq!(message["params"]["titles"], json!(["hard"]));
    client.change_all(URI, 2, FIRST);
    let message = client.wait(|m| of_solving(m) && m["params"]["open"] == 0);
    let idle = json!({"open": 0, "running": 0, "titles": []});
    assert_eq!(message["params"], idle);
    let mut plain = Client::new();
    plain.open(URI, &hard());
    plain.request("carom/solution", place(URI, 0, 0));
    std::thread::sleep(std::time::Duration::from_millis(600));
    plain.hover(URI, 0, 0);
    assert!(!plain.unread.iter().any(of_solving));
}
