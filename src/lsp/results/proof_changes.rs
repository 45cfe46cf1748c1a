//! The changes of `carom/proofs`: the differences to the puzzles that the client knows.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::diagnostics::DiagnosticList;
use super::puzzles::{EntryBuilder, PuzzleEntry, ids};
use crate::analysis::Proof;
use crate::lsp::documents::{Document, Read, Section};
use crate::lsp::session::State;
use crate::solving::Running;

/// A range of puzzles that is replaced.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ProofChange<E = PuzzleEntry> {
    /// The index of the first replaced puzzle in the old list.
    start: usize,
    /// The number of removed puzzles.
    removed: usize,
    /// The new puzzles.
    puzzles: Vec<E>,
    /// The number of lines by which the puzzles up to the next change have moved down.
    moved: i64,
}

impl ProofChange {
    /// Serialises the puzzles.
    pub(super) fn written(self) -> ProofChange<Value> {
        let puzzles = self.puzzles.into_iter().map(serde_json::to_value);
        ProofChange {
            start: self.start,
            removed: self.removed,
            puzzles: puzzles.filter_map(Result::ok).collect(),
            moved: self.moved,
        }
    }
}

/// The puzzles of a document as last published.
#[derive(Default)]
pub(super) struct PublishedProofs(Vec<PublishedPuzzle>);

/// A puzzle as last published, with the inputs it was made of.
struct PublishedPuzzle {
    read: Arc<Read>,
    stamp: u64,
    is_searched: bool,
    /// Whether it has diagnostics that depend on other puzzles, which may change although the
    /// puzzle does not.
    depends: bool,
    line: u32,
    entry: PuzzleEntry,
}

impl PublishedProofs {
    /// Whether the client shows a running search.
    pub(super) fn is_proving(&self) -> bool {
        let mut known = self.0.iter();
        known.any(|known| known.entry.state == Proof::Proving.name())
    }

    /// Updates to the current puzzles, and returns the changes.
    pub(super) fn update(
        &mut self,
        state: &State,
        document: &Document,
        running: &[Running],
    ) -> Vec<ProofChange> {
        let old = std::mem::take(&mut self.0);
        let sections = &document.sections;
        let is_same = |(known, section): &(&PublishedPuzzle, &Section)| {
            Arc::ptr_eq(&known.read, &section.read)
        };
        let before = old.iter().zip(sections).take_while(is_same).count();
        let shorter = old.len().min(sections.len());
        let after = old.iter().rev().zip(sections.iter().rev());
        let after = after.take(shorter - before).take_while(is_same).count();
        // Puzzles between the unchanged ones are compared one by one.
        let paired = shorter - after;
        let has_names = old.len() == sections.len()
            && (before..paired).all(|number| {
                let known = old.get(number);
                known.is_some_and(|known| known.entry.title == document.title(number))
            });
        let diagnostics = DiagnosticList::of(state, document);
        let mut update = ProofDifference {
            builder: EntryBuilder::new(state, document, running, &diagnostics),
            ids: if has_names { Vec::new() } else { ids(document) },
            document,
            known: Vec::with_capacity(sections.len()),
            changes: Vec::new(),
            moved: 0,
        };
        let count = old.len();
        let (gone, come) = (count - shorter, sections.len() - shorter);
        for (at, known) in old.into_iter().enumerate() {
            if at == paired {
                update.splice(paired, gone, paired..paired + come);
            }
            if at < paired {
                update.pair(at, known, at);
            } else if at >= paired + gone {
                update.pair(at, known, at - gone + come);
            }
        }
        if count == paired {
            update.splice(paired, gone, paired..paired + come);
        }
        self.0 = update.known;
        update.changes
    }
}

/// The computation of the changes.
struct ProofDifference<'a> {
    builder: EntryBuilder<'a>,
    /// The ids of the puzzles; empty if unchanged.
    ids: Vec<String>,
    document: &'a Document,
    known: Vec<PublishedPuzzle>,
    changes: Vec<ProofChange>,
    /// The number of lines by which the last unchanged puzzles have moved.
    moved: i64,
}

impl ProofDifference<'_> {
    /// Compares puzzle `number` with the published one at index `at`.
    fn pair(&mut self, at: usize, known: PublishedPuzzle, number: usize) {
        let Some(section) = self.document.sections.get(number) else {
            return;
        };
        let id = self.ids.get(number).unwrap_or(&known.entry.id);
        let is_searched = self.builder.is_searched(section);
        let depends = self.builder.depends(number);
        let is_old = known.stamp == section.stamp()
            && known.is_searched == is_searched
            && !known.depends
            && !depends
            && known.entry.id == *id;
        let entry = if is_old {
            None
        } else {
            let entry = self.builder.entry(number, section, id.clone());
            Some(entry).filter(|entry| *entry != known.entry)
        };
        match &entry {
            Some(entry) => self.put(at, 1, Some(entry.shifted(section.line))),
            None => self.keep(at, i64::from(section.line) - i64::from(known.line)),
        }
        self.known.push(PublishedPuzzle {
            read: Arc::clone(&section.read),
            stamp: section.stamp(),
            is_searched,
            depends,
            line: section.line,
            entry: entry.unwrap_or(known.entry),
        });
    }

    /// Replaces `removed` puzzles from index `at` by the puzzles `added`.
    fn splice(&mut self, at: usize, gone: usize, come: std::ops::Range<usize>) {
        if gone > 0 {
            self.put(at, gone, None);
        }
        for number in come {
            let section = self.document.sections.get(number);
            let (Some(section), Some(id)) = (section, self.ids.get(number)) else {
                continue;
            };
            let entry = self.builder.entry(number, section, id.clone());
            self.put(at, 0, Some(entry.shifted(section.line)));
            self.known.push(PublishedPuzzle {
                read: Arc::clone(&section.read),
                stamp: section.stamp(),
                is_searched: self.builder.is_searched(section),
                depends: self.builder.depends(number),
                line: section.line,
                entry,
            });
        }
    }

    /// Returns the last change if it ends at index `at`.
    fn last(&mut self, at: usize) -> Option<&mut ProofChange> {
        let last = self.changes.last_mut();
        last.filter(|last| last.start + last.removed == at)
    }

    fn put(&mut self, at: usize, removed: usize, entry: Option<PuzzleEntry>) {
        if let Some(last) = self.last(at) {
            last.removed += removed;
            last.puzzles.extend(entry);
        } else {
            self.changes.push(ProofChange {
                start: at,
                removed,
                puzzles: entry.into_iter().collect(),
                moved: self.moved,
            });
        }
    }

    fn keep(&mut self, at: usize, moved: i64) {
        if moved == self.moved {
            return;
        }
        self.moved = moved;
        if let Some(last) = self.last(at) {
            last.moved = moved;
        } else {
            self.changes.push(ProofChange {
                start: at,
                removed: 0,
                puzzles: Vec::new(),
                moved,
            });
        }
    }
}
