//! Checks a collection of many puzzles that contains each fault once: every report format must list
//! each fault and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use carom::analysis::Lint;
use serde_json::Value;

use crate::cases::cases;

/// The code of a lint, and a puzzle that triggers this lint and no other. Lints about duplicates
/// need two puzzles.
const FAULTS: [(&str, &str); 37] = [
    ("syntax", "puzzle lunar \"syntax\"\n  what is this\n  board:\n    @ . + A"),
    ("unknown-game", "puzzle lunatic \"unknown-game\"\n  board:\n    @ . . . . . . + A"),
    ("unknown-key", "puzzle lunar \"unknown-key\"\n  autor: Anna\n  board:\n    @ . + A"),
    (
        "duplicate-key",
        "puzzle lunar \"duplicate-key\"\n  author: Anna\n  author: Ben\n  board:\n    @ . . . + A",
    ),
    ("bad-value", "puzzle lunar \"bad-value\"\n  moves: few\n  board:\n    @ . . . . + A"),
    ("unknown-rule", "puzzle lunar \"unknown-rule\"\n  rules: leap\n  board:\n    @ . + A"),
    ("missing-board", "puzzle lunar \"missing-board\""),
    ("ragged-board", "puzzle lunar \"ragged-board\"\n  board:\n    @ . + A\n    . . ."),
    ("bad-glyph", "puzzle lunar \"bad-glyph\"\n  board:\n    @ ? + A"),
    ("tab-in-board", "puzzle lunar \"tab-in-board\"\n  board:\n    @ .\t+ A"),
    (
        "board-size",
        "puzzle lunar \"board-size\"\n  board:\n    @ . . . . . . . . . . . . . . . + A",
    ),
    (
        "bad-square",
        "puzzle rush \"bad-square\"\n  player: a1\n  hand: ═\n  items: KEY z9\n  board:\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═╗═════",
    ),
    ("occupied-square", "puzzle lunar \"occupied-square\"\n  target: b1 c1\n  board:\n    @ # . A"),
    ("duplicate-piece", "puzzle lunar \"duplicate-piece\"\n  board:\n    @ . + A A"),
    ("no-human", "puzzle lunar \"no-human\"\n  board:\n    . . + A"),
    ("no-robot", "puzzle ricochet \"no-robot\"\n  board:\n    . . . r"),
    ("no-target", "puzzle lunar \"no-target\"\n  board:\n    @ . . A"),
    (
        "too-many-targets",
        "puzzle ricochet \"too-many-targets\"\n  target: r d1, g d1\n  board:\n    R G . .",
    ),
    (
        "too-few-targets",
        "puzzle lunar \"too-few-targets\"\n  rules: stay\n  board:\n    1 . + A\n    2 . . B",
    ),
    ("unsolvable", "puzzle lunar \"unsolvable\"\n  board:\n    @ . . . . + . ."),
    ("solvable", "puzzle lunar \"solvable\"\n  moves: none\n  board:\n    @ . . . . . + A"),
    (
        "moves-mismatch",
        "puzzle lunar \"moves-mismatch\"\n  moves: 4\n  board:\n    @ . . . . . . + A",
    ),
    (
        "result-mismatch",
        "puzzle slider \"result-mismatch\"\n  result: draw\n  board:\n    . V . .\n    . . . .\n    . . . .\n    . . . H",
    ),
    (
        "illegal-move",
        "puzzle lunar \"illegal-move\"\n  board:\n    @ . . . . . . . + A\n  solution: @<",
    ),
    (
        "incomplete-solution",
        "puzzle lunar \"incomplete-solution\"\n  board:\n    . . . . A .\n    . . . . . .\n    . . . . . .\n    @ . . + . .\n    . . . . B .\n  solution: Av",
    ),
    (
        "suboptimal-solution",
        "puzzle lunar \"suboptimal-solution\"\n  board:\n    A . @ . + B\n  solution: @< @>",
    ),
    (
        "trailing-moves",
        "puzzle lunar \"trailing-moves\"\n  board:\n    @ . . . . . . . . + A\n  solution: @> A<",
    ),
    (
        "already-solved",
        "puzzle lunar \"already-solved\"\n  target: a1\n  board:\n    @ . . . . . . . . . . . . . . A",
    ),
    (
        "duplicate-puzzle",
        "puzzle lunar \"duplicate-puzzle\"\n  board:\n    A + . . . . . . . . . @\npuzzle lunar \"Other\"\n  board:\n    @ . . . . . . . . . + A",
    ),
    (
        "duplicate-name",
        "puzzle lunar \"duplicate-name\"\n  board:\n    @ . . . . . . . . . . + A\npuzzle lunar \"duplicate-name\"\n  board:\n    @ . . . . . . . . . . . + A",
    ),
    (
        "bad-item",
        "puzzle rush \"bad-item\"\n  player: a1\n  hand: ═\n  items: KEY b1, KEY c1\n  board:\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═╗═════",
    ),
    (
        "missing-hand",
        "puzzle rush \"missing-hand\"\n  player: a1\n  items: KEY b1\n  board:\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═══════\n    ═╗═════",
    ),
    (
        "unused-suppression",
        "puzzle lunar \"unused-suppression\" ; carom: allow solvable\n  board:\n    @ . . . . . . . . . . . . + A",
    ),
    (
        "bad-suppression",
        "puzzle lunar \"bad-suppression\" ; carom: allow solvible\n  board:\n    @ . . . . . . . . . . . . . + A",
    ),
    (
        "misplaced-wall",
        "puzzle ricochet \"misplaced-wall\"\n  board:\n    R . . .\n     -\n    . . . r",
    ),
    (
        "blunder",
        "puzzle slider \"blunder\"\n  board:\n    . . . .\n    . . . .\n    V . . .\n    . . . H\n  solution: d1^ a2^ d2^ a3^ d3^ a4^",
    ),
    (
        "unknown-answer",
        "puzzle slider \"unknown-answer\"\n  board:\n    H . . .\n    H . . .\n    H . . .\n    . V V V",
    ),
];

/// The number of puzzles in each generated file.
const FILE: usize = 100;

/// A reproducible random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }
}

/// Returns a correct puzzle with a solution of one move, in a forest of blocks.
fn correct_puzzle(number: usize, random: &mut Random) -> String {
    let (row, target) = (random.below(8), 1 + random.below(6));
    let human = random.below(target);
    let mut text = format!("puzzle lunar \"{number}\"\n  moves: 1\n  board:\n");
    for row_number in 0..8 {
        let cells: Vec<&str> = (0..8)
            .map(|column| match column {
                _ if row_number != row => [".", "#", "."][random.below(3)],
                _ if column == human => "@",
                _ if column == target => "+",
                _ if column == target + 1 => "A",
                _ => ".",
            })
            .collect();
        writeln!(text, "    {}", cells.join(" ")).unwrap();
    }
    text.push_str("  solution: @>\n\n");
    text
}

/// Writes `puzzles` correct puzzles and inserts each fault at a random place.
fn write(folder: &Path, puzzles: usize) {
    let mut random = Random(7);
    let mut texts: Vec<String> =
        (0..puzzles).map(|number| correct_puzzle(number, &mut random)).collect();
    for (_, fault) in FAULTS {
        let place = random.below(texts.len());
        texts.insert(place, format!("{fault}\n\n"));
    }
    for (number, texts) in texts.chunks(FILE).enumerate() {
        let game = folder.join(["lunar", "mixed/a", "mixed/b"][number % 3]);
        fs::create_dir_all(&game).unwrap();
        fs::write(game.join(format!("{number:03}.carom")), texts.concat()).unwrap();
    }
    let limits = "root = true\n[limits]\nmax-positions = 2000\n";
    fs::write(folder.join("carom.toml"), limits).unwrap();
}

/// Counts the codes between `before` and `after`.
fn count_codes_between(text: &str, before: &str, after: &str) -> BTreeMap<String, usize> {
    let parts = text.split(before).skip(1);
    count(parts.filter_map(|part| Some(part.split_once(after)?.0.to_owned())))
}

fn count_codes<'a>(
    objects: impl IntoIterator<Item = &'a Value>,
    name: &str,
) -> BTreeMap<String, usize> {
    let codes = objects.into_iter().filter_map(|object| object[name].as_str());
    count(codes.map(str::to_owned))
}

fn count(codes: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for code in codes {
        *counts.entry(code).or_default() += 1;
    }
    counts
}

#[test]
fn every_report_lists_exactly_the_faults() {
    let puzzles = cases(500);
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), puzzles);
    let formats = ["text", "short", "json", "rdjson", "sarif", "junit", "github", "gitlab"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command
        .arg("check")
        .args(formats.map(|format| format!("--format={format}=report.{format}")))
        .current_dir(folder.path())
        .env("CAROM_CACHE_DIR", folder.path().join(".answers"))
        .env_remove("GITHUB_WORKSPACE");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let read_report =
        |format: &str| fs::read_to_string(folder.path().join(format!("report.{format}"))).unwrap();
    let expected = count(FAULTS.iter().map(|(code, _)| (*code).to_owned()));
    assert!(expected.len() >= 30 && expected.values().all(|&count| count == 1));
    assert!(expected.keys().all(|code| code.parse::<Lint>().is_ok()));

    let lines = read_report("json");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(count_codes(&lines, "code"), expected, "json");
    // Each diagnostic belongs to the puzzle with this fault.
    for report in lines.iter().filter(|line| line.get("code").is_some()) {
        let named = [report["code"].as_str().unwrap(), "Other"];
        assert!(named.contains(&report["puzzle"].as_str().unwrap()), "{report}");
    }
    let sarif: Value = serde_json::from_str(&read_report("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(count_codes(results, "ruleId"), expected, "sarif");
    let gitlab: Value = serde_json::from_str(&read_report("gitlab")).unwrap();
    assert_eq!(count_codes(gitlab.as_array().unwrap(), "check_name"), expected, "gitlab");
    let github = read_report("github");
    assert_eq!(count_codes_between(&github, "title=carom ", "::"), expected, "github");
    let text = read_report("text");
    let bracketed = |text: &str| {
        let mut codes = count_codes_between(text, "error[", "]");
        codes.extend(count_codes_between(text, "warning[", "]"));
        codes
    };
    assert_eq!(bracketed(&text), expected, "text");
    let short = read_report("short");
    assert_eq!(short.lines().count(), expected.len(), "short");
    assert_eq!(bracketed(&short), expected, "short");
    let rdjson: Value = serde_json::from_str(&read_report("rdjson")).unwrap();
    let diagnostics = rdjson["diagnostics"].as_array().unwrap();
    let codes: Vec<Value> = diagnostics.iter().map(|found| found["code"].clone()).collect();
    assert_eq!(count_codes(&codes, "value"), expected, "rdjson");
    let junit = read_report("junit");
    assert_eq!(bracketed(&junit), expected, "junit");
    let document = roxmltree::Document::parse(&junit).unwrap();
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    let (failed, passed): (Vec<_>, Vec<_>) = cases.partition(|case| {
        let mut children = case.children();
        children.any(|child| child.has_tag_name("failure") || child.has_tag_name("error"))
    });
    let failed: BTreeSet<&str> = failed.iter().filter_map(|case| case.attribute("name")).collect();
    let errors = lines.iter().filter(|line| line["severity"] == "error");
    let errors: BTreeSet<&str> = errors.map(|error| error["code"].as_str().unwrap()).collect();
    assert_eq!(failed, errors);
    assert!(passed.len() >= puzzles);
}
