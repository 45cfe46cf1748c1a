//! Games of DriftingDroids: IDs of the printed board, and dumps of any board.

mod dump;
mod game;
mod id;

pub(crate) use dump::FORMAT as DUMP;
pub(crate) use id::FORMAT as ID;
