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
    clippy::cast_sign_loss,
    clippy::disallowed_methods
)]

#[path = "../crates/carom-core/tests/cases.rs"]
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
mod guide;
mod layering;
mod library;
mod links;
mod lsp;
mod page;
mod pages;
mod pasting;
mod picture;
mod playing;
mod rating;
mod recovery;
#[path = "../crates/carom-core/tests/reference/mod.rs"]
mod reference;
mod setups;
mod solving;
mod store;
mod typing;
mod webassembly;
mod writing;
