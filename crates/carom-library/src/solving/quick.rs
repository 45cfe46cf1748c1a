//! Short searches for a waiting user.

use super::Failed;
use crate::games::Position;
use crate::search::{self, Answer, Budget};

/// The memory of such a search, in bytes.
const MEMORY: u64 = 64 << 20;

/// Returns the answer, as far as few positions are enough. The search runs on
/// this thread with its own memory, so it never waits for another search.
///
/// `left` is the number of positions that may be searched; it is reduced by those used.
///
/// # Errors
///
/// The search failed.
pub fn quick_answer(position: &Position, left: &mut u64) -> Result<Answer, Failed> {
    let mut budget = Budget::new(MEMORY, *left);
    let answer = Failed::catch(|| search::solve(position, &mut budget));
    *left -= budget.positions();
    answer
}
