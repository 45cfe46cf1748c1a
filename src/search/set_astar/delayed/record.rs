//! The states of one placement in one layer, in as few bytes as they need.

use crate::search::set_astar::state_set::StateSet;

/// The states of one placement, the word of whose key is `key`.
#[derive(Clone, Copy)]
pub(super) struct Record<const C: usize> {
    pub(super) key: u64,
    pub(super) sets: StateSet<C>,
}

/// A record never takes more bytes: ten of the key, and the states.
pub(super) const MAX_RECORD: usize = 10 + StateSet::<1>::MAX_BYTES;

/// Writes records, and reads them, in the order of their keys.
///
/// 1. Of a key the difference to the one before is written, seven bits a byte,
///    the lowest first, and the eighth where more follow.
/// 2. The states follow.
#[derive(Clone, Copy, Default)]
pub(super) struct RecordCodec<const C: usize> {
    key: u64,
}

impl<const C: usize> RecordCodec<C> {
    /// Appends a record whose key is not below the one before.
    pub(super) fn write(&mut self, record: &Record<C>, bytes: &mut Vec<u8>) {
        let mut rest = record.key.wrapping_sub(self.key);
        self.key = record.key;
        while rest >= 0x80 {
            let [low, ..] = rest.to_le_bytes();
            bytes.push(low | 0x80);
            rest >>= 7;
        }
        let [low, ..] = rest.to_le_bytes();
        bytes.push(low);
        record.sets.write(bytes);
    }

    /// Returns the first record of `bytes` and its length, or `None` if there is
    /// none.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Option<(Record<C>, usize)> {
        let mut rest = bytes;
        let (mut difference, mut shift) = (0, 0);
        loop {
            let byte = take(&mut rest)?;
            difference |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        self.key = self.key.checked_add(difference)?;
        let record = Record {
            key: self.key,
            sets: StateSet::read(&mut rest)?,
        };
        Some((record, bytes.len() - rest.len()))
    }
}

fn take(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}
