//! The state of the proof of a puzzle, for a list of tests and for icons next to the text.

use crate::analysis::model::view::field_span;
use crate::analysis::model::words::{claim, outcome};
use crate::analysis::{AnswerState, FileDiagnostic, Lint, View};
use crate::search::{Answer, Outcome};
use crate::syntax::Key;
use crate::text::Span;

/// The state of the proof of a puzzle and of its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The answer is proved, and no claim of the puzzle is wrong.
    Proved,
    /// A search is running.
    Proving,
    /// The current puzzle was never proved: it is new or has changed.
    Stale,
    /// The answer is known, and there is an error.
    Failed,
    /// A limit was reached, or the search was stopped.
    Unknown,
    /// The puzzle is malformed.
    Invalid,
}

impl Proof {
    /// All states.
    pub const ALL: [Self; 6] =
        [Self::Proved, Self::Proving, Self::Stale, Self::Failed, Self::Unknown, Self::Invalid];

    /// Returns the name of the state.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Proving => "proving",
            Self::Stale => "stale",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
            Self::Invalid => "invalid",
        }
    }

    /// Returns the proof of a puzzle with these diagnostics. Until all its errors are known it
    /// counts as not proved: a green icon must not turn red.
    pub fn of<'a>(
        view: &View<'_>,
        is_judged: bool,
        is_searched: bool,
        diagnostics: impl Iterator<Item = &'a FileDiagnostic>,
    ) -> Self {
        if view.puzzle.position().is_none() {
            return Self::Invalid;
        }
        match view.known {
            AnswerState::Cancelled | AnswerState::Failed(_) => Self::Unknown,
            AnswerState::Answer(answer) if is_judged => {
                // A reached limit is not an error of the puzzle.
                let mut faults = diagnostics.filter(|diagnostic| diagnostic.is_error());
                if faults.any(|fault| fault.diagnostic.lint != Lint::UnknownAnswer) {
                    Self::Failed
                } else if answer.outcome.is_settled() {
                    Self::Proved
                } else {
                    Self::Unknown
                }
            }
            _ if is_searched => Self::Proving,
            _ => Self::Stale,
        }
    }

    /// Returns a short description: the answer, if it is known.
    pub fn summary(self, view: &View<'_>) -> String {
        match self {
            Self::Stale => "not proved yet".to_owned(),
            // The partial answer is not checked yet.
            Self::Proving => {
                crate::analysis::headline(AnswerState::Working { positions: 0, at_least: 0 })
            }
            _ => crate::analysis::model::words::summary(view.known),
        }
    }
}

/// A wrong claim of a puzzle, and the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The claim. A puzzle without a claim implies that it has a solution; then this is its first
    /// line.
    pub span: Span,
    /// The claim as it is written.
    pub claimed: String,
    /// The truth, in the notation of the claim if possible.
    pub found: String,
}

/// Returns the claim that the answer contradicts, if one of the diagnostics reports that.
pub fn contradiction<'a>(
    view: &View<'_>,
    mut diagnostics: impl Iterator<Item = &'a FileDiagnostic>,
) -> Option<Contradiction> {
    let answer = view.answer()?;
    let is_of_claim = |diagnostic: &FileDiagnostic| {
        matches!(
            diagnostic.diagnostic.lint,
            Lint::MovesMismatch | Lint::ResultMismatch | Lint::Solvable | Lint::Unsolvable
        )
    };
    if !diagnostics.any(|diagnostic| diagnostic.is_error() && is_of_claim(diagnostic)) {
        return None;
    }
    let key = match &answer.outcome {
        Outcome::Evaluated { .. } => Key::Result,
        _ => Key::Moves,
    };
    let found = found(answer);
    Some(match view.puzzle.section.field(key) {
        Some(field) => Contradiction {
            span: field_span(field),
            claimed: format!("{}: {}", key.name(), field.value_span.slice(view.text)),
            found,
        },
        None => Contradiction {
            span: view.puzzle.header_span(),
            claimed: "a solution".to_owned(),
            found,
        },
    })
}

fn found(answer: &Answer) -> String {
    match claim(answer) {
        Some((key, value)) => format!("{}: {value}", key.name()),
        None => outcome(&answer.outcome),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{CheckRun, Entry, FileHead, FileText, Policy, Puzzle, check_answer};
    use crate::solving::quick_answer;
    use crate::text::LineIndex;

    /// Returns the proof of a puzzle and the contradiction, with at most this many positions.
    fn proved(text: &str, mut positions: u64) -> (Proof, Option<(String, String)>) {
        let puzzle = Puzzle::read(text, &FileHead::default());
        let answer =
            puzzle.position().map(|position| quick_answer(position, &mut positions).unwrap());
        let policy = Policy::default();
        let judged =
            answer.as_ref().map(|answer| check_answer(text, &puzzle, answer, policy.demands()));
        let view = View::new(
            text,
            &puzzle,
            answer.as_ref().map_or(AnswerState::Nothing, AnswerState::Answer),
        );
        let mut run = CheckRun::new(policy);
        run.begin_file(&FileHead::default());
        let (name, index) = ("a".into(), LineIndex::new(text));
        let file = FileText { name: &name, text, index: &index };
        let diagnostics = run.puzzle(
            Entry {
                offset: 0,
                text,
                puzzle: &puzzle,
                from_answer: judged.as_deref().unwrap_or_default(),
                is_answered: true,
                elsewhere: None,
            },
            |span| file.location(span),
        );
        let unjudged = Proof::of(&view, false, false, diagnostics.iter());
        assert!(matches!(unjudged, Proof::Stale | Proof::Invalid));
        let contradiction = contradiction(&view, diagnostics.iter());
        (
            Proof::of(&view, true, false, diagnostics.iter()),
            contradiction.map(|c| (c.claimed, c.found)),
        )
    }

    #[test]
    fn puzzle_with_an_error_is_never_proved() {
        const BOARD: &str = "  board:\n    @ . + A\n";
        let failed = |claimed: &str, found: &str| {
            (Proof::Failed, Some((claimed.to_owned(), found.to_owned())))
        };
        for (keys, expected) in [
            ("", (Proof::Proved, None)),
            ("  moves: 1\n", (Proof::Proved, None)),
            ("  moves: 2\n", failed("moves: 2", "moves: 1")),
            ("  moves: none\n", failed("moves: none", "moves: 1")),
            ("  solution: @<\n", (Proof::Failed, None)),
            ("  target: z9\n", (Proof::Invalid, None)),
        ] {
            let text = format!("puzzle lunar\n{keys}{BOARD}");
            assert_eq!(proved(&text, 10_000), expected, "{text}");
        }
        let stuck = "puzzle lunar\n  board:\n    @ . +\n    . . .\n";
        assert_eq!(proved(stuck, 10_000), failed("a solution", "moves: none"));
        let board = "    . . . . A\n    . . B . .\n    . C + . .\n    . . . D .\n    . . . . @\n";
        let four = format!("puzzle lunar\n  moves: 4\n  board:\n{board}");
        assert_eq!(proved(&four, 1), (Proof::Unknown, None));
        assert_eq!(proved(&four, 10_000), (Proof::Proved, None));
    }
}
