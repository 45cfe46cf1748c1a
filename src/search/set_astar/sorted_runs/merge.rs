//! Several runs read as one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::run::{Reader, Run};
use crate::search::limits::{Budget, Stop};
use crate::search::set_astar::placement::PlacementKey;
use crate::search::set_astar::state::Entry;

/// Reads runs as one: each placement once, with its states in all of them. Memory is released
/// as it is read.
pub(super) struct Merge<const C: usize> {
    readers: Vec<Reader<Run, C>>,
    /// The word of the next key of each reader, with the index of the reader. Pairs of integers
    /// take fewer instructions to compare than pairs with a key.
    keys: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<const C: usize> Merge<C> {
    pub(super) fn new(runs: impl Iterator<Item = Run>, budget: &Budget<'_>) -> Result<Self, Stop> {
        let readers: Result<Vec<_>, _> = runs.map(|run| Reader::new(run, budget)).collect();
        let readers = readers?;
        let keys = readers.iter().enumerate();
        let keys =
            keys.filter_map(|(number, reader)| Some(Reverse((reader.key()?.word(), number))));
        Ok(Self {
            keys: keys.collect(),
            readers,
        })
    }

    /// Returns the key of the next entry.
    #[inline]
    pub(super) fn key(&self) -> Option<PlacementKey> {
        self.keys
            .peek()
            .map(|Reverse((word, _))| PlacementKey::from_word(*word))
    }

    /// Takes the next entry.
    ///
    /// # Errors
    ///
    /// [`Stop`] if it cannot be read, or if the search is to stop.
    pub(super) fn next(&mut self, budget: &Budget<'_>) -> Result<Option<Entry<C>>, Stop> {
        let mut merged: Option<Entry<C>> = None;
        while let Some(mut first) = self.keys.peek_mut() {
            let Reverse((word, number)) = *first;
            if merged.is_some_and(|merged| merged.key.word() != word) {
                break;
            }
            let Some(reader) = self.readers.get_mut(number) else {
                break;
            };
            if let Some(entry) = reader.entry() {
                match &mut merged {
                    Some(merged) => merged.sets = merged.sets.with(&entry.sets),
                    None => merged = Some(*entry),
                }
            }
            reader.advance(budget)?;
            match reader.key() {
                Some(key) => *first = Reverse((key.word(), number)),
                None => {
                    std::collections::binary_heap::PeekMut::pop(first);
                }
            }
        }
        Ok(merged)
    }
}
