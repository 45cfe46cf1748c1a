//! Diagnostics of what is not written as the format wants it.

use crate::analysis::{Diagnostic, Rule, nearest, quoted};
use crate::games::Game;
use crate::syntax::{Fault, FaultKind, Key};
use crate::words::count;
use crate::words::listed;

/// The first lines of puzzles, for every game.
fn headers() -> String {
    let headers = Game::ALL.map(|game| format!("`puzzle {}`", game.name()));
    listed(headers, "or")
}

/// The diagnostic for a fault in `text`, the section's own.
pub(in crate::analysis) fn diagnostic(text: &str, fault: &Fault) -> Diagnostic {
    let found = fault.span.slice(text);
    let new = |rule, message: &str| Diagnostic::new(rule, fault.span, message);
    let edits = || fault.edits.clone();
    match &fault.kind {
        FaultKind::StrayLine {
            after_board,
            after_moves,
        } => {
            let stray = new(Rule::Syntax, "this line is neither a key nor a puzzle");
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
        FaultKind::PuzzleCase => new(Rule::Syntax, "`puzzle` is written in small letters")
            .with_safe_fix("write `puzzle`", edits()),
        FaultKind::MissingGame => new(Rule::Syntax, "there is no game after `puzzle`")
            .with_help(format!("write {}", headers())),
        FaultKind::UnterminatedName => new(Rule::Syntax, "the name has no closing quote")
            .with_unsafe_fix("add the closing quote", edits()),
        FaultKind::TrailingText => new(
            Rule::Syntax,
            "nothing may stand here but a name in double quotes",
        )
        .with_help("write `puzzle game \"name\"`, and a comment after a `;`"),
        FaultKind::TextAfterBoard => new(Rule::Syntax, "nothing may stand after `board:`")
            .with_help("the rows start on the next line"),
        FaultKind::KeyOutsidePuzzle(Key::Board) => {
            new(Rule::Syntax, "a board stands before the first puzzle")
                .with_help(format!("write a line {} above it", headers()))
        }
        FaultKind::KeyOutsidePuzzle(key) => new(
            Rule::UnknownKey,
            &format!("`{}` belongs to a puzzle, not to the file", key.name()),
        )
        .with_help("move it below a `puzzle` line"),
        FaultKind::UnknownKey => {
            let diagnostic = new(Rule::UnknownKey, &format!("{} is no key", quoted(found)));
            match nearest(found, Key::ALL.iter().map(|key| key.name())) {
                Some(key) => diagnostic.with_unsafe_fix(
                    format!("write `{key}`"),
                    vec![crate::text::Edit::replace(fault.span, key)],
                ),
                None => diagnostic.with_help("a key of your own starts with `x-`, as in `x-mood`"),
            }
        }
        FaultKind::DuplicateKey { first } => new(
            Rule::DuplicateKey,
            &format!("{} is given twice", quoted(found)),
        )
        .with_related(*first, "first given here"),
        FaultKind::MissingValue(key) => {
            new(Rule::BadValue, &format!("`{}` has no value", key.name()))
        }
        FaultKind::BadClaim => new(
            Rule::BadValue,
            &format!("`moves` takes a number or `none`, not {}", quoted(found)),
        ),
        FaultKind::BadMove => new(Rule::BadValue, &format!("{} is no move", quoted(found)))
            .with_help("a move is a piece and a direction, as in `A>`; directions are ^ v < >"),
        FaultKind::EmptyGroup => new(Rule::BadValue, "there is nothing beside this comma")
            .with_safe_fix("remove the comma", edits()),
        FaultKind::Tab => new(Rule::TabInBoard, "a tab stands in a board")
            .with_help("columns are counted in characters, so a board is written with blanks")
            .with_safe_fix("replace the tab by blanks", edits()),
        FaultKind::Indentation => new(
            Rule::RaggedBoard,
            "this row starts left or right of the board's edge",
        )
        .with_unsafe_fix("line the row up with the others", edits()),
        FaultKind::Separator => new(
            Rule::RaggedBoard,
            "between two squares stands one blank, or `|` for a wall",
        )
        .with_unsafe_fix("part the squares by one character", edits()),
        FaultKind::Spelling => {
            let row = new(
                Rule::RaggedBoard,
                "this row is not spaced as the other rows are",
            );
            if fault.edits.is_empty() {
                row.with_help("a compact board has no walls: part all its squares by blanks")
            } else {
                row.with_unsafe_fix("space it as the others", edits())
            }
        }
        FaultKind::CellCount { found, expected } => new(
            Rule::RaggedBoard,
            &format!(
                "this row has {}, the others have {expected}",
                count(*found, "square")
            ),
        ),
        FaultKind::WallOutside => {
            let diagnostic = new(Rule::RaggedBoard, "this wall is not between two squares")
                .with_help("the border is implied and never drawn");
            if fault.edits.is_empty() {
                diagnostic
            } else {
                diagnostic.with_unsafe_fix("remove the wall", edits())
            }
        }
        FaultKind::StrayWallRow => new(
            Rule::RaggedBoard,
            "a line of walls stands between two spaced rows",
        )
        .with_help(
            "the border is never drawn, and a compact board has no walls: \
             part its squares by blanks first",
        ),
    }
}
