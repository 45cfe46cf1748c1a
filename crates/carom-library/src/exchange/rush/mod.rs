//! Formats of X-mas Rush.

mod codingame;
mod json;

pub(super) use codingame::FORMAT as CODINGAME;
pub(super) use json::JSON;
