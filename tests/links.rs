//! Every link in the manual resolves, and the contents list every page.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::generated::pages::{links, pages, root};

#[test]
fn links_resolve_and_contents_are_complete() {
    let contents = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text) {
            let (file, _) = link.split_once('#').unwrap_or((link, ""));
            let is_outside = file.contains("://") || file.contains(char::is_whitespace);
            let target = page.parent().unwrap().join(file);
            assert!(
                is_outside || target.exists(),
                "{} has a broken link to {link}",
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

/// The contributor pages name only existing files.
#[test]
fn paths_for_contributors_exist() {
    let folders = [
        ".ci/",
        "benches/",
        "crates/",
        "docs/",
        "editors/",
        "examples/",
        "grammar/",
        "packaging/",
        "src/",
        "tests/",
    ];
    // Other paths are placeholders, such as `docs/lints/CODE.md`.
    let is_path = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_./-".contains(c);
    let mut paths = 0;
    for page in [
        "CONTRIBUTING.md",
        "docs/adding-a-game.md",
        "docs/architecture.md",
        "docs/experiments.md",
        "docs/search.md",
    ] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for code in text.split('`').skip(1).step_by(2) {
            let is_here = folders.iter().any(|folder| code.starts_with(folder));
            if is_here && code.chars().all(is_path) {
                paths += 1;
                assert!(root().join(code).exists(), "{page} names {code}");
            }
        }
    }
    assert!(paths > 100, "{paths}");
}

/// Each row of the table in `SECURITY.md` names a file and the tests in it.
#[test]
fn tests_of_security_exist() {
    let text = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let mut tests = 0;
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let mut file = String::new();
        for code in row.split('`').skip(1).step_by(2) {
            if Path::new(code).extension().is_some() {
                file = fs::read_to_string(root().join(code)).unwrap();
            } else if !file.is_empty() && code != "fuzz" {
                assert!(file.contains(&format!("fn {code}(")), "{code}");
                tests += 1;
            }
        }
    }
    assert!(tests > 20, "{tests}");
}

/// Every page promises the same Rust as the manifest.
#[test]
fn pages_name_the_rust_of_the_manifest() {
    let mut promises = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for rest in text.split("Rust").skip(1) {
            let rest = rest.strip_prefix("](https://rustup.rs)").unwrap_or(rest);
            if rest.starts_with(" 1.") {
                let version: String =
                    rest.chars().skip(1).take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                let promised = env!("CARGO_PKG_RUST_VERSION");
                assert_eq!(version.trim_end_matches('.'), promised, "{}", page.display());
                promises += 1;
            }
        }
    }
    assert!(promises >= 3, "{promises}");
}

/// Each function in the tables of the architecture is in a file that its row names.
#[test]
fn functions_are_in_the_files_of_their_rows() {
    let quoted = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(ToOwned::to_owned).collect()
    };
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let mut functions = 0;
    for row in page.lines() {
        let cells: Vec<&str> = row.split('|').collect();
        let [_, _, names, files, _] = cells[..] else {
            continue;
        };
        // `GAME` stands for the folder of any game.
        let files = quoted(files).into_iter().filter(|file| file.contains('/'));
        let code: String =
            files.map(|file| code_of(&root().join(file.replace("GAME", "rush")))).collect();
        if code.is_empty() {
            continue;
        }
        let words: HashSet<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for name in quoted(names) {
            let (_, last) = name.rsplit_once("::").unwrap_or(("", &name));
            assert!(words.contains(last), "`{name}` is not in the files of {row}");
            functions += 1;
        }
    }
    assert!(functions > 30, "{functions}");
}

/// Returns the code of a file, or of all files of a folder.
fn code_of(path: &Path) -> String {
    match fs::read_dir(path) {
        Ok(entries) => entries.map(|entry| code_of(&entry.unwrap().path())).collect(),
        Err(_) => fs::read_to_string(path).unwrap(),
    }
}
