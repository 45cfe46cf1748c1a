//! The identity of a position across puzzles, files and runs.

use std::fmt;
use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::games::Position;

/// A 128-bit hash that turned, mirrored and recoloured copies of a puzzle share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity(u128);

impl Identity {
    /// Returns the identity of a position: the hash of its canonical form.
    pub fn of(position: &Position) -> Self {
        let mut hasher = SipHasher13::new();
        hasher.write(&position.canonical());
        Self(hasher.finish128().as_u128())
    }

    /// Creates an identity from its bits.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// Returns all bits.
    pub const fn to_bits(self) -> u128 {
        self.0
    }
}

/// Writes the first 64 bits as 16 hexadecimal digits, which is short and still distinguishes
/// practically all puzzles.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0 >> 64)
    }
}
