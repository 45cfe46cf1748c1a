//! Sheets: printable pages with puzzles and solutions.

use std::fs;

use roxmltree::{Document, Node};

use super::super::folder::Folder;

/// Returns the texts of a class in a document.
fn texts(document: &Document<'_>, class: &str) -> Vec<String> {
    let is_of = |node: &Node<'_, '_>| {
        let classes = node.attribute("class").unwrap_or_default();
        classes.split(' ').any(|one| one == class)
    };
    let nodes = document.descendants().filter(is_of);
    nodes.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

/// Returns puzzles `Puzzle 1` and so on, each solved by one slide, and an unsolvable one.
fn puzzles(count: usize) -> String {
    let puzzles = (1..=count).map(|number| {
        let floor = ". ".repeat(number);
        format!("puzzle lunar \"Puzzle {number}\"\n  board:\n    @ {floor}+ A\n\n")
    });
    let unsolvable = "puzzle lunar \"Never\"\n  board:\n    @ . +\n    . A .\n    . . .\n";
    puzzles.chain([unsolvable.to_owned()]).collect()
}

#[test]
fn sheet_shows_each_puzzle_and_solution_once() {
    const COUNT: usize = 13;
    let folder = Folder::of(&[("a.carom", &*puzzles(COUNT))]);
    let arguments = ["render", "a.carom", "--sheet", "-q", "-o", "out"];
    folder.run(&arguments).is(0, "", "");
    let (mut titles, mut moves, mut solutions) = (Vec::new(), Vec::new(), Vec::new());
    let mut files: Vec<_> = fs::read_dir(folder.path("out")).unwrap().collect();
    files.sort_by_key(|file| file.as_ref().unwrap().file_name());
    let mut pages = String::new();
    for file in &files {
        let text = fs::read_to_string(file.as_ref().unwrap().path()).unwrap();
        let page = Document::parse(&text).unwrap();
        assert_eq!(page.root_element().attribute("width"), Some("210mm"));
        assert_eq!(page.root_element().attribute("height"), Some("297mm"));
        let boards = texts(&page, "carom-puzzle").len();
        assert_eq!(texts(&page, "carom-moves").len(), boards);
        // The solutions come after the puzzles, on separate pages.
        assert!(boards == 0 || solutions.is_empty());
        let heads = texts(&page, "carom-title");
        titles.extend(heads.into_iter().filter(|head| head != "Solutions"));
        moves.extend(texts(&page, "carom-moves"));
        solutions.extend(texts(&page, "carom-solution"));
        pages.push_str(&text);
    }
    // Six puzzles per page.
    assert_eq!(files.len(), 4);
    let numbered = |text: &dyn Fn(usize) -> String| -> Vec<String> {
        (1..=COUNT).map(|number| format!("{number}. {}", text(number))).collect()
    };
    let mut expected = numbered(&|number| format!("Puzzle {number}"));
    expected.push("14. Never".to_owned());
    assert_eq!(titles, expected);
    let mut expected = numbered(&|number| format!("Puzzle {number}: @>"));
    expected.push("14. Never: unsolvable".to_owned());
    assert_eq!(solutions, expected);
    let mut expected = vec!["1 move"; COUNT];
    expected.push("unsolvable");
    assert_eq!(moves, expected);

    // A browser prints all pages from one file.
    let arguments = ["render", "a.carom", "--sheet", "-q", "-o", "all.html"];
    folder.run(&arguments).is(0, "", "");
    let all = folder.read("all.html");
    assert!(all.starts_with("<!doctype html>") && all.ends_with(&pages));
    // The file is replaced, like other pictures.
    folder.run(&arguments).is(0, "", "");
    let ended = folder.run(&["render", "a.carom", "--sheet", "-q", "-o", "all.svg"]);
    let error = "error: 4 pages do not go into one file; name a folder such as all/\n";
    ended.is(2, "", error);
}

#[test]
fn long_solution_continues_on_next_line() {
    let name = format!("{} {}", "long name".repeat(20), "x".repeat(300));
    let text = format!("puzzle lunar \"{name}\"\n  board:\n    @ . + A\n");
    let folder = Folder::of(&[("a.carom", &*text)]);
    folder.run(&["render", "a.carom", "--sheet", "-o", "out"]).is(0, "", "");
    let text = folder.read("out/sheet-2.svg");
    let lines = texts(&Document::parse(&text).unwrap(), "carom-solution");
    assert!(lines.iter().all(|line| line.chars().count() < 100), "{lines:?}");
    let letters = |text: &str| text.replace(' ', "");
    assert_eq!(letters(&lines.concat()), letters(&format!("1. {name}: @>")));
    let text = folder.read("out/sheet-1.svg");
    let titles = texts(&Document::parse(&text).unwrap(), "carom-title");
    assert!(
        titles[1].ends_with('…') && titles.iter().all(|line| line.chars().count() < 50),
        "{titles:?}"
    );
}

#[test]
fn sheet_prints_title_and_rules() {
    let text = "title: Deck of May\n\npuzzle ricochet \"A name that needs two lines of the sheet\"\n  board:\n    R . .\n    . . .\n    . . r\n";
    let folder = Folder::of(&[("a.carom", text)]);
    folder.run(&["render", "a.carom", "--sheet", "-q", "-o", "out"]).is(0, "", "");
    let text = folder.read("out/sheet-1.svg");
    let page = Document::parse(&text).unwrap();
    assert_eq!(texts(&page, "carom-deck"), ["Deck of May"]);
    let title = "1. A name that needs two lines of the sheet";
    assert_eq!(texts(&page, "carom-title").join(" "), title);
    let rules = "Red must turn at least once before it stops on its target.";
    assert_eq!(texts(&page, "carom-rules").join(" "), rules);
}
