//! Retrograde analysis: the values of all reachable states of a duel, ply by ply from the end of
//! the game backwards.
//!
//! After Thompson, *Retrograde Analysis of Certain Endgames* (ICCA Journal 9, 1986), but for all
//! materials at once and with 64 states in a word. `sweep` explains one ply, and so why the values
//! are right. Plies come in order, so the analysis can stop as soon as the requested states are
//! settled. If a limit stops it, the number of complete plies is known. A state that is settled
//! neither way after the last ply is a draw.
//!
//! | file | contents |
//! |---|---|
//! | `analysis` | the loop over plies |
//! | `materials` | the materials: the number of men of each side, with the side to move; where a move leads |
//! | `graph` | the steps of one army, from which materials are made |
//! | `values` | the known values of a material, in `bits` and `plies` |
//! | `sweep` | the states that one ply settles |
//! | `propagate` | the effect on their predecessors |
//! | `distribute` | the distribution of both over threads |
//! | `tablebase` | the result |
//! | `census` | the number of states of each value |

mod analysis;
mod bits;
mod census;
mod distribute;
mod graph;
mod materials;
mod plies;
mod propagate;
mod sweep;
mod tablebase;
mod values;

pub use census::Census;
pub use tablebase::Tablebase;
