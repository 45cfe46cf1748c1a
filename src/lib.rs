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
//! compiles neither the command line nor the server. Two features extend the library:
//!
//! - `random`: [`RandomBoards`], an iterator over random boards.
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
//! The modules in reading order:
//!
//! | module | contents | uses |
//! |---|---|---|
//! | `words` | numbers and lists in sentences | |
//! | `text` | spans, lines, columns in three encodings, edits | |
//! | `syntax` | the format: cutting, parsing, recovery, layout | `text` |
//! | [`board`] | squares, directions, bitboards, walls, symmetries | |
//! | [`games`] | the rules: setups, positions, moves; one table of games | `board` |
//! | [`search`] | exact answers within a budget | `board`, `games` |
//! | [`picture`] | positions as they are shown | `syntax`, `board`, `games` |
//! | `solving` | questions with their limits, the order of their answers, and stores | `words`, `board`, `games`, `search` |
//! | `store` | answers kept between runs | `board`, `games`, `search`, `solving` |
//! | `analysis` | diagnostics, fixes, and what an editor asks, as plain data | all above |
//! | `library` | the calls for programs that solve boards | all above |
//! | `exchange` | foreign formats: a reader and a writer each | `words`, `text`, `syntax`, `board`, `games`, `analysis` |
//! | `generate` | puzzles made by the machine | `words`, `syntax`, `board`, `games`, `search`, `solving`, `analysis` |
//! | `json` | answers, diagnostics and boards as JSON, for programs and editors | `text`, `games`, `search`, `picture`, `solving`, `analysis` |
//! | `config` | the settings of each `carom.toml` and of editors | `text`, `analysis`, `exchange` |
//! | `project` | the files of a project and the configuration of each | `text`, `exchange`, `config` |
//! | `report` | the results of a run as text, JSON, SARIF, JUnit and more, and statistics | `text`, `games`, `search`, `analysis`, `json`, `project` |
//! | `lsp` | the language server: documents, answers as they come, the protocol | `text`, `syntax`, `picture`, `solving`, `store`, `analysis`, `json`, `exchange`, `generate`, `config`, `project` |
//! | `cli` | one file for each command | all above |
//!
//! All modules may use `words`. Of the last two, only `main` is public.
//!
//! Invariants:
//!
//! - **Reading never fails.** Parsing gives a tree and a list of faults; a fault
//!   never hides the next line, let alone the next puzzle.
//! - **Text, then setup, then position.** `syntax` knows no rules; `games` and
//!   `search` never see text. A fault names pieces and squares, and `analysis`
//!   maps it to the text. All faults of a setup are gathered.
//! - **An outcome never lies.** Solved is optimal, unsolvable is proved, and
//!   unknown says which limit was reached and what was proved until then.
//! - **The same answer everywhere.** Limits are counted in positions and bytes,
//!   and no output depends on the order of hashes or the number of threads.
//! - **One road from file to answer.** Which files there are, what configures
//!   each, what is asked of a puzzle and what of it is kept is settled in
//!   `project` and `solving`, for the command line and the server alike.
//! - **Analysis is a function.** Text and configuration in, plain data out: no
//!   clock, no disk, no protocol.
//! - **A puzzle is the unit of work.** A file is cut at its `puzzle` lines, and
//!   a section is read without its neighbours.
//! - **Four games, no copies.** What games share is generic; what differs is in
//!   the game's own folder, and its name in one table. `docs/adding-a-game.md`
//!   tells what a fifth would touch.
//!
//! `tests/layering.rs` checks this table, and that no files of a module import each other in
//! a circle.
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
