//! Shares of a run, for several machines.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use siphasher::sip128::SipHasher13;

/// One of N shares of a run. Each puzzle is in exactly one share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    way: PartitionKind,
    /// The number of the share, from 1.
    share: NonZeroU32,
    /// The number of shares.
    of: NonZeroU32,
}

/// The way in which puzzles are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionKind {
    /// By a hash of the puzzle. A puzzle stays in its share when others are added, removed or
    /// moved, and duplicates are in the same share.
    Hash,
    /// In turns, so that the sizes of shares differ by at most one.
    Slice,
}

/// The error of parsing a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPartition(String);

impl Partition {
    /// Creates share number `share`, from 1, of `of`.
    ///
    /// # Errors
    ///
    /// Fails if there is no such share.
    pub fn new(way: PartitionKind, share: u32, of: u32) -> Result<Self, NoPartition> {
        let (Some(share), Some(of)) = (NonZeroU32::new(share), NonZeroU32::new(of)) else {
            return Err(NoPartition("shares are counted from 1".to_owned()));
        };
        if share > of {
            return Err(NoPartition(format!("there is no share {share} of {of}")));
        }
        Ok(Self { way, share, of })
    }

    /// Returns the way in which puzzles are distributed.
    pub const fn way(&self) -> PartitionKind {
        self.way
    }

    /// Returns the number of the share, from 1.
    pub const fn share(&self) -> u32 {
        self.share.get()
    }

    /// Returns the number of shares.
    pub const fn of(&self) -> u32 {
        self.of.get()
    }

    /// Whether a puzzle is in this share. `number` counts the puzzles of the run from
    /// 0, and `key` identifies the puzzle.
    pub fn takes(&self, number: u64, key: &str) -> bool {
        let number = match self.way {
            PartitionKind::Slice => number,
            PartitionKind::Hash => SipHasher13::new().hash(key.as_bytes()).h1,
        };
        number % u64::from(self.of()) == u64::from(self.share() - 1)
    }
}

impl PartitionKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Hash => "hash",
            Self::Slice => "slice",
        }
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", self.way.name(), self.share, self.of)
    }
}

impl FromStr for Partition {
    type Err = NoPartition;

    fn from_str(text: &str) -> Result<Self, NoPartition> {
        let unread = || NoPartition("write `hash:K/N` or `slice:K/N`, share K of N".to_owned());
        let (way, share) = text.split_once(':').ok_or_else(unread)?;
        let ways = [PartitionKind::Hash, PartitionKind::Slice];
        let way = ways.into_iter().find(|known| known.name() == way);
        let (share, of) = share.split_once('/').ok_or_else(unread)?;
        let number = |digits: &str| digits.parse().map_err(|_| unread());
        Self::new(way.ok_or_else(unread)?, number(share)?, number(of)?)
    }
}

impl fmt::Display for NoPartition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoPartition {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_round_trips() {
        for text in ["hash:1/1", "slice:2/3", "hash:40/40"] {
            assert_eq!(text.parse::<Partition>().unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "hash",
            "hash:1",
            "hash:0/2",
            "slice:3/2",
            "mod:1/2",
            "hash:-1/2",
        ] {
            assert!(wrong.parse::<Partition>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn partition_is_disjoint_complete_and_even() {
        for of in 1..=7 {
            for way in [PartitionKind::Hash, PartitionKind::Slice] {
                let shares = (1..=of).map(|share| Partition::new(way, share, of).unwrap());
                let counts = shares.map(|share| {
                    let takes = |number: &u64| share.takes(*number, &number.to_string());
                    (0..1_000).filter(takes).count()
                });
                let counts: Vec<usize> = counts.collect();
                assert_eq!(counts.iter().sum::<usize>(), 1_000);
                let even = 1_000 / of as usize;
                let slack = if way == PartitionKind::Hash {
                    even / 3
                } else {
                    1
                };
                assert!(
                    counts.iter().all(|count| count.abs_diff(even) <= slack),
                    "{counts:?}"
                );
            }
        }
    }
}
