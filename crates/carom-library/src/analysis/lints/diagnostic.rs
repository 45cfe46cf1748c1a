//! Diagnostics, as plain data.

use crate::analysis::{Lint, Location};
use crate::text::{Edit, Span};

/// A problem or suggestion in the text of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its lint.
    pub lint: Lint,
    /// The smallest span that shows the problem.
    pub span: Span,
    /// The message: a clause without a full stop.
    pub message: String,
    /// Advice, if the message does not include it.
    pub help: Option<String>,
    /// Related places.
    pub related: Vec<Related>,
    /// The possible fixes, the best first.
    pub fixes: Vec<Fix>,
}

/// A place that is related to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub place: RelatedPlace,
    /// The relation.
    pub message: String,
}

/// The location of a related place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelatedPlace {
    /// In the same puzzle.
    Here(Span),
    /// In another puzzle or file of the run.
    Elsewhere(Location),
}

impl Related {
    /// A place in another puzzle or file.
    pub fn elsewhere(location: Location, message: impl Into<String>) -> Self {
        Self {
            place: RelatedPlace::Elsewhere(location),
            message: message.into(),
        }
    }
}

/// A change that fixes the problem of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Its title, an imperative.
    pub title: String,
    /// The changes.
    pub edits: Vec<Edit>,
    /// Its safety.
    pub safety: Safety,
}

/// The safety of a fix. Safer levels compare as smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// Safe: the intention of the author is beyond doubt.
    Safe,
    /// Replaces a claim by the proved value. It is applied on request, because the mistake may be
    /// in the board.
    Claim,
    /// Unsafe: it is one of several possible corrections, so an author has to choose it.
    Unsafe,
}

/// The largest number of diagnostics that a puzzle keeps: more than a board has squares.
const MAX_KEPT: usize = 500;

/// Keeps the first diagnostics of a puzzle, and returns the number of the others.
pub(in crate::analysis) fn keep_first(diagnostics: &mut Vec<Diagnostic>) -> usize {
    let dropped = diagnostics.len().saturating_sub(MAX_KEPT);
    diagnostics.truncate(MAX_KEPT);
    diagnostics.shrink_to_fit();
    dropped
}

impl Diagnostic {
    /// Creates a diagnostic without help and fixes.
    pub fn new(lint: Lint, span: Span, message: impl Into<String>) -> Self {
        Self {
            lint,
            span,
            message: message.into(),
            help: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Adds a line of help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a related place of the same section.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related {
            place: RelatedPlace::Here(span),
            message: message.into(),
        });
        self
    }

    /// Adds a safe fix.
    #[must_use]
    pub fn with_safe_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(title, edits, Safety::Safe)
    }

    /// Adds a fix that replaces a claim by the proved value.
    #[must_use]
    pub fn with_claim_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(title, edits, Safety::Claim)
    }

    /// Adds an unsafe fix.
    #[must_use]
    pub fn with_unsafe_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(title, edits, Safety::Unsafe)
    }

    fn with_fix(mut self, title: impl Into<String>, edits: Vec<Edit>, safety: Safety) -> Self {
        self.fixes.push(Fix {
            title: title.into(),
            edits,
            safety,
        });
        self
    }

    /// Returns the diagnostic with all spans of its own puzzle shifted by `offset` bytes.
    #[must_use]
    pub fn shifted(mut self, offset: u32) -> Self {
        self.span = self.span.shifted(offset);
        for related in &mut self.related {
            if let RelatedPlace::Here(span) = &mut related.place {
                *span = span.shifted(offset);
            }
        }
        for edit in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = edit.span.shifted(offset);
        }
        self
    }
}
