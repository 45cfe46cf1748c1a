//! Short searches for a waiting user.

use crate::games::Position;
use crate::search::{self, Answer, Budget};

/// The memory of such a search, in bytes.
const MEMORY: u64 = 64 << 20;

/// Returns the answer, as far as few positions are enough. The search runs on
/// this thread with its own memory, so it never waits for another search.
///
/// `left` is the number of positions that may be searched; it is reduced by those used.
pub fn glance(position: &Position, left: &mut u64) -> Answer {
    let mut budget = Budget::new(MEMORY, *left);
    let answer = search::solve(position, &mut budget);
    *left = left.saturating_sub(budget.positions());
    answer
}
