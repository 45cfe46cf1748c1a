//! The formats of Lunar Lockout.

mod card;
mod digits;
mod json;
mod llp;
mod rows;
mod toronto;
mod words;

pub(super) use digits::FORMAT as DIGITS;
pub(super) use json::JSON;
pub(super) use llp::FORMAT as LLP;
pub(super) use rows::FORMAT as ROWS;
pub(super) use toronto::FORMAT as TORONTO;
pub(super) use words::FORMAT as WORDS;
