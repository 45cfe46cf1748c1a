//! Short searches for a waiting user.

use crate::games::Position;
use crate::search::{self, Answer, Budget, MemoryPool};

/// The memory of such a search, in bytes.
const MEMORY: u64 = 64 << 20;

/// Returns the answer if few positions are enough, and `None` otherwise. The search runs on
/// this thread with its own memory, so it never waits for another search.
///
/// `left` is the number of positions that may be searched; it is reduced by those used.
pub fn glance(position: &Position, left: &mut u64) -> Option<Answer> {
    let pool = MemoryPool::new(MEMORY);
    let mut budget = Budget::new(&pool, 0, *left);
    let answer = search::solve(position, &mut budget);
    *left = left.saturating_sub(budget.positions());
    // A search that is alone in its memory pool never has to give way.
    answer.ok()
}
