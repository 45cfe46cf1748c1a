//! How many optimal solutions there are, where that is cheap to know.

use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::limits::{Budget, Reservation, Stop};
use crate::games::Puzzle;

/// Nodes that are expanded at most. A puzzle that needs more is not cheap.
const MAX_NODES: usize = 1 << 7;

/// Returns the number of sequences of `moves` legal moves that solve `puzzle`,
/// `moves` being the fewest: sequences as an author writes them, so moves of
/// different pieces, or in different directions, are different even where they
/// lead to positions that differ in nothing but names. `None` where the puzzle
/// is not [`Puzzle::COUNTABLE`], or where counting takes more than some hundreds
/// of nodes or more memory than is left.
///
/// It goes breadth first, layer by layer, with the number of ways to each
/// state; what is further from a solution than there are moves left is
/// dropped. Each named sequence is one sequence of a state's moves, since a
/// move of a state is a piece and a direction too. These nodes are not among
/// the positions of the answer.
///
/// # Errors
///
/// [`Stop::Yield`] alone.
pub(super) fn count_solutions<P: Puzzle>(
    puzzle: &P,
    moves: usize,
    budget: &Budget<'_>,
) -> Result<Option<u64>, Stop> {
    if !P::COUNTABLE {
        return Ok(None);
    }
    // Two tables, one of them with its copy while it doubles.
    let bytes = 5 * MAX_NODES as u64 * (size_of::<(P::State, u64)>() as u64 + 1);
    match Reservation::new(bytes, budget) {
        Ok(_memory) => Ok(count(puzzle, moves)),
        Err(Stop::Limit(_)) => Ok(None),
        Err(Stop::Yield) => Err(Stop::Yield),
    }
}

fn count<P: Puzzle>(puzzle: &P, moves: usize) -> Option<u64> {
    let mut layer = FxHashMap::default();
    let mut next = FxHashMap::default();
    layer.insert(puzzle.start(), 1_u64);
    let mut expanded = 0;
    for left in (0..moves).rev() {
        for (state, ways) in layer.drain() {
            expanded += 1;
            let bound = |state: &P::State| puzzle.lower_bound(state).map(|bound| bound as usize);
            let visit = |child| {
                let may_end = bound(&child).is_some_and(|bound| bound <= left);
                if may_end && add(&mut next, child, ways).is_none() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            };
            // Where there is no move to spare, most are not worth a look.
            let flow = if bound(&state) == Some(left + 1) {
                puzzle.may_bring_nearer(&state, visit)
            } else {
                let mut visit = visit;
                puzzle.successors(&state, |_, child| visit(child))
            };
            if flow.is_break() || expanded + next.len() > MAX_NODES {
                return None;
            }
        }
        std::mem::swap(&mut layer, &mut next);
    }
    let solved = layer.iter().filter(|(state, _)| puzzle.is_solved(state));
    solved
        .map(|(_, ways)| *ways)
        .try_fold(0_u64, u64::checked_add)
}

fn add<S: Hash + Eq>(layer: &mut FxHashMap<S, u64>, state: S, ways: u64) -> Option<()> {
    let sum = layer.entry(state).or_insert(0);
    *sum = sum.checked_add(ways)?;
    Some(())
}
