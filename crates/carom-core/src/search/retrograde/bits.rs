//! Matrices of bits.

/// A matrix of bits. Each row begins with a new word.
#[derive(Debug)]
pub(super) struct BitMatrix {
    words: usize,
    bits: Vec<u64>,
}

/// Returns the number of words of a row.
pub(super) const fn words(columns: usize) -> usize {
    columns.div_ceil(64)
}

impl BitMatrix {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let words = words(columns);
        Self { words, bits: vec![0; rows * words] }
    }

    /// Returns `None` if the number overflows.
    pub(super) fn bytes(rows: u64, columns: u64) -> Option<u64> {
        columns.div_ceil(64).checked_mul(rows)?.checked_mul(8)
    }

    pub(super) const fn words(&self) -> usize {
        self.words
    }

    // Rows are numbers of placements, and there is a row for each.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    pub(super) fn bits_mut(&mut self) -> &mut [u64] {
        &mut self.bits
    }
}

/// Adds the bits of `source` to `target`.
#[inline]
pub(super) fn or(target: &mut [u64], source: &[u64]) {
    for (target, source) in target.iter_mut().zip(source) {
        *target |= source;
    }
}

/// Transposes a square of 64×64 bits (Warren, *Hacker's Delight*, 7-3).
// Both places are below 64.
pub(super) fn transpose(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        let mut at = 0;
        while at < 64 {
            let (low, high) = (block[at], block[at + width]);
            let swapped = (low >> width ^ high) & mask;
            block[at + width] = high ^ swapped;
            block[at] = low ^ swapped << width;
            at = (at + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut block = [0; 64];
        let bit = |row: usize, column: usize| row * column % 7 == 3 || row == 5;
        for (row, word) in block.iter_mut().enumerate() {
            *word = (0..64).fold(0, |word, column| word | u64::from(bit(row, column)) << column);
        }
        transpose(&mut block);
        for (column, word) in block.iter().enumerate() {
            for row in 0..64 {
                assert_eq!(word >> row & 1 == 1, bit(row, column));
            }
        }
    }
}
