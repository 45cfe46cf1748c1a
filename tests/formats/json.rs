//! Puzzles as JSON objects.

use carom::exchange::PuzzleRecord;
use carom::syntax::Key;
use carom::text::Span;
use proptest::prelude::*;
use serde_json::Value;

use crate::cases::cases;

use super::{faults, records, round_trips, setups, written};

pub const LIST: &str = r#"[
  {
    "game": "ricochet",
    "name": "By \"hand\"",
    "rules": ["direct"],
    "size": [4, 3],
    "walls": [{"square": "b2", "side": "right"}, {"square": [0, 0], "side": "south"}],
    "blocks": ["d3", [3, 2]],
    "diagonals": [{"square": "c1", "kind": "/", "robot": "G"}],
    "pieces": [{"name": "R", "square": "a1"}, {"name": "0", "square": [1, 0]}],
    "targets": [{"square": "d2", "robot": "R"}, [3, 1]],
    "title": "A deck", "tags": ["old", "hard"], "notes": ["one", "two"],
    "moves": 2, "solution": ["R>", "R^"], "x-set": {"number": 7}
  },
  {"game": "slider", "size": [4, 4], "to-move": "V", "result": "win 3",
   "pieces": [{"name": "H", "square": "a4"}, {"name": "V", "square": "b1"}]}
]
"#;

pub const LINES: &str = r#"{"game":"lunar","size":[5,1],"pieces":[{"name":"@","square":"a1"},{"name":"A","square":"d1"}],"targets":["c1"],"moves":"none"}
{"game":"rush","tiles":["╬═","║╬"],"hand":"═","items":[{"name":"KEY","square":"b1"},{"name":"MAP","square":"hand"}],"opponent":["1>"],"opponent-hand":"╬","player":[1,0]}
"#;

/// Replaces each name of a square by its coordinates from the top left.
fn with_coordinates(value: &mut Value, rows: u64) {
    match value {
        Value::String(text) => {
            if let Ok(square) = text.parse::<carom::board::Square>() {
                let row = rows - 1 - u64::from(square.row());
                *value = serde_json::json!([square.column(), row]);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|v| with_coordinates(v, rows)),
        Value::Object(members) => {
            let keys = ["square", "blocks", "targets", "pieces", "walls", "diagonals", "items"];
            let members = members.iter_mut();
            let members =
                members.filter(|(key, _)| keys.contains(&key.as_str()) || *key == "player");
            members.for_each(|(_, value)| with_coordinates(value, rows));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    #[test]
    fn every_game_round_trips(
        positions in setups::positions(),
        name in prop::option::of("[^\r\n]{0,12}"),
    ) {
        let mut all = Vec::new();
        for position in positions {
            let mut record = PuzzleRecord::new(Span::empty(0), position);
            record.name.clone_from(&name);
            record.set_own_key("x-mine", "[1, 2]", Span::empty(0));
            let text = written("json", &[record.clone()]);
            let read = records("json", &text);
            prop_assert_eq!(read.len(), 1, "{}", &text);
            prop_assert_eq!(super::content(&read[0]), super::content(&record), "{}", &text);
            let mut value: Value = serde_json::from_str(&text).unwrap();
            let rows = value["size"][1].as_u64().unwrap();
            with_coordinates(&mut value, rows);
            let read = records("json", &value.to_string());
            prop_assert_eq!(super::content(&read[0]), super::content(&record), "{}", value);
            round_trips("json", &text);
            all.push(record);
        }
        let text = written("json", &all);
        prop_assert!(serde_json::from_str::<Vec<Value>>(&text).is_ok(), "{}", &text);
        prop_assert_eq!(records("json", &text).len(), all.len());
    }
}

#[test]
fn samples_round_trip() {
    for sample in [LIST, LINES] {
        round_trips("json", sample);
        assert_eq!(carom::exchange::recognise(sample).unwrap().name, "json");
        let read = |text: &str| written("carom", &records("json", text));
        assert_eq!(read(&format!("\u{feff}\r\n{sample}")), read(sample));
    }
    let expected = "puzzle ricochet \"By \\\"hand\\\"\"\n  title: A deck\n  tags: old, hard\n  \
                    notes: one\n  notes: two\n  rules: direct\n  moves: 2\n  \
                    target: * d2\n  diagonals: G/ c1\n  board:\n    . 0 . #\n    -\n    \
                    . .|. r\n    R . . #\n  solution: R> R^\n  x-set: {\"number\":7}\n";
    let text = written("carom", &records("json", LIST)[..1]);
    let mut lines: Vec<&str> = text.lines().collect();
    let mut expected: Vec<&str> = expected.lines().collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!(lines, expected, "{text}");
    let read = records("json", LIST);
    let moves = read[0].key_value(Key::Moves).unwrap();
    assert_eq!(moves.span.slice(LIST), "2");
    let (_, place) = read[0].squares[1];
    assert_eq!(place.slice(LIST), r#"{"name": "0", "square": [1, 0]}"#);
}

#[test]
fn faces_make_a_board() {
    let text = r#"{"game":"ricochet","tiles":["1A","2A","3A","4A"],"rules":"direct",
        "pieces":[{"name":"R","square":"a1"}],"targets":["p16"]}"#;
    let carom = written("carom", &records("json", text));
    assert!(carom.contains("  tiles: 1A 2A 3A 4A\n"), "{carom}");
    // The sides D have printed diagonals.
    let text = text.replace("1A", "1D");
    let carom = written("carom", &records("json", &text));
    assert!(carom.contains("  tiles: 1D 2A 3A 4A\n") && !carom.contains("diagonals"), "{carom}");
    let bare = text.replace("\"rules\"", "\"diagonals\":[],\"rules\"");
    let carom = written("carom", &records("json", &bare));
    assert!(carom.contains("  diagonals: none\n"), "{carom}");
}

#[test]
fn errors_name_the_pointer() {
    let fault = |from: &str, to: &str| {
        let text = LIST.replacen(from, to, 1);
        assert_ne!(text, LIST);
        faults("json", &text).remove(0)
    };
    assert_eq!(
        fault(r#""side": "right""#, r#""side": "rigth""#),
        "\"\\\"rigth\\\"\": /0/walls/0/side: expected a side: up, right, down or left, found \
         `\"rigth\"`"
    );
    assert_eq!(
        fault(r#""square": "a1""#, r#""square": "q1""#),
        "\"\\\"q1\\\"\": /0/pieces/0/square: expected a square such as \"c3\", or [x, y] from the top \
         left, found `\"q1\"`"
    );
    assert_eq!(
        fault(r#""square": "a1""#, r#""square": "e1""#),
        "\"\\\"e1\\\"\": /0/pieces/0/square: expected a square of the board of 4×3"
    );
    assert_eq!(
        fault(r#""square": "a1""#, r#""square": [1, 0]"#),
        "\"[1, 0]\": /0/pieces/1/square: b3 is taken by R"
    );
    assert_eq!(
        fault(r#""moves": 2"#, r#""moves": "two""#),
        "\"\\\"two\\\"\": /0/moves: expected a number of moves, or \"none\", found `\"two\"`"
    );
    assert_eq!(
        fault(r#""size": [4, 3]"#, r#""size": [4, "3"]"#),
        "\"[4, \\\"3\\\"]\": /0/size: expected columns and rows, such as [16, 16], found \
         `[4, \"3\"]`"
    );
    assert_eq!(
        fault(r#""robot": "R""#, r#""robot": "B""#),
        "\"{\\\"square\\\": \\\"d2\\\", \\\"robot\\\": \\\"B\\\"}\": /0/targets/0: there is no robot B for this target"
    );
    assert_eq!(
        fault(r#""title""#, r#""titel""#),
        "\"\\\"A deck\\\"\": /0/titel: unknown member `titel`"
    );
    assert_eq!(
        fault(r#""rules": ["direct"]"#, r#""rules": ["exit"]"#).split(": ").nth(1),
        Some("/0/rules")
    );
    assert_eq!(
        fault(r#""to-move": "V""#, r#""hand": "V""#),
        "\"\\\"V\\\"\": /1/hand: a puzzle of Slider has no `hand`"
    );
    let second = LINES.replacen("\"hand\":\"═\"", "\"hand\":\"=\"", 1);
    assert_eq!(
        faults("json", &second),
        ["\"\\\"=\\\"\": /hand: expected a tile such as ╬, found `=`"]
    );
    assert_eq!(super::read("json", &second).records.len(), 1);
    let broken = LINES.replacen("\"lunar\"", "lunar", 1);
    let import = super::read("json", &broken);
    assert_eq!((import.records.len(), import.faults.len()), (1, 1));
    assert!(import.faults[0].message.starts_with("expected JSON: "));
}

/// Each part of a puzzle in another shape is refused in the words of the format.
#[test]
fn wrong_shapes_are_named() {
    let base = r#"{"game":"ricochet","name":"n","size":[4,3],"walls":[{"square":"b2","side":"up"}],"blocks":["d3"],"diagonals":[{"square":"c1","kind":"/","robot":"G"}],"pieces":[{"name":"R","square":"a1"}],"targets":[{"square":"d2","robot":"R"}],"title":"t","notes":["a"],"moves":2,"comments":["c"]}"#;
    assert_eq!(faults("json", base), [""; 0]);
    let piece = "expected an object with `name` and `square`";
    for (from, to, expected) in [
        (r#"[{"name":"R","square":"a1"}]"#, "5", "/pieces: expected a list, found `5`"),
        (r#"[{"name":"R","square":"a1"}]"#, r#"{"R":"a1"}"#, "/pieces: expected a list, found `{"),
        (r#"{"name":"R","square":"a1"}"#, r#"["R","a1"]"#, piece),
        (r#"{"name":"R","square":"a1"}"#, r#""Ra1""#, piece),
        (r#"{"name":"R","square":"a1"}"#, "[]", piece),
        (r#","square":"a1""#, "", "/pieces/0: missing member `square`"),
        (r#""name":"R""#, r#""name":"RR""#, "expected a single character, found `\"RR\"`"),
        (r#""name":"R""#, r#""name":1"#, "/pieces/0/name: expected a single character, found `1`"),
        (r#"{"square":"b2","side":"up"}"#, r#"["b2","up"]"#, "object with `square` and `side`"),
        (r#"{"square":"c1","kind":"/","robot":"G"}"#, "true", "with `square` and `kind`, found `t"),
        (r#"{"square":"d2","robot":"R"}"#, "3", "or an object with `square`, found `3`"),
        (r#"{"square":"d2","robot":"R"}"#, r#""z9""#, "or an object with `square`, found `\"z9\"`"),
        (r#"{"square":"d2","robot":"R"}"#, "[1]", "or an object with `square`, found `[1]`"),
        (r#""square":"d2","robot""#, r#""square":"z9","robot""#, "/targets/0/square: expected a"),
        (r#""square":"d2","robot""#, r#""square":"d2","robt""#, "unknown member `robt`"),
        (r#""title":"t""#, r#""title":{}"#, "/title: expected a string, found `{}`"),
        (r#""name":"n""#, r#""name":["n"]"#, "/name: expected a string, found `[\"n\"]`"),
    ] {
        let text = base.replacen(from, to, 1);
        assert_ne!(text, base);
        let found = faults("json", &text);
        assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}");
    }
    let import = super::read("json", &base.replace("title", "titel"));
    assert_eq!(import.faults[0].help.as_deref(), Some("write `title`"));
}

/// A pointer counts from 0, so no message may count from 1.
#[test]
fn messages_count_as_pointers_do() {
    let lunar = r#"{"game":"lunar","size":[4,1],"pieces":[{"name":"@","square":"a1"},{"name":"A","square":"b1"},{"name":"A","square":"d1"}],"targets":["c1"]}"#;
    let ricochet = r#"{"game":"ricochet","size":[4,1],"blocks":["b1"],"pieces":[{"name":"A","square":"a1"},{"name":"A","square":"d1"}],"diagonals":[{"square":"b1","kind":"/"},{"square":"c1","kind":"/"},{"square":"c1","kind":"/"}],"targets":["b1","c1",{"square":"c1","robot":"B"}]}"#;
    let rush = r#"{"game":"rush","tiles":["╬═"],"hand":"═","opponent":["9>"],"opponent-hand":"═","items":[{"name":"KEY","square":"b1"},{"name":"KEY","square":"a1"}],"quests":["A","KEY","KEY"]}"#;
    let messages = |text: &str| -> Vec<String> {
        let import = super::read("json", text);
        import.faults.into_iter().map(|fault| fault.message).collect()
    };
    assert_eq!(messages(lunar), ["/pieces/2/name: duplicate piece A"]);
    assert_eq!(
        messages(ricochet),
        [
            "/pieces/1/name: duplicate piece A",
            "/targets/0: b1 is a block",
            "/diagonals/0: b1 is a block",
            "/diagonals/2: c1 is taken by a diagonal",
            "/targets/2: there is no robot B for this target",
        ]
    );
    // Faults do not hide each other, and what is left out changes no number.
    let off = r#"{"game":"lunar","size":[4,1],"pieces":[{"name":"@","square":"a1"},{"name":"A","square":"e1"},{"name":"B","square":"a1"}],"targets":["e1",{"square":"c1","robot":"A"}]}"#;
    assert_eq!(
        messages(off),
        [
            "/pieces/1/square: expected a square of the board of 4×1",
            "/targets/0: expected a square of the board of 4×1",
            "/targets/1/robot: Lunar Lockout has no target for `A` alone",
            "/pieces/2/square: a1 is taken by @",
        ]
    );
    let sides = r#"{"game":"slider","size":[4,4],"to-move":"X","pieces":[{"name":"H","square":"a1"},{"name":"V","square":"a1"}],"targets":["b1"]}"#;
    let mut sides = messages(sides);
    sides.sort_unstable();
    assert_eq!(
        sides,
        [
            "/pieces/1/square: a1 is taken by a piece",
            "/targets: a puzzle of Slider has no `targets`",
            "/to-move: expected `H` or `V`",
        ]
    );
    let mut rush = messages(rush);
    rush.sort_unstable();
    assert_eq!(
        rush,
        [
            "/items/1/name: duplicate item KEY",
            "/opponent/0: the board has no such line",
            "/quests/0: there is no item A",
            "/quests/2: duplicate quest KEY",
        ]
    );
}

/// What the schema refuses, the reader refuses too.
#[test]
fn members_are_read_strictly() {
    let tiled = r#"{"game":"ricochet","tiles":["1A","2A","3A","4A"],"rules":"direct","pieces":[{"name":"R","square":"a1"}],"targets":["b5"]}"#;
    assert_eq!(faults("json", tiled), [""; 0]);
    let lunar = r#"{"game":"lunar","size":[4,1],"moves":1,"pieces":[{"name":"@","square":"a1"},{"name":"A","square":"d1"}],"targets":["c1"]}"#;
    assert_eq!(faults("json", lunar), [""; 0]);
    assert_eq!(
        faults("json", &lunar.replace(":1,", ":1.0,").replace("[4,1]", "[4.0,1.0]")),
        [""; 0]
    );
    for (text, expected) in [
        (tiled.replace("2A", "1B"), "/tiles/1: `1B` is a side of a tile"),
        (tiled.replace("2A", "1A"), "/tiles/1: `1A` is a side of a tile"),
        (tiled.replace("\"rules\"", "\"size\":[16,16],\"rules\""), "/size: unexpected size"),
        (lunar.replace("\"moves\"", "\"moves\":2,\"moves\""), "duplicate member `moves`"),
        (lunar.replace("{\"name\"", "{\"name\":\"B\",\"name\""), "duplicate member `name`"),
        (lunar.replace("\"moves\":1", "\"title\":null"), "unexpected `null`"),
        (lunar.replace("\"moves\":1", "\"moves\":1.5"), "expected a number of moves"),
    ] {
        let found = faults("json", &text);
        assert!(found.len() == 1 && found[0].contains(expected), "{text}: {found:?}");
    }
    assert_eq!(faults("json", &lunar.replace("\"moves\"", "\"x-a\":null,\"moves\"")), [""; 0]);
}
