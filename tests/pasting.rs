//! Boards as people paste them: with letters and numbers at the edges, in frames, as bits.

use std::fs;
use std::path::Path;

use carom::analysis::{self, Diagnostic, Fixes, Level, Lint, Safety};
use carom::exchange::SourceFile;
use carom::games::{Game, Position};
use carom::picture;
use carom::syntax::{Key, Shape};
use carom::text::{LineEnding, apply};

/// Returns the diagnostics of a file, and its text after all safe fixes.
fn read(text: &str) -> (Vec<Diagnostic>, String) {
    let source = SourceFile::split(text, None);
    let mut all = source.head.diagnostics().to_vec();
    for section in &source.sections {
        let puzzle = section.read(text, &source.head);
        let found = puzzle.diagnostics().iter().cloned();
        all.extend(found.map(|found| found.shifted(section.offset())));
    }
    let mut fixes = Fixes::new(Safety::Safe);
    for found in &all {
        fixes.take(found);
    }
    let fixed = apply(text, &fixes.into_edits());
    (all, fixed)
}

/// Returns the positions of a file.
fn positions(text: &str) -> Vec<Position> {
    let source = SourceFile::split(text, None);
    let puzzles = source.sections.iter().map(|section| section.read(text, &source.head));
    puzzles.filter_map(|puzzle| puzzle.position().cloned()).collect()
}

/// Returns all positions of the examples and of the test suite.
fn samples() -> Vec<Position> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        ["examples", "tests/suite"].map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let files = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let puzzles = files.filter(|path| path.extension().is_some_and(|end| end == "carom"));
    let positions: Vec<Position> =
        puzzles.flat_map(|path| positions(&fs::read_to_string(path).unwrap())).collect();
    assert!(positions.len() > 100);
    positions
}

/// Returns a puzzle with these lines as its board.
fn pasted(position: &Position, board: &str) -> String {
    format!("puzzle {}\n  board:\n{board}\n", position.game().name())
}

fn is_error(found: &Diagnostic) -> bool {
    found.lint.default_level() == Level::Deny
}

fn is_labels(found: &Diagnostic) -> bool {
    found.lint == Lint::RaggedBoard && found.message.contains("letters or numbers")
}

#[test]
fn printed_boards_are_pasted_whole() {
    for position in samples() {
        let diagram = picture::diagram(&position);
        // Its coloured diagonals are drawn, and listed below.
        if position.board().columns() < 3 || diagram.contains("\ndiagonals: ") {
            continue;
        }
        for indent in ["", "    ", "\u{20}"] {
            let lines: Vec<String> =
                diagram.lines().map(|line| format!("{indent}{line}")).collect();
            for end in ["\n", "\r\n"] {
                let text = pasted(&position, &lines.join("\n")).replace('\n', end);
                let (mut found, fixed) = read(&text);
                found.retain(is_error);
                let [labels] = &found[..] else { panic!("{text}\n{found:#?}") };
                assert!(is_labels(labels), "{text}\n{found:#?}");
                let read_again = positions(&fixed);
                let [again] = &read_again[..] else { panic!("{text}fixed:\n{fixed}") };
                assert_eq!(picture::board(again), picture::board(&position), "{text}\n{fixed}");
                assert_eq!(again.scene().player, position.scene().player, "{text}\n{fixed}");
                assert!(!read(&fixed).0.iter().any(is_error), "{fixed}");
            }
        }
    }
}

#[test]
fn one_edge_alone_is_reported_and_left() {
    for position in samples() {
        let rows = picture::diagram(&position);
        let mut rows: Vec<&str> = rows.lines().take_while(|line| !line.contains(": ")).collect();
        rows.pop();
        if position.board().rows() < 3 {
            continue;
        }
        let text = pasted(&position, &rows.join("\n"));
        let (found, fixed) = read(&text);
        // Numbers may be humans, if all have one.
        if !(position.game() == Game::Lunar && position.board().rows() < 10) {
            assert!(found.iter().any(is_labels), "{text}\n{found:#?}");
        }
        assert!(found.iter().filter(|found| is_error(found)).count() <= 1, "{text}\n{found:#?}");
        assert_eq!(fixed, text);
    }
}

#[test]
fn printed_board_outside_of_a_puzzle_is_one_error() {
    for position in samples() {
        let diagram = picture::diagram(&position);
        if position.board().columns() < 3 {
            continue;
        }
        let text = format!("deck.carom:1: Deep: 4 moves  A> B<\n\n{diagram}\n\n");
        for text in [text, format!("{diagram}\n")] {
            let (found, fixed) = read(&text);
            let foreign: Vec<_> =
                found.iter().filter(|found| found.lint == Lint::ForeignFormat).collect();
            assert_eq!(foreign.len(), 1, "{text}{found:#?}");
            assert!(!found.iter().any(|found| found.message.contains("expected a key")), "{text}");
            assert_eq!(fixed, text);
        }
    }
}

#[test]
fn frames_and_bits_are_fixed_where_they_are_certain() {
    let board = |rows: &str| format!("puzzle ricochet\n  board:\n{rows}");
    for (rows, expected) in [
        // A frame, also around walls, and with letters outside.
        ("    +-------+\n    |. r . R|\n    |  -    |\n    |. . B .|\n    +-------+\n", true),
        ("    +---------+\n    | . r . R |\n    | . . B . |\n    +---------+\n", true),
        ("    +----+\n    |.r.R|\n    |..B.|\n    +----+\n", true),
        (
            "       a b c d\n      +-------+\n    2 |. r . R| 2\n    1 |. . B .| 1\n      +-------+\n",
            true,
        ),
        // Blanks are floor where letters or a compact frame show the squares.
        ("    2   r   R\n    1     B\n      a b c d\n", true),
        ("    +----+\n    | r R|\n    |  B |\n    +----+\n", true),
        // Opposite edges.
        ("    a b c d\n    . r . R\n    . . B .\n    a b c d\n", true),
        ("    2 . r . R 2\n    1 . . B . 1\n", true),
        // Not certain.
        ("    +-------+\n    |  r   R|\n    |    B  |\n    +-------+\n", false),
        ("    +-------+\n    . r . R\n    . . B .\n", false),
        ("      a b c d\n    . r . R\n    . . B .\n", false),
        ("    a b c d\n    . r . R\n    . . B .\n", false),
    ] {
        let text = board(rows);
        let (found, fixed) = read(&text);
        assert_eq!(found.len(), 1, "{text}{found:#?}");
        match expected {
            true => {
                let found = positions(&fixed);
                let [position] = &found[..] else { panic!("{text}{fixed}") };
                let drawn = picture::board(position).replace("  -\n", "");
                assert_eq!(drawn, ". r . R\n. . B .", "{text}{fixed}");
            }
            false => assert_eq!(fixed, text),
        }
    }
    // A number in a column of the letters is a square like them, and four humans may stand so.
    for board in [
        "D @ 1\n    A B C",
        "1 @ .\n    . . 2\n    A B C",
        "A B C\n    1 @ D",
        "#3\n    .2\n    @1",
    ] {
        let text = format!("puzzle lunar\n  target: a1 a2\n  board:\n    {board}\n");
        let (found, fixed) = read(&text);
        assert!(!found.iter().any(is_labels), "{text}{found:#?}");
        assert_eq!(fixed, text);
    }
    // Robots and humans are no labels, unless the letters stand below the squares.
    let pieces = "puzzle lunar\n  board:\n    1 . . .\n    2 @ . .\n    3 . + .\n";
    let text = format!("{pieces}    A B C\n");
    let (found, fixed) = read(&text);
    let [short] = &found[..] else { panic!("{found:#?}") };
    assert!(short.message.contains("3 squares"), "{short:#?}");
    assert_eq!(fixed, text);
    let (found, fixed) = read(&format!("{pieces}      A B C\n"));
    assert!(found.iter().any(is_labels), "{found:#?}");
    assert!(!fixed.contains(['1', 'A']), "{fixed}");
    // Letters that may be targets are squares.
    for robots in ["    A B C\n    . . .\n    a b c\n", "    a b c\n    A B C\n    . . .\n"] {
        assert!(!read(&board(robots)).0.iter().any(is_labels), "{robots}");
    }
    // The printed tiles have numbers beside them, and blanks between them.
    for position in samples().iter().filter(|position| position.game() == Game::Rush) {
        let diagram = picture::diagram(position);
        let (found, _) = read(&format!("puzzle rush\n{diagram}"));
        let found: Vec<_> = found.iter().filter(|found| is_error(found)).collect();
        let is_known =
            |found: &&&Diagnostic| is_labels(found) || found.message.contains("`board:`");
        assert!(found.len() <= 2 && found.iter().all(|found| is_known(&found)), "{found:#?}");
    }
    // Two tiles in a row are enough, also without `board:`.
    for key in ["  board:\n", ""] {
        let bits =
            format!("puzzle rush\n  hand: 5\n  items: KEY b1\n{key}    0110 1100\n    1111 0011\n");
        let (found, fixed) = read(&bits);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(fixed.contains("    6c\n    f3\n"), "{fixed}");
    }
    let bits = "puzzle rush\n  hand: 5\n  items: KEY c1\n  board:\n    0110 1100 1010\n    \
                1111 0011 0101\n    1001 0001 1110\n";
    let (found, fixed) = read(bits);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(fixed.ends_with("    6ca\n    f35\n    91e\n"), "{fixed}");
}

#[test]
fn merge_conflict_is_one_error_and_left_alone() {
    let puzzle = |name: &str, moves: u8| {
        format!("puzzle lunar \"{name}\"\n  moves: {moves}\n  board:\n    @ . + A\n")
    };
    let [first, a, b, last] = [("x", 1), ("a", 1), ("b", 9), ("z", 1)].map(|(n, m)| puzzle(n, m));
    let sides =
        |ours: &str, theirs: &str| format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> topic\n");
    let bare = "  board:\n    @ . + A\n";
    for conflict in [
        format!("{first}\n{}\n{last}", sides(&a, &b)),
        format!("{}\n{last}", sides(&a, &b)),
        format!("puzzle lunar \"x\"\n{}{bare}\n{last}", sides("  moves: 1\n", "  moves: 2\n")),
        format!("{}{bare}\n{last}", sides("puzzle lunar \"a\"\n", "puzzle lunar \"b\"\n")),
        format!("puzzle lunar\n  board:\n{}", sides("    @ . + A\n", "    @ + . A\n")),
        format!("{}\n{first}", sides("title: a\n", "title: b\n")),
        format!("{first}\n<<<<<<< HEAD\n{last}"),
        format!("{first}\n=======\n"),
    ] {
        for text in [conflict.clone(), conflict.replace('\n', "\r\n")] {
            let (found, fixed) = read(&text);
            let [only] = &found[..] else { panic!("{text}{found:#?}") };
            assert_eq!(only.message, "unresolved merge conflict", "{text}");
            assert_eq!(fixed, text);
            assert_eq!(analysis::format(&text, LineEnding::Lf).text, text);
        }
    }
}

#[test]
fn lfs_pointer_is_one_error() {
    let text = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n";
    for format in [None, carom::exchange::format("json"), carom::exchange::format("roboyard")] {
        let source = SourceFile::split(text, format);
        let [only] = source.head.diagnostics() else { panic!("{:?}", source.head) };
        assert!(only.message.contains("Git LFS"), "{only:?}");
        assert!(source.sections.is_empty());
    }
    assert_eq!(analysis::format(text, LineEnding::Lf).text, text);
}

/// Each key, written as a beginner may write it, is read or suggested.
#[test]
fn keys_are_suggested_however_they_are_typed() {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    for key in Key::ALL {
        let name = key.name();
        let words: Vec<&str> = name.split('-').collect();
        let camel = words.iter().skip(1).map(|word| capital(word)).collect::<String>();
        let capitals = words.iter().map(|word| capital(word)).collect::<Vec<_>>();
        for typed in [
            name.to_uppercase(),
            capital(name),
            words.join(" "),
            words.join("_"),
            words.join(""),
            words[0].to_owned() + &camel,
            capitals.join(" "),
            capitals.join("-"),
            format!("{name}s"),
            name.strip_suffix('s').unwrap_or(name).to_owned(),
            format!("{name} "),
        ] {
            let text = format!("puzzle lunar\n  {typed}: 1\n");
            let (found, _) = read(&text);
            let is_named = |found: &Diagnostic| {
                found.message.contains(name)
                    || found.fixes.iter().any(|fix| fix.title.contains(name))
            };
            // So with `=`, which is a mistake of its own.
            let with_equals = format!("puzzle lunar\n  {typed} = 1\n");
            if !matches!(key.shape(), Shape::Board | Shape::Moves)
                && Key::from_text(typed.trim()).is_some()
            {
                let (found, _) = read(&with_equals);
                assert!(!found.iter().any(|found| found.message.contains("expected a key")));
                assert!(typed.trim() == name || found.iter().any(is_named), "{found:#?}");
            }
            let at = text.find(&typed).unwrap() as u32;
            let of_key = found.iter().filter(|found| found.span.start == at);
            if typed.trim() != name {
                assert!(of_key.clone().any(is_named), "{typed}: {found:#?}");
            }
        }
    }
}
