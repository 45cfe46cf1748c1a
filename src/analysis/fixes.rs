//! Many fixes at once.

use std::collections::BTreeSet;

use super::Diagnostic;
use crate::text::{Edit, Span};

/// Safe fixes of which no two touch the same place.
#[derive(Clone, Debug, Default)]
pub struct SafeFixes {
    edits: Vec<Edit>,
    /// The places of the edits; no two of them meet.
    taken: BTreeSet<Span>,
}

impl SafeFixes {
    /// Takes the safe fix of a diagnostic, if there is one and it does not
    /// touch what another one changes; says whether it did.
    pub fn take(&mut self, diagnostic: &Diagnostic) -> bool {
        let Some(fix) = diagnostic.fixes.iter().find(|fix| fix.is_safe) else {
            return false;
        };
        let is_free = |edit: &Edit| {
            let before = self.taken.range(..Span::empty(edit.span.end)).next_back();
            before.is_none_or(|taken| taken.end <= edit.span.start)
        };
        if !fix.edits.iter().all(is_free) {
            return false;
        }
        self.taken.extend(fix.edits.iter().map(|edit| edit.span));
        self.edits.extend(fix.edits.iter().cloned());
        true
    }

    /// The edits of all that were taken.
    pub fn into_edits(self) -> Vec<Edit> {
        self.edits
    }
}
