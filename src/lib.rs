//! Carom reads plain-text files of sliding-robot puzzles, checks them, and solves them with
//! proof. The binary of the same name is a thin shell over this library.
//!
//! # As a library
//!
//! [`solve`] solves the text of a puzzle, and [`read`] reads the puzzles of a file. A [`Task`]
//! solves a position that was made without text; it has limits, and can be watched and
//! cancelled. [`to_carom`] writes a position as a puzzle.
//!
//! Programs that only need the library depend on `carom` with `default-features = false`, which
//! compiles neither the command line nor the server. The feature `png` adds `picture::png` and
//! `picture::apng`, pictures as PNG and animated PNG.
//!
//! ```
//! let named = carom::read("puzzle ricochet\n  rules: direct\n  board:\n    R . . r\n")?;
//! println!("{}", carom::picture::board(&named[0].position)); // R . . r
//! let answer = carom::Task::new(&named[0].position).max_positions(1_000_000).run();
//! assert_eq!(answer.outcome.solution().map(ToString::to_string).as_deref(), Some("R>"));
//! # Ok::<(), carom::Invalid>(())
//! ```
//!
//! The stable interface is this page, [`board`], [`games`], [`picture`] and [`search`]: it
//! changes only with a major version. The other modules are public for the binary and its tests,
//! are hidden from this documentation, and change with any version.
//!
//! # How it is made
//!
//! carom has three packages. A package uses only those above it, and its first page lists its
//! modules:
//!
//! | package | contents |
//! |---|---|
//! | `carom-core` | boards, rules, searches |
//! | `carom-library` | text, diagnostics, pictures, answers, foreign formats |
//! | `carom` | the command line, the server, and what both read: files and settings |
//!
//! The modules of this one in reading order; each uses only modules above it:
//!
//! | module | contents |
//! |---|---|
//! | `limited` | reads files up to a limit |
//! | `store` | answers kept between runs |
//! | `config` | the settings of `carom.toml` and of editors |
//! | `project` | the files of a project, and the configuration of each |
//! | `report` | the results of a run as text, JSON, SARIF, JUnit and more, and statistics |
//! | `lsp` | the language server |
//! | `cli` | one file for each command |
//!
//! `docs/architecture.md` follows a file through them and lists the promises that hold
//! everywhere.
#![cfg_attr(test, allow(clippy::cast_possible_truncation, clippy::disallowed_methods))]

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod config;
#[cfg(feature = "cli")]
mod limited;
#[cfg(feature = "cli")]
mod lsp;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod project;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod report;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod store;

/// Tests the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryPage;

pub use carom_library::*;
/// For what is made from the command line, such as its manual.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub use cli::command;
#[cfg(feature = "cli")]
pub use cli::main;
/// For cargo-fuzz.
#[cfg(fuzzing)]
#[doc(hidden)]
pub use lsp::assert_edits_equal_reopening;
