//! Diagnostics of syntax errors.

use super::causes::Causes;
use crate::analysis::{Diagnostic, Lint, nearest, quoted};
use crate::games::Game;
use crate::syntax::{Key, SyntaxError, SyntaxErrorKind};
use crate::text::{Edit, Span};
use crate::words::count;
use crate::words::join_list;

/// Returns example headers of all games.
fn headers() -> String {
    let headers = Game::ALL.map(|game| format!("`puzzle {}`", game.name()));
    join_list(headers, "or")
}

/// Returns the diagnostics of the syntax errors in `text`, the section's own, of a puzzle of
/// `game`: one for each cause.
pub(in crate::analysis) fn diagnostics(
    text: &str,
    faults: &[SyntaxError],
    game: Option<Game>,
) -> Vec<Diagnostic> {
    let causes = Causes::new(faults);
    let own = faults.iter().filter(|fault| !causes.explain_fault(fault));
    own.map(|fault| diagnostic(text, fault, game)).collect()
}

/// Returns the diagnostic of a syntax error in `text`, the section's own.
pub(in crate::analysis) fn diagnostic(
    text: &str,
    fault: &SyntaxError,
    game: Option<Game>,
) -> Diagnostic {
    let found = fault.span.slice(text);
    let new = |lint, message: &str| Diagnostic::new(lint, fault.span, message);
    let edits = || fault.edits.clone();
    // A fix that formatting applies anyway is safe.
    let with_fix = |diagnostic: Diagnostic, title: &str| match fault.has_safe_fix {
        true => diagnostic.with_safe_fix(title, edits()),
        false => diagnostic.with_unsafe_fix(title, edits()),
    };
    match &fault.kind {
        SyntaxErrorKind::StrayLine {
            after_board,
            after_moves,
        } => {
            let stray = new(Lint::Syntax, "expected a key or a puzzle");
            if *after_board {
                stray.with_help("remove the blank line above: it ends the board")
            } else if *after_moves {
                stray.with_help("write only moves on a line that continues a solution")
            } else {
                stray.with_help(
                    "write `key: value`, `puzzle game \"name\"`, or start a comment with `;`",
                )
            }
        }
        SyntaxErrorKind::TooLong => new(
            Lint::Syntax,
            "expected at most 32 KiB of text for one puzzle; the lines from here on are not read",
        )
        .with_help("split or shorten it, or turn it into comments"),
        SyntaxErrorKind::DamagedHeader => new(Lint::Syntax, "malformed puzzle header")
            .with_help(format!("write {}, then a name in quotes", headers())),
        SyntaxErrorKind::PuzzleWord if found.eq_ignore_ascii_case("puzzle") => {
            new(Lint::Syntax, "`puzzle` must be lowercase").with_safe_fix("write `puzzle`", edits())
        }
        SyntaxErrorKind::PuzzleWord => new(
            Lint::Syntax,
            &format!("expected `puzzle`, found {}", quoted(found)),
        )
        .with_unsafe_fix("write `puzzle`", edits()),
        SyntaxErrorKind::MissingGame => new(Lint::Syntax, "missing game name after `puzzle`")
            .with_help(format!("write {}", headers())),
        SyntaxErrorKind::UnterminatedName => {
            new(Lint::Syntax, "missing closing quote after the name")
                .with_unsafe_fix("add the closing quote", edits())
        }
        SyntaxErrorKind::NameQuotes => {
            new(Lint::Syntax, "expected plain double quotes around the name")
                .with_safe_fix("write plain double quotes", edits())
        }
        SyntaxErrorKind::UnquotedName => {
            new(Lint::Syntax, "expected double quotes around the name")
                .with_unsafe_fix("put the name in quotes", edits())
        }
        SyntaxErrorKind::GluedComment => new(Lint::Syntax, "expected a space before `;`")
            .with_safe_fix("add a space before the comment", edits()),
        SyntaxErrorKind::ForeignComment { in_board } => {
            let message = format!("expected `;` before the comment, found {}", quoted(found));
            let comment = new(Lint::Syntax, &message);
            // Glued squares, such as those of `# RB .`, look like words.
            if *in_board {
                comment.with_unsafe_fix("write `;`", edits())
            } else {
                comment.with_safe_fix("write `;`", edits())
            }
        }
        SyntaxErrorKind::MissingColon => new(
            Lint::Syntax,
            &format!("expected `:` after the key {}", quoted(found)),
        )
        .with_unsafe_fix(format!("write `{found}:`"), edits()),
        SyntaxErrorKind::TrailingText => new(Lint::Syntax, "unexpected text after the name")
            .with_help("start a comment with `;`"),
        SyntaxErrorKind::TextAfterBoard => new(Lint::Syntax, "unexpected text after `board:`")
            .with_help("start the rows on the next line"),
        SyntaxErrorKind::KeyOutsidePuzzle(Key::Board) => {
            new(Lint::Syntax, "board before the first puzzle")
                .with_help(format!("write a line {} above it", headers()))
        }
        SyntaxErrorKind::KeyOutsidePuzzle(key) => new(
            Lint::UnknownKey,
            &format!("`{}` belongs to a puzzle, not to the file", key.name()),
        )
        .with_help("move it below a `puzzle` line"),
        SyntaxErrorKind::UnknownKey => {
            let diagnostic = new(Lint::UnknownKey, &format!("unknown key {}", quoted(found)));
            match nearest(found, Key::ALL.iter().map(|key| key.name())) {
                Some(key) => diagnostic.with_unsafe_fix(
                    format!("write `{key}`"),
                    vec![Edit::replace(fault.span, key)],
                ),
                None => diagnostic.with_help("start a key of your own with `x-`, as in `x-mood`"),
            }
        }
        SyntaxErrorKind::DuplicateKey { first } => new(
            Lint::DuplicateKey,
            &format!("duplicate key {}", quoted(found)),
        )
        .with_related(*first, "first given here"),
        SyntaxErrorKind::MissingValue(key) => new(
            Lint::BadValue,
            &format!("missing value for `{}`", key.name()),
        ),
        SyntaxErrorKind::BadClaim => new(
            Lint::BadValue,
            &format!("expected a number or `none`, found {}", quoted(found)),
        ),
        SyntaxErrorKind::BadMove => super::moves::bad_move(fault.span, found, game),
        SyntaxErrorKind::MoveSeparator => new(Lint::BadValue, "expected only spaces between moves")
            .with_unsafe_fix("separate the moves with spaces", edits()),
        SyntaxErrorKind::EmptyGroup => {
            new(Lint::BadValue, "unexpected comma").with_safe_fix("remove the comma", edits())
        }
        SyntaxErrorKind::BlankLineInBoard => new(Lint::Syntax, "blank line inside a board")
            .with_unsafe_fix(
                if fault.edits.len() == 1 {
                    "remove the blank line"
                } else {
                    "remove the blank lines"
                },
                edits(),
            ),
        SyntaxErrorKind::DrawnBorder => {
            let border = new(
                Lint::RaggedBoard,
                "unexpected border: the edge of a board is implied",
            );
            if fault.edits.is_empty() {
                border.with_help("write only the squares, separated by spaces")
            } else {
                border.with_unsafe_fix("remove the border", edits())
            }
        }
        SyntaxErrorKind::MisplacedWall => misplaced_wall(text, fault.span),
        SyntaxErrorKind::Tab => with_fix(
            new(Lint::TabInBoard, "tab in a board")
                .with_help("use spaces: columns are counted in characters"),
            "replace the tab with spaces",
        ),
        SyntaxErrorKind::Indentation => with_fix(
            new(Lint::RaggedBoard, "row is not aligned with the board"),
            "align the row with the others",
        ),
        SyntaxErrorKind::Separator => with_fix(
            new(
                Lint::RaggedBoard,
                "expected one space or `|` between two squares",
            ),
            "separate the squares with one character",
        ),
        SyntaxErrorKind::MissingCell => {
            let row = new(Lint::RaggedBoard, "expected a square, found a space");
            if fault.has_safe_fix {
                row.with_safe_fix("write `.`", edits())
            } else if game.is_some_and(Game::has_floor) {
                row.with_help("write one space between two squares")
                    .with_unsafe_fix("write `.` for each empty square", edits())
            } else {
                row.with_help("write one space between two squares")
            }
        }
        SyntaxErrorKind::BoardStyle => {
            let row = new(
                Lint::RaggedBoard,
                "row is spaced differently from the others",
            );
            if fault.edits.is_empty() {
                row.with_help("separate all squares with spaces: a compact board has no walls")
            } else {
                with_fix(row, "space the row like the others")
            }
        }
        SyntaxErrorKind::CellCount { found, expected } => {
            let row = new(
                Lint::RaggedBoard,
                &format!("row has {}, expected {expected}", count(*found, "square")),
            );
            if fault.edits.is_empty() || !game.is_some_and(Game::has_floor) {
                row
            } else {
                row.with_unsafe_fix("fill the row with floor", edits())
            }
        }
        SyntaxErrorKind::WallOutside => new(Lint::RaggedBoard, "wall is not between two squares")
            .with_help("put `-` below the upper of the two squares that it separates"),
        SyntaxErrorKind::StrayWallRow => new(Lint::RaggedBoard, "line of walls in a compact board")
            .with_help("separate the squares with spaces first: a compact board has no walls"),
    }
}

/// Returns the diagnostic of a wall in a wrong column, which may belong to the square on either
/// side.
fn misplaced_wall(text: &str, span: Span) -> Diagnostic {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let after = text.get(span.end as usize..).unwrap_or_default();
    let diagnostic = Diagnostic::new(Lint::MisplacedWall, span, "wall is not below a square")
        .with_help("put a wall right below its square");
    let left = Span::new(span.start.saturating_sub(1), span.end);
    let diagnostic = match before.chars().next_back() {
        Some(' ') => diagnostic.with_unsafe_fix(
            "move it under the square on the left",
            vec![Edit::replace(left, "- ")],
        ),
        Some('-') => diagnostic.with_unsafe_fix(
            "remove it and keep the wall on the left",
            vec![Edit::replace(span, " ")],
        ),
        _ => diagnostic,
    };
    let right = Span::new(span.start, span.end.saturating_add(1));
    let title = "move it under the square on the right";
    match after.chars().next() {
        Some(' ') => diagnostic.with_unsafe_fix(title, vec![Edit::replace(right, " -")]),
        // The wall on the right is already there.
        Some('-') => diagnostic.with_unsafe_fix(
            "remove it and keep the wall on the right",
            vec![Edit::replace(span, " ")],
        ),
        _ => diagnostic.with_unsafe_fix(title, vec![Edit::replace(span, " -")]),
    }
}
