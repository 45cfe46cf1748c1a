//! Duplicate names and puzzles of a document, updated incrementally.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::section::Section;
use crate::solving::Identity;

/// The duplicates in a document.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::lsp) struct DuplicateIndex {
    /// By hash.
    names: Counts<u128>,
    puzzles: Counts<Identity>,
}

impl DuplicateIndex {
    /// Adds puzzles.
    pub(super) fn insert(&mut self, sections: &[Section]) {
        self.change(sections, Counts::insert, Counts::insert);
    }

    /// Removes puzzles.
    pub(super) fn remove(&mut self, sections: &[Section]) {
        self.change(sections, Counts::remove, Counts::remove);
    }

    fn change(
        &mut self,
        sections: &[Section],
        name: impl Fn(&mut Counts<u128>, u128),
        puzzle: impl Fn(&mut Counts<Identity>, Identity),
    ) {
        for section in sections {
            if let Some(hash) = section.read.puzzle.name_hash() {
                name(&mut self.names, hash);
            }
            if let Some(identity) = section.read.puzzle.identity {
                puzzle(&mut self.puzzles, identity);
            }
        }
    }

    /// Whether the puzzle or its name occurs more than once in the document.
    pub(in crate::lsp) fn has(&self, section: &Section) -> bool {
        // Fast path: most documents have no duplicates.
        if self.names.several.is_empty() && self.puzzles.several.is_empty() {
            return false;
        }
        let puzzle = &section.read.puzzle;
        let has_name = |name| self.names.several.contains(&name);
        let has_puzzle = |identity| self.puzzles.several.contains(&identity);
        puzzle.name_hash().is_some_and(has_name) || puzzle.identity.is_some_and(has_puzzle)
    }
}

/// The number of occurrences of each key.
#[derive(Debug, PartialEq, Eq)]
struct Counts<K: Eq + Hash> {
    times: FxHashMap<K, u32>,
    /// The keys with more than one occurrence.
    several: FxHashSet<K>,
}

impl<K: Eq + Hash> Default for Counts<K> {
    fn default() -> Self {
        Self {
            times: FxHashMap::default(),
            several: FxHashSet::default(),
        }
    }
}

impl<K: Copy + Eq + Hash> Counts<K> {
    fn insert(&mut self, one: K) {
        let times = self.times.entry(one).or_default();
        *times += 1;
        if *times == 2 {
            self.several.insert(one);
        }
    }

    fn remove(&mut self, one: K) {
        let Some(times) = self.times.get_mut(&one) else {
            return;
        };
        *times -= 1;
        match *times {
            0 => {
                self.times.remove(&one);
            }
            1 => {
                self.several.remove(&one);
            }
            _ => {}
        }
    }
}
