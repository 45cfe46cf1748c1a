//! Diagnostics of the value of a game for two sides.

use super::unknown::unknown_answer;
use crate::analysis::model::setup::claimed_result;
use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::search::{Horizon, Value, Verdict};
use crate::text::{Edit, Span};

/// Returns the diagnostics that follow from a verdict and the author's claim.
pub(super) fn check_answer(puzzle: &Puzzle, verdict: Verdict) -> Vec<Diagnostic> {
    let claim = claimed_result(&puzzle.section);
    let mut diagnostics = Vec::new();
    match verdict {
        Verdict::Settled(value) => {
            if matches!(value, Value::Win(0) | Value::Loss(0)) && claim.is_none() {
                diagnostics.push(Diagnostic::new(
                    Lint::AlreadySolved,
                    puzzle.header_span(),
                    "the game is over before the first move",
                ));
            }
            if let Some((span, Some(claimed))) = claim
                && claimed != value
            {
                diagnostics.push(mismatch(span, claimed, value));
            }
        }
        Verdict::Unknown {
            no_win_within,
            no_loss_within,
            limit,
        } => {
            let excluded = |horizon: Horizon, plies| Horizon::Plies(plies) <= horizon;
            let contradicted = match claim {
                Some((span, Some(Value::Win(plies)))) if excluded(no_win_within, plies) => {
                    Some((span, format!("claimed win {plies}, but there is {verdict}")))
                }
                Some((span, Some(Value::Loss(plies)))) if excluded(no_loss_within, plies) => {
                    Some((
                        span,
                        format!("claimed loss {plies}, but there is {verdict}"),
                    ))
                }
                _ => None,
            };
            let contradicted = contradicted
                .map(|(span, message)| Diagnostic::new(Lint::ResultMismatch, span, message));
            diagnostics.extend(contradicted);
            let proved = format!("there is {verdict}");
            diagnostics.extend(unknown_answer(puzzle, limit, &proved));
        }
    }
    diagnostics
}

fn mismatch(span: Span, claimed: Value, value: Value) -> Diagnostic {
    Diagnostic::new(
        Lint::ResultMismatch,
        span,
        format!("claimed {claimed}, but the value is {value}"),
    )
    .with_claim_fix(
        format!("record `result: {value}`"),
        vec![Edit::replace(span, value.to_string())],
    )
}
