//! Diagnostics of tokens that are not moves.

use crate::analysis::{Diagnostic, Lint, quoted};
use crate::board::{Direction, Square};
use crate::games::Game;
use crate::text::{Edit, Span};

/// Returns the diagnostic of a token that is not a move of any game, in a puzzle of `game`.
pub(super) fn bad_move(span: Span, found: &str, game: Option<Game>) -> Diagnostic {
    let message = format!("expected a move, found {}", quoted(found));
    let diagnostic = Diagnostic::new(Lint::BadValue, span, message).with_help(help(game));
    let steps = game.is_some_and(Game::is_duel);
    match from_and_to(found).filter(|_| steps) {
        Some((from, direction)) => {
            let meant = format!("{from}{}", direction.symbol());
            diagnostic.with_unsafe_fix(format!("write `{meant}`"), vec![Edit::replace(span, meant)])
        }
        None => diagnostic,
    }
}

/// Describes how a move of the game is written.
pub(crate) fn help(game: Option<Game>) -> String {
    let form = game.map_or("a move is a piece and a direction, as in `A>`", |game| {
        game.move_syntax()
    });
    format!("{form}; directions are ^ v < >")
}

/// Recognises a move in chess notation: the start square and the end square.
fn from_and_to(found: &str) -> Option<(Square, Direction)> {
    let (from, to) = found.split_once(['-', 'x', ':'])?;
    let (from, to): (Square, Square) = (from.parse().ok()?, to.parse().ok()?);
    let direction = match (from.column().cmp(&to.column()), from.row().cmp(&to.row())) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::Up,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::Down,
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::Right,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::Left,
        _ => return None,
    };
    Some((from, direction))
}
