//! The open list: entries that wait to be expanded, by *f*.

use crate::search::limits::{Budget, Limit, Reservation};

/// An open list of numbers in buckets, one for each *f*.
///
/// *f* is a small integer that never falls, so an array of buckets replaces the priority queue
/// (Dial: *Algorithm 360*, 1969). Within a bucket the newest entry is taken first.
///
/// 1. The newest chunk of a bucket is empty only if the bucket is.
/// 2. `memory` holds the bytes of all chunks and of the array of buckets. The bytes of a chunk are
///    returned when it empties, except for one spare chunk, which is filled next.
#[derive(Default)]
pub(in crate::search) struct OpenList {
    buckets: Vec<Bucket>,
    /// A chunk that has emptied.
    spare: Option<Vec<u32>>,
    memory: Reservation,
}

/// The entries of one *f*, in chunks.
#[derive(Default)]
struct Bucket {
    full: Vec<Vec<u32>>,
    newest: Vec<u32>,
}

impl Bucket {
    /// Makes room for an entry, in the spare chunk or in a new one.
    #[cold]
    fn begin_chunk(
        &mut self,
        spare: &mut Option<Vec<u32>>,
        memory: &mut Reservation,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let chunk = match spare.take() {
            Some(chunk) => chunk,
            None => {
                memory.grow(CHUNK_BYTES, budget)?;
                // Most buckets of small searches stay small.
                Vec::with_capacity(if self.newest.is_empty() { FIRST_LEN } else { CHUNK_LEN })
            }
        };
        let full = std::mem::replace(&mut self.newest, chunk);
        if !full.is_empty() {
            self.full.push(full);
        }
        Ok(())
    }
}

/// The number of buckets that are added at a time.
const BUCKETS: usize = 1 << 4;
const CHUNK_LEN: usize = 1 << 10;
/// The initial capacity of a bucket, a part of a chunk.
const FIRST_LEN: usize = 1 << 6;
const CHUNK_BYTES: u64 = (CHUNK_LEN * size_of::<u32>() + 3 * size_of::<Vec<u32>>()) as u64;

impl OpenList {
    /// Adds `entry` to the bucket of `f`.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory for it.
    #[inline]
    pub(in crate::search) fn push(
        &mut self,
        f: u32,
        entry: u32,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let f = f as usize;
        if self.buckets.len() <= f {
            self.add_buckets(f, budget)?;
        }
        let bucket = &mut self.buckets[f];
        if bucket.newest.is_empty() || bucket.newest.len() == CHUNK_LEN {
            bucket.begin_chunk(&mut self.spare, &mut self.memory, budget)?;
        }
        bucket.newest.push(entry);
        Ok(())
    }

    /// Adds buckets up to that of `f`.
    #[cold]
    fn add_buckets(&mut self, f: usize, budget: &Budget<'_>) -> Result<(), Limit> {
        let buckets = (f + 1).next_multiple_of(BUCKETS);
        let more = buckets - self.buckets.len();
        let bytes = (more * size_of::<Bucket>()) as u64;
        self.memory.grow(bytes, budget)?;
        self.buckets.reserve_exact(more);
        self.buckets.resize_with(buckets, Bucket::default);
        Ok(())
    }

    /// Takes the newest entry of a bucket.
    pub(in crate::search) fn pop(&mut self, f: u32) -> Option<u32> {
        let bucket = self.buckets.get_mut(f as usize)?;
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

    /// Returns the lowest *f*, from `f` on, whose bucket has an entry.
    pub(in crate::search) fn next_f(&self, f: u32) -> Option<u32> {
        let buckets = self.buckets.iter().zip(0..).skip(f as usize);
        let mut filled = buckets.filter(|(bucket, _)| !bucket.newest.is_empty());
        filled.next().map(|(_, f)| f)
    }
}
