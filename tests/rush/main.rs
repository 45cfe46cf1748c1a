//! X-mas Rush: the rules, and the search against a plain reference.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "a test that panics has failed, which is what it is for"
)]

mod boards;
mod drawing;
mod map;
#[path = "../maps/mod.rs"]
mod maps;
mod pushes;
mod reference;
mod rules;
mod search;
