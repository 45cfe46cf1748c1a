//! Damage to one puzzle of a file does not affect the others.

use carom::analysis::{AnswerState, FileHead, Puzzle, View, symbol};
use carom::syntax::{parse, sections};

use crate::cases::cases;

const HEADS: &[&str] = &["", "title: A book\n\n", "; A remark\n\nauthor: Ann\nrules: stay\n\n"];

const PUZZLES: &[&str] = &[
    "puzzle lunar \"One\"\n  moves: 1\n  board:\n    . . . .\n    @ .|+ A\n    -\n    . . . #\n  solution: @>\n",
    "; about it\npuzzle lunar\n  rules: exit\n  board:\n    @.+A\n",
    "puzzle ricochet \"Round; the corner\"\n  rules: direct\n  board:\n    . . r\n    R . .\n\n  solution: R>\n    R^\n",
    "puzzle slider\n  result: win 1\n  to-move: H\n  board:\n    V . . .\n    . . . .\n    . . . .\n    . . . H\n\n  notes: the door\n  solution: d1>\n",
    "puzzle rush \"The key\"\n  player: a1\n  hand: ╬\n  items: KEY c1\n  board:\n    ╔═╗\n    ║╬║\n    ╚═╝\n",
    "puzzle lunar \"Claims\"\n  moves: 7\n  autor: Ann\n  board:\n    @ . +\n    A . . .\n",
];

/// Headers and other lines as accidents produce them.
const LINES: &[&str] = &[
    "puzzle: lunar \"two\"",
    "puzzle;lunar \"two\"",
    "puzzle,lunar \"two\"",
    "puzzle. lunar \"two\"",
    "puzzle- lunar \"two\"",
    "puzzle=lunar \"two\"",
    "puzzle# lunar \"two\"",
    "puzzle(lunar \"two\"",
    "puzzle/ lunar \"two\"",
    "puzzle! lunar",
    "puzzle{ lunar \"two\"",
    "puzzle\u{a0}lunar \"two\"",
    "puzzle\u{3000}lunar \"two\"",
    "puzzle\u{2028}lunar \"two\"",
    "puzzle\u{200b}lunar \"two\"",
    "puzzle\0lunar \"two\"",
    "puzzlelunar \"two\"",
    "puzz le lunar \"two\"",
    "puzzle1 lunar \"two\"",
    "1puzzle lunar \"two\"",
    "uzzle lunar \"two\"",
    "- puzzle lunar \"two\"",
    "> puzzle lunar \"two\"",
    "+puzzle lunar \"two\"",
    "#puzzle lunar \"two\"",
    "//puzzle lunar \"two\"",
    "lunar \"two\"",
    "l:unar \"two\"",
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> theirs",
    "<<<<<<< a.b",
    ">>>>>>> v1.2",
    "stray words",
    "%",
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Damages lines of a puzzle. Its header may change, but a line remains.
fn damage_anywhere(puzzle: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = puzzle.lines().map(ToOwned::to_owned).collect();
    let header = lines.iter().position(|line| line.starts_with("puzzle")).unwrap();
    if random.below(2) == 0 {
        lines[header] = random.of(LINES).to_owned();
    }
    for _ in 0..random.below(3) {
        let at = random.below(lines.len());
        let is_header = at <= header;
        let count = lines[at].chars().count();
        let place = random.below(count + 1);
        let place = lines[at].char_indices().nth(place).map_or(lines[at].len(), |(at, _)| at);
        match random.below(5) {
            0 => {
                lines[at].insert(place, random.of(&['x', '"', '.', '|', '-', 'A', '\t', ':', '@']));
            }
            1 if place < lines[at].len() && count > 1 => drop(lines[at].remove(place)),
            2 if !is_header => drop(lines.remove(at)),
            3 if !is_header => lines[at] = random.of(LINES).to_owned(),
            _ => lines.insert(at + 1, random.of(LINES).to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// Whether a damaged header reads as a key, which belongs to the puzzle above.
fn reads_as_key(header: &str) -> bool {
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || "-_ \t".contains(c);
    let key = header.split_once(':').map(|(key, _)| key);
    key.is_some_and(|key| key.chars().all(is_of_key) && !key.contains("zzl"))
}

/// Whether a damaged header reads as a row, which belongs to the board above.
fn reads_as_row(header: &str) -> bool {
    header.contains(['.', '#']) && !header.contains(char::is_alphabetic)
}

/// Damages a puzzle. If no blank line parts it from the puzzle above, its first line stays at column
/// 0: a row or a key would continue that puzzle.
fn damage(puzzle: &str, is_parted: bool, random: &mut Random) -> String {
    loop {
        let damaged = damage_anywhere(puzzle, random);
        let first = damaged.lines().next().unwrap_or_default();
        let header = damaged.lines().find(|line| !line.starts_with(';'));
        if header.is_some_and(|line| reads_as_key(line) || !is_parted && reads_as_row(line)) {
            continue;
        }
        if is_parted || !first.starts_with([' ', '\t']) && !first.is_empty() {
            return damaged;
        }
    }
}

/// Returns the head and the puzzles of a text with their diagnostics and their outlines.
fn diagnostics(text: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = sections(text).iter().map(|span| span.slice(text)).collect();
    let head = FileHead::read(parts[0]);
    let own = (parts[0].to_owned(), format!("{:?}", head.diagnostics()));
    let puzzles = parts[1..].iter().map(|part| {
        let puzzle = Puzzle::read(part, &head);
        let view = View::new(part, &puzzle, AnswerState::Nothing);
        let found = format!("{:?} {:?}", puzzle.diagnostics(), symbol(&view));
        ((*part).to_owned(), found)
    });
    [own].into_iter().chain(puzzles).collect()
}

/// Whether each line that begins with `puzzle` at column 0 is the header of an own section.
fn starts_at_each_header(text: &str) -> bool {
    let is_header = |line: &&str| *line == "puzzle" || line.starts_with("puzzle ");
    let headers = text.lines().filter(is_header).count();
    let mut sections = sections(text).into_iter().map(|span| span.slice(text));
    let with_header = sections.clone().filter(|section| parse(section).header.is_some());
    let is_single = |section: &str| section.lines().filter(is_header).count() <= 1;
    with_header.count() >= headers && sections.all(is_single)
}

#[test]
fn damage_stays_within_one_puzzle() {
    let mut random = Random(7);
    let mut failures = Vec::new();
    for _ in 0..cases(1_000) {
        let head = random.of(HEADS);
        let blanks = random.below(3);
        let count = 2 + random.below(4);
        let puzzles: Vec<&str> = (0..count).map(|_| random.of(PUZZLES)).collect();
        let broken = random.below(count);
        let is_parted = blanks > 0 || broken == 0;
        let damaged = damage(puzzles[broken], is_parted, &mut random);
        let file = |parts: &[&str]| head.to_owned() + &parts.join(&"\n".repeat(blanks));
        let intact = file(&puzzles);
        let mut parts = puzzles.clone();
        parts[broken] = &damaged;
        let text = file(&parts);
        let (before, after) = (diagnostics(&intact), diagnostics(&text));
        let others = (0..=count).filter(|&number| number != broken + 1);
        let is_kept = others.into_iter().all(|number| {
            let at = if number <= broken { number } else { number + after.len() - before.len() };
            after.len() >= before.len() && after.get(at) == before.get(number)
        });
        if !is_kept || !starts_at_each_header(&text) {
            failures.push(text);
        }
    }
    let shown = failures.iter().take(5).map(|text| format!("{text}\n~~~~\n"));
    assert!(failures.is_empty(), "{}\n{}", failures.len(), shown.collect::<String>());
}

#[test]
fn stray_line_above_a_header_hides_no_puzzle() {
    for (text, headers) in [
        (
            "puzzle lunar \"one\"\n  moves: 7\n  board:\n    @ . + A\n\n  junk\n\
             puzzle lunar \"two\"\n  moves: 8\n  board:\n    @ . . + A\n",
            vec!["one", "two"],
        ),
        ("junk\npuzzle lunar \"one\"\n", vec!["one"]),
        ("puzzle lunar \"abc\"\n\n x \n puzzl . # board:\n", vec!["abc"]),
    ] {
        let parts = sections(text).into_iter().map(|span| span.slice(text));
        let names = parts.filter_map(|part| {
            let header = parse(part).header?;
            // The header is the first line, so that its puzzle is whole.
            assert_eq!(header.keyword.slice(part), part.trim_start().split(' ').next()?, "{text}");
            Some(header.name?.value)
        });
        assert_eq!(names.collect::<Vec<_>>(), headers, "{text}");
    }
}

#[test]
fn damaged_header_is_reported_first() {
    for line in LINES {
        let text = format!("{}\n{line}\n  moves: 1\n  board:\n    @ + A\n", PUZZLES[0]);
        let reports = diagnostics(&text);
        assert_eq!(reports.len(), 3, "{line:?}");
        let puzzle = Puzzle::read(&reports[2].0, &FileHead::default());
        let first = puzzle.diagnostics().iter().min_by_key(|one| one.span).unwrap();
        assert_eq!(first.span.start, 0, "{line:?}");
        assert_eq!(puzzle.diagnostics().len(), 1, "{line:?}: {:?}", puzzle.diagnostics());
    }
}

#[test]
fn unknown_file_rule_spares_puzzles_with_own_rules() {
    let head = FileHead::read("rules: stays\n\n");
    assert_eq!(head.diagnostics().len(), 1);
    let board = "  board:\n    @ . + A\n";
    let inherits = Puzzle::read(&format!("puzzle lunar\n{board}"), &head);
    assert!(inherits.position().is_none());
    assert!(inherits.diagnostics().is_empty());
    let own = Puzzle::read(&format!("puzzle lunar\n  rules: exit\n{board}"), &head);
    assert!(own.position().is_some());
}

#[test]
fn removed_suppression_keeps_its_note() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.carom");
    let puzzle =
        |comment: &str| format!("puzzle lunar\n  ; {comment}\n  moves: 1\n  board:\n    @ + A\n");
    let note = "kept from the book of 1999";
    std::fs::write(&file, puzzle(&format!("carom: allow unsolvable ; {note}"))).unwrap();
    let mut check = std::process::Command::new(env!("CARGO_BIN_EXE_carom"));
    let status = check.arg("check").arg("--fix").arg(&file).status().unwrap();
    assert_eq!(status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), puzzle(note));
}
