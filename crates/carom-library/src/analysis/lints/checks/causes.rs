//! One fault, one message: consequences of a reported fault are not reported.

use crate::analysis::{Diagnostic, Lint};
use crate::syntax::{SyntaxError, SyntaxErrorKind};
use crate::text::Span;

/// The faults of a text that explain others.
pub(crate) struct Causes {
    covered: Vec<Span>,
    /// Whether a cause hides which pieces are on the board.
    hide_pieces: bool,
}

impl Causes {
    /// Collects the causes among the faults of a section.
    pub(crate) fn new(faults: &[SyntaxError]) -> Self {
        Self {
            covered: faults.iter().filter_map(|fault| fault.covers).collect(),
            hide_pieces: faults.iter().any(|fault| {
                let stray_row = SyntaxErrorKind::StrayLine {
                    after_board: true,
                    after_moves: false,
                };
                fault.covers.is_some()
                    || [stray_row, SyntaxErrorKind::TooLong].contains(&fault.kind)
            }),
        }
    }

    /// Whether the fault is a consequence of another.
    pub(super) fn explain_fault(&self, fault: &SyntaxError) -> bool {
        let others = self.covered.iter().filter(|&&cover| match fault.covers {
            // A cause inside a larger one is its consequence.
            Some(own) => own != cover,
            None => true,
        });
        others
            .into_iter()
            .any(|cover| is_within(fault.span, *cover))
    }

    /// Whether a diagnostic of the parsed text is a consequence of a syntax error.
    pub(crate) fn explain(&self, diagnostic: &Diagnostic) -> bool {
        let mut covered = self.covered.iter();
        covered.any(|cover| is_within(diagnostic.span, *cover))
            || self.hide_pieces && says_missing(diagnostic.lint)
    }
}

fn is_within(span: Span, cover: Span) -> bool {
    cover.start <= span.start && span.end <= cover.end
}

/// Whether the lint reports a missing object.
const fn says_missing(lint: Lint) -> bool {
    matches!(
        lint,
        Lint::NoHuman
            | Lint::NoRobot
            | Lint::NoTarget
            | Lint::MissingPieces
            | Lint::MissingBoard
            | Lint::TooFewTargets
            | Lint::BoardSize
    )
}
