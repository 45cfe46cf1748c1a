//! Tables of states for any puzzle.
//!
//! Memory is reserved before it is allocated, and each table holds the
//! [`Reservation`](crate::search::limits::Reservation) for its own.

mod chunks;
mod counts;
mod index;
mod open_list;
mod prefetch;
mod transposition;

pub(in crate::search) use chunks::{Chunks, VEC_BYTES};
pub(in crate::search) use counts::{CountedLayer, CountedNode, Counts, MAX_NODES};
pub(in crate::search) use index::{Index, Vacancy, hash_of, hash_of_tag};
pub(in crate::search) use open_list::OpenList;
pub(in crate::search) use prefetch::prefetch;
pub(in crate::search) use transposition::{ProofGoal, TranspositionTable};
