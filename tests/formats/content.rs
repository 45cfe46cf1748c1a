//! Readers keep or report everything in a text.

use carom::exchange::{Loss, PuzzleRecord};

use super::ricochet::{IDS, SKUB, dump_of};
use super::{faults, read, records, round_trips, the, written};

fn with_front(line: &str) -> String {
    SKUB.replace("hidden: true", line)
}

#[test]
fn prose_becomes_comments() {
    let board = SKUB.find("```").unwrap();
    let (front, board) = SKUB.split_at(board);
    let above = "# A puzzle\n\nFirst *this*; then\n  that.\n\n";
    let below = "\nAnswer:\n\n```text\n@ right\n---\n```\n\nThe end.\n";
    for (above, below) in [(above, ""), ("", below), (above, below)] {
        let text = format!("{front}{above}{board}{below}");
        round_trips("skub", &text);
        let read = records("skub", &text);
        assert_eq!(the("skub").export(&read[0]).unwrap().losses, []);
    }
    let read = records("skub", &format!("{front}{above}{board}{below}"));
    let comments = ["# A puzzle", "", "First *this*; then", "that.", "Answer:"];
    assert_eq!(read[0].comments[..5], comments);
    // Paragraphs stay separate.
    assert!(written("skub", &read).contains("\n# A puzzle\n\nFirst"));
}

#[test]
fn missing_front_matter_stays_missing() {
    let board = &SKUB[SKUB.find("```").unwrap()..];
    round_trips("skub", board);
    round_trips("skub", &board.replacen("```", "```text", 1));
    round_trips("skub", &board.replace("```", "````"));
    round_trips("skub", &format!("{board}Below.\n"));
}

#[test]
fn front_matter_names_are_quoted() {
    for name in [
        "\"Sample\"",
        "'Sample'",
        "A \"sample\"",
        "\"One\" and \"two\"",
        "'It: a sample'",
        "One: two",
        "-",
        "",
    ] {
        round_trips("skub", &SKUB.replace("name: Sample", &format!("name: {name}")));
    }
    let mut quoted = records("skub", &SKUB.replace("name: Sample", "name: \"Sample\""));
    assert_eq!(quoted[0].name.as_deref(), Some("Sample"));
    // A new name is quoted as needed.
    quoted[0].name = Some("It: a sample".to_owned());
    let text = written("skub", &quoted);
    assert!(text.contains("\nname: \"It: a sample\"\n"), "{text}");
    assert_eq!(records("skub", &text)[0].name, quoted[0].name);
    // Keywords of other formats are ordinary keys here.
    for line in ["order: 5", "below: 2", "hidden:"] {
        round_trips("skub", &with_front(line));
    }
}

#[test]
fn front_matter_may_be_any_yaml() {
    let text = SKUB.replace(
        "minMoves: 3\nhidden: true",
        "# a remark\nminMoves:\ntags:\n  - old\n  - \"hard, too\"\nby:\n  name: me\n  year: 2026",
    );
    let read = records("skub", &text).remove(0);
    assert_eq!(read.key_value(carom::syntax::Key::Moves), None);
    assert_eq!(read.own_value("x-tags"), Some("[old, \"hard, too\"]"));
    assert_eq!(read.own_value("x-by"), Some("{name: me, year: 2026}"));
    assert_eq!(read.comments, ["a remark"]);
    round_trips("skub", &text);
}

#[test]
fn truncated_document_is_an_error() {
    let fence = SKUB.rfind("```").unwrap();
    assert_eq!(faults("skub", &SKUB[..fence]), ["\"```\": unclosed code block"]);
    let row = SKUB.find("\n5 ").unwrap();
    assert_eq!(faults("skub", &SKUB[..row]), ["\"```\": unclosed code block"]);
    let front = SKUB.replacen("\n---\n", "\n", 1);
    assert_eq!(faults("skub", &front), ["\"---\": unclosed front matter"]);
    let twice = format!("{SKUB}{}", &SKUB[SKUB.find("```").unwrap()..]);
    assert_eq!(faults("skub", &twice), ["\"+ A B C D E F G H +\": duplicate board"]);
}

#[test]
fn comments_that_hide_the_board_are_refused() {
    let mut record = records("skub", SKUB).remove(0);
    record.comments = vec!["```".to_owned()];
    let refusal = the("skub").export(&record).unwrap_err().to_string();
    assert!(
        refusal.starts_with("its comments or keys would make the text unreadable"),
        "{refusal}"
    );
    record.comments.clear();
    record.set_own_key("x-name", "another", record.head);
    let refusal = the("skub").export(&record).unwrap_err().to_string();
    assert!(refusal.ends_with("duplicate key `name`"), "{refusal}");
}

#[test]
fn comments_between_and_below_lines_are_kept() {
    let cards =
        "# one\n0000100100010000001000002s4\n# two\n\n0000100100010000001000002\n# three\n# end\n";
    round_trips("lunar-digits", cards);
    round_trips("lunar-words", "# a\n0x1 0x2 0x4 0x8\n#\n# b\n");
    let ids = IDS.replacen('\n', "\n# between\n", 1);
    let ids = format!("# above\n{ids}# below\n");
    round_trips("driftingdroids-id", &ids);
    assert_eq!(carom::exchange::recognise(&ids).unwrap().name, "driftingdroids-id");
}

#[test]
fn duplicate_card_data_is_an_error() {
    let card = "0000100100010000001000002";
    for (ends, again) in [("s4s5", "s5"), (":1s4:1", ":1")] {
        let expected = format!("{again:?}: duplicate value");
        assert_eq!(faults("lunar-digits", &format!("{card}{ends}\n")), [expected]);
    }
}

#[test]
fn dump_must_match_id() {
    let (first, second) = IDS.trim().split_once('\n').unwrap();
    let dump = dump_of(IDS);
    let dump = dump.trim();
    assert_eq!(faults("driftingdroids-id", &format!("{first} 25 {dump}\n")), [] as [&str; 0]);
    let other = format!("{second} - {dump}\n");
    assert_eq!(
        faults("driftingdroids-id", &other),
        [format!("{dump:?}: this dump is of another game than the ID")]
    );
    let broken = dump.replacen("!B", "!C", 1).replace('/', "A");
    let fault = &faults("driftingdroids-id", &format!("{first} - {broken}\n"))[0];
    assert!(fault.contains("checksum"), "{fault}");
}

#[test]
fn text_without_drawing_is_reported() {
    let record = |text: &str| records("lunar-rows", text).remove(0);
    let losses = |record: &PuzzleRecord| the("lunar-rows").export(record).unwrap().losses;
    let rows = "....a\n.....\nx....\n.....\nb....\n";
    let mut headed = record(&format!("problem 7 beginner\n\n{rows}"));
    assert_eq!(losses(&headed), []);
    headed.name = Some("mine".to_owned());
    assert_eq!(losses(&headed), [Loss::Key("difficulty".to_owned())]);
}

#[test]
fn dropped_file_keys_are_reported() {
    let text = "; the file's\n\ntitle: mine\nauthor: me\nx-mine: y\n\n; the puzzle's\n\
                puzzle lunar\n  board:\n    @ + A\n";
    let import = read("carom", text);
    let warnings = import.warnings.iter();
    let warnings: Vec<(&str, &str)> =
        warnings.map(|note| (note.span.slice(text), note.message.as_str())).collect();
    let left = "dropped: no puzzle can hold it";
    assert_eq!(
        warnings,
        [
            ("the file's", format!("comments of the file {left}").as_str()),
            ("title", format!("`title` of the file {left}").as_str()),
            ("x-mine", format!("`x-mine` of the file {left}").as_str()),
        ]
    );
    assert_eq!(import.records[0].comments, ["the puzzle's"]);
    let text = written("carom", &import.records);
    assert!(text.contains("author: me\n"), "{text}");
    assert_eq!(read("carom", &text).warnings, []);
}

#[test]
fn comments_of_unnamed_card_are_no_heading() {
    let puzzle = "puzzle lunar\n  ; see the book, page 3\n  ; problem 3 beginner\n  board:\n\
                  . . . . A\n. . . . .\n. . + . .\n. . . . .\n@ . . . .\n";
    let unnamed = records("carom", puzzle);
    let text = written("lunar-rows", &unnamed);
    assert!(text.starts_with("; see the book, page 3\n\n; problem 3 beginner\n\n....a\n"));
    round_trips("lunar-rows", &text);
    let again = &records("lunar-rows", &text)[0];
    assert_eq!(again.name, None);
    assert_eq!(again.comments, unnamed[0].comments);
    assert_eq!(again.keys, []);
    // Text above a heading is unchanged.
    let rows = &text[text.find("....a").unwrap()..];
    for above in ["; a\n\nb\n\nc\n\n", "a\n\n; b\n\n", ";\n\n"] {
        round_trips("lunar-rows", &format!("{above}{rows}"));
    }
    assert_eq!(records("lunar-rows", &format!("a\n; b\n{rows}"))[0].name.as_deref(), Some("; b"));
}

/// User-defined keys may have the names of keys that record the original format.
#[test]
fn conflicting_own_keys_are_reported() {
    let ricochet =
        "puzzle ricochet\n  rules: direct\n  tiles: 1A 2A 3A 4A\n  robots: R a1\n  target: r c5\n";
    let rush = written("carom", &records("codingame", super::codingame::SAMPLE));
    for (format, puzzle, key, value) in [
        ("asp", ricochet, "x-length", "about three"),
        ("driftingdroids", ricochet, "x-targets", "b is better"),
        ("codingame", &rush, "x-cards", "a, b"),
    ] {
        let mut plain = records("carom", puzzle).remove(0);
        plain.own_keys.retain(|entry| entry.key != key);
        plain.comments = vec!["a comment".to_owned()];
        let without = the(format).export(&plain).unwrap();
        plain.set_own_key(key, value, plain.head);
        let with = the(format).export(&plain).unwrap();
        assert_eq!(with.text, without.text, "{format} {key}: {value}");
        let warnings = Loss::Key(key.to_owned());
        assert!(with.losses.contains(&warnings), "{format} {key}: {value}");
    }
}

#[test]
fn names_with_outer_spaces_are_kept_or_reported() {
    for name in ["  Lead", "trail  ", "\ttab"] {
        let mut record = records("skub", SKUB).remove(0);
        record.name = Some(name.to_owned());
        let skub = the("skub").export(&record).unwrap();
        assert_eq!(skub.losses, []);
        assert_eq!(records("skub", &skub.text)[0].name.as_deref(), Some(name));
        let rows = "a\n\n....a\n.....\nx....\n.....\nb....\n";
        let mut record = records("lunar-rows", rows).remove(0);
        record.name = Some(name.to_owned());
        assert_eq!(the("lunar-rows").export(&record).unwrap().losses, [Loss::Name]);
    }
}

#[test]
fn human_already_home_is_kept_or_reported() {
    let puzzle = "puzzle lunar\n  target: c3\n  board:\n. . . . A\n. . . . .\n. . 1 . .\n. . . . .\n@ . . . .\n";
    let record = records("carom", puzzle).remove(0);
    for (name, text) in [
        ("lunar-digits", "0000100000002000000020000\n"),
        ("lunar-words", "0x40000 0x40001 0x1000000000\n"),
    ] {
        let written = the(name).export(&record).unwrap();
        assert!(written.text.starts_with(text.trim_end()), "{}", written.text);
        assert_eq!(written.losses, []);
        round_trips(name, &written.text);
    }
    let rows = the("lunar-rows").export(&record).unwrap();
    let warnings: Vec<String> = rows.losses.iter().map(Loss::to_string).collect();
    assert_eq!(warnings, ["the human 1, who is already home on c3"]);
}

#[test]
fn skub_board_has_one_target() {
    let twice = SKUB.replacen("8         ", "8     X   ", 1);
    assert_eq!(faults("skub", &twice), ["\"X\": duplicate target"]);
    let on_target = SKUB.replacen("8         ", "8     #\u{302}   ", 1);
    assert_eq!(faults("skub", &on_target), [format!("{:?}: duplicate target", "#\u{302}")]);
    round_trips("skub", &SKUB.replace("|\n", "| \t\n"));
}
