//! The reasons why a search stops without an answer.

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

/// The reason why a search has to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The limit is reached.
    Limit(Limit),
    /// A search of an earlier puzzle needs the memory. Run this search again after that one.
    Yield,
}
