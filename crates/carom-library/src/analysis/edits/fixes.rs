//! Applies many fixes at once.

use std::collections::BTreeSet;

use crate::analysis::{Diagnostic, Safety};
use crate::text::{Edit, Span};

/// Fixes that do not overlap.
#[derive(Clone, Debug)]
pub struct Fixes {
    safety: Safety,
    edits: Vec<Edit>,
    /// The spans of the edits. They do not overlap.
    taken: BTreeSet<Span>,
}

impl Fixes {
    /// Accepts fixes that are at least as safe as `safety`.
    pub const fn new(safety: Safety) -> Self {
        Self { safety, edits: Vec::new(), taken: BTreeSet::new() }
    }

    /// Accepts the first fix of a diagnostic that is safe enough, unless it overlaps another one.
    /// Returns whether one was accepted.
    pub fn take(&mut self, diagnostic: &Diagnostic) -> bool {
        let mut fixes = diagnostic.fixes.iter();
        fixes.find(|fix| fix.safety <= self.safety).is_some_and(|fix| self.take_edits(&fix.edits))
    }

    /// Accepts edits that belong together, unless they overlap others. Returns whether they were
    /// accepted.
    pub fn take_edits(&mut self, edits: &[Edit]) -> bool {
        let is_free = |edit: &Edit| {
            let before = self.taken.range(..Span::empty(edit.span.end)).next_back();
            before.is_none_or(|taken| taken.end <= edit.span.start)
        };
        if !edits.iter().all(is_free) {
            return false;
        }
        self.taken.extend(edits.iter().map(|edit| edit.span));
        self.edits.extend(edits.iter().cloned());
        true
    }

    /// Returns the edits of all accepted fixes.
    pub fn into_edits(self) -> Vec<Edit> {
        self.edits
    }
}
