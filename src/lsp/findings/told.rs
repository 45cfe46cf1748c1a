//! What a client was told of the puzzles of a document, and what to tell it when
//! they change: of thousands of puzzles those alone that are otherwise.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::proofs::{Entry, Teller, ids};
use super::reports::Reports;
use crate::analysis::Proof;
use crate::lsp::documents::{Document, Read, Section};
use crate::lsp::session::State;
use crate::solving::Running;

/// A run of puzzles that others take the place of.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Change<E = Entry> {
    /// How many puzzles stand before it, in the list as it was.
    start: usize,
    /// How many of that list go.
    removed: usize,
    /// Those that come.
    puzzles: Vec<E>,
    /// How many lines further down the puzzles up to the next change stand now.
    moved: i64,
}

impl Change {
    /// The same as the client takes it.
    pub(super) fn written(self) -> Change<Value> {
        let puzzles = self.puzzles.into_iter().map(serde_json::to_value);
        Change {
            start: self.start,
            removed: self.removed,
            puzzles: puzzles.filter_map(Result::ok).collect(),
            moved: self.moved,
        }
    }
}

/// What a client knows of a document.
#[derive(Default)]
pub(super) struct Told(Vec<Known>);

/// What it knows of a puzzle, and what that was made of.
struct Known {
    read: Arc<Read>,
    stamp: u64,
    is_searched: bool,
    /// Whether it has reports that depend on its neighbours, which may change
    /// while the puzzle itself does not.
    depends: bool,
    line: u32,
    entry: Entry,
}

impl Told {
    /// Whether a search runs, as far as the client knows.
    pub(super) fn is_proving(&self) -> bool {
        let mut known = self.0.iter();
        known.any(|known| known.entry.state == Proof::Proving.name())
    }

    /// Takes in how the puzzles stand now; what has changed since.
    pub(super) fn update(
        &mut self,
        state: &State,
        document: &Document,
        running: &[Running],
    ) -> Vec<Change> {
        let old = std::mem::take(&mut self.0);
        let sections = &document.sections;
        let is_same =
            |(known, section): &(&Known, &Section)| Arc::ptr_eq(&known.read, &section.read);
        let before = old.iter().zip(sections).take_while(is_same).count();
        let shorter = old.len().min(sections.len());
        let after = old.iter().rev().zip(sections.iter().rev());
        let after = after.take(shorter - before).take_while(is_same).count();
        // Between those whose text is the same, puzzles are told one for one.
        let paired = shorter - after;
        let has_names = old.len() == sections.len()
            && (before..paired).all(|number| {
                let known = old.get(number);
                known.is_some_and(|known| known.entry.title == document.title(number))
            });
        let reports = Reports::of(state, document);
        let mut update = Update {
            teller: Teller::new(state, document, running, &reports),
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

/// What becomes of what a client knows.
struct Update<'a> {
    teller: Teller<'a>,
    /// What the puzzles are called; nothing where that is as it was.
    ids: Vec<String>,
    document: &'a Document,
    known: Vec<Known>,
    changes: Vec<Change>,
    /// By how many lines the last puzzles moved that stay.
    moved: i64,
}

impl Update<'_> {
    /// Puzzle `number`, which was at `at` in the list before.
    fn pair(&mut self, at: usize, known: Known, number: usize) {
        let Some(section) = self.document.sections.get(number) else {
            return;
        };
        let id = self.ids.get(number).unwrap_or(&known.entry.id);
        let is_searched = self.teller.is_searched(section);
        let depends = self.teller.depends(number);
        let is_old = known.stamp == section.stamp()
            && known.is_searched == is_searched
            && !known.depends
            && !depends
            && known.entry.id == *id;
        let entry = if is_old {
            None
        } else {
            let entry = self.teller.entry(number, section, id.clone());
            Some(entry).filter(|entry| *entry != known.entry)
        };
        match &entry {
            Some(entry) => self.put(at, 1, Some(entry.shifted(section.line))),
            None => self.keep(at, i64::from(section.line) - i64::from(known.line)),
        }
        self.known.push(Known {
            read: Arc::clone(&section.read),
            stamp: section.stamp(),
            is_searched,
            depends,
            line: section.line,
            entry: entry.unwrap_or(known.entry),
        });
    }

    /// Puzzles `come` in the place of `gone` ones from `at` on.
    fn splice(&mut self, at: usize, gone: usize, come: std::ops::Range<usize>) {
        if gone > 0 {
            self.put(at, gone, None);
        }
        for number in come {
            let section = self.document.sections.get(number);
            let (Some(section), Some(id)) = (section, self.ids.get(number)) else {
                continue;
            };
            let entry = self.teller.entry(number, section, id.clone());
            self.put(at, 0, Some(entry.shifted(section.line)));
            self.known.push(Known {
                read: Arc::clone(&section.read),
                stamp: section.stamp(),
                is_searched: self.teller.is_searched(section),
                depends: self.teller.depends(number),
                line: section.line,
                entry,
            });
        }
    }

    /// The change that ends right before a place of the list before, if any does.
    fn last(&mut self, at: usize) -> Option<&mut Change> {
        let last = self.changes.last_mut();
        last.filter(|last| last.start + last.removed == at)
    }

    fn put(&mut self, at: usize, removed: usize, entry: Option<Entry>) {
        if let Some(last) = self.last(at) {
            last.removed += removed;
            last.puzzles.extend(entry);
        } else {
            self.changes.push(Change {
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
            self.changes.push(Change {
                start: at,
                removed: 0,
                puzzles: Vec::new(),
                moved,
            });
        }
    }
}
