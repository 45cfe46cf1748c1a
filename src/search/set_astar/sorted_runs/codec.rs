//! The compact encoding of entries.

use crate::search::set_astar::placement::PlacementKey;
use crate::search::set_astar::state::Entry;
use crate::search::set_astar::state_set::StateSet;

/// The most bytes of an entry: ten for the key, and the states.
pub(super) const MAX_ENTRY: usize = 10 + StateSet::<1>::MAX_BYTES;

/// Encodes and decodes entries in the order of their keys.
///
/// 1. A key is encoded as its difference to the one before, in LEB128: seven bits for each byte,
///    the lowest first. The eighth bit is set if more bytes follow.
/// 2. The states follow.
#[derive(Clone, Copy, Default)]
pub(super) struct EntryCodec<const C: usize> {
    key: u64,
}

impl<const C: usize> EntryCodec<C> {
    /// Appends an entry whose key is not below the one before.
    pub(super) fn write(&mut self, entry: &Entry<C>, bytes: &mut Vec<u8>) {
        let key = entry.key.word();
        let mut rest = key.wrapping_sub(self.key);
        self.key = key;
        while rest >= 0x80 {
            let [low, ..] = rest.to_le_bytes();
            bytes.push(low | 0x80);
            rest >>= 7;
        }
        let [low, ..] = rest.to_le_bytes();
        bytes.push(low);
        entry.sets.write(bytes);
    }

    /// Returns the first entry of `bytes` and its length, or `None` if there is none.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Option<(Entry<C>, usize)> {
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
        let entry = Entry {
            key: PlacementKey::from_word(self.key),
            sets: StateSet::read(&mut rest)?,
        };
        Some((entry, bytes.len() - rest.len()))
    }
}

fn take(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}
