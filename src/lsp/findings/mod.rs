//! What is found of puzzles, and how the client hears of it though it did not ask.
//!
//! `reports` are those of a document, sent by `publish` or fetched by `pull`; `proofs`
//! says how the proof of each puzzle stands, and `news` what of that has changed since
//! the client was `told`. `prove` has some puzzles proved before all others; `progress`
//! and `status` tell what is being searched.
//!
//! - A task sends what is known then, so nothing old follows something newer.
//! - What is the same is not sent again.

pub(super) mod news;
pub(super) mod progress;
mod proofs;
mod prove;
pub(super) mod publish;
pub(super) mod pull;
mod reports;
pub(super) mod status;
mod told;

pub(super) use reports::{Reports, proof};
