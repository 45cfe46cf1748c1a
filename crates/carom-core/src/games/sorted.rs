//! Sorted entries for pieces that are alike, so that equal states are equal bytes.

/// Replaces the entry `at` by `value` and restores the order.
// `at` is an index of an entry, and so is every index derived from it.
#[inline]
pub(super) fn replace<T: Ord + Copy>(entries: &mut [T], mut at: usize, value: T) {
    while at > 0 && entries[at - 1] > value {
        entries[at] = entries[at - 1];
        at -= 1;
    }
    while at + 1 < entries.len() && entries[at + 1] < value {
        entries[at] = entries[at + 1];
        at += 1;
    }
    entries[at] = value;
}

#[cfg(test)]
mod tests {
    use super::replace;

    #[test]
    fn order_agrees_with_sorting() {
        for at in 0..5 {
            for value in 0..=10 {
                let mut entries = [1, 3, 5, 7, 9];
                let mut expected = entries;
                expected[at] = value;
                expected.sort_unstable();
                replace(&mut entries, at, value);
                assert_eq!(entries, expected);
            }
        }
    }
}
