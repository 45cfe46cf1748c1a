//! Tests of the binary: exact output and exit status.

mod bounded;
mod cache;
mod census;
mod check;
mod completions;
mod convert;
mod fix;
mod fmt;
pub mod folder;
mod foreign;
mod games;
mod generate;
mod hardest;
mod input;
#[cfg(unix)]
mod interrupt;
mod json;
mod jsonl;
#[cfg(target_os = "linux")]
mod memory;
mod minimise;
mod new;
mod page;
mod partition;
mod preview;
mod rate;
mod render;
mod reports;
pub mod schema;
mod since;
mod solve;
mod stats;
mod streams;
mod suppressions;
#[cfg(unix)]
mod terminal;
mod untrusted;
#[cfg(windows)]
mod windows;
