//! For which limits a result holds.

use std::ops::RangeInclusive;

/// The limits under which a search runs exactly as it did: with any of them it
/// finds the same, counts the same, and is refused the same.
///
/// A limit that was never reached may be any that is not below what was used;
/// one that was reached, and led the search another way or to its end, may not
/// be so high that it would not have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    pub(super) positions: RangeInclusive<u64>,
    pub(super) memory: RangeInclusive<u64>,
    pub(super) is_timed: bool,
}

impl Scope {
    /// The scope of a search that uses nothing.
    pub const ANY: Self = Self {
        positions: 0..=u64::MAX,
        memory: 0..=u64::MAX,
        is_timed: false,
    };

    /// Returns the scope of a search that ran so with these limits and not
    /// with others, and that no clock cut short.
    pub const fn untimed(positions: RangeInclusive<u64>, memory: RangeInclusive<u64>) -> Self {
        Self {
            positions,
            memory,
            is_timed: false,
        }
    }

    /// Returns the limits of positions under which it is the same.
    pub const fn positions(&self) -> &RangeInclusive<u64> {
        &self.positions
    }

    /// Returns the limits of bytes under which it is the same.
    pub const fn memory(&self) -> &RangeInclusive<u64> {
        &self.memory
    }

    /// Returns whether a search within these limits runs as this one did.
    pub fn holds(&self, max_positions: u64, max_memory: u64) -> bool {
        self.positions.contains(&max_positions) && self.memory.contains(&max_memory)
    }

    /// Returns the most bytes that were held at a time.
    pub const fn peak_memory(&self) -> u64 {
        *self.memory.start()
    }

    /// Returns whether the clock cut the search short, or it went on on a disk, so
    /// that what it found depends on the machine.
    pub const fn is_timed(&self) -> bool {
        self.is_timed
    }

    /// Returns the limits under which a search runs as this one did whose
    /// positions are limited to `most` besides.
    #[must_use]
    pub fn within(&self, most: u64) -> Self {
        let (first, last) = (*self.positions.start(), *self.positions.end());
        let last = if last >= most { u64::MAX } else { last };
        Self {
            positions: first..=last,
            ..self.clone()
        }
    }

    /// Returns the limits under which two searches both run as they did.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let both = |one: &RangeInclusive<u64>, other: &RangeInclusive<u64>| {
            *one.start().max(other.start())..=*one.end().min(other.end())
        };
        Self {
            positions: both(&self.positions, &other.positions),
            memory: both(&self.memory, &other.memory),
            is_timed: self.is_timed || other.is_timed,
        }
    }
}

/// Returns the limits from `used` up to the greatest that refuses `refused`
/// too, where that is a total that was refused.
pub(super) const fn between(used: u64, refused: Option<u64>) -> RangeInclusive<u64> {
    match refused {
        None => used..=u64::MAX,
        Some(total) => used..=total.saturating_sub(1),
    }
}
