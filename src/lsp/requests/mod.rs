//! What an editor asks about a text: each answered by [`analysis`](crate::analysis) in
//! byte offsets, and put here into the protocol's shapes.
//!
//! - Nothing is changed by being asked: a change of the text is an edit that the client
//!   applies.
//! - What is asked of a whole document is joined from what its puzzles keep (`lenses`,
//!   `outline`, `tokens`).

pub(super) mod actions;
mod by_command;
pub(super) mod commands;
mod completion;
pub(super) mod features;
mod inline;
pub(super) mod lenses;
mod markup;
pub(super) mod navigation;
mod new_puzzle;
pub(super) mod outline;
pub(super) mod tokens;

pub(super) use completion::Cursor;
pub(super) use markup::markup;
pub(super) use new_puzzle::NEW_PUZZLE;
