//! Puzzles as read from text: the tree, the position, and the places of both.

pub(super) mod file;
pub(super) mod foreign;
pub(super) mod moves;
pub(super) mod puzzle;
pub(super) mod quoted;
pub(super) mod setup;
pub(super) mod view;
pub(super) mod vocabulary;
pub mod words;
