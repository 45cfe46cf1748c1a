//! Tests the fixes of diagnostics: each removes its diagnostic, causes no other, and applies to
//! every text it is offered for.

use carom::analysis::{self, Diagnostic, FileHead, Lint, Puzzle, Safety, check_answer};
use carom::solving::glance;
use carom::text::{Edit, LineEnding, apply};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

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
    let answer = puzzle
        .position()
        .map(|position| glance(position, &mut 20_000));
    let answer_diagnostics =
        answer.map(|answer| check_answer(text, &puzzle, &answer, &Default::default()));
    let answer_diagnostics = answer_diagnostics.unwrap_or_default();
    let is_repeated = |own: &&Diagnostic| {
        let mut answer_diagnostics = answer_diagnostics.iter();
        answer_diagnostics.any(|again| again.lint == own.lint && again.span == own.span)
    };
    let own = puzzle.diagnostics().iter();
    let own = own.filter(|own| !is_repeated(own)).cloned();
    own.chain(answer_diagnostics.iter().cloned()).collect()
}

/// Returns the text after the first fix of the lint whose title contains `title`.
fn apply_fix(text: &str, lint: Lint, title: &str) -> String {
    let all = diagnostics(text);
    let fixes = all.iter().filter(|diagnostic| diagnostic.lint == lint);
    let mut fixes = fixes.flat_map(|diagnostic| &diagnostic.fixes);
    let fix = fixes.find(|fix| fix.title.contains(title));
    let fix = fix.unwrap_or_else(|| panic!("{title} is not offered: {all:#?}\n{text}"));
    apply(text, &fix.edits)
}

/// Applies a fix, and asserts that no diagnostic remains.
fn fix_all(text: &str, lint: Lint, title: &str) -> String {
    assert!(
        diagnostics(text)
            .iter()
            .any(|diagnostic| diagnostic.lint == lint),
        "{text}"
    );
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
    let lines = text.lines().enumerate();
    let lines = lines.map(|(at, old)| format!("{}\n", if at == number { line } else { old }));
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
            let lines = [". R . .", walls, row, ". . r ."];
            let mut lines: Vec<String> = lines.map(|line| format!("{lead}{line}")).to_vec();
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

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
    #![proptest_config(ProptestConfig::with_cases(256))]

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
