//! The limits of a search, and how it is stopped.
//!
//! A [`Budget`] counts positions, looks at the clock and at a [`CancelFlag`],
//! and takes bytes out of a [`MemoryPool`] that all searches of a run share.
//! Bytes are held by a [`Reservation`], which gives them back when it is
//! dropped: whatever owns the memory owns the reservation for it too. For which
//! other limits a result holds is its [`Scope`]. A search that works on several parts
//! of itself side by side lends each [`Part`] its share of the bytes.

mod budget;
mod control;
mod part;
mod pool;
mod reservation;
mod scope;
mod spill;
mod stop;

pub use budget::Budget;
pub use control::{CancelFlag, Watch};
pub(in crate::search) use part::Part;
pub use pool::MemoryPool;
pub(in crate::search) use reservation::Reservation;
pub use scope::Scope;
pub use spill::Spill;
pub use stop::{Limit, Stop};
