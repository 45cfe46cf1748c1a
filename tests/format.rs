//! Tests reading and formatting of arbitrary texts.

use std::collections::HashSet;

use carom::analysis::{self, FileHead, Formatted, Puzzle};
use carom::games::Tile;
use carom::syntax::{FieldValue, MoveKind, ParsedSection, parse, sections};
use carom::text::{LineEnd, LineEnding, Span, lines};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::cases::cases;

/// Lines that are valid, nearly valid, or invalid.
const LINES: &[&str] = &[
    "",
    "   ",
    "; a comment",
    "    ; an indented comment",
    "title: A deck  ; with a comment",
    "  notes:   1\"2; 3  ",
    "notes: \"; no comment\"",
    "rules:  bounce   no-rebound",
    "x-mine: y",
    "titel: x",
    "puzzle lunar \"One\"",
    "  puzzle ricochet \"Two ; 2 \\\" \\\\\" ; two",
    "puzzle rush",
    "puzzle",
    "Puzzle lunar",
    "puzzle lunar \"open",
    "moves:4",
    "title:;x",
    "solution:;A> ;",
    "robots: R e5,;G k7",
    "  moves: none;",
    "target:   r   c5",
    "robots: R e5,G   k7 , B a1",
    "robots: R e5,,",
    "board:",
    "board: x",
    ". . .",
    "    . A|.",
    "    @ + .",
    "      -",
    "- - -",
    "-",
    "...",
    "R",
    ".\tB .",
    "\t. . .",
    ". é .",
    ". e\u{301} .",
    ". 日 .",
    "╔═╗",
    "solution: A> ↑ B↓ @^",
    "solution: 3>:^→ cv:<<",
    "cv:<<",
    "  A> B<   C^",
    "A> nonsense",
    "form\u{c}feed \u{2028} here",
];

fn text() -> impl Strategy<Value = String> {
    let end = prop_oneof![8 => Just("\n"), 2 => Just("\r\n"), 1 => Just("\r")];
    let line = (prop::sample::select(LINES), end);
    let mark = prop_oneof![6 => Just(""), 1 => Just("\u{feff}")];
    (mark, vec(line, 0..30), prop::sample::select(LINES)).prop_map(|(mark, lines, last)| {
        [mark]
            .into_iter()
            .chain(lines.into_iter().flat_map(|(line, end)| [line, end]))
            .chain([last])
            .collect()
    })
}

/// Returns everything that a section means, without the places.
fn meaning(text: &str, section: &ParsedSection) -> String {
    let slice = |span: Span| span.slice(text).to_owned();
    let mut parts = Vec::new();
    let game = section.header.as_ref().and_then(|header| header.game.as_ref());
    // A digit is another glyph of a tile.
    let has_tiles = game.is_some_and(|game| game.text == "rush");
    let tile = |glyph: char| match Tile::from_glyph(glyph) {
        Some(tile) if has_tiles => tile.glyph(),
        _ => glyph,
    };
    if let Some(header) = &section.header {
        let game = header.game.as_ref().map(|game| &game.text);
        let name = header.name.as_ref().map(|name| &name.value);
        parts.push(format!("{game:?} {name:?}"));
    }
    for field in &section.fields {
        let value = match &field.value {
            FieldValue::Text => slice(field.value_span),
            FieldValue::Words(words) => {
                let words = words.iter().map(|word| match word.text.parse() {
                    Ok(glyph) => tile(glyph).to_string(),
                    Err(_) => word.text.clone(),
                });
                format!("{:?}", words.collect::<Vec<_>>())
            }
            FieldValue::Groups(groups) => {
                let words = groups.iter().map(|group| group.iter().map(|word| &word.text));
                format!("{:?}", words.map(Iterator::collect).collect::<Vec<Vec<_>>>())
            }
            FieldValue::Claim(claim) => format!("{claim:?}"),
            FieldValue::Moves(moves) => moves
                .iter()
                .map(|token| match &token.kind {
                    MoveKind::Move { subject, arrow, walk } => {
                        let walk = walk
                            .as_ref()
                            .map(|walk| walk.iter().map(|step| step.arrow))
                            .map(Iterator::collect::<Vec<_>>);
                        format!("{} {:?} {walk:?}", subject.text, arrow.arrow)
                    }
                    other => format!("{other:?} {}", slice(token.span)),
                })
                .collect::<Vec<_>>()
                .join(" "),
            FieldValue::Board(board) => {
                let rows = board.rows.iter().map(|row| {
                    let cells: String = row.cells.iter().map(|cell| tile(cell.glyph)).collect();
                    let right: Vec<_> = row.right_walls.iter().map(|wall| wall.cell).collect();
                    let lower: Vec<_> = row.lower_walls.iter().map(|wall| wall.cell).collect();
                    let joins: Vec<_> = row.joins.iter().map(|wall| wall.cell).collect();
                    format!("{cells} {right:?} {lower:?} {joins:?}")
                });
                format!("{:?} {:?}", board.style, rows.collect::<Vec<_>>())
            }
        };
        parts.push(format!("{}: {value}", slice(field.key_span)));
    }
    parts.extend(section.comments.iter().map(|&comment| slice(comment)));
    let unfixed = section.errors.iter().filter(|fault| !fault.has_safe_fix);
    parts.extend(unfixed.map(|fault| format!("{:?}", fault.kind)));
    parts.join("\n")
}

fn meanings(text: &str) -> Vec<String> {
    let sections =
        sections(text).into_iter().map(|span| meaning(span.slice(text), &parse(span.slice(text))));
    // The place of the first of two keys depends on the layout.
    sections
        .map(|parts| {
            let lines = parts.lines().map(|line| line.split("DuplicateKey").next().unwrap());
            lines.collect::<Vec<_>>().join("\n")
        })
        .collect()
}

fn line_ends(text: &str) -> Vec<Option<LineEnd>> {
    let mut ends: Vec<_> = lines(text).map(|line| line.end).collect();
    ends.pop();
    ends.dedup();
    ends
}

fn check_parsing(text: &str) {
    let cut = sections(text);
    let joined: String = cut.iter().map(|span| span.slice(text)).collect();
    assert_eq!(joined, text, "sections make up the file");
    let head = FileHead::read(cut[0].slice(text));
    for span in &cut[1..] {
        let section = span.slice(text);
        let puzzle = Puzzle::read(section, &head);
        for diagnostic in puzzle.diagnostics() {
            let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
            for span in edits.map(|edit| edit.span).chain([diagnostic.span]) {
                assert!(section.get(span.range()).is_some(), "{diagnostic:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn any_text_is_parsed(text in any::<String>()) {
        check_parsing(&text);
    }

    #[test]
    fn any_lines_are_parsed(text in text()) {
        check_parsing(&text);
    }

    #[test]
    fn fmt_keeps_meaning_and_is_idempotent(text in text()) {
        check_formatting(&text)?;
    }
}

proptest! {
    // Example files are long texts.
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn fmt_keeps_meaning_of_damaged_files(text in damaged_example()) {
        check_formatting(&text)?;
    }
}

/// Formats with the most frequent line ending of the text.
fn format(text: &str) -> Formatted {
    analysis::format(text, LineEnding::Auto)
}

/// Checks that formatted sections keep their meaning and unformatted sections keep every byte, with
/// any line ending.
fn check_formatting(text: &str) -> Result<(), TestCaseError> {
    // The length chooses the line ending pseudo-randomly.
    let ending = [LineEnding::Auto, LineEnding::Lf, LineEnding::CrLf]
        [text.len() % [LineEnding::Auto, LineEnding::Lf, LineEnding::CrLf].len()];
    let format = |text: &str| analysis::format(text, ending);
    let Formatted { text: formatted, left, .. } = format(text);
    prop_assert_eq!(meanings(&formatted), meanings(text));
    let (old, new) = (sections(text), sections(&formatted));
    for left in &left {
        prop_assert!(!left.diagnostics.is_empty());
        let number = old.iter().position(|section| *section == left.span);
        let (old, new) = (left.span.slice(text), new[number.unwrap()].slice(&formatted));
        // The byte-order mark stays at the start of the file; a blank line may be added before the
        // next puzzle.
        let [old, new] = [old, new].map(|text| text.trim_start_matches('\u{feff}'));
        let more = new.strip_prefix(old);
        prop_assert!(matches!(more, Some("" | "\n" | "\r\n" | "\r")), "{:?} {:?}", old, new);
    }
    let mark = '\u{feff}';
    prop_assert_eq!(formatted.starts_with(mark), text.starts_with(mark));
    if left.is_empty() {
        let ends = line_ends(&formatted);
        prop_assert!(ends.len() <= 1);
        let expected = ending.end();
        prop_assert!(expected.is_none_or(|expected| ends.iter().all(|end| *end == Some(expected))));
    }
    // Safe fixes are applied.
    let unfixed = new.iter().flat_map(|span| {
        let faults = parse(span.slice(&formatted)).errors.into_iter();
        faults.filter(|fault| fault.has_safe_fix)
    });
    prop_assert!(!left.is_empty() || unfixed.count() == 0, "{:?}", formatted);
    let again = format(&formatted);
    prop_assert_eq!(again.left.len(), left.len());
    prop_assert_eq!(again.text, formatted);
    Ok(())
}

/// Generates an example file with a few random mistakes.
fn damaged_example() -> impl Strategy<Value = String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let files = std::fs::read_dir(folder).unwrap();
    let paths = files.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|e| e == "carom"));
    let files: Vec<String> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    assert!(files.len() > 1);
    let put = prop::sample::select(vec![
        "", " ", "\t", "\n", "\r\n", "\n\n", "|", "-", ";", " ; ", "\"", ":", ",", ".", "A",
        "puzzle ", "; x\n", "board:", "@>", "é", "\u{feff}", "╬",
    ]);
    let mistake = (any::<prop::sample::Index>(), 0..3_usize, put);
    (prop::sample::select(files), vec(mistake, 0..6)).prop_map(|(file, mistakes)| {
        let mut text: Vec<char> = file.chars().collect();
        for (at, dropped, put) in mistakes {
            let at = at.index(text.len());
            let end = (at + dropped).min(text.len());
            text.splice(at..end, put.chars());
        }
        text.into_iter().collect()
    })
}

/// Generates optional spaces and tabs.
fn blanks() -> impl Strategy<Value = String> {
    "[ \t]{0,3}"
}

/// Generates an optional comment at the end of a line.
fn tail() -> impl Strategy<Value = String> {
    prop_oneof![6 => Just(""), 1 => Just(" ; why"), 1 => Just("\t;日 \""), 1 => Just("  \t")]
        .prop_map(str::to_owned)
}

/// Generates a key line of a puzzle.
fn key_line() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just("notes:  1\"2;3 "),
        Just("x-mine :y  z"),
        Just("title:;no comment"),
        Just("robots:;R e5,;G k7"),
        Just("rules:stay"),
        Just("moves :none"),
        Just("target:  a1\t b2"),
        Just("robots: R e5,G   k7 ,B a1"),
        Just("author:\u{c}日本 e\u{301}"),
        Just("colour: red"),
    ];
    (blanks(), key, tail()).prop_map(|(indent, key, tail)| format!("{indent}{key}{tail}"))
}

/// Generates a board with rows of equal length, with wall lines between them.
fn board_lines() -> impl Strategy<Value = Vec<String>> {
    let glyphs = prop::sample::select(vec!['.', '#', '@', 'R', '+', '日', '╔']);
    let sizes = (1..5_usize, 1..5_usize, any::<bool>());
    sizes.prop_flat_map(move |(width, height, spaced)| {
        let row = (
            vec(glyphs.clone(), width),
            vec(prop::sample::select(vec![' ', ' ', '|']), width),
            vec(prop::sample::select(vec![' ', ' ', '-']), 2 * width - 1),
            tail(),
            prop::option::weighted(0.2, Just("; between")),
        );
        let edge = prop::sample::select(vec![0_usize, 1, 4, 7]);
        (vec(row, height), edge, tail()).prop_map(move |(rows, edge, after)| {
            let indent = " ".repeat(edge);
            let mut lines = vec![format!("board :{after}")];
            let last = rows.len() - 1;
            for (number, (cells, parts, walls, tail, comment)) in rows.into_iter().enumerate() {
                let mut row = String::new();
                for (column, (cell, part)) in cells.iter().zip(parts).enumerate() {
                    if spaced && column > 0 {
                        row.push(part);
                    }
                    row.push(*cell);
                }
                lines.push(format!("{indent}{row}{tail}"));
                lines.extend(comment.map(str::to_owned));
                let walls: String = walls.into_iter().collect();
                // A row of one square does not show whether squares are separated by spaces.
                if spaced && width > 1 && number < last && walls.contains('-') {
                    lines.push(format!("{indent}{walls}"));
                }
            }
            lines
        })
    })
}

fn solution_lines() -> impl Strategy<Value = Vec<String>> {
    let token = prop::sample::select(vec!["A>", "@↑", "B↓", "3>:^→", "cv:<<", "--", "b1^"]);
    let line = (blanks(), vec(token, 1..5), "[ \t]{1,2}", tail());
    vec(line, 1..3).prop_map(|lines| {
        lines
            .into_iter()
            .enumerate()
            .map(|(number, (indent, moves, part, tail))| {
                let key = if number == 0 { "solution:" } else { "" };
                format!("{indent}{key}{}{tail}", moves.join(&part))
            })
            .collect()
    })
}

/// Generates a text without syntax errors in random layout.
fn valid_text() -> impl Strategy<Value = String> {
    let header = prop::sample::select(vec![
        "puzzle   lunar  \"One\"",
        " puzzle\tricochet \"Two ; 2 \\\" \\\\\"",
        "puzzle rush",
        "puzzle slider",
    ]);
    let between = prop::sample::select(vec!["", "", "  ", "; about", " \t; indented"]);
    let puzzle = (
        vec(between.clone(), 0..4),
        (header, tail()),
        vec(key_line(), 0..3),
        board_lines(),
        prop::option::of(solution_lines()),
        vec(between, 0..3),
    )
        .prop_map(|(above, (header, tail), keys, board, solution, below)| {
            let mut lines: Vec<String> = above.into_iter().map(str::to_owned).collect();
            lines.push(format!("{header}{tail}"));
            // Keys must be unique.
            let mut seen = HashSet::new();
            let name = |line: &String| line.split(':').next().map(|key| key.trim().to_owned());
            lines.extend(keys.into_iter().filter(|line| seen.insert(name(line))));
            lines.extend(board);
            lines.extend(solution.into_iter().flatten());
            lines.extend(below.into_iter().map(str::to_owned));
            lines
        });
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", "\r"]);
    let mark = prop_oneof![6 => Just(""), 1 => Just("\u{feff}")];
    (mark, vec(puzzle, 0..4), end, any::<bool>()).prop_map(|(mark, puzzles, end, is_ended)| {
        let text = puzzles.concat().join(end);
        format!("{mark}{text}{}", if is_ended { end } else { "" })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn fmt_formats_every_valid_text(text in valid_text()) {
        let formatted = format(&text);
        prop_assert!(formatted.left.is_empty(), "{:?}", formatted);
        let formatted = formatted.text;
        prop_assert!(!formatted.contains(" \n") && !formatted.contains("\n\n\n"));
        check_formatting(&text)?;
    }
}

/// Texts whose sections changed in earlier versions of the formatter.
#[test]
fn fmt_keeps_sections() {
    for text in [
        "puzzle lunar\n  board:\n    @ . + A\n  solution; x\n@^ b4> @v\n",
        "puszle : 2\npuszle : 2\n;^^^^\n",
        "puz:zle lunar\n",
        "r: x\npuzztle: lunar\n",
        ". . .\n\ntitel: x\npuzzle lunar \"One\"\npuzzle lunar \"One\"\n",
        // If the key after a stray line were indented, it would start a puzzle.
        "solution: A> @^\n  A> B< C^\ncv:<<\nnotes: x\n",
        "puzzle lunar \"One\"\nboard:\n...\n\nmoves:4\n. . .\nboard:\n",
    ] {
        check_formatting(text).unwrap();
    }
}

#[test]
fn fmt_normalizes_layout() {
    let untidy = "\u{feff}\r\ntitle:Deck\r\n\r\n\r\n; about\r\npuzzle   lunar  \"A\" ;x\r\n\
                  moves:4\r\n board:\r\n . . A\r\n ; inside\r\n   -\r\n @ + .   \r\n\
                  solution:A←  @→\r\n  A↑\r\n    ; after\r\n\r\n; end";
    let tidy = "\u{feff}title: Deck\r\n\r\n; about\r\npuzzle lunar \"A\"  ;x\r\n\
                \x20 moves: 4\r\n  board:\r\n    . . A\r\n    ; inside\r\n      -\r\n    @ + .\r\n\
                \x20 solution: A< @>\r\n    A^\r\n  ; after\r\n\r\n; end\r\n";
    assert_eq!(format(untidy).text, tidy);
    assert_eq!(format("").text, "");
    assert_eq!(format("\n\n").text, "");
}

#[test]
fn fmt_never_turns_keys_into_headers() {
    // At column 0 the line would be a damaged header.
    for key in ["uzzle: x", "puzzel: \"x\""] {
        let text = format!("title: Deck\n  {key}\n\npuzzle lunar\n  board:\n    @ + A\n");
        assert_eq!(format(&text).text, text);
        assert_eq!(format(&text.replace("  ", "\t")).text, text);
    }
}

#[test]
fn fmt_separates_trailing_comment_from_next_puzzle() {
    let puzzle = "puzzle lunar\n  board:\n    @ + A\n";
    for comment in ["    ; of the board\n", "\n  ; of the puzzle\n", "; about both\n"] {
        for below in ["", "; about the next\n"] {
            let text = format!("{puzzle}{comment}\n{below}{puzzle}");
            assert_eq!(format(&text).text, text);
            let more = text.replace("\n\n", "\n \n\n");
            assert_eq!(format(&more).text, text);
        }
    }
}

/// Returns every tile glyph with its tile.
fn tile_glyphs() -> Vec<(char, Tile)> {
    let all = ('0'..='f').chain('─'..='╿').chain(['·']);
    all.filter_map(|glyph| Some((glyph, Tile::from_glyph(glyph)?))).collect()
}

proptest! {
    /// Light and double lines mean the same, even where a tile looks like a border.
    #[test]
    fn every_tile_glyph_is_parsed(
        width in 1..5_usize,
        glyphs in vec(prop::sample::select(tile_glyphs()), 1..17),
        spaced: bool,
    ) {
        let rows: Vec<_> = glyphs.chunks_exact(width).collect();
        let mut text = String::from("puzzle rush\n  board:\n");
        for row in &rows {
            let row: Vec<String> = row.iter().map(|(glyph, _)| glyph.to_string()).collect();
            text += &format!("    {}\n", row.join(if spaced { " " } else { "" }));
        }
        let section = parse(&text);
        prop_assert_eq!(&section.errors, &[], "{}", text);
        let board = section.board().unwrap();
        prop_assert_eq!(board.rows.len(), rows.len(), "{}", text);
        for (read, row) in board.rows.iter().zip(rows) {
            let read: Vec<_> = read.cells.iter().map(|cell| Tile::from_glyph(cell.glyph)).collect();
            let expected: Vec<_> = row.iter().map(|&(_, tile)| Some(tile)).collect();
            prop_assert_eq!(read, expected, "{}", text);
        }
    }
}

#[test]
fn fmt_repairs_unambiguous_board_rows() {
    let tidy = "puzzle lunar\n  board:\n    . . . A\n    . B . .\n    @ . . +\n";
    for (right, typed) in [
        ("    . B . .\n", "     . B . .\n"),
        ("    . B . .\n", "    . B. .\n"),
        ("    . B . .\n", "    .B..\n"),
        // A square is missing, and the columns after it show which one.
        ("    . B . .\n", "    . B   .\n"),
        ("    . B . .\n", "      B . .\n"),
        ("    . . . A\n", "          A\n"),
        ("    . . . A\n    . B . .\n", "     . . . A\n    .B . .\n"),
    ] {
        let text = tidy.replace(right, typed);
        let Formatted { text: formatted, left, .. } = format(&text);
        if typed.trim() == "A" {
            // Most of the row would have to be invented.
            assert_eq!((formatted, left.len()), (text, 1));
        } else {
            assert_eq!((formatted.as_str(), left.len()), (tidy, 0), "{text}");
        }
    }
    let walls = "puzzle ricochet\n  board:\n    . .|A\n    -\n    . . .\n    a . B\n";
    for (right, typed, has_safe_fix) in [
        ("    a . B", "   a . B", true),
        // The walls could belong to the squares above them.
        ("    . . .", "   . . .", false),
        ("    . .|A", "    . . |A", false),
        ("    . .|A", "    .  |A", true),
    ] {
        let text = walls.replace(right, typed);
        let expected = if has_safe_fix { walls } else { &text };
        assert_eq!(format(&text).text, expected);
    }
    // A reader may take the blanks for squares.
    for typed in
        ["\t. B . .\n", "    .\tB . .\n", "    . B  . .\n", "      . B . .\n", "  . B . .\n"]
    {
        let text = tidy.replace("    . B . .\n", typed);
        assert_eq!(format(&text).text, text);
    }
    // Nothing shows which squares a short row misses, a row of words is no board row, and tiles
    // have no floor.
    for text in [
        "puzzle lunar\n  board:\n    . . A\n    . .\n    @ . +\n",
        "puzzle lunar\n  board:\n    the end\n",
        "puzzle rush\n  board:\n    ╔ ═ ╗\n    ╔   ╗\n    ╔ ═ ╗\n",
    ] {
        assert_eq!(format(text).text, text);
    }
}

#[test]
fn fmt_keeps_every_byte_of_malformed_puzzle() {
    let untidy = "puzzle   lunar \"A\"\nboard:\n@ + A";
    let tidy = "puzzle lunar \"A\"\n  board:\n    @ + A\n";
    for broken in [
        "puzzle lunar \"open\n\n\n  board:  \n@ . \n . + \n",
        "; above\n\tpuzzle lunar \"B\" more",
        "puzzle lunar\r\n  board:\r\n  @\t+ A \r\n  -\r\n . . .\r\n\r\n",
        "puzzle lunar\r  board:\r  @ + A\r . .\r",
    ] {
        let end = match () {
            () if broken.contains("\r\n") => "\r\n",
            () if broken.contains('\r') => "\r",
            () => "\n",
        };
        let is_separated = broken.ends_with(&format!("{end}{end}"));
        let separator = if is_separated { "" } else { end };
        let is_ended = broken.ends_with(end);
        let ending = if is_ended { "" } else { end };
        let text = format!("{untidy}\n\n\n{broken}{ending}{untidy}\n");
        let expected = format!("{tidy}\n{broken}{ending}{separator}{tidy}");
        let formatted = format(&text);
        assert_eq!(formatted.text, expected);
        let left: Vec<_> = formatted.left.iter().map(|left| &left.name).collect();
        assert_eq!(left.len(), 1);
        // At the end of a file, not even a line ending is added.
        assert_eq!(format(&format!("{untidy}\n{broken}")).text, format!("{tidy}\n{broken}"));
        assert_eq!(format(&format!("{broken}{ending}")).text, format!("{broken}{ending}"));
    }
    let head = "\u{feff}stray\r\ntitle:x\r\n";
    let formatted = format(&format!("{head}{untidy}"));
    assert_eq!(formatted.text, format!("{head}\r\n{tidy}"));
    assert_eq!(formatted.left[0].header, None);
}
