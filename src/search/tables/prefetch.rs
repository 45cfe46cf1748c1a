//! Loads that overlap.

use std::hint::black_box;

/// Loads all `words`, and drops them.
///
/// Entries of a large table lie scattered in memory, and a search that waited
/// for each in turn would do little else. None of these loads depends on
/// another, so the memory works on many at a time, and what is read for good
/// afterwards is in the cache.
#[inline]
pub(in crate::search) fn prefetch(words: impl Iterator<Item = u64>) {
    let mut sum = 0;
    for word in words {
        sum ^= word;
    }
    black_box(sum);
}
