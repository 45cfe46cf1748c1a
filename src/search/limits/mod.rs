//! The limits of a search, and how it is stopped.
//!
//! A [`Budget`] counts positions, polls the clock and a [`CancelFlag`], and takes bytes from a
//! [`MemoryPool`] that all searches of a run share. A [`Reservation`] holds bytes, and returns
//! them when it is dropped; the owner of memory also owns its reservation. The [`Scope`] of a
//! result says for which other limits it holds.

mod budget;
mod control;
mod pool;
mod reservation;
mod scope;
mod stop;

pub use budget::Budget;
pub use control::{CancelFlag, Watch};
pub use pool::MemoryPool;
pub(in crate::search) use reservation::Reservation;
pub use scope::Scope;
pub use stop::{Limit, Stop};
