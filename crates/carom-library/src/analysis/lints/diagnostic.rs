//! Diagnostics, as plain data.

use std::collections::HashSet;

use crate::analysis::{Level, Lint, Location};
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
        Self { place: RelatedPlace::Elsewhere(location), message: message.into() }
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

/// Keeps one diagnostic for each 32 bytes of a text, from 50 to 500, and returns the number of the
/// others. It prefers the first of each lint, whose level determines the status of a check, and then
/// those with a fix that needs no choice, so that `--fix` finds it.
pub(crate) fn keep_first(diagnostics: &mut Vec<Diagnostic>, text: &str) -> usize {
    let kept = (text.len() / 32).clamp(50, 500);
    let dropped = diagnostics.len().saturating_sub(kept);
    if dropped > 0 {
        let mut lints = HashSet::new();
        diagnostics.sort_by_cached_key(|diagnostic| {
            let is_first = lints.insert(diagnostic.lint);
            let mut fixes = diagnostic.fixes.iter();
            (!is_first, !fixes.any(|fix| fix.safety < Safety::Unsafe))
        });
        diagnostics.truncate(kept);
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    }
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

    /// Whether its lint is an error by default.
    pub fn is_error_by_default(&self) -> bool {
        self.lint.default_level() == Level::Deny
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
        self.related.push(Related { place: RelatedPlace::Here(span), message: message.into() });
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

    /// Adds the safe fix that writes `word` in the place of the problem.
    #[must_use]
    pub(crate) fn with_safe_word(self, word: &str) -> Self {
        let edit = Edit::replace(self.span, word);
        self.with_safe_fix(format!("write `{word}`"), vec![edit])
    }

    /// Adds the unsafe fix that writes `word` in the place of the problem.
    #[must_use]
    pub(crate) fn with_unsafe_word(self, word: &str) -> Self {
        let edit = Edit::replace(self.span, word);
        self.with_unsafe_fix(format!("write `{word}`"), vec![edit])
    }

    fn with_fix(mut self, title: impl Into<String>, edits: Vec<Edit>, safety: Safety) -> Self {
        self.fixes.push(Fix { title: title.into(), edits, safety });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_diagnostics_are_the_first_of_each_lint_and_those_with_fixes() {
        let at = |start: u32, lint| Diagnostic::new(lint, Span::empty(start), "x");
        let mut all: Vec<Diagnostic> = (0..900).map(|start| at(start, Lint::UnknownKey)).collect();
        let edit = Edit::replace(Span::empty(950), "x");
        all.push(at(950, Lint::UnknownKey).with_safe_fix("x", vec![edit]));
        all.push(at(999, Lint::Syntax));
        for (size, kept) in [(100, 50), (6_400, 200), (1 << 20, 500)] {
            let mut first = all.clone();
            assert_eq!(keep_first(&mut first, &" ".repeat(size)), 902 - kept);
            assert_eq!(first.len(), kept);
            assert_eq!(first[kept - 1], all[901]);
            assert_eq!(first[kept - 2], all[900]);
            assert_eq!(first[..kept - 2], all[..kept - 2]);
        }
    }
}
