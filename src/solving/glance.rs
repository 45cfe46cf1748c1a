//! Short searches for somebody who waits.

use crate::games::Position;
use crate::search::{self, Answer, Budget, MemoryPool};

/// Bytes for a search that somebody waits for.
const MEMORY: u64 = 64 << 20;

/// The answer within few positions, searched here and now; nothing where it
/// was not reached. It has memory of its own, so it waits for no other search,
/// and none gives way to it.
///
/// `left` is what may be spent, and is lowered by what was.
pub fn glance(position: &Position, left: &mut u64) -> Option<Answer> {
    let pool = MemoryPool::new(MEMORY);
    let mut budget = Budget::new(&pool, 0, *left);
    let answer = search::solve(position, &mut budget);
    *left = left.saturating_sub(budget.positions());
    // Alone in its pool, a search has nobody to give way to.
    answer.ok()
}
