//! Diagnostics, as plain data.

use crate::analysis::{Lint, Location};
use crate::text::{Edit, Span};

/// Something worth telling an author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The lint it comes from.
    pub lint: Lint,
    /// The narrowest place that shows it.
    pub span: Span,
    /// The message: a clause without a full stop.
    pub message: String,
    /// Advice, if the message does not contain it.
    pub help: Option<String>,
    /// Other places that matter.
    pub related: Vec<Related>,
    /// Ways to mend it, the best first.
    pub fixes: Vec<Fix>,
}

/// Another place that matters for a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub place: RelatedPlace,
    /// Why it matters.
    pub message: String,
}

/// Where something related stands.
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

/// A way to mend what a diagnostic reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Its title, an imperative.
    pub title: String,
    /// The changes.
    pub edits: Vec<Edit>,
    /// Who has to be asked before it is applied.
    pub safety: Safety,
}

/// Who has to be asked before a fix is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// Nobody: what the author means is beyond doubt.
    Certain,
    /// The author, once for all: what was proved takes the place of what was
    /// claimed. Where a board was drawn wrong, it is the claim that is right.
    Claim,
    /// The author, each time: one of several things may be meant.
    Choice,
}

impl Diagnostic {
    /// A diagnostic with a place and a message.
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

    /// Says what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at another place of the same section.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related {
            place: RelatedPlace::Here(span),
            message: message.into(),
        });
        self
    }

    /// Adds a fix that may be applied without asking.
    #[must_use]
    pub fn with_safe_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(title, edits, Safety::Certain)
    }

    /// Adds a fix that writes what was proved over what was claimed.
    #[must_use]
    pub fn with_claim_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(title, edits, Safety::Claim)
    }

    /// Adds a fix that an author should look at.
    #[must_use]
    pub fn with_unsafe_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(title, edits, Safety::Choice)
    }

    fn with_fix(mut self, title: impl Into<String>, edits: Vec<Edit>, safety: Safety) -> Self {
        self.fixes.push(Fix {
            title: title.into(),
            edits,
            safety,
        });
        self
    }

    /// The diagnostic with all places of its own puzzle `offset` bytes further.
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
