//! The open list: what waits to be expanded, by its bound.

use crate::search::limits::{Budget, Reservation, Stop};

/// An open list of numbers in buckets, one for each bound *f*: a bucket is an
/// *f*-layer, of which no solution is shorter than its number.
///
/// Bounds are small whole numbers and never fall, so an array of buckets does
/// for a priority queue (Dial: *Algorithm 360*, 1969). Within a bucket the
/// newest entry is taken first.
///
/// 1. No bucket has an empty chunk.
/// 2. `memory` holds the bytes of all chunks and of the array of buckets; those
///    of a chunk go back as it empties, but for one, which is the next to fill.
#[derive(Default)]
pub(in crate::search) struct OpenList {
    buckets: Vec<Vec<Vec<u32>>>,
    /// A chunk that has emptied.
    spare: Option<Vec<u32>>,
    memory: Reservation,
}

/// Buckets are made by so many.
const BUCKETS: usize = 1 << 4;
const CHUNK_LEN: usize = 1 << 10;
/// What a bucket has room for at first, a part of a chunk.
const FIRST_LEN: usize = 1 << 4;
const CHUNK_BYTES: u64 = (CHUNK_LEN * size_of::<u32>() + 3 * size_of::<Vec<u32>>()) as u64;

impl OpenList {
    /// Adds `entry` to the bucket of `bound`.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    pub(in crate::search) fn push(
        &mut self,
        bound: u32,
        entry: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let bound = bound as usize;
        if self.buckets.len() <= bound {
            let buckets = (bound + 1).next_multiple_of(BUCKETS);
            let more = buckets - self.buckets.len();
            let bytes = 2 * (more * size_of::<Vec<Vec<u32>>>()) as u64;
            self.memory.grow(bytes, budget)?;
            self.buckets.resize_with(buckets, Vec::new);
        }
        let Some(bucket) = self.buckets.get_mut(bound) else {
            return Ok(());
        };
        match bucket.last_mut() {
            Some(chunk) if chunk.len() < CHUNK_LEN => chunk.push(entry),
            _ => {
                let mut chunk = match self.spare.take() {
                    Some(chunk) => chunk,
                    None => {
                        self.memory.grow(CHUNK_BYTES, budget)?;
                        // Most buckets of small searches stay small.
                        Vec::with_capacity(if bucket.is_empty() {
                            FIRST_LEN
                        } else {
                            CHUNK_LEN
                        })
                    }
                };
                chunk.push(entry);
                bucket.push(chunk);
            }
        }
        Ok(())
    }

    /// Takes the newest entry of a bucket.
    pub(in crate::search) fn pop(&mut self, bound: u32) -> Option<u32> {
        let bucket = self.buckets.get_mut(bound as usize)?;
        let chunk = bucket.last_mut()?;
        let entry = chunk.pop();
        if chunk.is_empty() {
            let empty = bucket.pop();
            if self.spare.is_some() {
                drop(empty);
                self.memory.shrink(CHUNK_BYTES);
            } else {
                self.spare = empty;
            }
        }
        entry
    }

    /// Returns the lowest bound, from `bound` on, whose bucket has an entry.
    pub(in crate::search) fn next_bound(&self, bound: u32) -> Option<u32> {
        let buckets = self.buckets.iter().zip(0..).skip(bound as usize);
        let mut filled = buckets.filter(|(bucket, _)| !bucket.is_empty());
        filled.next().map(|(_, bound)| bound)
    }
}
