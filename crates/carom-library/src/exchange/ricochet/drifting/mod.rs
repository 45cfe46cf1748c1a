//! Games of DriftingDroids: IDs of the printed board, and dumps of any board.

mod dump;
mod game;
mod id;

pub(in crate::exchange) use dump::FORMAT as DUMP;
pub(in crate::exchange) use id::FORMAT as ID;
