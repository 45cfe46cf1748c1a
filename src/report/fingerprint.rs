//! Fingerprints that identify a diagnostic across runs.

use std::hash::Hasher;

use rustc_hash::FxHashMap;
use siphasher::sip128::{Hasher128, SipHasher13};

use crate::analysis::{FileDiagnostic, FileText};
use crate::text::lines;

/// Computes the fingerprints of a run. They depend on the file, the lint, the puzzle
/// and the text of the line, not on the line number. Equal ones are numbered.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    seen: FxHashMap<u128, u32>,
}

impl Fingerprints {
    /// Returns 32 hexadecimal digits and the number of the diagnostic among equal ones, unique
    /// within the run. `path` is relative to the root of the repository.
    pub(super) fn of(
        &mut self,
        path: &str,
        file: FileText<'_>,
        reported: &FileDiagnostic,
    ) -> String {
        let span = reported.diagnostic.span;
        let number = file.index.line(span.start);
        let start = file.index.line_start(number).unwrap_or_default();
        let rest = file.text.get(start as usize..).unwrap_or_default();
        let line = lines(rest)
            .next()
            .map_or("", |line| line.span.slice(rest))
            // A byte-order mark belongs to the first line, whichever line that is.
            .trim_start_matches('\u{FEFF}');
        self.number(&[
            path,
            reported.diagnostic.lint.code(),
            reported.puzzle.as_deref().unwrap_or_default(),
            line.trim(),
            span.slice(file.text).trim(),
        ])
    }

    /// Returns the same for something with only these parts.
    pub(super) fn number(&mut self, parts: &[&str]) -> String {
        let mut hasher = SipHasher13::new();
        for part in parts {
            hasher.write(part.as_bytes());
            // This byte does not occur in UTF-8.
            hasher.write_u8(0xFF);
        }
        let hash = hasher.finish128().as_u128();
        let number = self.seen.entry(hash).or_default();
        *number += 1;
        format!("{hash:032x}:{number}")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::analysis::{Diagnostic, Lint, Severity};
    use crate::text::{LineIndex, Span};

    fn of(text: &str, marked: &str) -> Vec<String> {
        let (name, index) = (Arc::from("a.carom"), LineIndex::new(text));
        let file = FileText { name: &name, text, index: &index };
        let mut fingerprints = Fingerprints::default();
        let places = text.match_indices(marked).map(|(start, found)| {
            let span = Span::from_range(start..start + found.len());
            let reported = FileDiagnostic {
                diagnostic: Diagnostic::new(Lint::Syntax, span, "wrong"),
                severity: Severity::Error,
                puzzle: None,
            };
            fingerprints.of("a.carom", file, &reported)
        });
        places.collect()
    }

    #[test]
    fn fingerprint_is_stable_and_unique() {
        let one = of("a: x\nb: y\n", "x");
        let moved = of("; more\n\nb: y\n  a: x\r\n", "x");
        assert_eq!(one, moved);
        assert_eq!(one, of("\u{FEFF}a: x\n", "x"));
        assert_ne!(one, of("a: x z\n", "x"));
        let [first, second] = &of("a: x x\n", "x")[..] else {
            panic!("two");
        };
        assert_ne!(first, second);
    }
}
