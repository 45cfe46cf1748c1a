//! The limits for which a result holds.

use std::ops::RangeInclusive;

/// The limits under which a search runs in exactly the same way: it finds the same, counts the
/// same, and the same requests are refused.
///
/// If a limit was not reached, the result also holds for all limits down to what was used. If it
/// was reached, the result does not hold for limits that would not have been reached.
#[derive(serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    pub(super) positions: RangeInclusive<u64>,
    pub(super) memory: RangeInclusive<u64>,
    pub(super) is_timed: bool,
}

impl Scope {
    /// The scope of a search that uses no positions and no memory.
    pub const ANY: Self = Self { positions: 0..=u64::MAX, memory: 0..=u64::MAX, is_timed: false };

    /// Returns the scope of a search with these limits that the clock did not stop.
    pub const fn untimed(positions: RangeInclusive<u64>, memory: RangeInclusive<u64>) -> Self {
        Self { positions, memory, is_timed: false }
    }

    /// Returns the limits of positions for which the result holds.
    pub const fn positions(&self) -> &RangeInclusive<u64> {
        &self.positions
    }

    /// Returns the limits of bytes for which the result holds.
    pub const fn memory(&self) -> &RangeInclusive<u64> {
        &self.memory
    }

    /// Whether the result holds for these limits.
    pub fn holds(&self, max_positions: u64, max_memory: u64) -> bool {
        self.positions.contains(&max_positions) && self.memory.contains(&max_memory)
    }

    /// Returns the largest number of bytes held at a time.
    pub const fn peak_memory(&self) -> u64 {
        *self.memory.start()
    }

    /// Whether the clock stopped the search, so that the result depends on the machine.
    pub const fn is_timed(&self) -> bool {
        self.is_timed
    }

    /// Returns the scope if the positions are also limited to `most`.
    #[must_use]
    pub fn within(&self, most: u64) -> Self {
        let (first, last) = (*self.positions.start(), *self.positions.end());
        let last = if last >= most { u64::MAX } else { last };
        Self { positions: first..=last, ..self.clone() }
    }

    /// Returns the limits for which two results hold.
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

/// Returns the limits from `used` up to the highest that refuses a total of `refused`, which is
/// above a limit, if there is one.
pub(super) const fn between(used: u64, refused: Option<u64>) -> RangeInclusive<u64> {
    match refused {
        None => used..=u64::MAX,
        Some(total) => used..=total - 1,
    }
}
