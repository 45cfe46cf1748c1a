//! Why a search stops before it knows the answer.

/// The reason why a search stopped before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Limit {
    /// The number of positions.
    Positions,
    /// The number of bytes.
    Memory,
    /// The clock.
    Time,
    /// Somebody who no longer wants to know.
    Cancelled,
}

/// A search has to stop here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// For good: the limit is reached.
    Limit(Limit),
    /// For now: a search of an earlier puzzle needs the memory. Run this one
    /// again when that is done.
    Yield,
}
