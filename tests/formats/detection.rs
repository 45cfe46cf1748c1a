//! Detection of the format of a text.

use carom::exchange::{FORMATS, recognise};

use super::jsonl::SAMPLE as JSONL;
use super::ricochet::{ASP, ROBOTS, SKUB};
use super::{mutations, records, written};

const ROWS: &str = "....a\n..b..\n.c...\n...d.\n....x\n";

fn check_detection(name: &str, text: &str) {
    let found = recognise(text).map(|format| format.name);
    assert_eq!(found, Some(name), "{text:?}");
}

#[test]
fn detection_accepts_any_line_ending() {
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        for sample in mutations::samples(format) {
            let read = |text: &str| {
                let import = super::read(format.name, text);
                (import.faults.len(), written("carom", &import.records))
            };
            for end in ["\r", "\r\n"] {
                let text = sample.replace('\n', end);
                assert_eq!(read(&text), read(&sample), "{text:?}");
                check_detection(format.name, &text);
            }
        }
    }
    let level = "# Level 1\rboard:3,3;\rrr0,0;\rtr2,0;\r";
    check_detection("roboyard", level);
    let comments = format!("% one\n{ASP}% two\n").replace('\n', "\r");
    check_detection("asp", &comments);
    assert_eq!(records("asp", &comments)[0].comments, ["one", "made by hand", "two"]);
}

#[test]
fn detection_accepts_tabs() {
    check_detection("ricochetrobots", &ROBOTS.replace(' ', "\t"));
    check_detection("carom", "puzzle\tlunar\n  board:\n    @ . + A\n");
}

#[test]
fn mentioned_format_is_not_detected() {
    let masks = r#"{"text":"; masks 0x1 0x2 0x4\npuzzle lunar\n  board:\n    @ . + A\n"}"#;
    check_detection("jsonl", masks);
    check_detection("jsonl", JSONL);
    for prose in
        ["puzzle lunar is another game", "puzzle lunar", "dim(1) is the light", "board 16 16"]
    {
        check_detection("skub", &format!("{SKUB}\n{prose}\n"));
        let (front, board) = SKUB.split_once("```").unwrap();
        check_detection("skub", &format!("{front}{prose}\n\n```{board}"));
    }
}

#[test]
fn detection_skips_comments_above_rows() {
    for above in [
        "",
        "a name\n\n",
        "one\n\ntwo\n\nthree\n\na name\n\n",
        "one\ntwo\nthree\na name\n",
        "; one\n\n; two\n\n",
    ] {
        check_detection("lunar-rows", &format!("{above}{ROWS}"));
        check_detection("lunar-rows", &format!("{above}{ROWS}\n{above}{ROWS}"));
    }
    assert!(recognise("one\n\ntwo\n\nthree\n").is_none());
    assert!(recognise("alpha\ngamma\ndelta\n").is_none());
}
