//! The fix that completes a solution: the shortest way to the end.

use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::games::Move;
use crate::search::Outcome;
use crate::solving::glance;
use crate::syntax::MoveText;
use crate::text::{Edit, Span, lines};
use crate::words::join_words;

/// The maximum number of positions to search for the rest of a solution.
const POSITIONS: u64 = 4_000;

/// Returns the diagnostic of an illegal or incomplete solution again, with a fix that writes a
/// shortest solution: `optimal`, or one that continues the author's moves if they can still lead to
/// one. The fix is unsafe, because the board may be the mistake.
pub(super) fn completed(text: &str, puzzle: &Puzzle, optimal: &[Move]) -> Option<Diagnostic> {
    let mut diagnostics = puzzle.diagnostics().iter();
    let diagnostic = diagnostics.find(|diagnostic| {
        matches!(
            diagnostic.lint,
            Lint::IllegalMove | Lint::IncompleteSolution
        )
    })?;
    let tokens = puzzle.section.solution()?;
    let played = puzzle.played.as_ref()?.moves.as_slice();
    let (kept, rest) = match rest_of(puzzle, played, optimal) {
        Some(rest) => (played.len(), rest),
        None => (0, optimal.to_vec()),
    };
    let title = match kept {
        0 => "write a shortest solution",
        _ => "go on to a shortest solution",
    };
    let edits = replaced(text, tokens, kept, &join_words(&rest))?;
    Some(diagnostic.clone().with_unsafe_fix(title, edits))
}

/// Returns the moves that complete the played moves to a shortest solution, if they can be found.
fn rest_of(puzzle: &Puzzle, played: &[Move], optimal: &[Move]) -> Option<Vec<Move>> {
    if let Some(rest) = optimal.strip_prefix(played) {
        return Some(rest.to_vec());
    }
    let start = puzzle.position()?;
    let left = start
        .count_moves(optimal)
        .checked_sub(start.count_moves(played))?;
    let mut position = start.clone();
    for &played in played {
        position = position.play(played).ok()?;
    }
    match glance(&position, &mut POSITIONS.clone()).outcome {
        Outcome::Solved(solution) if solution.length == left => Some(solution.moves),
        _ => None,
    }
}

/// Returns the edits that write `line` instead of all moves after the first `kept` ones. Comments
/// between lines of moves stay.
pub(super) fn replaced(
    text: &str,
    tokens: &[MoveText],
    kept: usize,
    line: &str,
) -> Option<Vec<Edit>> {
    let rest = tokens.get(kept..)?;
    if rest.is_empty() {
        let last = tokens.last()?.span.end;
        return Some(vec![Edit::insert(last, format!(" {line}"))]);
    }
    let mut edits: Vec<Edit> = Vec::new();
    for place in lines(text) {
        let here = rest.iter().map(|token| token.span);
        let here = here.filter(|span| place.span.start <= span.start && span.end <= place.span.end);
        let Some(moves) = here.reduce(Span::cover) else {
            continue;
        };
        if edits.is_empty() {
            edits.push(Edit::replace(moves, line));
            continue;
        }
        let before = Span::new(place.span.start, moves.start).slice(text);
        let after = Span::new(moves.end, place.span.end).slice(text);
        let is_alone = before.trim().is_empty() && after.trim().is_empty();
        edits.push(Edit::delete(if is_alone {
            Span::new(place.span.start, place.next_start())
        } else {
            moves
        }));
    }
    (!edits.is_empty()).then_some(edits)
}
