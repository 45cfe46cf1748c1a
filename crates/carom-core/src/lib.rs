//! The boards, rules and exact solvers of carom. Programs use them through the package `carom`,
//! which reads and writes the text of puzzles, too.
//!
//! The modules in reading order; each uses only modules above it:
//!
//! | module | contents |
//! |---|---|
//! | `words` | numbers and lists in sentences |
//! | [`board`] | squares, directions, bitboards, walls, symmetries |
//! | [`games`] | the rules: setups, positions, moves, and the table of games |
//! | [`search`] | exact answers within a budget |
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

pub mod board;
pub mod games;
pub mod search;
#[doc(hidden)]
pub mod words;
