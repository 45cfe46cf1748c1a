//! The keys of entries: whole questions as bytes.

use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher13;

use crate::search;
use crate::solving::Question;

/// A question as bytes, and the places of its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    bytes: Vec<u8>,
    first: i64,
}

/// The number of places of a question, one for each scope. The remaining bits of a place
/// distinguish practically all questions. If two collide, the later answer replaces the earlier
/// one.
const SLOTS: i64 = 1 << 12;

impl Key {
    /// Returns the key of an answer.
    pub(super) fn of_answer(question: &Question) -> Self {
        Self::new(|bytes| {
            bytes.write_u8(0);
            question.position().hash(bytes);
        })
    }

    /// Returns the key of the extras of a question.
    pub(super) fn of_extras(question: &Question) -> Self {
        Self::new(|bytes| {
            bytes.write_u8(1);
            question.position().hash(bytes);
            question.wants().hash(bytes);
            question.line().hash(bytes);
        })
    }

    /// Returns the key of the optimal solutions, the first `most` of them listed.
    pub(super) fn of_listed(question: &Question, most: usize) -> Self {
        Self::new(|bytes| {
            bytes.write_u8(2);
            question.position().hash(bytes);
            bytes.write_usize(most);
        })
    }

    /// Returns a key for any other subject, given as bytes.
    pub(super) fn of_subject(subject: &[u8]) -> Self {
        Self::new(|bytes| {
            bytes.write_u8(3);
            bytes.write(subject);
        })
    }

    fn new(write: impl FnOnce(&mut Bytes)) -> Self {
        let mut bytes = Bytes(Vec::with_capacity(512));
        // A release may correct an answer without a change of this version.
        search::VERSION.hash(&mut bytes);
        env!("CARGO_PKG_VERSION").hash(&mut bytes);
        write(&mut bytes);
        let Bytes(bytes) = bytes;
        let first = to_signed(SipHasher13::new().hash(&bytes)) & !(SLOTS - 1);
        Self { bytes, first }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the question as bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the places of its entries. Other questions may share them.
    pub(super) const fn places(&self) -> [i64; 2] {
        [self.first, self.first | (SLOTS - 1)]
    }

    /// Returns the place of a result that is valid under all limits.
    pub(super) const fn only_place(&self) -> i64 {
        self.first
    }

    /// Returns the place of a result within a scope.
    pub(super) fn place(&self, scope: &search::Scope) -> i64 {
        let mut hasher = SipHasher13::new();
        scope.positions().hash(&mut hasher);
        scope.memory().hash(&mut hasher);
        self.first | (to_signed(hasher.finish()) & (SLOTS - 1))
    }
}

/// Returns the checksum of an entry.
pub(super) fn checksum(question: &[u8], found: &[u8]) -> i64 {
    let mut hasher = SipHasher13::new();
    hasher.write_usize(question.len());
    hasher.write(question);
    hasher.write(found);
    to_signed(hasher.finish())
}

const fn to_signed(number: u64) -> i64 {
    i64::from_ne_bytes(number.to_ne_bytes())
}

/// Collects the bytes that are fed to a hasher. A derived [`Hash`] feeds equal bytes exactly for
/// equal values.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}
