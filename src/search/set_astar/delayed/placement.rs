//! The helpers of one placement, so many as the puzzle has.

use crate::board::{OccupiedLines, Square};
use crate::games::ActiveRobotPuzzle;
use crate::search::set_astar::helpers::PlacementKey;

/// The most helpers that there are.
const MAX: usize = ActiveRobotPuzzle::MAX_BLOCKERS;

/// The helpers of a placement, and the squares that they stand on.
pub(super) struct Placement {
    /// The word of its key.
    pub(super) key: u64,
    /// The helpers in order, and behind the last of them the highest square,
    /// which is below none that one moves to.
    helpers: [Square; MAX],
    count: usize,
    pub(super) lines: OccupiedLines,
}

impl Placement {
    /// Returns the placement whose key has this word.
    #[inline]
    pub(super) fn of(puzzle: &ActiveRobotPuzzle, key: u64) -> Self {
        let count = puzzle.blockers().len().min(MAX);
        let padded = PlacementKey::from_word(key | !bytes(count));
        let helpers = padded.unpack();
        Self {
            key,
            helpers,
            count,
            lines: helpers.into_iter().take(count).collect(),
        }
    }

    /// Returns the word of the key of the start.
    pub(super) fn start_key(puzzle: &ActiveRobotPuzzle) -> u64 {
        let mut helpers = [Square::from_index(0); MAX];
        for (to, from) in helpers.iter_mut().zip(puzzle.blockers()) {
            *to = *from;
        }
        PlacementKey::pack(helpers).word()
    }

    #[inline]
    pub(super) fn helpers(&self) -> &[Square] {
        self.helpers.get(..self.count).unwrap_or_default()
    }

    /// Returns the word of the key after one of the helpers has come to `stop`.
    #[inline]
    pub(super) fn moved(&self, helper: usize, stop: Square) -> u64 {
        PlacementKey::moved(&self.helpers, helper, stop).word() & bytes(self.count)
    }

    /// Returns the helpers, for those who know how many there are.
    #[inline]
    pub(super) fn helpers_of<const N: usize>(&self) -> [Square; N] {
        PlacementKey::from_word(self.key).unpack()
    }
}

/// The lowest bytes of a word, up to seven.
#[inline]
const fn bytes(count: usize) -> u64 {
    (1 << (8 * count)) - 1
}
