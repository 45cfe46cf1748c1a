//! A* in layers.
//!
//! Hart, Nilsson, Raphael: *A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths* (1968). Every move costs one and the heuristic *h* is
//! consistent, so the bound *f* = *g* + *h* of a node never falls from a node
//! to its successors: nodes are expanded in *f*-layers, a node is closed once,
//! and when a layer is empty no solution is as short as its number. No priority
//! queue is needed, and nothing is reopened.
//!
//! # Goal look-ahead
//!
//! Most of the last layer would be filled for nothing. So where a puzzle can
//! tell quickly which moves may bring it nearer, the successors of a layer that
//! belong to the next one are not kept, but looked at: is one of them solved by
//! moves of which each lowers *h*? That solution is as long as the next layer's
//! number. The only other ones of that length go through successors more than
//! one layer on, which are looked at when they are kept. If there is none, the
//! nodes of the layer are expanded again, to fill the next one, in which then is
//! no solution: while it is expanded, the first solution of one move more is
//! optimal. (That successors of a greater bound are left out at first is the
//! partial expansion of Yoshizumi, Miura and Ishida: *A\* with Partial Expansion
//! for Large Branching Factor Problems*, 2000.)
//!
//! # Selected successors
//!
//! Where a puzzle tells quickly which successors need few moves, by a bound that would be
//! dear for each of them, no more are generated for a layer than belong to it, and a node
//! is expanded once more for each of the next layers until none is left (Goldenberg,
//! Felner and others: *Enhanced Partial Expansion A\**, 2014). So nothing is kept that is
//! not expanded in its layer. What remains of the layer before goes first: as what it leads
//! to is kept, it is looked at whether the goal is behind it.
//!
//! # Nodes taken together
//!
//! In a large layer some nodes are taken together, and their successors generated on all
//! threads, while the table stays as it is: where all are kept, which of them are known is
//! looked up there as well, many at a time, since what costs is to wait for memory. What is
//! left is kept in the order of the nodes, so that the number of threads makes no difference.
//!
//! Neither a second expansion nor a look counts as a position.
//!
//! - `nodes`: the nodes generated, open and closed, in a hash table.
//! - `look_ahead`: the descent to a goal, and the best solution it has found.
//! - `search`: the layers, of which each is expanded in one or two `pass`es; `expand`: the nodes
//!   of a layer, and `generation`, the successors of those taken together.
//! - `partial`: the layers where successors are selected, and `successors`, those of nodes
//!   taken together.

mod expand;
mod generation;
mod look_ahead;
mod nodes;
mod partial;
mod pass;
mod search;
mod successors;
#[cfg(test)]
mod tests;

pub(in crate::search) use partial::search as search_partially;
pub(in crate::search) use search::search;
