//! Files: the head, which is the lines before the first puzzle, the author, and locations.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::analysis::lints::checks::syntax::{contradiction, diagnostics, unknown_rule};
use crate::analysis::lints::diagnostic::keep_first;
use crate::analysis::lints::suppression::{self, Suppression};
use crate::analysis::{Diagnostic, Lint, Puzzle, quoted};
use crate::games::Game;
use crate::syntax::{self, FieldValue, Key, ParsedSection, Word, parse};
use crate::text::{Encoding, LineColumn, LineIndex, Span};

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
        let mut diagnostics = diagnostics(text, &section.errors, None);
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
        Self { keys: keys.collect(), rules, suppressions, diagnostics, dropped }
    }

    /// Returns a head without keys, with these diagnostics.
    pub fn with_faults(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, ..Self::default() }
    }

    /// Whether one of its comments allows a lint.
    pub fn allows(&self, lint: Lint) -> bool {
        let mut allowed = self.suppressions.iter();
        allowed.any(|suppression| suppression.lint == lint)
    }

    /// Replaces the diagnostics of the head.
    #[must_use]
    pub fn with_diagnostics(self, diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, ..self }
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

/// A file of the run.
#[derive(Clone, Copy, Debug)]
pub struct FileText<'a> {
    /// Its name in diagnostics.
    pub name: &'a Arc<str>,
    /// Its text.
    pub text: &'a str,
    /// Its lines.
    pub index: &'a LineIndex,
}

impl FileText<'_> {
    /// Returns the line and column of `offset`, in Unicode scalar values. A byte-order mark is not
    /// counted.
    pub fn place(&self, offset: u32) -> LineColumn {
        let mut place = self.index.place(self.text, offset, Encoding::Utf32);
        if place.line == 0 && self.text.starts_with(syntax::BYTE_ORDER_MARK) {
            place.column = place.column.saturating_sub(1);
        }
        place
    }

    /// Returns the location of `span`.
    pub fn location(&self, span: Span) -> Location {
        Location {
            file: Arc::clone(self.name),
            span,
            start: self.place(span.start),
            end: self.place(span.end),
        }
    }
}

/// A span in a file of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: Arc<str>,
    /// The span.
    pub span: Span,
    /// Its line and column, in Unicode scalar values.
    pub start: LineColumn,
    /// The line and column of its end.
    pub end: LineColumn,
}

/// Returns the author of a file, given by the keys before the first puzzle. It applies to all
/// puzzles without an author of their own.
pub fn author_of_file(text: &str) -> Option<&str> {
    let head = syntax::sections(text).into_iter().next()?.slice(text);
    author(head, &syntax::parse(head))
}

/// Returns the author of a puzzle, if it names one; `text` is its section.
pub fn author_of_puzzle<'a>(text: &'a str, puzzle: &Puzzle) -> Option<&'a str> {
    author(text, &puzzle.section)
}

fn author<'a>(text: &'a str, section: &ParsedSection) -> Option<&'a str> {
    let span = section.field(Key::Author)?.value_span;
    let said = text.get(span.start as usize..span.end as usize)?.trim();
    (!said.is_empty()).then_some(said)
}

#[cfg(test)]
mod author_tests {
    use super::*;
    use crate::analysis::FileHead;

    #[test]
    fn puzzle_may_repeat_a_key_of_its_file() {
        let text =
            "author: Anna ; of old\n\npuzzle lunar\n  author: Ben\n\npuzzle lunar\n  author:\n";
        assert_eq!(author_of_file(text), Some("Anna"));
        let sections = syntax::sections(text).into_iter().skip(1);
        let authors = sections.map(|span| {
            let section = span.slice(text);
            author_of_puzzle(section, &Puzzle::read(section, &FileHead::default()))
        });
        assert_eq!(authors.collect::<Vec<_>>(), [Some("Ben"), None]);
    }
}
