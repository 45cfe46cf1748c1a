//! Puzzle files as JSON Lines.

use carom::exchange::PuzzleRecord;
use carom::syntax::Key;
use carom::text::Span;
use proptest::prelude::*;

use super::{faults, records, round_trips, setups, written};

use crate::cases::cases;

pub(super) const SAMPLE: &str = concat!(
    r#"{"id":"first","text":"puzzle lunar \"One ✓\"\n  moves: 2\n  board:\n    @ . + A\n"}"#,
    "\n",
    r#"{"id":7,"text":"puzzle lunar\n  board:\n    @ . + A\n"}"#,
    "\n",
    r#"{"text":"puzzle slider\n  result: win 7\n  board:\n    H . . .\n    . . . .\n    . . . .\n    . V . .\n","set":{"b":1,"a":[2]}}"#,
    "\n",
);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn every_game_round_trips(
        positions in setups::positions(),
        name in prop::option::of(any::<String>()),
    ) {
        for position in positions {
            let mut record = PuzzleRecord::new(Span::empty(0), position.clone());
            record.name.clone_from(&name);
            let text = written("jsonl", &[record]);
            prop_assert_eq!(text.lines().count(), 1);
            let read = records("jsonl", &text);
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!(super::bare_text(&read[0]), super::bare_text(&PuzzleRecord::new(Span::empty(0), position)));
            round_trips("jsonl", &text);
        }
    }
}

#[test]
fn sample_round_trips() {
    round_trips("jsonl", SAMPLE);
    assert_eq!(carom::exchange::recognise(SAMPLE).unwrap().name, "jsonl");
    let read = records("jsonl", SAMPLE);
    let moves = read[0].key_value(Key::Moves).unwrap();
    assert_eq!(moves.span.slice(SAMPLE), "2");
    assert_eq!(read[0].head.slice(SAMPLE), r#"puzzle lunar \"One ✓\""#);
    assert_eq!(read[0].own_value("x-id"), Some("first"));
    assert_eq!(read[1].own_value("x-id"), Some("7"));
}

#[test]
fn errors_have_a_place() {
    assert_eq!(
        faults("jsonl", "{\"id\":1}")[0],
        "\"{\\\"id\\\":1}\": expected the puzzle in a member `text`"
    );
    let text = r#"{"text":"puzzle lunar\n  board:\n    @ . ! A +\n"}"#;
    assert_eq!(faults("jsonl", text), ["\"!\": unknown glyph `!` on a lunar board"]);
    assert!(faults("jsonl", "{\"text\" 1}")[0].contains("expected a JSON object"));
}
