//! The limits of a search, and how it is stopped.
//!
//! A [`Budget`] counts positions and bytes, and polls the clock and a [`CancelFlag`]. A
//! [`Reservation`] holds bytes, and returns them when it is dropped; the owner of memory also owns
//! its reservation. The [`Scope`] of a result says for which other limits it holds. Searches that
//! run at the same time hold [`Permits`] for parts of the memory.

mod budget;
mod control;
mod limit;
mod permits;
mod reservation;
mod scope;

pub use budget::Budget;
pub use control::{CancelFlag, Watch};
pub use limit::Limit;
pub use permits::{Permit, Permits};
pub(in crate::search) use reservation::Reservation;
pub use scope::Scope;
