//! The what-if map: the answer of a puzzle with one object on every other square.

mod square;
mod suggestion;
mod text;
mod variants;

pub use square::WhatIfSquare;
pub use suggestion::{Suggestion, SuggestionGoal, Suggestions};
pub use text::what_if_text;
pub use variants::{Variant, WhatIfSource};
