//! Texts are taken for the format that they are of.

use carom::exchange::{FORMATS, recognise};

use super::jsonl::SAMPLE as JSONL;
use super::ricochet::{ASP, ROBOTS, SKUB};
use super::{mutations, records, written};

const ROWS: &str = "....a\n..b..\n.c...\n...d.\n....x\n";

fn is_of(name: &str, text: &str) {
    let found = recognise(text).map(|format| format.name);
    assert_eq!(found, Some(name), "{text:?}");
}

#[test]
fn lines_end_in_all_ways() {
    for format in FORMATS.iter().filter(|format| format.read.is_some()) {
        for sample in mutations::samples(format) {
            let read = |text: &str| {
                let import = super::read(format.name, text);
                (import.faults.len(), written("carom", &import.records))
            };
            for end in ["\r", "\r\n"] {
                let text = sample.replace('\n', end);
                assert_eq!(read(&text), read(&sample), "{text:?}");
                is_of(format.name, &text);
            }
        }
    }
    let level = "# Level 1\rboard:3,3;\rrr0,0;\rtr2,0;\r";
    is_of("roboyard", level);
    let comments = format!("% one\n{ASP}% two\n").replace('\n', "\r");
    is_of("asp", &comments);
    assert_eq!(
        records("asp", &comments)[0].comments,
        ["one", "made by hand", "two"]
    );
}

#[test]
fn blanks_may_be_tabs() {
    is_of("ricochetrobots", &ROBOTS.replace(' ', "\t"));
    is_of("carom", "puzzle\tlunar\n  board:\n    @ . + A\n");
}

#[test]
fn what_is_spoken_of_is_not_what_it_is() {
    let masks = r#"{"text":"; masks 0x1 0x2 0x4\npuzzle lunar\n  board:\n    @ . + A\n"}"#;
    is_of("jsonl", masks);
    is_of("jsonl", JSONL);
    for prose in [
        "puzzle lunar is another game",
        "puzzle lunar",
        "dim(1) is the light",
        "board 16 16",
    ] {
        is_of("skub", &format!("{SKUB}\n{prose}\n"));
        let (front, board) = SKUB.split_once("```").unwrap();
        is_of("skub", &format!("{front}{prose}\n\n```{board}"));
    }
}

#[test]
fn comments_stand_above_rows() {
    for above in [
        "",
        "a name\n\n",
        "one\n\ntwo\n\nthree\n\na name\n\n",
        "one\ntwo\nthree\na name\n",
        "; one\n\n; two\n\n",
    ] {
        is_of("lunar-rows", &format!("{above}{ROWS}"));
        is_of("lunar-rows", &format!("{above}{ROWS}\n{above}{ROWS}"));
    }
    assert!(recognise("one\n\ntwo\n\nthree\n").is_none());
    assert!(recognise("alpha\ngamma\ndelta\n").is_none());
}
