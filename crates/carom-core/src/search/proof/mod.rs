//! Proof search: a forced win or loss within a number of plies, for duels that are too large for
//! retrograde analysis.
//!
//! Iterative deepening over an AND/OR tree: for each number of plies, can one of the sides force a
//! win within them? Each ply leaves one less, so a game that repeats itself ends without a win, and
//! a result does not depend on the path to its state. A transposition table stores what was proved
//! and refuted. Its key is the whole state, so no collision can forge a proof.

mod search;

pub(in crate::search) use search::{ProofSearch, successors};
