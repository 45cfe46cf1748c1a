//! The answers compared with independent references, in one binary: optimised like the searches.
#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]

mod backward;
mod cases;
mod grouped;
mod idle;
mod map;
mod maps;
mod node_counts;
mod reference;
mod rush;
mod slider;
mod solver;
mod successors;
mod tiles;
mod tilt;
mod wide;
