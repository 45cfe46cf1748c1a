//! A hash table of numbers that grows in small parts.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::search::limits::{Budget, Limit, Reservation};

/// Finds the numbers of items that are stored elsewhere, by hash.
///
/// The hash divides the table into segments that double one by one. So memory never holds two
/// copies of the whole table, and no doubling takes long.
///
/// Invariants:
///
/// 1. The number of slots of a segment is a power of two, and at least a quarter of them is free.
///    So each search for a hash ends.
/// 2. A number is in the segment of its hash, in the first slot from its home on that was free
///    when it was inserted (linear probing). Numbers are never removed.
/// 3. `memory` holds the bytes of all segments.
pub(in crate::search) struct Index {
    segments: Vec<Segment>,
    /// A hash shifted right by this and by one more is the number of its segment.
    segment_shift: u32,
    memory: Reservation,
}

/// The table is split when its only segment would outgrow this.
const MAX_SINGLE_SEGMENT: usize = 1 << 14;
const SEGMENT_BITS: u32 = 10;
const FIRST_SEGMENT: usize = 1 << 7;
const FIRST_OF_MANY: usize = 1 << 5;
/// A free slot: numbers are smaller. It is not 0, since an allocator does not reuse the memory
/// freed last if it is asked for zeros.
const FREE: u64 = u64::MAX;

/// A part of the table. A slot has 32 bits of the hash above the number.
struct Segment {
    slots: Vec<u64>,
    used: usize,
}

/// The slot for a number that was not found. It is valid until the table changes.
pub(in crate::search) struct Vacancy {
    hash: u64,
    /// The slot, in the segment of the hash.
    at: usize,
}

/// Returns the 32 bits of a hash that are stored: those below the bits of the segment.
#[inline]
const fn tag_of(hash: u64) -> u32 {
    (hash << SEGMENT_BITS >> 32) as u32
}

#[inline]
const fn slot_of(hash: u64, number: u32) -> u64 {
    (tag_of(hash) as u64) << 32 | number as u64
}

/// Returns the hash of a state.
#[inline]
pub(in crate::search) fn hash_of<S: Hash>(state: &S) -> u64 {
    // The high bits of a multiplicative hash are the best mixed.
    FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns a hash whose stored bits are `tag`, so that different tags never collide.
#[inline]
pub(in crate::search) const fn hash_of_tag(tag: u32) -> u64 {
    (tag as u64) << (u32::BITS - SEGMENT_BITS) | (tag as u64) << (u64::BITS - SEGMENT_BITS)
}

impl Segment {
    const fn bytes(len: usize) -> u64 {
        len as u64 * size_of::<u64>() as u64
    }

    /// Creates an empty segment, and adds its bytes to `memory`.
    fn new(len: usize, memory: &mut Reservation, budget: &Budget<'_>) -> Result<Self, Limit> {
        memory.grow(Self::bytes(len), budget)?;
        Ok(Self { slots: vec![FREE; len], used: 0 })
    }

    /// Returns the slot where the search for a tag begins: as many of its high bits as needed.
    #[inline]
    const fn home(&self, tag: u32) -> usize {
        ((tag as u64 * self.slots.len() as u64) >> 32) as usize
    }

    // A slot's number is taken modulo the length, a power of two.
    fn put(&mut self, slot: u64) {
        let mut at = self.home((slot >> 32) as u32);
        while self.slots[at] != FREE {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = slot;
        self.used += 1;
    }

    const fn is_full(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }
}

impl Index {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory for it.
    pub(in crate::search) fn new(budget: &Budget<'_>) -> Result<Self, Limit> {
        let mut memory = Reservation::default();
        Ok(Self {
            segments: vec![Segment::new(FIRST_SEGMENT, &mut memory, budget)?],
            segment_shift: u64::BITS - 1,
            memory,
        })
    }

    #[inline]
    const fn segment_of(&self, hash: u64) -> usize {
        // One shift by 64 would overflow; the last bit goes separately.
        (hash >> self.segment_shift >> 1) as usize
    }

    /// Returns the number inserted under `hash` for which `is_it` holds.
    ///
    /// # Errors
    ///
    /// The slot for it, if there is none.
    // Slots are counted modulo the length of their segment.
    #[inline]
    pub(in crate::search) fn find(
        &self,
        hash: u64,
        is_it: impl Fn(u32) -> bool,
    ) -> Result<u32, Vacancy> {
        let segment = &self.segments[self.segment_of(hash)];
        let tag = tag_of(hash);
        let mut at = segment.home(tag);
        loop {
            let slot = segment.slots[at];
            if slot == FREE {
                return Err(Vacancy { hash, at });
            }
            if slot >> 32 == u64::from(tag) {
                #[expect(clippy::cast_possible_truncation, reason = "the low half")]
                let number = slot as u32;
                if is_it(number) {
                    return Ok(number);
                }
            }
            at = (at + 1) & (segment.slots.len() - 1);
        }
    }

    /// Returns the slot where the search for `hash` begins, for
    /// [`prefetch`](super::prefetch).
    #[inline]
    pub(in crate::search) fn first_slot(&self, hash: u64) -> u64 {
        let segment = &self.segments[self.segment_of(hash)];
        segment.slots[segment.home(tag_of(hash))]
    }

    /// Returns the first number that may have been inserted under `hash`.
    #[inline]
    pub(in crate::search) fn guess(&self, hash: u64) -> Option<u32> {
        self.find(hash, |_| true).ok()
    }

    /// Inserts a number that was not found. Numbers are inserted in order, from 0 to
    /// `u32::MAX - 1`. `hash_of` returns the hashes of earlier ones.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory for it.
    #[inline]
    pub(in crate::search) fn insert(
        &mut self,
        Vacancy { hash, at }: Vacancy,
        number: u32,
        hash_of: impl Fn(u32) -> u64,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        let of_hash = self.segment_of(hash);
        let segment = &mut self.segments[of_hash];
        if segment.is_full() {
            self.grow(of_hash, number, &hash_of, budget)?;
            return self.put(hash, number, budget);
        }
        segment.slots[at] = slot_of(hash, number);
        segment.used += 1;
        Ok(())
    }

    #[cold]
    fn put(&mut self, hash: u64, number: u32, budget: &Budget<'_>) -> Result<(), Limit> {
        let at = self.segment_of(hash);
        if self.segments[at].is_full() {
            self.double(at, budget)?;
        }
        self.segments[at].put(slot_of(hash, number));
        Ok(())
    }

    #[cold]
    fn grow(
        &mut self,
        at: usize,
        next: u32,
        hash_of: &dyn Fn(u32) -> u64,
        budget: &Budget<'_>,
    ) -> Result<(), Limit> {
        if self.segments.len() > 1 || self.segments[at].slots.len() < MAX_SINGLE_SEGMENT {
            return self.double(at, budget);
        }
        let count = 1 << SEGMENT_BITS;
        let bytes = count as u64 * size_of::<Segment>() as u64;
        let mut memory = Reservation::new(bytes, budget)?;
        let mut segments = Vec::with_capacity(count);
        for _ in 0..count {
            segments.push(Segment::new(FIRST_OF_MANY, &mut memory, budget)?);
        }
        self.segments = segments;
        self.segment_shift = u64::BITS - 1 - SEGMENT_BITS;
        self.memory = memory;
        for number in 0..next {
            self.put(hash_of(number), number, budget)?;
        }
        Ok(())
    }

    fn double(&mut self, at: usize, budget: &Budget<'_>) -> Result<(), Limit> {
        let segment = &mut self.segments[at];
        let mut larger = Segment::new(segment.slots.len() * 2, &mut self.memory, budget)?;
        for &slot in segment.slots.iter().filter(|&&slot| slot != FREE) {
            larger.put(slot);
        }
        let bytes = Segment::bytes(segment.slots.len());
        *segment = larger;
        self.memory.shrink(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_and_hash_are_inverse() {
        for tag in (0..=u32::MAX).step_by(65_521) {
            assert_eq!(tag_of(hash_of_tag(tag)), tag);
        }
    }
}
