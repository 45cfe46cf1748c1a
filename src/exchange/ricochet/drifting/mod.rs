//! Game IDs and dumps of DriftingDroids.

mod dump;
mod id;
mod order;
mod symbols;

pub(in crate::exchange) use dump::FORMAT as DUMP;
pub(in crate::exchange) use id::FORMAT as ID;
