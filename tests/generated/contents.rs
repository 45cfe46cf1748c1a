//! The tables of contents.

use std::fs;

use carom::analysis::Lint;

use super::pages::{held, root};

/// Every lint has a row in the chapter on lints and a page below it.
#[test]
fn chapter_on_lints_lists_all_lints() {
    let path = root().join("docs/lints.md");
    let text = fs::read_to_string(&path).unwrap();
    let (head, _) = text.split_once("|---|").unwrap();
    let rows = Lint::ALL.iter().map(|lint| {
        let (code, level) = (lint.code(), lint.default_level().name());
        format!(
            "| [{code}](lints/{code}.md) | {level} | {} |\n",
            lint.summary()
        )
    });
    held(
        &path,
        &format!("{head}|---|---|---|\n{}", rows.collect::<String>()),
    );

    let path = root().join("docs/SUMMARY.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, after) = text.split_once("- [The lints](lints.md)\n").unwrap();
    let after = after
        .split_inclusive('\n')
        .skip_while(|line| line.starts_with("  - ["));
    let rows = Lint::ALL.iter().map(|lint| {
        let code = lint.code();
        format!("  - [{code}](lints/{code}.md)\n")
    });
    let rows: String = rows.chain(after.map(ToOwned::to_owned)).collect();
    held(&path, &format!("{before}- [The lints](lints.md)\n{rows}"));
}
