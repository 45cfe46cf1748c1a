//! The head of a file: the lines before the first puzzle.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::analysis::lints::checks::syntax;
use crate::analysis::lints::checks::unknown_rule::{contradiction, unknown_rule};
use crate::analysis::lints::diagnostic::keep_first;
use crate::analysis::lints::suppression::{self, Suppression};
use crate::analysis::{Diagnostic, Lint, quoted};
use crate::games::Game;
use crate::syntax::{FieldValue, Key, Word, parse};

/// The head of a file, whose keys apply to all puzzles.
#[derive(Clone, Debug, Default)]
pub struct FileHead {
    /// The words of the file's `rules` line.
    pub(crate) rules: Vec<Word>,
    /// The keys that apply to all puzzles.
    pub(crate) keys: Vec<String>,
    pub(crate) suppressions: Vec<Suppression>,
    diagnostics: Vec<Diagnostic>,
    /// The number of further diagnostics that were not kept.
    pub(crate) dropped: usize,
}

impl FileHead {
    /// Reads the head, the first section of a file.
    pub fn read(text: &str) -> Self {
        let section = parse(text);
        let mut diagnostics = syntax::diagnostics(text, &section.errors, None);
        let rules = match section.field(Key::Rules).map(|field| &field.value) {
            Some(FieldValue::Words(words)) => words.clone(),
            _ => Vec::new(),
        };
        let known = || Game::ALL.into_iter().flat_map(Game::rule_words);
        for word in &rules {
            if !known().any(|known| known == word.text) {
                let message = format!("unknown rule {}", quoted(&word.text));
                diagnostics.push(unknown_rule(word, message, known()));
            }
        }
        let contradictions = Game::ALL.into_iter();
        diagnostics.extend(contradictions.filter_map(|game| contradiction(game, &rules)));
        let suppressions = suppression::read(text, &section.comments, &mut diagnostics);
        let dropped = keep_first(&mut diagnostics, text);
        let keys = section.given_keys(text).map(ToOwned::to_owned);
        Self {
            keys: keys.collect(),
            rules,
            suppressions,
            diagnostics,
            dropped,
        }
    }

    /// Returns a head without keys, with these diagnostics.
    pub fn with_faults(diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
    }

    /// Whether one of its comments allows a lint.
    pub fn allows(&self, lint: Lint) -> bool {
        let mut allowed = self.suppressions.iter();
        allowed.any(|suppression| suppression.lint == lint)
    }

    /// Replaces the diagnostics of the head.
    #[must_use]
    pub fn with_diagnostics(self, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            diagnostics,
            ..self
        }
    }

    /// Returns the diagnostics of the head.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns a hash of everything that influences the puzzles. Two heads with equal hashes have
    /// the same effect.
    pub fn influence(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for word in &self.rules {
            word.text.hash(&mut hasher);
        }
        self.has_unknown_rule().hash(&mut hasher);
        hasher.finish()
    }

    /// Whether a rule is unknown, so that the rules that the puzzles inherit are not known.
    pub(crate) fn has_unknown_rule(&self) -> bool {
        let mut diagnostics = self.diagnostics.iter();
        diagnostics.any(|diagnostic| diagnostic.lint == Lint::UnknownRule)
    }
}
