//! The limits of a search.

/// The limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
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
