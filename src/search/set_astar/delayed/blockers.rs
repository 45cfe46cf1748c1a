//! The blockers of one placement, so many as the puzzle has.

use crate::board::{OccupiedLines, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::set_astar::placement_key::PlacementKey;

/// The most blockers that there are.
const MAX: usize = ActiveRobotPuzzle::MAX_BLOCKERS;

/// The blockers of a placement, and the squares that they stand on.
pub(super) struct Blockers {
    /// The word of its key.
    pub(super) key: u64,
    /// The blockers in order, and behind the last of them the highest square,
    /// which is below none that one moves to.
    blockers: [Square; MAX],
    count: usize,
    pub(super) lines: OccupiedLines,
}

impl Blockers {
    /// Returns the placement whose key has this word.
    #[inline]
    pub(super) fn of(puzzle: &ActiveRobotPuzzle, key: u64) -> Self {
        let count = puzzle.blockers().len().min(MAX);
        let padded = PlacementKey::from_word(key | !bytes(count));
        let blockers = padded.unpack();
        Self {
            key,
            blockers,
            count,
            lines: blockers.into_iter().take(count).collect(),
        }
    }

    /// Returns the word of the key of the start.
    pub(super) fn start_key(puzzle: &ActiveRobotPuzzle) -> u64 {
        let mut blockers = [Square::from_index(0); MAX];
        for (to, from) in blockers.iter_mut().zip(puzzle.blockers()) {
            *to = *from;
        }
        PlacementKey::pack(blockers).word()
    }

    #[inline]
    pub(super) fn blockers(&self) -> &[Square] {
        self.blockers.get(..self.count).unwrap_or_default()
    }

    /// Returns the word of the key after one of the blockers has come to `stop`.
    #[inline]
    pub(super) fn moved(&self, blocker: usize, stop: Square) -> u64 {
        PlacementKey::moved(&self.blockers, blocker, stop).word() & bytes(self.count)
    }

    /// Returns the blockers, for those who know how many there are.
    #[inline]
    pub(super) fn squares<const N: usize>(&self) -> [Square; N] {
        PlacementKey::from_word(self.key).unpack()
    }
}

/// The lowest bytes of a word, up to seven.
#[inline]
const fn bytes(count: usize) -> u64 {
    (1 << (8 * count)) - 1
}
