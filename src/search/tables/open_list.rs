//! The open list: what waits to be expanded, by its bound.

use crate::search::limits::{Budget, Reservation, Stop};

/// An open list of numbers in buckets, one for each bound *f*: a bucket is an
/// *f*-layer, of which no solution is shorter than its number.
///
/// Bounds are small whole numbers and never fall, so an array of buckets does
/// for a priority queue (Dial: *Algorithm 360*, 1969). Within a bucket the
/// newest entry is taken first.
///
/// 1. The newest chunk of a bucket is empty only if the bucket is.
/// 2. `memory` holds the bytes of all chunks and of the array of buckets; those
///    of a chunk go back as it empties, but for one, which is the next to fill.
#[derive(Default)]
pub(in crate::search) struct OpenList {
    buckets: Vec<Bucket>,
    /// A chunk that has emptied.
    spare: Option<Vec<u32>>,
    memory: Reservation,
}

/// The open nodes of one bound, in chunks.
#[derive(Default)]
struct Bucket {
    full: Vec<Vec<u32>>,
    newest: Vec<u32>,
}

impl Bucket {
    /// Makes room for an entry: the spare chunk, or else a new one.
    #[cold]
    fn begin_chunk(
        &mut self,
        spare: &mut Option<Vec<u32>>,
        memory: &mut Reservation,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let chunk = match spare.take() {
            Some(chunk) => chunk,
            None => {
                memory.grow(CHUNK_BYTES, budget)?;
                // Most buckets of small searches stay small.
                Vec::with_capacity(if self.newest.is_empty() {
                    FIRST_LEN
                } else {
                    CHUNK_LEN
                })
            }
        };
        let full = std::mem::replace(&mut self.newest, chunk);
        if !full.is_empty() {
            self.full.push(full);
        }
        Ok(())
    }
}

/// Buckets are made by so many.
const BUCKETS: usize = 1 << 4;
const CHUNK_LEN: usize = 1 << 10;
/// The initial capacity of a bucket, a part of a chunk.
const FIRST_LEN: usize = 1 << 6;
const CHUNK_BYTES: u64 = (CHUNK_LEN * size_of::<u32>() + 3 * size_of::<Vec<u32>>()) as u64;

impl OpenList {
    /// Adds `entry` to the bucket of `bound`.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    #[inline]
    pub(in crate::search) fn push(
        &mut self,
        bound: u32,
        entry: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Stop> {
        let bound = bound as usize;
        if self.buckets.len() <= bound {
            self.add_buckets(bound, budget)?;
        }
        let Some(bucket) = self.buckets.get_mut(bound) else {
            return Ok(());
        };
        if bucket.newest.is_empty() || bucket.newest.len() == CHUNK_LEN {
            bucket.begin_chunk(&mut self.spare, &mut self.memory, budget)?;
        }
        bucket.newest.push(entry);
        Ok(())
    }

    /// Adds buckets up to that of `bound`.
    #[cold]
    fn add_buckets(&mut self, bound: usize, budget: &Budget<'_>) -> Result<(), Stop> {
        let buckets = (bound + 1).next_multiple_of(BUCKETS);
        let more = buckets - self.buckets.len();
        let bytes = (more * size_of::<Bucket>()) as u64;
        self.memory.grow(bytes, budget)?;
        self.buckets.reserve_exact(more);
        self.buckets.resize_with(buckets, Bucket::default);
        Ok(())
    }

    /// Takes the newest entry of a bucket.
    pub(in crate::search) fn pop(&mut self, bound: u32) -> Option<u32> {
        let bucket = self.buckets.get_mut(bound as usize)?;
        let entry = bucket.newest.pop()?;
        if bucket.newest.is_empty() {
            let before = bucket.full.pop().unwrap_or_default();
            let empty = std::mem::replace(&mut bucket.newest, before);
            if self.spare.is_some() {
                drop(empty);
                self.memory.shrink(CHUNK_BYTES);
            } else {
                self.spare = Some(empty);
            }
        }
        Some(entry)
    }

    /// Returns all entries with their bounds, in each bucket the oldest first.
    pub(in crate::search) fn entries(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..).zip(&self.buckets).flat_map(|(bound, bucket)| {
            let entries = bucket.full.iter().chain([&bucket.newest]).flatten();
            entries.map(move |&entry| (bound, entry))
        })
    }

    /// Returns the lowest bound, from `bound` on, whose bucket has an entry.
    pub(in crate::search) fn next_bound(&self, bound: u32) -> Option<u32> {
        let buckets = self.buckets.iter().zip(0..).skip(bound as usize);
        let mut filled = buckets.filter(|(bucket, _)| !bucket.newest.is_empty());
        filled.next().map(|(_, bound)| bound)
    }
}
