//! What a position is known by across puzzles, files and runs.

use std::fmt;
use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::games::Position;

/// 128 bits that tell puzzles apart: mirrored, turned, or with letters
/// exchanged, a puzzle is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity(u128);

impl Identity {
    /// The identity of a position: the hash of its canonical form.
    pub fn of(position: &Position) -> Self {
        let mut hasher = SipHasher13::new();
        hasher.write(&position.canonical());
        Self(hasher.finish128().as_u128())
    }

    /// The identity of these bits, which were those of one before.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// All of its bits.
    pub const fn to_bits(self) -> u128 {
        self.0
    }
}

/// The first 64 bits as 16 hexadecimal digits: short enough for people, and
/// enough to tell all puzzles apart that anybody will make.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0 >> 64)
    }
}
