//! Tests the fixes of diagnostics: each removes its diagnostic, causes no other, and applies to
//! every text it is offered for.

use carom::analysis::{self, Diagnostic, FileHead, Fixes, Lint, Puzzle, Safety, check_answer};
use carom::solving::quick_answer;
use carom::text::{Edit, LineEnding, apply};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::cases::cases;

const LUNAR: &str = "\
puzzle lunar \"Four moves\"
  moves: 4
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
  solution: @^ @< @v @<
";

const RICOCHET: &str = "\
puzzle ricochet \"Round the corner\"
  moves: 2
  board:
    R . . .
    . B . .
    . . . .
    . . . r
  solution: R> Rv
";

/// Returns all diagnostics of a puzzle and its answer.
fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let answer = puzzle.position().map(|position| quick_answer(position, &mut 20_000).unwrap());
    let answer_diagnostics =
        answer.map(|answer| check_answer(text, &puzzle, &answer, &Default::default()));
    let answer_diagnostics = answer_diagnostics.unwrap_or_default();
    let is_repeated = |own: &&Diagnostic| {
        answer_diagnostics.iter().any(|again| again.lint == own.lint && again.span == own.span)
    };
    let own = puzzle.diagnostics().iter().filter(|own| !is_repeated(own)).cloned();
    own.chain(answer_diagnostics.iter().cloned()).collect()
}

/// Returns the text after the first fix of the lint whose title contains `title`.
fn apply_fix(text: &str, lint: Lint, title: &str) -> String {
    let all = diagnostics(text);
    let mut fixes = all
        .iter()
        .filter(|diagnostic| diagnostic.lint == lint)
        .flat_map(|diagnostic| &diagnostic.fixes);
    let fix = fixes
        .find(|fix| fix.title.contains(title))
        .unwrap_or_else(|| panic!("{title} is not offered: {all:#?}\n{text}"));
    apply(text, &fix.edits)
}

/// Applies a fix, and asserts that no diagnostic remains.
fn fix_all(text: &str, lint: Lint, title: &str) -> String {
    assert!(diagnostics(text).iter().any(|diagnostic| diagnostic.lint == lint), "{text}");
    let fixed = apply_fix(text, lint, title);
    assert_eq!(diagnostics(&fixed), [], "{title}:\n{text}\n{fixed}");
    fixed
}

fn correct_puzzle() -> impl Strategy<Value = &'static str> {
    select(vec![LUNAR, RICOCHET])
}

/// Returns the numbers of the lines with rows of the board.
fn rows(text: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    let rows = lines.filter(|(_, line)| line.starts_with("    "));
    rows.map(|(number, _)| number).collect()
}

fn with_line(text: &str, number: usize, line: &str) -> String {
    let lines = text
        .lines()
        .enumerate()
        .map(|(at, old)| format!("{}\n", if at == number { line } else { old }));
    lines.collect()
}

/// Expands tabs to the next multiple of `width`, as an editor shows them.
fn expanded(text: &str, width: usize) -> String {
    let mut expanded = String::new();
    let mut column = 0;
    for character in text.chars() {
        match character {
            '\t' => {
                let next = (column / width + 1) * width;
                expanded.extend(std::iter::repeat_n(' ', next - column));
                column = next;
            }
            _ => {
                expanded.push(character);
                column = if character == '\n' { 0 } else { column + 1 };
            }
        }
    }
    expanded
}

/// Returns the position, if the puzzle has no diagnostics.
fn position(text: &str) -> Option<String> {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let is_whole = puzzle.diagnostics().is_empty();
    let position = puzzle.position().filter(|_| is_whole)?;
    Some(format!("{position:?}"))
}

/// Generates a board with wall lines, in which tabs replace some of the spaces.
fn board_with_tabs() -> impl Strategy<Value = String> {
    let row = select(vec![". . . .", ". .|. .", ". . B ."]);
    let walls = select(vec!["", "-", "- -", "  -", "    -   -"]);
    let lead = select(vec!["    ", "\t", "  \t", "\t  "]);
    let other = select(vec!["    ", "\t", "\t"]);
    let tabs = vec((0..3_u8, any::<Index>(), 1..3_usize), 0..3);
    (row, walls, lead, other, any::<Index>(), tabs).prop_map(
        |(row, walls, lead, other, at, tabs)| {
            let mut lines: Vec<String> =
                [". R . .", walls, row, ". . r ."].map(|line| format!("{lead}{line}")).to_vec();
            lines.retain(|line| line != lead);
            let number = lines.len();
            for (kind, at, blanks) in tabs {
                let line = &mut lines[at.index(number)];
                let places: Vec<usize> = line.match_indices(' ').map(|(at, _)| at).collect();
                if kind > 0 && !places.is_empty() {
                    let place = places[at.index(places.len())];
                    let end = line[place..].find(|c| c != ' ').unwrap_or(1);
                    line.replace_range(place..place + end.min(blanks), "\t");
                }
            }
            if at.index(2) == 0 {
                let line = &mut lines[at.index(number)];
                *line = format!("{other}{}", line.trim_start());
            }
            format!("puzzle ricochet\n  board:\n{}\n", lines.join("\n"))
        },
    )
}

/// Returns the text after all safe fixes.
fn with_safe_fixes(text: &str) -> String {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let mut fixes = Fixes::new(Safety::Safe);
    for diagnostic in puzzle.diagnostics() {
        fixes.take(diagnostic);
    }
    apply(text, &fixes.into_edits())
}

/// A row as a reader sees it. All columns are those of characters.
#[derive(Clone, Debug, PartialEq)]
struct SeenRow {
    text: String,
    indent: usize,
}

impl SeenRow {
    /// Returns the glyphs and walls with the squares that they are in, or left of, if blanks are
    /// empty squares of a board with this edge. Returns `None` if one of them is between two squares.
    fn squares(&self, edge: usize) -> Option<Vec<(usize, char)>> {
        let characters = self.text.chars().enumerate();
        let glyphs = characters.filter(|&(_, glyph)| glyph != ' ');
        let squares: Vec<_> = glyphs
            .map(|(at, glyph)| {
                let column = (self.indent + at).checked_sub(edge)?;
                let is_in_place = (column % 2 == 1) == matches!(glyph, '|');
                is_in_place.then_some((column.div_ceil(2), glyph))
            })
            .collect::<Option<_>>()?;
        Some(squares.into_iter().filter(|&(_, glyph)| glyph != '.').collect())
    }

    /// Returns the glyphs and walls with their squares, if nothing is between two squares but a
    /// wall and single blanks around it.
    fn in_order(&self) -> Option<Vec<(usize, char)>> {
        if self.text.contains("  ") {
            return None;
        }
        let mut squares = Vec::new();
        let mut count = 0;
        for glyph in self.text.chars().filter(|&glyph| glyph != ' ') {
            squares.push((count, glyph));
            count += usize::from(glyph != '|');
        }
        Some(squares.into_iter().filter(|&(_, glyph)| glyph != '.').collect())
    }
}

/// Returns the rows of a board below `board:` without their comments.
fn seen_rows(text: &str, tab: usize) -> Vec<SeenRow> {
    let lines = text.lines().skip_while(|line| line.trim() != "board:").skip(1);
    let rows = lines
        .map(|line| {
            let end = ["; c", "# a note", "// a note"]
                .iter()
                .filter_map(|comment| line.find(comment))
                .min();
            expanded(&line[..end.unwrap_or(line.len())], tab)
        })
        .filter(|row| row.contains(|c| !matches!(c, ' ' | '-')));
    rows.map(|row| SeenRow {
        text: row.trim().to_owned(),
        indent: row.len() - row.trim_start().len(),
    })
    .collect()
}

/// Asserts that each glyph of `fixed` is in the square in which a reader of `text` sees it.
fn assert_same_squares(text: &str, fixed: &str) {
    for tab in [1, 2, 4, 8] {
        let (before, after) = (seen_rows(text, tab), seen_rows(fixed, tab));
        assert_eq!(before.len(), after.len(), "{text}fixed:\n{fixed}");
        // The left edge of most rows, of the first ones if there is a tie.
        let edge = |rows: &[SeenRow]| {
            let count =
                |row: &SeenRow| rows.iter().filter(|other| other.indent == row.indent).count();
            let first = rows.iter().rev().max_by_key(|row| count(row));
            first.map_or(0, |row| row.indent)
        };
        let (edge_before, edge_after) = (edge(&before), edge(&after));
        for (old, new) in before.iter().zip(&after) {
            let is_unmoved = old.indent + edge_after == new.indent + edge_before;
            if old.text == new.text && is_unmoved {
                continue;
            }
            let is_same = match old.squares(edge_before) {
                Some(squares) => new.squares(edge_after) == Some(squares),
                None => old.in_order().is_some() && new.in_order() == old.in_order(),
            };
            assert!(is_same, "tabs of {tab}: {old:?} {new:?}\n{text}fixed:\n{fixed}");
        }
    }
}

/// Generates a board with any blanks, tabs, walls and comments between and after its squares.
fn board_with_blanks() -> impl Strategy<Value = String> {
    let glyph = || select(vec![".", ".", ".", "R", "r", "B", "#"]);
    let usual = || prop_oneof![12 => Just(" "), 2 => Just("|")];
    let separator = prop_oneof![
        12 => usual(),
        3 => select(vec!["", "  ", "   ", "     ", "       ", "\t", " |", "| ", " | ", "||", "|   |"]),
    ];
    let indent = prop_oneof![
        6 => Just("    "),
        1 => select(vec!["   ", "     ", "      ", "  ", "\t", "", "            "]),
    ];
    let tail = prop_oneof![
        8 => Just(""),
        1 => select(vec![" ; c", "; c", "   ; c", " # a note", " // a note", "  ", "\t"]),
    ];
    let below = prop_oneof![
        8 => Just(""),
        1 => select(vec!["    -\n", "      -\n", "    ; c\n", "    # a note\n", "    // a note\n"]),
    ];
    let row = (indent, 2..6_usize, vec((glyph(), separator), 5), tail, below).prop_map(
        |(indent, count, cells, tail, below)| {
            let cells = &cells[..count];
            let separators =
                cells.iter().map(|(_, separator)| *separator).take(count - 1).chain([""]);
            let cells = cells.iter().zip(separators);
            let cells: String =
                cells.map(|((glyph, _), after)| format!("{glyph}{after}")).collect();
            (format!("{indent}{cells}{tail}\n"), below.to_owned())
        },
    );
    vec(row, 1..5).prop_map(|rows| {
        let rows = rows.into_iter().map(|(row, below)| row + &below);
        format!("puzzle ricochet\n  board:\n{}", rows.collect::<String>())
    })
}

/// Generates a line of underscores, letters, numbers or dashes, or of a frame.
fn no_row() -> impl Strategy<Value = &'static str> {
    select(vec![
        "_ _ _ _ _",
        "_____",
        "_ _ _",
        "a b c d e",
        "abcde",
        "a b c d",
        "1 2 3 4 5",
        "12345",
        "0 1 2 3 4",
        "5 4 3 2 1",
        "- - - - -",
        "-----",
        "---------",
        "+---+",
        "+ - - - +",
        "+---------+",
        "+-+-+-+-+",
        "=========",
        "| | | | |",
        "A B C D E",
        "ABCDE",
    ])
}

#[test]
fn blanks_for_empty_squares_have_no_safe_fix() {
    for rows in [
        "    R       r\n",
        "    R       r\n        .\n",
        "    R\tr\n",
        "    R   r\n    . . .\n",
        "    R . .\n      . . r\n",
        "    R r\n    B.\n    .#\n",
        "    . . .\n    # RB\n",
    ] {
        let text = format!("puzzle ricochet\n  board:\n{rows}");
        let puzzle = Puzzle::read(&text, &FileHead::default());
        assert!(!puzzle.diagnostics().is_empty(), "{text}");
        let fixed = with_safe_fixes(&text);
        if !rows.contains("R   r") {
            assert_eq!(fixed, text);
        }
        assert_same_squares(&text, &fixed);
        assert_same_squares(&text, &analysis::format(&text, LineEnding::Auto).text);
    }
    let text = "puzzle ricochet\n  board:\n    R       r\n        B\n";
    let fixed = apply_fix(text, Lint::RaggedBoard, "write `.` for each empty square");
    assert_eq!(fixed, "puzzle ricochet\n  board:\n    R . . . r\n    . . B . .\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(410)))]

    #[test]
    fn safe_fix_keeps_each_glyph_in_its_square(text in board_with_blanks()) {
        assert_same_squares(&text, &with_safe_fixes(&text));
        let formatted = analysis::format(&text, LineEnding::Auto);
        assert_same_squares(&text, &formatted.text);
    }

    #[test]
    fn safe_fix_leaves_lines_that_are_no_rows(
        rows in vec(vec(select(vec![".", ".", "R", "B", "#", "r"]), 5), 1..5),
        line in no_row(),
        indent in 2..9_usize,
        at in any::<Index>(),
    ) {
        let mut lines: Vec<String> =
            rows.iter().map(|row| format!("    {}", row.join(" "))).collect();
        lines.insert(at.index(lines.len() + 1), " ".repeat(indent) + line);
        let text = format!("puzzle ricochet\n  board:\n{}\n", lines.join("\n"));
        let formatted = analysis::format(&text, LineEnding::Auto).text;
        for fixed in [with_safe_fixes(&text), formatted] {
            let glyphs = |text: &str| -> Vec<String> {
                text.lines().skip(2).map(|line| line.trim().to_owned()).collect()
            };
            prop_assert_eq!(glyphs(&text), glyphs(&fixed), "{}", fixed);
        }
    }

    #[test]
    fn fixing_tabs_keeps_the_visible_board(text in board_with_tabs()) {
        let puzzle = Puzzle::read(&text, &FileHead::default());
        let fixes = puzzle.diagnostics().iter().flat_map(|diagnostic| &diagnostic.fixes);
        let safe = fixes.filter(|fix| fix.safety == Safety::Safe);
        let edits: Vec<Edit> = safe.flat_map(|fix| fix.edits.clone()).collect();
        let formatted = analysis::format(&text, LineEnding::Auto);
        let mut fixed = vec![apply(&text, &edits)];
        if formatted.left.is_empty() {
            fixed.push(formatted.text);
        }
        for fixed in fixed {
            let Some(read) = position(&fixed) else { continue };
            for width in [1, 2, 3, 4, 8] {
                let seen = position(&expanded(&text, width));
                prop_assert!(
                    seen.as_ref().is_none_or(|seen| *seen == read),
                    "{text}as {width}:\n{}fixed:\n{fixed}", expanded(&text, width)
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn fix_fills_short_row(text in correct_puzzle(), row in any::<Index>(), cells in 1..3_usize) {
        let rows = rows(text);
        let row = rows[row.index(rows.len())];
        let line = text.lines().nth(row).unwrap();
        let short = &line[..line.len() - 2 * cells];
        if line[short.len()..].chars().all(|c| matches!(c, '.' | ' ')) {
            let damaged = with_line(text, row, short);
            prop_assert_eq!(fix_all(&damaged, Lint::RaggedBoard, "fill the row"), text);
        }
    }

    #[test]
    fn fix_removes_blank_lines_of_board(text in correct_puzzle(), row in any::<Index>()) {
        let rows = rows(text);
        let row = rows[row.index(rows.len())];
        let line = text.lines().nth(row).unwrap();
        let damaged = with_line(text, row, &format!("  \n{line}"));
        prop_assert_eq!(fix_all(&damaged, Lint::Syntax, "remove the blank line"), text);
    }

    #[test]
    fn fix_renames_duplicate_piece(
        text in correct_puzzle(),
        at in any::<Index>(),
        letter in select(vec!["B", "Ｂ"]),
    ) {
        let board = text.find("board:\n").unwrap();
        let floor: Vec<usize> = text[board..].match_indices('.').map(|(at, _)| board + at).collect();
        let at = floor[at.index(floor.len())];
        let mut damaged = text.to_owned();
        damaged.replace_range(at..=at, letter);
        // A wide letter may come first, and stay there.
        let fixed = apply_fix(&damaged, Lint::DuplicatePiece, "call it").replace('Ｂ', "B");
        let left = diagnostics(&fixed);
        prop_assert!(left.iter().all(|diagnostic| diagnostic.lint != Lint::DuplicatePiece));
        // The piece may block the solution; the board is valid again.
        prop_assert!(Puzzle::read(&fixed, &FileHead::default()).position().is_some());
    }

    #[test]
    fn fix_completes_solution(
        text in correct_puzzle(),
        kept in any::<Index>(),
        wrong in select(vec!["", "B^", "@>", "Q>", "B< B> B^ B>", "R> ; why\n    @^ R^"]),
    ) {
        let (before, moves) = text.split_once("solution: ").unwrap();
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let kept = kept.index(moves.len());
        let solution = format!("{} {wrong}", moves[..kept].join(" "));
        let damaged = format!("{before}solution: {}\n", solution.trim());
        for lint in [Lint::IllegalMove, Lint::IncompleteSolution] {
            if diagnostics(&damaged).iter().any(|diagnostic| diagnostic.lint == lint) {
                let is_kept = kept > 0 && matches!(wrong, "" | "Q>");
                let title = if is_kept { "go on to a shortest" } else { "a shortest solution" };
                let fixed = apply_fix(&damaged, lint, title);
                prop_assert_eq!(diagnostics(&fixed), []);
                if is_kept {
                    prop_assert!(fixed.contains(&moves[..kept].join(" ")));
                }
                prop_assert_eq!(fixed.contains("; why"), damaged.contains("; why"));
            }
        }
    }
}

#[test]
fn fixes_quote_name_and_add_board() {
    for text in [LUNAR, RICOCHET] {
        let bare = text.replacen('"', "", 2);
        assert_eq!(fix_all(&bare, Lint::Syntax, "put the name in quotes"), text);
    }
    for end in ["\n", "\r\n", "\r"] {
        for game in ["lunar", "ricochet"] {
            let header = format!("puzzle {game} \"New\" ; not drawn yet");
            for text in [
                header.clone(),
                format!("{header}{end}  title: x{end}  author: y{end}{end}; behind{end}"),
                format!("{header}{end}  board: ; here{end}    ; below{end}  title: x{end}"),
            ] {
                let fixed = fix_all(&text, Lint::MissingBoard, "add a board of");
                assert!(fixed.contains("; not drawn yet"), "{fixed}");
                if end == "\r\n" {
                    assert!(!text.contains("\r\n") || !fixed.replace("\r\n", "").contains('\n'));
                }
            }
        }
    }
}

/// Generates a puzzle with a few random mistakes.
fn damaged() -> impl Strategy<Value = String> {
    let put = select(vec![
        "",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\n\n",
        "|",
        "-",
        ";",
        "\"",
        ":",
        ",",
        ".",
        "A",
        "B",
        "@",
        "puzzle ",
        "; x\n",
        "board:",
        "@>",
        "é",
        "Ａ",
        "Ｂ",
        "＊",
        "１",
        "“é”",
        "\u{feff}",
        "╬",
        "solution: A> ",
    ]);
    let mistake = (any::<Index>(), 0..4_usize, put);
    (correct_puzzle(), vec(mistake, 1..5)).prop_map(|(text, mistakes)| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, dropped, put) in mistakes {
            let at = at.index(text.len());
            let end = (at + dropped).min(text.len());
            text.splice(at..end, put.chars());
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn fixes_apply_to_any_damaged_text(text in damaged()) {
        for diagnostic in diagnostics(&text) {
            prop_assert!(text.get(diagnostic.span.range()).is_some(), "{:?}", diagnostic);
            for fix in &diagnostic.fixes {
                for edit in &fix.edits {
                    prop_assert!(text.get(edit.span.range()).is_some(), "{:?}", diagnostic);
                }
                let fixed = apply(&text, &fix.edits);
                prop_assert_ne!(&fixed, &text, "{:?}", fix);
                diagnostics(&fixed);
            }
        }
    }
}
