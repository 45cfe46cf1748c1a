//! Shares of a run, for several machines.

use std::str::FromStr;

use siphasher::sip128::SipHasher13;

/// One of several shares of a run. Each puzzle is in exactly one share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// Whether a hash of the puzzle selects its share. A puzzle then stays in its share when others
    /// are added, and its copies are in the same share. Otherwise, puzzles are dealt in turns.
    is_by_hash: bool,
    /// The number of the share, from 0.
    index: u64,
    of: u64,
}

impl Share {
    /// Whether a puzzle is in this share. `number` counts the puzzles of the run, and `key`
    /// identifies the puzzle.
    pub(super) fn takes(&self, number: u64, key: &str) -> bool {
        let dealt = match self.is_by_hash {
            true => SipHasher13::new().hash(key.as_bytes()).h1,
            false => number,
        };
        dealt % self.of == self.index
    }

    /// Returns its name, such as `hash-1-of-4`.
    pub(super) fn name(&self) -> String {
        let kind = if self.is_by_hash { "hash" } else { "slice" };
        format!("{kind}-{}-of-{}", self.index + 1, self.of)
    }

    pub(super) const fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Parses a share of lines, which have no hash.
    pub(super) fn slice(text: &str) -> Result<Self, &'static str> {
        text.parse::<Self>()
            .ok()
            .filter(|share| !share.is_by_hash)
            .ok_or("expected `slice:K/N`, share K from 1 to N")
    }
}

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let share = || {
            let (kind, numbers) = text.split_once(':')?;
            let is_by_hash = match kind {
                "hash" => true,
                "slice" => false,
                _ => return None,
            };
            let (number, of) = numbers.split_once('/')?;
            let (number, of): (u64, u64) = (number.parse().ok()?, of.parse().ok()?);
            let index = number.checked_sub(1).filter(|&index| index < of)?;
            Some(Self { is_by_hash, index, of })
        };
        share().ok_or("expected `hash:K/N` or `slice:K/N`, share K from 1 to N")
    }
}
