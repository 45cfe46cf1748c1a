//! The states of one placement in one layer, in as few bytes as they need.

use crate::board::{Bitboard, Square};
use crate::search::set_astar::runner_sets::RunnerSets;

/// The states of one placement, the word of whose key is `key`.
#[derive(Clone, Copy)]
pub(super) struct Record<const A: usize> {
    pub(super) key: u64,
    pub(super) sets: RunnerSets<A>,
}

/// A record never takes more bytes: ten of the key, one of the axes, and a
/// number and a set for each of them.
pub(super) const MAX_RECORD: usize = 10 + 1 + 4 * (1 + WHOLE);

/// The bytes of a whole set. Squares are listed where they are fewer.
const WHOLE: usize = 32;

/// Adds the states of other sets.
pub(super) fn unite<const A: usize>(sets: &mut RunnerSets<A>, other: &RunnerSets<A>) {
    for axes in RunnerSets::<A>::AXES {
        sets[axes] |= other[axes];
    }
}

/// Writes records, and reads them, in the order of their keys.
///
/// 1. Of a key the difference to the one before is written, seven bits a byte,
///    the lowest first, and the eighth where more follow.
/// 2. Where axes matter, a byte says which of them have states.
/// 3. A set is the number of its squares and the squares, or a zero and 32
///    bytes where they are 32 or more.
#[derive(Clone, Copy, Default)]
pub(super) struct Coder<const A: usize> {
    key: u64,
}

impl<const A: usize> Coder<A> {
    /// Appends a record whose key is not below the one before.
    pub(super) fn write(&mut self, record: &Record<A>, bytes: &mut Vec<u8>) {
        let mut rest = record.key.wrapping_sub(self.key);
        self.key = record.key;
        while rest >= 0x80 {
            let [low, ..] = rest.to_le_bytes();
            bytes.push(low | 0x80);
            rest >>= 7;
        }
        let [low, ..] = rest.to_le_bytes();
        bytes.push(low);
        if A > 1 {
            let filled = RunnerSets::<A>::AXES.map(|axes| !record.sets[axes].is_empty());
            let bits = filled.iter().rev();
            bytes.push(bits.fold(0, |bits, &one| bits << 1 | u8::from(one)));
        }
        for axes in RunnerSets::<A>::AXES {
            if A == 1 || !record.sets[axes].is_empty() {
                write_set(record.sets[axes], bytes);
            }
        }
    }

    /// Returns the first record of `bytes` and its length; nothing where that is
    /// none.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Option<(Record<A>, usize)> {
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
        let mut filled = if A > 1 { take(&mut rest)? } else { 1 };
        let mut sets = RunnerSets::default();
        for axes in RunnerSets::<A>::AXES {
            if filled & 1 != 0 {
                sets[axes] = read_set(&mut rest)?;
            }
            filled >>= 1;
        }
        let record = Record {
            key: self.key,
            sets,
        };
        Some((record, bytes.len() - rest.len()))
    }
}

fn take(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

fn write_set(set: Bitboard, bytes: &mut Vec<u8>) {
    let len = set.len();
    match u8::try_from(len) {
        Ok(number) if len < WHOLE => {
            bytes.push(number);
            bytes.extend(set.iter().map(Square::to_u8));
        }
        _ => {
            bytes.push(0);
            bytes.extend_from_slice(&set.to_bytes());
        }
    }
}

fn read_set(bytes: &mut &[u8]) -> Option<Bitboard> {
    let number = take(bytes)?;
    if number == 0 {
        let (whole, rest) = bytes.split_first_chunk::<WHOLE>()?;
        *bytes = rest;
        return Some(Bitboard::from_bytes(*whole));
    }
    let (squares, rest) = bytes.split_at_checked(usize::from(number))?;
    *bytes = rest;
    Some(squares.iter().map(|&one| Square::from_index(one)).collect())
}
