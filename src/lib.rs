//! Carom reads plain-text files of sliding-robot puzzles, checks them, solves
//! them with proof, and writes them in one layout.
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

pub mod analysis;
pub mod board;
pub mod games;
pub mod search;
pub mod syntax;
pub mod text;
