//! `carom page`: puzzles to play in a browser.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use serde_json::Value;

use super::folder::{CLEAN, Folder};

/// The puzzles of a page and its title, as its script reads them.
fn data(page: &str) -> Value {
    let (_, after) = page.split_once("id=\"carom-data\">").unwrap();
    let (packed, _) = after.split_once("</script>").unwrap();
    let packed = STANDARD.decode(packed).unwrap();
    serde_json::from_reader(ZlibDecoder::new(packed.as_slice())).unwrap()
}

#[test]
fn a_page_has_the_proved_answers() {
    let deck = format!(
        "title: Two\nauthor: Ann\n\n{CLEAN}\npuzzle ricochet\n  author: Bob\n  notes: Look.\n  difficulty: hard\n  moves: 9\n  board:\n    R . .\n    . . .\n    . . r\n"
    );
    let folder = Folder::of(&[("a.carom", &deck)]);
    folder.run(&["page", "a.carom", "-o", "a.html"]).is(0, "", "");
    let page = folder.read("a.html");
    assert!(page.contains("<title>Two</title>"));
    let data = data(&page);
    assert_eq!(data["title"], "Two");
    let puzzles = data["puzzles"].as_array().unwrap();
    let values = |key: &str| puzzles.iter().map(|puzzle| puzzle[key].clone()).collect::<Vec<_>>();
    assert_eq!(values("title"), ["One slide", "puzzle 2"]);
    assert_eq!(values("fragment"), ["one-slide", "2"]);
    assert_eq!(values("section"), ["Two", "Two"]);
    assert!(values("svg").iter().all(|svg| svg.as_str().unwrap().starts_with("<svg")));
    assert_eq!(values("author"), ["Ann", "Bob"]);
    assert_eq!(values("notes"), [Value::Null, "Look.".into()]);
    assert_eq!(values("difficulty"), [Value::Null, "hard".into()]);
    assert_eq!(values("moves"), [1, 2]);
    assert_eq!(values("game_title"), ["Lunar Lockout", "Ricochet Robots"]);
    assert_eq!(values("solution"), ["@>", "Rv R>"]);
    // Claims stay in the file.
    let claims = values("text");
    assert!(claims.iter().all(|text| !text.as_str().unwrap().contains("moves:")));
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
}

#[test]
fn a_page_describes_itself_for_links() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    let address = "https://example.org/a.png?x=1&y=\"2\"";
    let page = folder.run(&["page", "a.carom", "--title", "A \"b\"", "--image", address]);
    let metas: Vec<_> = page.out.lines().filter(|line| line.starts_with("<meta")).collect();
    let expected = [
        "<meta name=\"description\" content=\"A puzzle to play in the browser: Lunar Lockout.\">",
        "<meta property=\"og:title\" content=\"A &quot;b&quot;\">",
        "<meta property=\"og:description\" content=\"A puzzle to play in the browser: Lunar Lockout.\">",
        "<meta property=\"og:image\" content=\"https://example.org/a.png?x=1&amp;y=&quot;2&quot;\">",
    ];
    for meta in expected {
        assert!(metas.contains(&meta), "{meta} is not in {metas:#?}");
    }
    let plain = folder.run(&["page", "a.carom"]).out;
    assert!(!plain.contains("og:image"));
    assert!(plain.contains("<link rel=\"icon\" href=\"data:image/svg+xml,"));
    for wrong in ["not-a-url", "board.png", "https://", "ftp://example.org/a.png", "http://a b"] {
        let ended = folder.run(&["page", "a.carom", "--image", wrong]);
        assert_eq!(ended.code, Some(2), "{wrong}");
        let reason = "expected an address such as https://example.org/board.png";
        assert!(ended.err.contains(reason), "{}", ended.err);
    }
}

#[test]
fn a_page_tells_the_rules_of_a_puzzle() {
    let rules = |text: &str| {
        let folder = Folder::of(&[("a.carom", text)]);
        let ended = folder.run(&["page", "a.carom", "--max-positions", "1"]);
        data(&ended.out)["puzzles"][0]["rules"].as_str().unwrap().to_owned()
    };
    let turns = "must turn at least once before it stops on its target.";
    let board = |rules: &str, row: &str| format!("puzzle ricochet\n{rules}  board:\n    {row}\n");
    assert_eq!(rules(&board("", "R . r")), format!("Red {turns}"));
    assert_eq!(rules(&board("  target: q c1\n", "Q . .")), format!("Robot Q {turns}"));
    assert_eq!(rules(&board("", "R . *")), format!("The robot {turns}"));
    assert_eq!(rules(&board("", "R . r b . B")), format!("Each robot {turns}"));
    assert_eq!(rules(&board("  rules: direct\n", "R . r")), "");
    assert_eq!(
        rules(&board("  rules: direct no-rebound grouped\n", "R . r")),
        "No robot may slide straight back to where it came from. \
         Consecutive slides of one piece count as one move."
    );
    let lunar = |rules: &str, row: &str| format!("puzzle lunar\n{rules}  board:\n    {row}\n");
    assert!(rules(&lunar("  rules: stay\n", "@ . + A")).starts_with("Humans stay"));
    assert!(rules(&lunar("", "1 . + 2 A")).starts_with("A human that stops"));
    assert_eq!(rules(&lunar("", "@ . + A")), "");
}

#[test]
fn a_page_offers_a_puzzle_each_day() {
    let folder = Folder::of(&[("a.carom", "puzzle lunar \"Today\"\n  board:\n    @ . + A\n")]);
    let page = |argument: &str| folder.run(&["page", "a.carom", argument]);
    assert_eq!(data(&page("--daily").out)["daily"], "1970-01-01");
    assert_eq!(data(&page("--daily=2028-02-29").out)["daily"], "2028-02-29");
    // The address of the day is free.
    assert_eq!(data(&page("--solver").out)["puzzles"][0]["fragment"], "today-2");
    for date in ["2027-02-29", "2026-13-01", "2026-12-00", "1-1-1", "today"] {
        let ended = page(&format!("--daily={date}"));
        assert!(ended.err.contains("expected a date such as 2026-12-31"), "{}", ended.err);
    }
}

#[test]
fn names_cannot_end_an_element() {
    let name = "</script><script>alert(1)</script><!-- &amp; </title>";
    let deck = format!("puzzle lunar \"{name}\"\n  author: {name}\n  board:\n    @ . + A\n");
    let folder = Folder::of(&[("a.carom", &deck)]);
    let ended = folder.run(&["page", "a.carom", "--title", name]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    assert!(!ended.out.contains(name) && !ended.out.contains("<script>alert"));
    let data = data(&ended.out);
    let puzzle = &data["puzzles"][0];
    assert_eq!(
        (&data["title"], &puzzle["title"], &puzzle["author"]),
        (&name.into(), &name.into(), &name.into())
    );
}

#[test]
fn a_page_of_100_puzzles_is_small_and_the_same_each_time() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/generated.carom");
    let generated = std::fs::read_to_string(examples).unwrap();
    let puzzles = generated.split("\npuzzle ").skip(1);
    let puzzles = puzzles.map(|rest| format!("puzzle {rest}\n")).collect::<Vec<_>>();
    let deck: String = puzzles.iter().cycle().take(100).map(String::as_str).collect();
    let folder = Folder::of(&[("a.carom", &deck)]);
    let page = |more: &[&str]| {
        let ended = folder.run(&[&["page", "a.carom"][..], more].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
        ended.out
    };
    let first = page(&["--jobs", "1", "--no-cache"]);
    assert_eq!(data(&first)["puzzles"].as_array().unwrap().len(), 100);
    assert!(first.len() <= 605_000, "{} bytes", first.len());
    assert!(page(&[]) == first && page(&["--jobs", "3"]) == first && page(&["--solver"]) == first);
    let small = page(&["--no-solver"]).len();
    assert!(small <= 338_000 && small < first.len(), "{small} bytes");
}

#[test]
fn links_to_puzzles_of_one_name_are_different() {
    let folder = Folder::of(&[("a.carom", &format!("{CLEAN}\n{CLEAN}")), ("b.carom", CLEAN)]);
    let page = folder.run(&["page", "a.carom", "b.carom"]).out;
    let data = data(&page);
    let fragments = data["puzzles"].as_array().unwrap().iter().map(|puzzle| &puzzle["fragment"]);
    assert_eq!(fragments.collect::<Vec<_>>(), ["one-slide", "one-slide-2", "one-slide-3"]);
    let sections = data["puzzles"].as_array().unwrap().iter().map(|puzzle| &puzzle["section"]);
    assert_eq!(sections.collect::<Vec<_>>(), ["a", "a", "b"]);
}

#[test]
fn links_to_names_in_other_scripts_do_not_depend_on_other_puzzles() {
    let puzzle = |name: &str| format!("puzzle lunar \"{name}\"\n  board:\n    @ . + A\n\n");
    let fragments = |names: &[&str]| {
        let deck: String = names.iter().map(|name| puzzle(name)).collect();
        let folder = Folder::of(&[("a.carom", &deck)]);
        let data = data(&folder.run(&["page", "a.carom"]).out);
        let puzzles = data["puzzles"].as_array().unwrap().iter();
        puzzles.map(|one| (one["fragment"].clone(), one["was"].clone())).collect::<Vec<_>>()
    };
    let old = fragments(&["Éclair 1", "第二"]);
    assert_eq!(old, [("éclair-1".into(), "clair-1".into()), ("第二".into(), "2".into())]);
    assert_eq!(fragments(&["New", "第二"])[1].0, old[1].0);
    // A name in ASCII letters has had its address since the first version.
    assert_eq!(fragments(&["New", "第二"])[0], ("new".into(), Value::Null));
}

#[test]
fn a_malformed_puzzle_is_an_error_and_nothing_is_written() {
    let deck = format!("{CLEAN}\npuzzle lunar \"Ragged\"\n  board:\n    @ . + A\n    . .\n");
    let folder = Folder::of(&[("a.carom", &deck)]);
    let ended = folder.run(&["page", "a.carom", "-o", "a.html"]);
    let error = "error: a.carom:9:7: row has 2 squares, expected 4\n";
    ended.is(1, "", error);
    assert_eq!(folder.names(), ["a.carom"]);
    let head = format!("rules: nonsense\n\n{CLEAN}");
    let folder = Folder::of(&[("a.carom", &head)]);
    let ended = folder.run(&["page", "a.carom", "-o", "a.html"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(ended.err.starts_with("error: a.carom:1:8: unknown rule `nonsense`\n"), "{ended:?}");
    assert_eq!(folder.names(), ["a.carom"]);
}

#[test]
fn a_puzzle_without_a_proved_optimum_has_no_par() {
    let folder = Folder::of(&[(
        "a.carom",
        "puzzle lunar\n  board:\n    . . . . .\n    A . . . B\n    . . + . .\n    . @ . . .\n    C . . D .\n",
    )]);
    let ended = folder.run(&["page", "a.carom", "--max-positions", "1"]);
    let puzzle = &data(&ended.out)["puzzles"][0];
    assert_eq!((&puzzle["state"], &puzzle["moves"]), (&"unknown".into(), &Value::Null));
    let summary = puzzle["summary"].as_str().unwrap();
    assert!(summary.starts_with("at least "), "{summary}");
    let warning = format!("warning: a.carom:1: the page shows no par for the puzzle ({summary})\n");
    assert_eq!((ended.code, ended.err), (Some(0), warning));
}

#[test]
fn a_page_replaces_a_page_and_no_other_file() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("mine.html", "<!DOCTYPE html>\n<p>mine")]);
    folder.run(&["page", "a.carom", "-o", "page.html"]).is(0, "", "");
    let old = folder.read("page.html");
    assert_eq!(folder.run(&["page", "a.carom", "-o", "-"]).out, old);
    folder.run(&["page", "a.carom", "--title", "New", "-o", "page.html"]).is(0, "", "");
    assert_ne!(folder.read("page.html"), old);
    for file in ["mine.html", "a.carom"] {
        let old = folder.read(file);
        let ended = folder.run(&["page", "a.carom", "-o", file]);
        let error = format!(
            "error: {file}: a file stands there already, and is not overwritten; name another\n"
        );
        ended.is(2, "", &error);
        assert_eq!(folder.read(file), old);
    }
}

#[test]
fn a_page_needs_a_puzzle() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("empty.carom", "title: None\n")]);
    folder.run(&["page", "empty.carom"]).is(2, "", "error: no puzzles found\n");
    let ended = folder.run(&["page", "a.carom", "--puzzle", "Two"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    let page = folder.run(&["page", "a.carom", "--puzzle", "1"]).out;
    assert_eq!(data(&page)["puzzles"].as_array().unwrap().len(), 1);
}

#[test]
fn page_creates_its_folder() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    let ended = folder.run(&["page", "a.carom", "-o", "out/deep/index.html"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(folder.read("out/deep/index.html").contains("<html"));
}
