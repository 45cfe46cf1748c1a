//! The tables of contents.

use std::fs;

use carom::analysis::Lint;

use super::pages::{check_or_update, root};

/// The lints by topic.
const TOPICS: &[(&str, &[&str])] = &[
    (
        "The file",
        &[
            "syntax",
            "foreign-format",
            "unknown-game",
            "unknown-key",
            "duplicate-key",
            "duplicate-name",
            "missing-required-key",
            "bad-value",
            "unknown-rule",
            "glyph-alias",
        ],
    ),
    (
        "The board",
        &[
            "missing-board",
            "board-size",
            "ragged-board",
            "tab-in-board",
            "bad-glyph",
            "misplaced-wall",
            "bad-square",
            "occupied-square",
            "duplicate-piece",
        ],
    ),
    ("Lunar Lockout", &["no-human", "too-few-targets"]),
    ("Ricochet Robots", &["no-robot", "too-many-targets"]),
    ("Lunar Lockout and Ricochet Robots", &["no-target", "redundant-piece"]),
    ("Slider", &["missing-pieces", "result-mismatch", "blunder"]),
    ("X-mas Rush", &["missing-hand", "bad-item", "closed-tile"]),
    (
        "Solutions and claims",
        &[
            "unsolvable",
            "solvable",
            "moves-mismatch",
            "illegal-move",
            "incomplete-solution",
            "suboptimal-solution",
            "trailing-moves",
            "already-solved",
            "unknown-answer",
        ],
    ),
    (
        "Better puzzles",
        &["duplicate-puzzle", "idle-robot", "idle-wall", "idle-pieces", "unreachable-area"],
    ),
    ("Requirements of a project", &["required-key", "moves-out-of-range", "not-unique"]),
    ("Suppressions", &["bad-suppression", "unused-suppression"]),
];

/// Every lint has one topic, one row in the chapter on lints, and a page below it.
#[test]
fn chapter_on_lints_lists_all_lints() {
    let codes = TOPICS.iter().flat_map(|(_, codes)| *codes);
    let lints = codes.clone().map(|code| {
        let mut lints = Lint::ALL.iter();
        lints.find(|lint| lint.code() == *code).unwrap()
    });
    let sorted = |lints: Vec<Lint>| {
        let mut lints = lints;
        lints.sort_unstable();
        lints
    };
    assert_eq!(sorted(lints.copied().collect()), sorted(Lint::ALL.to_vec()));

    let path = root().join("docs/lints.md");
    let text = fs::read_to_string(&path).unwrap();
    let (head, _) = text.split_once("\n## ").unwrap();
    let mut chapter = head.to_owned();
    for (topic, codes) in TOPICS {
        chapter.push_str(&format!(
            "\n## {topic}\n\n| lint | level | what it reports |\n|---|---|---|\n"
        ));
        for code in *codes {
            let lint = Lint::ALL.iter().find(|lint| lint.code() == *code).unwrap();
            let (level, summary) = (lint.default_level().name(), lint.summary());
            chapter.push_str(&format!("| [{code}](lints/{code}.md) | {level} | {summary} |\n"));
        }
    }
    check_or_update(&path, &chapter);

    let path = root().join("docs/SUMMARY.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, after) = text.split_once("- [The lints](lints.md)\n").unwrap();
    let after = after.split_inclusive('\n').skip_while(|line| line.starts_with("  - ["));
    let rows: String = codes
        .map(|code| format!("  - [{code}](lints/{code}.md)\n"))
        .chain(after.map(ToOwned::to_owned))
        .collect();
    check_or_update(&path, format!("{before}- [The lints](lints.md)\n{rows}"));
}
