//! Every link of the manual leads somewhere, and every page is in the contents.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use super::generated::pages::{links, pages, root};

#[test]
fn links_lead_somewhere_and_contents_are_complete() {
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
