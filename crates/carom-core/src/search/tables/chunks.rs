//! A list that grows in chunks.

use std::ops::{Index, IndexMut};

use crate::search::limits::{Budget, Limit, Reservation};

/// The bytes of a `Vec` in a list, including its copies while the list doubles.
pub(in crate::search) const VEC_BYTES: u64 = 3 * size_of::<Vec<u8>>() as u64;

/// A list of items by number, in chunks of `1 << BITS`. Only the first chunk moves in memory: it
/// starts small and grows, since most searches are small.
pub(in crate::search) struct Chunks<T, const BITS: u32> {
    chunks: Vec<Vec<T>>,
    len: u32,
    memory: Reservation,
}

impl<T, const BITS: u32> Default for Chunks<T, BITS> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0, memory: Reservation::default() }
    }
}

impl<T, const BITS: u32> Chunks<T, BITS> {
    const LEN: usize = 1 << BITS;
    /// The capacity of the first chunk.
    const FIRST_LEN: usize = if Self::LEN < 1 << 6 { Self::LEN } else { 1 << 6 };

    pub(in crate::search) const fn len(&self) -> u32 {
        self.len
    }

    /// Adds `item`, and returns its number.
    ///
    /// # Errors
    ///
    /// [`Limit`] if there is no memory or no number for it.
    #[inline]
    pub(in crate::search) fn push(&mut self, item: T, budget: &Budget<'_>) -> Result<u32, Limit> {
        let number = self.len;
        if number == u32::MAX {
            return Err(Limit::Memory);
        }
        if number as usize & (Self::LEN - 1) == 0 {
            self.begin_chunk(budget)?;
        }
        self.chunks.last_mut().expect("a chunk with room").push(item);
        self.len += 1;
        Ok(number)
    }

    #[cold]
    fn begin_chunk(&mut self, budget: &Budget<'_>) -> Result<(), Limit> {
        let bytes = (Self::LEN * size_of::<T>()) as u64 + VEC_BYTES;
        self.memory.grow(bytes, budget)?;
        let room = if self.chunks.is_empty() { Self::FIRST_LEN } else { Self::LEN };
        self.chunks.push(Vec::with_capacity(room));
        Ok(())
    }
}

// Only the list makes numbers.
impl<T, const BITS: u32> Index<u32> for Chunks<T, BITS> {
    type Output = T;

    #[inline]
    fn index(&self, number: u32) -> &T {
        &self.chunks[(number >> BITS) as usize][number as usize & (Self::LEN - 1)]
    }
}

impl<T, const BITS: u32> IndexMut<u32> for Chunks<T, BITS> {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.chunks[(number >> BITS) as usize][number as usize & (Self::LEN - 1)]
    }
}
