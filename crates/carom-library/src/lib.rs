//! The library of carom, which programs use as the package `carom` with
//! `default-features = false`: text, diagnostics, pictures, answers and foreign formats, without
//! files and settings.
//!
//! The modules in reading order; each uses only modules above it and those of `carom-core`:
//!
//! | module | contents |
//! |---|---|
//! | `text` | spans, lines, columns in three encodings, edits |
//! | `syntax` | the file format: sections, parsing, recovery, layout |
//! | [`picture`] | positions as text and drawings |
//! | `solving` | questions with their limits, and the order in which they are answered |
//! | `analysis` | diagnostics, fixes and editor features, as plain data |
//! | `exchange` | foreign formats, with a reader and a writer each |
//! | `library` | the functions of this page |
//! | `generate` | new puzzles and random boards |
//! | `json` | answers, diagnostics and boards as JSON, for programs and editors |
//! | `page` | web pages with puzzles to play |
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

#[doc(hidden)]
pub mod analysis;
#[doc(hidden)]
pub mod exchange;
#[doc(hidden)]
pub mod generate;
#[doc(hidden)]
pub mod json;
mod library;
#[doc(hidden)]
pub mod page;
pub mod picture;
#[doc(hidden)]
pub mod solving;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod text;

#[doc(hidden)]
pub use carom_core::words;
pub use carom_core::{board, games, search};
pub use generate::RandomBoards;
pub use library::{
    Invalid, NamedPosition, Problem, Progress, Task, Unwritable, from_json, read, read_one, solve,
    to_carom, to_json,
};
pub use search::{Answer, CancelFlag, Limit, Outcome, Solution};
