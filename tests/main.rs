//! All tests in one binary, which links faster than one binary for each file.
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
mod chain;
mod cli;
mod config;
mod ebnf;
mod editors;
mod exchange;
mod fixes;
mod fixtures;
mod format;
mod formats;
mod generated;
mod gestures;
mod grouped;
mod idle;
mod layering;
mod library;
mod links;
mod lsp;
mod map;
mod maps;
mod node_counts;
mod page;
mod pages;
mod picture;
mod playing;
mod recovery;
mod reference;
mod rush;
mod setups;
mod slider;
mod solver;
mod solving;
mod store;
mod successors;
mod tiles;
mod typing;
mod wide;
mod writing;
