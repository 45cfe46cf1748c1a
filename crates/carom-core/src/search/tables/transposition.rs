//! The transposition table of a proof search, in bounded memory.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use rustc_hash::FxHasher;

use crate::search::limits::{Budget, Reservation};

/// The most bytes of a table.
const MAX_BYTES: u64 = 256 << 20;

/// The initial number of slots.
const FIRST_ENTRIES: usize = 1 << 12;

/// A goal of the search: the side to move wins, or loses, within a number of plies.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct ProofGoal<S> {
    pub(in crate::search) state: S,
    /// Whether the side that has to force the win is to move.
    pub(in crate::search) attacks: bool,
    pub(in crate::search) plies: u32,
}

/// What is proved about a goal, for any number of plies.
#[derive(Clone, Copy, Debug)]
struct ProvedBounds {
    /// The largest number of plies for which it is refuted.
    refuted: u16,
    /// The smallest number of plies for which it is proved.
    proved: u16,
}

impl ProvedBounds {
    const NOTHING: Self = Self { refuted: 0, proved: u16::MAX };

    fn answer(self, plies: u32) -> Option<bool> {
        if u32::from(self.proved) <= plies && self.proved < u16::MAX {
            Some(true)
        } else if u32::from(self.refuted) >= plies {
            Some(false)
        } else {
            None
        }
    }

    fn learn(&mut self, plies: u32, answer: bool) {
        // An answer whose number does not fit is not stored, but searched again.
        let Ok(plies) = u16::try_from(plies) else {
            return;
        };
        if answer {
            self.proved = self.proved.min(plies);
        } else {
            self.refuted = self.refuted.max(plies);
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Entry<S> {
    state: S,
    /// Whether the side to move wins, and whether it loses.
    known: [ProvedBounds; 2],
    /// The number of the successor that decided last, in the order of the game.
    pub(in crate::search) decided: u16,
}

impl<S> Entry<S> {
    /// Whether a goal in its state is reached, if that is known.
    pub(in crate::search) fn answer(&self, attacks: bool, plies: u32) -> Option<bool> {
        let [win, loss] = self.known;
        if attacks { win } else { loss }.answer(plies)
    }
}

/// A table of states. If two states have the same slot, the later one replaces the other. The
/// table grows as it fills, so small searches stay small.
#[derive(Debug)]
pub(in crate::search) struct TranspositionTable<S> {
    slots: Vec<Option<Entry<S>>>,
    stored: usize,
    may_grow: bool,
    hasher: BuildHasherDefault<FxHasher>,
    memory: Reservation,
}

impl<S> Default for TranspositionTable<S> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            stored: 0,
            may_grow: true,
            hasher: BuildHasherDefault::default(),
            memory: Reservation::default(),
        }
    }
}

impl<S: Copy + Eq + Hash> TranspositionTable<S> {
    fn slot(&self, state: &S) -> usize {
        let hash = self.hasher.hash_one(state);
        // The number of slots is a power of two.
        let length = self.slots.len() as u64;
        usize::try_from(hash & (length - 1)).expect("less than the number of slots")
    }

    pub(in crate::search) fn entry(&self, state: &S) -> Option<Entry<S>> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.slot(state)].filter(|entry| entry.state == *state)
    }

    fn put(&mut self, entry: Entry<S>) {
        // Without memory, nothing is stored.
        if self.slots.is_empty() {
            return;
        }
        let slot = self.slot(&entry.state);
        let slot = &mut self.slots[slot];
        self.stored += usize::from(slot.is_none());
        *slot = Some(entry);
    }

    /// Stores an answer, and the number of the successor that decided it.
    /// If the memory is full, it replaces older answers.
    pub(in crate::search) fn store(
        &mut self,
        goal: &ProofGoal<S>,
        answer: bool,
        decided: Option<u16>,
        budget: &Budget<'_>,
    ) {
        self.grow(budget);
        let mut entry = self.entry(&goal.state).unwrap_or(Entry {
            state: goal.state,
            known: [ProvedBounds::NOTHING; 2],
            decided: u16::MAX,
        });
        let [win, loss] = &mut entry.known;
        let known = if goal.attacks { win } else { loss };
        known.learn(goal.plies, answer);
        entry.decided = decided.unwrap_or(entry.decided);
        self.put(entry);
    }

    /// Doubles the slots if half of them are full and the memory allows it.
    fn grow(&mut self, budget: &Budget<'_>) {
        if !self.may_grow || self.stored * 2 < self.slots.len() {
            return;
        }
        let slots = (self.slots.len() * 2).max(FIRST_ENTRIES);
        let bytes = (slots * size_of::<Option<Entry<S>>>()) as u64;
        let fits = bytes <= MAX_BYTES;
        let memory = fits.then(|| Reservation::new(bytes, budget).ok());
        let Some(memory) = memory.flatten() else {
            self.may_grow = false;
            return;
        };
        let old = std::mem::replace(&mut self.slots, vec![None; slots]);
        self.stored = 0;
        for entry in old.into_iter().flatten() {
            self.put(entry);
        }
        self.memory = memory;
    }
}
