//! What the fixes of reports promise: what they are for is mended, nothing else
//! comes of it, and they fit whatever text they are offered for.

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

/// All that is reported of a puzzle and its answer.
fn reports(text: &str) -> Vec<Diagnostic> {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let answer = puzzle
        .position()
        .and_then(|position| glance(position, &mut 20_000));
    let judged = answer.map(|answer| check_answer(text, &puzzle, &answer, &Default::default()));
    let judged = judged.unwrap_or_default();
    let is_said_again = |own: &&Diagnostic| {
        let mut judged = judged.iter();
        judged.any(|again| again.lint == own.lint && again.span == own.span)
    };
    let own = puzzle.diagnostics().iter();
    let own = own.filter(|own| !is_said_again(own)).cloned();
    own.chain(judged.iter().cloned()).collect()
}

/// The text after the first fix of the lint's report whose title says so.
fn fixed(text: &str, lint: Lint, title: &str) -> String {
    let reports = reports(text);
    let fixes = reports.iter().filter(|report| report.lint == lint);
    let mut fixes = fixes.flat_map(|report| &report.fixes);
    let fix = fixes.find(|fix| fix.title.contains(title));
    let fix = fix.unwrap_or_else(|| panic!("{title} is not offered: {reports:#?}\n{text}"));
    apply(text, &fix.edits)
}

/// Whether after the fix nothing is reported any more.
fn mends(text: &str, lint: Lint, title: &str) -> String {
    assert!(
        reports(text).iter().any(|report| report.lint == lint),
        "{text}"
    );
    let fixed = fixed(text, lint, title);
    assert_eq!(reports(&fixed), [], "{title}:\n{text}\n{fixed}");
    fixed
}

fn whole() -> impl Strategy<Value = &'static str> {
    select(vec![LUNAR, RICOCHET])
}

/// The lines with the rows of the board.
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

/// A text as an editor shows it where a tab goes to the next multiple of `width`.
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

/// The puzzle, if nothing of it is malformed.
fn position(text: &str) -> Option<String> {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let is_whole = puzzle.diagnostics().is_empty();
    let position = puzzle.position().filter(|_| is_whole)?;
    Some(format!("{position:?}"))
}

/// A board with lines of walls, in which tabs stand for some of the blanks.
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
    fn no_tab_is_mended_against_what_its_author_sees(text in board_with_tabs()) {
        let puzzle = Puzzle::read(&text, &FileHead::default());
        let fixes = puzzle.diagnostics().iter().flat_map(|report| &report.fixes);
        let certain = fixes.filter(|fix| fix.safety == Safety::Certain);
        let edits: Vec<Edit> = certain.flat_map(|fix| fix.edits.clone()).collect();
        let formatted = analysis::format(&text, LineEnding::Auto);
        let mut mended = vec![apply(&text, &edits)];
        if formatted.left.is_empty() {
            mended.push(formatted.text);
        }
        for mended in mended {
            let Some(read) = position(&mended) else { continue };
            for width in [1, 2, 3, 4, 8] {
                let seen = position(&expanded(&text, width));
                prop_assert!(
                    seen.as_ref().is_none_or(|seen| *seen == read),
                    "{text}as {width}:\n{}mended:\n{mended}", expanded(&text, width)
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_short_row_is_filled_up(text in whole(), row in any::<Index>(), cells in 1..3_usize) {
        let rows = rows(text);
        let row = rows[row.index(rows.len())];
        let line = text.lines().nth(row).unwrap();
        let short = &line[..line.len() - 2 * cells];
        if line[short.len()..].chars().all(|c| matches!(c, '.' | ' ')) {
            let spoilt = with_line(text, row, short);
            prop_assert_eq!(mends(&spoilt, Lint::RaggedBoard, "fill the row"), text);
        }
    }

    #[test]
    fn blank_lines_are_taken_out_of_a_board(text in whole(), row in any::<Index>()) {
        let rows = rows(text);
        let row = rows[row.index(rows.len())];
        let line = text.lines().nth(row).unwrap();
        let spoilt = with_line(text, row, &format!("  \n{line}"));
        prop_assert_eq!(mends(&spoilt, Lint::Syntax, "remove the blank line"), text);
    }

    #[test]
    fn a_piece_that_is_there_twice_gets_a_free_letter(
        text in whole(),
        at in any::<Index>(),
        twice in select(vec!["B", "Ｂ"]),
    ) {
        let board = text.find("board:\n").unwrap();
        let floor: Vec<usize> = text[board..].match_indices('.').map(|(at, _)| board + at).collect();
        let at = floor[at.index(floor.len())];
        let mut spoilt = text.to_owned();
        spoilt.replace_range(at..=at, twice);
        // The first of them may be the wide one, and still stand there.
        let fixed = fixed(&spoilt, Lint::DuplicatePiece, "call it").replace('Ｂ', "B");
        let left = reports(&fixed);
        prop_assert!(left.iter().all(|report| report.lint != Lint::DuplicatePiece));
        // The piece may stand in the way; the board is right again.
        prop_assert!(Puzzle::read(&fixed, &FileHead::default()).position().is_some());
    }

    #[test]
    fn a_solution_that_breaks_off_is_led_to_its_end(
        text in whole(),
        kept in any::<Index>(),
        wrong in select(vec!["", "B^", "@>", "Q>", "B< B> B^ B>", "R> ; why\n    @^ R^"]),
    ) {
        let (before, moves) = text.split_once("solution: ").unwrap();
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let kept = kept.index(moves.len());
        let solution = format!("{} {wrong}", moves[..kept].join(" "));
        let spoilt = format!("{before}solution: {}\n", solution.trim());
        for lint in [Lint::IllegalMove, Lint::IncompleteSolution] {
            if reports(&spoilt).iter().any(|report| report.lint == lint) {
                let is_kept = kept > 0 && matches!(wrong, "" | "Q>");
                let title = if is_kept { "go on to a shortest" } else { "a shortest solution" };
                let fixed = fixed(&spoilt, lint, title);
                prop_assert_eq!(reports(&fixed), []);
                if is_kept {
                    prop_assert!(fixed.contains(&moves[..kept].join(" ")));
                }
                prop_assert_eq!(fixed.contains("; why"), spoilt.contains("; why"));
            }
        }
    }
}

#[test]
fn a_name_is_put_in_quotes_and_a_board_added() {
    for text in [LUNAR, RICOCHET] {
        let bare = text.replacen('"', "", 2);
        assert_eq!(mends(&bare, Lint::Syntax, "put the name in quotes"), text);
    }
    for end in ["\n", "\r\n", "\r"] {
        for game in ["lunar", "ricochet"] {
            let header = format!("puzzle {game} \"New\" ; not drawn yet");
            for text in [
                header.clone(),
                format!("{header}{end}  title: x{end}  author: y{end}{end}; behind{end}"),
                format!("{header}{end}  board: ; here{end}    ; below{end}  title: x{end}"),
            ] {
                let fixed = mends(&text, Lint::MissingBoard, "add a board of");
                assert!(fixed.contains("; not drawn yet"), "{fixed}");
                if end == "\r\n" {
                    assert!(!text.contains("\r\n") || !fixed.replace("\r\n", "").contains('\n'));
                }
            }
        }
    }
}

/// A puzzle in which a few things went wrong.
fn spoilt() -> impl Strategy<Value = String> {
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
    (whole(), vec(mistake, 1..5)).prop_map(|(text, mistakes)| {
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
    fn fixes_fit_whatever_they_are_offered_for(text in spoilt()) {
        for report in reports(&text) {
            prop_assert!(text.get(report.span.range()).is_some(), "{:?}", report);
            for fix in &report.fixes {
                for edit in &fix.edits {
                    prop_assert!(text.get(edit.span.range()).is_some(), "{:?}", report);
                }
                let fixed = apply(&text, &fix.edits);
                prop_assert_ne!(&fixed, &text, "{:?}", fix);
                reports(&fixed);
            }
        }
    }
}
