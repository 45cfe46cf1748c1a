//! Diagnostics of an author's solution, which is played by the rules.

use crate::analysis::model::moves;
use crate::analysis::model::setup::notation;
use crate::analysis::{Diagnostic, Lint};
use crate::board::Square;
use crate::games::{Move, Position};
use crate::syntax::{MoveKind, MoveText};
use crate::text::{Edit, Span};
use crate::words::count;

/// The result of playing an author's solution.
#[derive(Clone, Debug)]
pub struct PlayedSolution {
    /// The legal moves, up to the first illegal one.
    pub moves: Vec<Move>,
    /// The number of moves that solve the puzzle, if they do.
    pub solved_after: Option<u32>,
}

/// Plays `tokens` from `start`, and reports the first illegal move, a missing end, or moves after
/// the end. A malformed token was reported by the parser, and ends the line of play.
pub(crate) fn play(
    start: &Position,
    tokens: &[MoveText],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<PlayedSolution> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    report_aliases(tokens, diagnostics);
    let mut position = start.clone();
    let mut played = Vec::new();
    for (number, token) in tokens.iter().enumerate() {
        if position.is_solved() {
            let rest = tokens.get(number..).unwrap_or_default();
            diagnostics.push(trailing(rest, number, unit(start)));
            let length = start.count_moves(&played);
            return done(played, Some(length));
        }
        let read = (notation(start.game()).read_move)(token);
        if token.kind == MoveKind::Bad || token.is_bare() && read.is_err() {
            return done(played, None);
        }
        let next = read.and_then(|read| {
            let next = position.play(read).map_err(|illegal| moves::wrong(&illegal, token))?;
            Ok((read, next))
        });
        match next {
            Ok((read, next)) => {
                played.push(read);
                position = next;
            }
            Err(moves::Wrong { span, reason }) => {
                let (nth, unit) = (number + 1, unit(start));
                let diagnostic = Diagnostic::new(Lint::IllegalMove, span, reason)
                    .with_help(format!("this is {unit} {nth} of the solution"));
                let meant = in_other_case(&position, token);
                diagnostics.push(match meant.or_else(|| by_name(&position, token)) {
                    Some((meant, edit)) => {
                        diagnostic.with_unsafe_fix(format!("write `{meant}`"), vec![edit])
                    }
                    None => diagnostic,
                });
                return done(played, None);
            }
        }
    }
    // A line of play may end anywhere.
    if position.is_solved() || start.game().is_duel() {
        let length = start.count_moves(&played);
        return done(played, Some(length));
    }
    let span = first.span.cover(last.span);
    let end = Span::new(last.span.start.max(span.start), span.end);
    diagnostics.push(Diagnostic::new(
        Lint::IncompleteSolution,
        end,
        format!(
            "the puzzle is not solved after {}: {}",
            count(tokens.len(), unit(start)),
            position.unsolved_reason()
        ),
    ));
    done(played, None)
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a function that may have no result")]
fn done(moves: Vec<Move>, solved_after: Option<u32>) -> Option<PlayedSolution> {
    Some(PlayedSolution { moves, solved_after })
}

/// Returns the unit in which the solution is counted.
fn unit(start: &Position) -> &'static str {
    match start.grouping().is_grouped() {
        true => "slide",
        false => "move",
    }
}

/// Returns the move with the other case of its piece, and the edit that writes it, if that makes it
/// legal.
fn in_other_case(position: &Position, token: &MoveText) -> Option<(Move, Edit)> {
    let MoveKind::Move { subject, .. } = &token.kind else {
        return None;
    };
    let other_case = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let text: String = subject.text.chars().map(other_case).collect();
    with_subject(position, token, text)
}

/// Returns the move with the name of the piece on the square that it gives.
fn by_name(position: &Position, token: &MoveText) -> Option<(Move, Edit)> {
    let MoveKind::Move { subject, .. } = &token.kind else {
        return None;
    };
    let square: Square = subject.text.parse().ok()?;
    let mut pieces = position.pieces().into_iter();
    let piece = pieces.find(|piece| piece.square == square)?;
    with_subject(position, token, piece.name.to_string())
}

/// Returns the move with `text` as its piece, and the edit that writes it, if that makes it legal.
fn with_subject(position: &Position, token: &MoveText, text: String) -> Option<(Move, Edit)> {
    let MoveKind::Move { subject, .. } = &token.kind else {
        return None;
    };
    if text == subject.text {
        return None;
    }
    let mut meant = token.clone();
    if let MoveKind::Move { subject, .. } = &mut meant.kind {
        subject.text.clone_from(&text);
    }
    let played = (notation(position.game()).read_move)(&meant).ok()?;
    position.play(played).ok()?;
    Some((played, Edit::replace(subject.span, text)))
}

fn trailing(rest: &[MoveText], solved_after: usize, unit: &str) -> Diagnostic {
    let spans = rest.iter().map(|token| token.span);
    let span = spans.reduce(Span::cover).unwrap_or_default();
    let message = format!(
        "the puzzle is solved after {}; {} too many",
        count(solved_after, unit),
        count(rest.len(), unit)
    );
    Diagnostic::new(Lint::TrailingMoves, span, message)
        .with_unsafe_fix("remove the moves after the end", vec![Edit::delete(span)])
}

fn report_aliases(tokens: &[MoveText], diagnostics: &mut Vec<Diagnostic>) {
    for token in tokens {
        let MoveKind::Move { arrow, walk, .. } = &token.kind else {
            continue;
        };
        let steps = [arrow].into_iter().chain(walk.iter().flatten());
        let edits: Vec<Edit> = steps
            // The standard arrows are ASCII, the others are not.
            .filter(|step| step.span.len() > 1)
            .map(|step| Edit::replace(step.span, step.arrow.symbol()))
            .collect();
        if !edits.is_empty() {
            diagnostics.push(
                Diagnostic::new(
                    Lint::GlyphAlias,
                    token.span,
                    "the standard layout writes directions as ^ v < >",
                )
                .with_safe_fix("write the standard characters", edits),
            );
        }
    }
}
