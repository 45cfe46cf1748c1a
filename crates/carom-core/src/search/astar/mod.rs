//! A* over single states, layer by layer.
//!
//! Hart, Nilsson, Raphael: *A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths* (1968). Every move costs one and the heuristic *h* is consistent, so *f* = *g* + *h*
//! never falls from a node to its successors. Nodes are expanded in layers of equal *f*, and
//! each node is closed once. When a layer is empty, no solution is as short as its *f*. So a
//! bucket for each *f* replaces the priority queue, and no node is reopened.
//!
//! # Goal look-ahead
//!
//! Most nodes of the last layer would be generated in vain. So if a puzzle can tell quickly
//! which moves may lower *h*, a layer is expanded in two passes:
//!
//! 1. Successors in the same layer are kept. Successors in the next layer are not kept, but
//!    looked at: do moves that each lower *h* lead from one of them to a goal? Such a solution
//!    is as long as the next layer's *f*.
//! 2. If there is none, the nodes are expanded again, and their successors in later layers are
//!    kept. Those more than one layer on are looked at, too, since no later pass looks at them.
//!    So the next layer has no goal, and while it is expanded, the first solution that is one
//!    move longer is optimal.
//!
//! Leaving out successors with a greater *f* at first is the partial expansion of Yoshizumi,
//! Miura and Ishida: *A\* with Partial Expansion for Large Branching Factor Problems* (2000).
//!
//! # Batches
//!
//! In a large layer, several nodes are expanded together. Lookups of their successors wait for
//! memory, so many are made at a time, in a table that does not change meanwhile. New successors
//! are inserted in the order of the nodes.
//!
//! Neither a second expansion nor a look-ahead counts as a position.
//!
//! | file | contents |
//! |---|---|
//! | `search` | the loop over layers |
//! | `pass` | the passes over a layer, and what each does with a successor |
//! | `expand` | the expansion of one node or a batch |
//! | `generation` | the successors of a batch |
//! | `look_ahead` | the descent to a goal, and the best solution found so far |
//! | `nodes` | the nodes, open and closed, in a hash table |

mod expand;
mod generation;
mod look_ahead;
mod nodes;
mod pass;
mod search;
#[cfg(test)]
mod tests;

pub(in crate::search) use search::search;
