//! The form of X-mas Rush.

mod codingame;
mod turn;

pub(super) use codingame::FORM as CODINGAME;
