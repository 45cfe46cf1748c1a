//! Many fixes at once.

use std::collections::BTreeSet;

use crate::analysis::{Diagnostic, Safety};
use crate::text::{Edit, Span};

/// Fixes of which no two touch the same place.
#[derive(Clone, Debug)]
pub struct Fixes {
    safety: Safety,
    edits: Vec<Edit>,
    /// The places of the edits; no two of them meet.
    taken: BTreeSet<Span>,
}

impl Fixes {
    /// Fixes that are `safety` or safer.
    pub const fn new(safety: Safety) -> Self {
        Self {
            safety,
            edits: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    /// Takes the first fix of a diagnostic that is safe enough, if there is one
    /// and it does not touch what another one changes; returns whether it did.
    pub fn take(&mut self, diagnostic: &Diagnostic) -> bool {
        let mut fixes = diagnostic.fixes.iter();
        fixes
            .find(|fix| fix.safety <= self.safety)
            .is_some_and(|fix| self.take_edits(&fix.edits))
    }

    /// Takes edits that belong together, if they do not touch what another one
    /// changes; returns whether it did.
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

    /// The edits of all that were taken.
    pub fn into_edits(self) -> Vec<Edit> {
        self.edits
    }
}
