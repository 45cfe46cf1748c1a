//! Formats of X-mas Rush.

mod codingame;
mod turn;

pub(super) use codingame::FORMAT as CODINGAME;
