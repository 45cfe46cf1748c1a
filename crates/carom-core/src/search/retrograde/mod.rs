//! Retrograde analysis: the values of all reachable states of a duel, ply by ply from the end of
//! the game backwards.
//!
//! After Thompson, *Retrograde Analysis of Certain Endgames* (ICCA Journal 9, 1986), but for all
//! layers of material at once and with 64 states in a word (see `sweep`). Plies come in order, so
//! the analysis can stop as soon as the requested states are settled. If a limit stops it, the
//! number of complete plies is known.
//!
//! | file | contents |
//! |---|---|
//! | `analysis` | the loop over plies |
//! | `layers` | the layers: the number of men of each side and the side to move; the layer that a move leads to |
//! | `graph` | the steps of one army, from which layers are made |
//! | `values` | the known values of a layer, in `bits` and `plies` |
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
mod layers;
mod plies;
mod propagate;
mod sweep;
mod tablebase;
mod values;

pub use census::Census;
pub use tablebase::Tablebase;
