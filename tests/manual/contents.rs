//! The manual is whole, and what it points at is there.

use std::fs;
use std::path::Path;

use carom::analysis::Lint;

use super::pages::{held, links, pages, root};

#[test]
fn links_lead_somewhere_and_the_contents_are_whole() {
    let contents = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let (file, _) = link.split_once('#').unwrap_or((link, ""));
            let is_outside = file.contains("://") || file.contains(char::is_whitespace);
            let target = page.parent().unwrap().join(file);
            assert!(
                is_outside || target.exists(),
                "{} links to {link}, which is not there",
                page.display()
            );
        }
        if let Ok(name) = page.strip_prefix(root().join("docs"))
            && name != Path::new("SUMMARY.md")
        {
            assert!(
                contents.contains(&format!("({})", name.display())),
                "{} is not in the contents",
                name.display()
            );
        }
    }
}

/// Each lint has its row in the chapter about them, and its page below that.
#[test]
fn the_chapter_on_lints_has_all_of_them() {
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
