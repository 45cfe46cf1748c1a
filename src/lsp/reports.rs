//! The reports of a document, and the places in other files that they name.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::Diagnostic;

use super::convert;
use super::document::Document;
use super::state::State;
use crate::analysis::{Entry, Location, Reported, Run};
use crate::solving::Identity;

/// The reports of a document.
pub(super) struct Reports<'a> {
    document: &'a Document,
    pub(super) reported: Vec<Reported>,
    /// The other documents that they name, by these names.
    others: HashMap<Arc<str>, &'a Document>,
}

/// Where each puzzle stands first in another file.
struct Firsts<'a> {
    state: &'a State,
    /// By file, as far as they were looked for.
    files: HashMap<Arc<Path>, Option<First<'a>>>,
}

/// A file, and the numbers of its puzzles.
struct First<'a> {
    document: &'a Document,
    numbers: FxHashMap<Identity, usize>,
}

impl<'a> Reports<'a> {
    /// All reports of a document, as far as they are known now.
    pub(super) fn of(state: &'a State, document: &'a Document) -> Self {
        let mut firsts = Firsts {
            state,
            files: HashMap::new(),
        };
        let mut others = HashMap::new();
        let head = &document.head;
        let mut run = Run::new(document.policy.clone());
        let mut reported = run.begin_file(&head.read);
        for section in &document.sections {
            let puzzle = &section.read.puzzle;
            let identity = puzzle.identity;
            let first = identity.and_then(|identity| firsts.elsewhere(document, identity));
            let entry = Entry {
                offset: section.start,
                text: &section.read.text,
                puzzle,
                from_answer: section.answer_diagnostics(),
                is_answered: section.is_answered(),
                elsewhere: first.map(|(other, location)| {
                    others.insert(Arc::clone(&location.file), other);
                    location
                }),
            };
            reported.extend(run.puzzle(entry, |span| document.location(span)));
        }
        reported.extend(run.end_file(&head.text));
        Self {
            document,
            reported,
            others,
        }
    }

    /// The document that a place is in.
    pub(super) fn document_of(&self, location: &Location) -> &'a Document {
        let other = self.others.get(&location.file);
        other.copied().unwrap_or(self.document)
    }

    /// A report as the protocol wants it.
    pub(super) fn diagnostic(&self, state: &State, reported: &Reported) -> Diagnostic {
        convert::diagnostic(self.document, reported, state.encoding, |location| {
            self.document_of(location)
        })
    }
}

impl<'a> Firsts<'a> {
    /// The first file that a puzzle stands in, and where, if that is another.
    fn elsewhere(
        &mut self,
        document: &Document,
        identity: Identity,
    ) -> Option<(&'a Document, Location)> {
        let state = self.state;
        let path = state.folders.first_elsewhere(document, identity)?;
        let first = self
            .files
            .entry(Arc::clone(path))
            .or_insert_with(|| state.at_path(path).map(First::new));
        let First { document, numbers } = first.as_ref()?;
        let section = document.sections.get(*numbers.get(&identity)?)?;
        let span = section.read.puzzle.place(section.start);
        Some((document, document.location(span)))
    }
}

impl<'a> First<'a> {
    fn new(document: &'a Document) -> Self {
        let mut numbers = FxHashMap::default();
        for (number, section) in document.sections.iter().enumerate() {
            if let Some(identity) = section.read.puzzle.identity {
                numbers.entry(identity).or_insert(number);
            }
        }
        Self { document, numbers }
    }
}
