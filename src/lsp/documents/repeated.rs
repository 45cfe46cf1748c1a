//! Which names and which puzzles stand in a document several times, known
//! without looking at all of it after each edit.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::section::Section;
use crate::solving::Identity;

/// What stands in a document several times.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::lsp) struct Repeated {
    /// By their hashes.
    names: Counts<u128>,
    puzzles: Counts<Identity>,
}

impl Repeated {
    /// Takes in puzzles that come.
    pub(super) fn insert(&mut self, sections: &[Section]) {
        self.change(sections, Counts::insert, Counts::insert);
    }

    /// Takes out puzzles that go.
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

    /// Whether the name of a puzzle, or the puzzle, stands somewhere else in
    /// the document too.
    pub(in crate::lsp) fn has(&self, section: &Section) -> bool {
        // Mostly nothing does, and the puzzle need not be looked at.
        if self.names.several.is_empty() && self.puzzles.several.is_empty() {
            return false;
        }
        let puzzle = &section.read.puzzle;
        let has_name = |name| self.names.several.contains(&name);
        let has_puzzle = |identity| self.puzzles.several.contains(&identity);
        puzzle.name_hash().is_some_and(has_name) || puzzle.identity.is_some_and(has_puzzle)
    }
}

/// How often each of some things is there.
#[derive(Debug, PartialEq, Eq)]
struct Counts<K: Eq + Hash> {
    times: FxHashMap<K, u32>,
    /// Those that are there more than once.
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
