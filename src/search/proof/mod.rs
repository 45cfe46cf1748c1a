//! Proof search: a forced win or loss within so many plies, for duels too
//! large to be analysed as a whole.
//!
//! Iterative deepening over an AND/OR tree: for each number of plies, can the
//! side to move, or the other, force a win within them? What was proved and
//! refuted is kept in a transposition table, with the whole state as its key,
//! so that no collision can forge a proof.

mod search;

pub(in crate::search) use search::{ProofSearch, successors};
