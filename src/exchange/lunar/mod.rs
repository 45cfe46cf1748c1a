//! The forms of Lunar Lockout.

mod card;
mod digits;
mod rows;
mod words;

pub(super) use digits::FORM as DIGITS;
pub(super) use rows::FORM as ROWS;
pub(super) use words::FORM as WORDS;
