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
//! compiles neither the command line nor the server. Three features extend the library:
//!
//! - `random`: [`RandomBoards`], an iterator over random boards.
//! - `png`: `picture::png` and `picture::apng`, pictures as PNG and animated PNG.
//! - `serde`: positions and named positions as carom text, moves as text, and answers.
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
//! The modules in reading order; each uses only modules above it:
//!
//! | module | contents |
//! |---|---|
//! | `words` | numbers and lists in sentences |
//! | `text` | spans, lines, columns in three encodings, edits |
//! | `syntax` | the file format: sections, parsing, recovery, layout |
//! | [`board`] | squares, directions, bitboards, walls, symmetries |
//! | [`games`] | the rules: setups, positions, moves, and the table of games |
//! | [`search`] | exact answers within a budget |
//! | [`picture`] | positions as text and drawings |
//! | `solving` | questions with their limits, and the order in which they are answered |
//! | `store` | answers kept between runs |
//! | `analysis` | diagnostics, fixes and editor features, as plain data |
//! | `library` | the functions of this page |
//! | `exchange` | foreign formats, with a reader and a writer each |
//! | `generate` | new puzzles and random boards |
//! | `json` | answers, diagnostics and boards as JSON, for programs and editors |
//! | `page` | web pages with puzzles to play |
//! | `config` | the settings of `carom.toml` and of editors |
//! | `project` | the files of a project, and the configuration of each |
//! | `report` | the results of a run as text, JSON, SARIF, JUnit and more, and statistics |
//! | `lsp` | the language server |
//! | `cli` | one file for each command |
//!
//! `docs/architecture.md` follows a file through them and lists the promises that hold
//! everywhere. `tests/layering.rs` lists which module may use which, and the few modules whose
//! files import each other in a circle.
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

#[doc(hidden)]
pub mod analysis;
pub mod board;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod config;
#[cfg(feature = "exchange")]
#[doc(hidden)]
pub mod exchange;
pub mod games;
#[cfg(feature = "random")]
mod generate;
#[cfg(feature = "json")]
#[doc(hidden)]
pub mod json;
mod library;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod page;
pub mod picture;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod project;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod report;
pub mod search;
#[doc(hidden)]
pub mod solving;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod text;
mod words;

/// Tests the examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryPage;
/// For what is made from the command line, such as its manual.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub use cli::command;
#[cfg(feature = "cli")]
pub use cli::main;
#[cfg(feature = "random")]
pub use generate::RandomBoards;
pub use library::{
    Invalid, NamedPosition, Problem, Progress, Task, Unwritable, read, read_one, solve, to_carom,
};
/// For cargo-fuzz.
#[cfg(fuzzing)]
#[doc(hidden)]
pub use lsp::assert_edits_equal_reopening;
#[cfg(feature = "lsp")]
/// For tests: a server that answers in a way of theirs.
#[doc(hidden)]
pub use lsp::run_answering;
pub use search::{Answer, CancelFlag, Limit, Outcome, Solution};
