//! Retrograde analysis: the values of all states of a duel that can come up,
//! ply by ply from the end of the game backwards.
//!
//! After Thompson, *Retrograde Analysis of Certain Endgames* (ICCA Journal
//! 9, 1986), for all layers of material at once, and 64 states a word (see
//! `sweep`). Since the plies come in order, the analysis can stop as soon as
//! the states it was asked for are settled, and where it is stopped early it
//! knows how far it came.
//!
//! - `layers`: how many men each side has and who is to move, and which layer
//!   a move leads to; made of `graph`, the steps of one army.
//! - `values`: what is known of the states of a layer, in `bits` and `plies`.
//! - `sweep` settles what one ply settles, `propagate` hands it on to the
//!   predecessors' side, both over threads by `share`.
//! - `analysis` goes from ply to ply, and `tablebase` keeps what it found.

mod analysis;
mod bits;
mod census;
mod graph;
mod layers;
mod plies;
mod propagate;
mod share;
mod sweep;
mod tablebase;
mod values;

pub use census::Census;
pub use tablebase::Tablebase;
