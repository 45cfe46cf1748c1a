//! Diagnostics of an author's solution, played by the rules.

use crate::analysis::{Diagnostic, Played, Rule};
use crate::board::Direction;
use crate::games::{Game, Move, Position, Slide, slider};
use crate::syntax::{Arrow, MoveKind, MoveText};
use crate::text::{Edit, Span};

/// Plays `moves` from `start` and reports the first that is wrong, the end
/// that comes too early, or the moves that come too late. A token that is no
/// move at all was reported when it was read, and ends the line of play.
pub(in crate::analysis) fn play(
    start: &Position,
    moves: &[MoveText],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Played> {
    let (first, last) = (moves.first()?, moves.last()?);
    report_aliases(moves, diagnostics);
    let mut position = start.clone();
    let mut played = Vec::new();
    for (number, token) in moves.iter().enumerate() {
        if position.is_solved() {
            diagnostics.push(trailing(moves.get(number..).unwrap_or_default(), number));
            return done(played, Some(number));
        }
        if token.kind == MoveKind::Bad {
            return done(played, None);
        }
        let next = read(start.game(), token).and_then(|read| {
            let next = position.play(read).map_err(|illegal| illegal.to_string())?;
            Ok((read, next))
        });
        match next {
            Ok((read, next)) => {
                played.push(read);
                position = next;
            }
            Err(reason) => {
                let nth = number + 1;
                diagnostics.push(
                    Diagnostic::new(Rule::IllegalMove, token.span, reason)
                        .with_help(format!("this is move {nth} of the solution")),
                );
                return done(played, None);
            }
        }
    }
    // A line of play may break off anywhere.
    if position.is_solved() || start.game().is_duel() {
        return done(played, Some(moves.len()));
    }
    let span = first.span.cover(last.span);
    let end = Span::new(last.span.start.max(span.start), span.end);
    diagnostics.push(Diagnostic::new(
        Rule::IncompleteSolution,
        end,
        format!(
            "the puzzle is not solved after {}: {}",
            count(moves.len(), "move"),
            position.what_is_missing()
        ),
    ));
    done(played, None)
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "it ends a function that may have no result"
)]
fn done(moves: Vec<Move>, solved_after: Option<usize>) -> Option<Played> {
    Some(Played {
        moves,
        solved_after: solved_after.and_then(|number| u32::try_from(number).ok()),
    })
}

fn trailing(rest: &[MoveText], solved_after: usize) -> Diagnostic {
    let spans = rest.iter().map(|token| token.span);
    let span = spans.reduce(Span::cover).unwrap_or_default();
    let message = format!(
        "the puzzle is solved after {}; {} too many",
        count(solved_after, "move"),
        count(rest.len(), "move")
    );
    Diagnostic::new(Rule::TrailingMoves, span, message)
        .with_unsafe_fix("remove the moves behind the end", vec![Edit::delete(span)])
}

/// `1 move`, `2 moves`.
pub(in crate::analysis) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn report_aliases(moves: &[MoveText], diagnostics: &mut Vec<Diagnostic>) {
    for token in moves {
        let MoveKind::Move { arrow, walk, .. } = &token.kind else {
            continue;
        };
        let steps = [arrow].into_iter().chain(walk.iter().flatten());
        let edits: Vec<Edit> = steps
            // The arrows of the layout are ASCII, the others are not.
            .filter(|step| step.span.len() > 1)
            .map(|step| Edit::replace(step.span, step.arrow.symbol()))
            .collect();
        if !edits.is_empty() {
            diagnostics.push(
                Diagnostic::new(
                    Rule::GlyphAlias,
                    token.span,
                    "the standard layout writes directions as ^ v < >",
                )
                .with_safe_fix("write the standard characters", edits),
            );
        }
    }
}

/// The direction of an arrow.
const fn direction(arrow: Arrow) -> Direction {
    match arrow {
        Arrow::Up => Direction::Up,
        Arrow::Right => Direction::Right,
        Arrow::Down => Direction::Down,
        Arrow::Left => Direction::Left,
    }
}

/// The move that a token means in a game.
fn read(game: Game, token: &MoveText) -> Result<Move, String> {
    let wrong_form = || format!("this is no move of {}", game.title());
    match &token.kind {
        MoveKind::Move {
            subject,
            arrow,
            walk: None,
        } => {
            let mut characters = subject.text.chars();
            match (characters.next(), characters.next()) {
                (Some(piece), None) => Ok(Move::Slide(Slide {
                    piece,
                    direction: direction(arrow.arrow),
                })),
                _ => {
                    let from = subject.text.parse().map_err(|_| wrong_form())?;
                    let direction = direction(arrow.arrow);
                    Ok(slider::Move::Step { from, direction }.into())
                }
            }
        }
        MoveKind::Pass => Ok(slider::Move::Pass.into()),
        _ => Err(wrong_form()),
    }
}
