//! The real binary: what it writes, to the letter, and how it ends.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::indexing_slicing
)]

mod check;
mod fix;
mod fmt;
mod folder;
mod input;
mod solve;
mod streams;
