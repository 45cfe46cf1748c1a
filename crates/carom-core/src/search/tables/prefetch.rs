//! Prefetching.

use std::hint::black_box;

/// Loads all `words`, so that they are in the cache when they are read.
///
/// Entries of a large table are scattered in memory, and a search that loads them one by one spends
/// most of its time waiting. These loads do not depend on each other, so they overlap.
#[inline]
pub(in crate::search) fn prefetch(words: impl Iterator<Item = u64>) {
    let mut sum = 0;
    for word in words {
        sum ^= word;
    }
    black_box(sum);
}
