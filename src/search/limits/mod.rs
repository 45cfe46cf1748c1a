//! The limits of a search, and how it is stopped.
//!
//! A [`Budget`] counts positions and bytes, and polls the clock and a [`CancelFlag`]. A
//! [`Reservation`] holds bytes, and returns them when it is dropped; the owner of memory also owns
//! its reservation. The [`Scope`] of a result says for which other limits it holds. Searches that
//! run at the same time have [`Shares`] of the memory.

mod budget;
mod control;
mod reservation;
mod scope;
mod shares;

pub use budget::Budget;
pub use control::{CancelFlag, Watch};
pub(in crate::search) use reservation::Reservation;
pub use scope::Scope;
pub use shares::{Seat, Shares};

/// The limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Limit {
    /// The number of positions.
    Positions,
    /// The number of bytes.
    Memory,
    /// The clock.
    Time,
    /// The search was cancelled.
    Cancelled,
}
