//! The IDs and the dumps of DriftingDroids.

mod dump;
mod id;
mod order;
mod symbols;

pub(in crate::exchange) use dump::FORM as DUMP;
pub(in crate::exchange) use id::FORM as ID;
