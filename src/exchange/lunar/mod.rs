//! The formats of Lunar Lockout.

mod card;
mod digits;
mod rows;
mod toronto;
mod words;

pub(super) use digits::FORMAT as DIGITS;
pub(super) use rows::FORMAT as ROWS;
pub(super) use toronto::FORMAT as TORONTO;
pub(super) use words::FORMAT as WORDS;
