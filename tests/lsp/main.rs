//! The language server over real pipes, against the built binary.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]

mod abilities;
mod checks;
mod client;
mod completing;
mod configuration;
mod decks;
mod desk;
mod edits;
mod ending;
mod equality;
mod features;
mod folders;
mod foreign;
mod games;
mod kept;
mod lifecycle;
mod map;
mod naming;
mod navigation;
mod play;
mod proofs;
mod protocol;
mod pulling;
mod robust;
#[path = "../cli/schema.rs"]
mod schema;
mod solution;
mod solving;
mod sync;
mod texts;
mod typing;
