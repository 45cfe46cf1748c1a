//! Diagnostics of what is not written as the format wants it.

use super::causes::Causes;
use crate::analysis::{Diagnostic, Lint, nearest, quoted};
use crate::games::Game;
use crate::syntax::{Key, SyntaxError, SyntaxErrorKind};
use crate::text::{Edit, Span};
use crate::words::count;
use crate::words::join_list;

/// The first lines of puzzles, for every game.
fn headers() -> String {
    let headers = Game::ALL.map(|game| format!("`puzzle {}`", game.name()));
    join_list(headers, "or")
}

/// The diagnostics for the faults in `text`, the section's own, of a puzzle of
/// this game: one for each cause.
pub(in crate::analysis) fn diagnostics(
    text: &str,
    faults: &[SyntaxError],
    game: Option<Game>,
) -> Vec<Diagnostic> {
    let causes = Causes::new(faults);
    let own = faults.iter().filter(|fault| !causes.explain_fault(fault));
    own.map(|fault| diagnostic(text, fault, game)).collect()
}

/// The diagnostic for a fault in `text`, the section's own.
pub(in crate::analysis) fn diagnostic(
    text: &str,
    fault: &SyntaxError,
    game: Option<Game>,
) -> Diagnostic {
    let found = fault.span.slice(text);
    let new = |lint, message: &str| Diagnostic::new(lint, fault.span, message);
    let edits = || fault.edits.clone();
    // What the layout mends without asking needs no asking here.
    let mended = |diagnostic: Diagnostic, title: &str| match fault.has_safe_fix {
        true => diagnostic.with_safe_fix(title, edits()),
        false => diagnostic.with_unsafe_fix(title, edits()),
    };
    match &fault.kind {
        SyntaxErrorKind::StrayLine {
            after_board,
            after_moves,
        } => {
            let stray = new(Lint::Syntax, "this line is neither a key nor a puzzle");
            if *after_board {
                stray.with_help("a blank line ends a board; remove the blank line above")
            } else if *after_moves {
                stray.with_help("a solution goes on only over lines of nothing but moves")
            } else {
                stray.with_help(
                    "write `key: value`, `puzzle game \"name\"`, or start a comment with `;`",
                )
            }
        }
        SyntaxErrorKind::PuzzleWord if found.eq_ignore_ascii_case("puzzle") => {
            new(Lint::Syntax, "`puzzle` is written in small letters")
                .with_safe_fix("write `puzzle`", edits())
        }
        SyntaxErrorKind::PuzzleWord => new(
            Lint::Syntax,
            &format!("a puzzle starts with `puzzle`, not with {}", quoted(found)),
        )
        .with_unsafe_fix("write `puzzle`", edits()),
        SyntaxErrorKind::MissingGame => new(Lint::Syntax, "there is no game after `puzzle`")
            .with_help(format!("write {}", headers())),
        SyntaxErrorKind::UnterminatedName => new(Lint::Syntax, "the name has no closing quote")
            .with_unsafe_fix("add the closing quote", edits()),
        SyntaxErrorKind::NameQuotes => new(Lint::Syntax, "a name stands in plain double quotes")
            .with_safe_fix("write plain double quotes", edits()),
        SyntaxErrorKind::UnquotedName => new(Lint::Syntax, "a name stands in double quotes")
            .with_unsafe_fix("put the name in quotes", edits()),
        SyntaxErrorKind::GluedComment => new(
            Lint::Syntax,
            "a comment that starts behind something has a blank before its `;`",
        )
        .with_safe_fix("put a blank before the comment", edits()),
        SyntaxErrorKind::ForeignComment => new(
            Lint::Syntax,
            &format!("a comment starts with `;`, not with {}", quoted(found)),
        )
        .with_safe_fix("write `;`", edits()),
        SyntaxErrorKind::MissingColon => new(
            Lint::Syntax,
            &format!("the key {} has no colon", quoted(found)),
        )
        .with_unsafe_fix(format!("write `{found}:`"), edits()),
        SyntaxErrorKind::TrailingText => new(Lint::Syntax, "nothing may stand after the name")
            .with_help("a comment starts with `;`"),
        SyntaxErrorKind::TextAfterBoard => new(Lint::Syntax, "nothing may stand after `board:`")
            .with_help("the rows start on the next line"),
        SyntaxErrorKind::KeyOutsidePuzzle(Key::Board) => {
            new(Lint::Syntax, "a board stands before the first puzzle")
                .with_help(format!("write a line {} above it", headers()))
        }
        SyntaxErrorKind::KeyOutsidePuzzle(key) => new(
            Lint::UnknownKey,
            &format!("`{}` belongs to a puzzle, not to the file", key.name()),
        )
        .with_help("move it below a `puzzle` line"),
        SyntaxErrorKind::UnknownKey => {
            let diagnostic = new(Lint::UnknownKey, &format!("{} is no key", quoted(found)));
            match nearest(found, Key::ALL.iter().map(|key| key.name())) {
                Some(key) => diagnostic.with_unsafe_fix(
                    format!("write `{key}`"),
                    vec![Edit::replace(fault.span, key)],
                ),
                None => diagnostic.with_help("a key of your own starts with `x-`, as in `x-mood`"),
            }
        }
        SyntaxErrorKind::DuplicateKey { first } => new(
            Lint::DuplicateKey,
            &format!("{} is given twice", quoted(found)),
        )
        .with_related(*first, "first given here"),
        SyntaxErrorKind::MissingValue(key) => {
            new(Lint::BadValue, &format!("`{}` has no value", key.name()))
        }
        SyntaxErrorKind::BadClaim => new(
            Lint::BadValue,
            &format!("`moves` takes a number or `none`, not {}", quoted(found)),
        ),
        SyntaxErrorKind::BadMove => super::moves::bad_move(fault.span, found, game),
        SyntaxErrorKind::MoveSeparator => new(Lint::BadValue, "moves are parted by blanks alone")
            .with_unsafe_fix("part the moves by blanks", edits()),
        SyntaxErrorKind::EmptyGroup => new(Lint::BadValue, "there is nothing beside this comma")
            .with_safe_fix("remove the comma", edits()),
        SyntaxErrorKind::BlankLineInBoard => new(
            Lint::Syntax,
            "a blank line ends a board, and this row goes on with it",
        )
        .with_unsafe_fix(
            if fault.edits.len() == 1 {
                "take the blank line out"
            } else {
                "take the blank lines out"
            },
            edits(),
        ),
        SyntaxErrorKind::DrawnBorder => {
            let border = new(
                Lint::RaggedBoard,
                "the border is drawn, though it is implied: walls stand between two squares",
            );
            if fault.edits.is_empty() {
                border.with_help("write the squares alone, parted by blanks")
            } else {
                border.with_unsafe_fix("take the border away", edits())
            }
        }
        SyntaxErrorKind::MisplacedWall => misplaced_wall(text, fault.span),
        SyntaxErrorKind::Tab => mended(
            new(Lint::TabInBoard, "a tab stands in a board")
                .with_help("columns are counted in characters, so a board is written with blanks"),
            "replace the tab by blanks",
        ),
        SyntaxErrorKind::Indentation => mended(
            new(
                Lint::RaggedBoard,
                "this row starts left or right of the board's edge",
            ),
            "line the row up with the others",
        ),
        SyntaxErrorKind::Separator => mended(
            new(
                Lint::RaggedBoard,
                "between two squares stands one blank, or `|` for a wall",
            ),
            "part the squares by one character",
        ),
        SyntaxErrorKind::MissingCell => mended(
            new(Lint::RaggedBoard, "a blank stands in the place of a square"),
            "write `.`",
        ),
        SyntaxErrorKind::BoardStyle => {
            let row = new(
                Lint::RaggedBoard,
                "this row is not spaced as the other rows are",
            );
            if fault.edits.is_empty() {
                row.with_help("a compact board has no walls: part all its squares by blanks")
            } else {
                mended(row, "space it as the others")
            }
        }
        SyntaxErrorKind::CellCount { found, expected } => {
            let row = new(
                Lint::RaggedBoard,
                &format!(
                    "this row has {}, the others have {expected}",
                    count(*found, "square")
                ),
            );
            if fault.edits.is_empty() || !game.is_some_and(Game::has_floor) {
                row
            } else {
                row.with_unsafe_fix("fill the row up with floor", edits())
            }
        }
        SyntaxErrorKind::WallOutside => {
            new(Lint::RaggedBoard, "this wall is not between two squares")
                .with_help("a `-` stands under the square that it parts from the one below")
        }
        SyntaxErrorKind::StrayWallRow => new(
            Lint::RaggedBoard,
            "a line of walls stands between two spaced rows",
        )
        .with_help("a compact board has no walls: part its squares by blanks first"),
    }
}

/// A wall one column off: it may belong to the square on either side.
fn misplaced_wall(text: &str, span: Span) -> Diagnostic {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let after = text.get(span.end as usize..).unwrap_or_default();
    let diagnostic = Diagnostic::new(
        Lint::MisplacedWall,
        span,
        "this wall is under no square, and joins no two walls",
    )
    .with_help("a wall stands right below its square");
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
        // The wall on the right stays.
        Some('-') => diagnostic.with_unsafe_fix(
            "remove it and keep the wall on the right",
            vec![Edit::replace(span, " ")],
        ),
        _ => diagnostic.with_unsafe_fix(title, vec![Edit::replace(span, " -")]),
    }
}
