//! Several runs read as one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::record::Record;
use super::run::{Reader, Run};
use crate::search::limits::{Budget, Stop};

/// Reads runs together: each placement once, with the states that any of them
/// has. Their memory is given back on the way.
pub(super) struct Merge<const C: usize> {
    readers: Vec<Reader<Run, C>>,
    /// The keys at hand, each with the number of its reader.
    keys: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<const C: usize> Merge<C> {
    pub(super) fn new(runs: impl Iterator<Item = Run>, budget: &Budget<'_>) -> Result<Self, Stop> {
        let readers: Result<Vec<_>, _> = runs.map(|run| Reader::new(run, budget)).collect();
        let readers = readers?;
        let keys = readers.iter().enumerate();
        let keys = keys.filter_map(|(number, reader)| Some(Reverse((reader.key()?, number))));
        Ok(Self {
            keys: keys.collect(),
            readers,
        })
    }

    /// Returns the key of the next record.
    #[inline]
    pub(super) fn key(&self) -> Option<u64> {
        self.keys.peek().map(|Reverse((key, _))| *key)
    }

    /// Takes the next record.
    ///
    /// # Errors
    ///
    /// [`Stop`] where it cannot be read, or the search is to stop.
    pub(super) fn next(&mut self, budget: &Budget<'_>) -> Result<Option<Record<C>>, Stop> {
        let mut merged: Option<Record<C>> = None;
        while let Some(mut first) = self.keys.peek_mut() {
            let Reverse((key, number)) = *first;
            if merged.is_some_and(|merged| merged.key != key) {
                break;
            }
            let Some(reader) = self.readers.get_mut(number) else {
                break;
            };
            if let Some(record) = reader.record() {
                match &mut merged {
                    Some(merged) => merged.sets = merged.sets.with(&record.sets),
                    None => merged = Some(*record),
                }
            }
            reader.advance(budget)?;
            match reader.key() {
                Some(key) => *first = Reverse((key, number)),
                None => {
                    std::collections::binary_heap::PeekMut::pop(first);
                }
            }
        }
        Ok(merged)
    }
}
