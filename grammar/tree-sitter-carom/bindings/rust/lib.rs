//! The tree-sitter grammar of `.carom`, for the crate `tree-sitter`:
//!
//! ```ignore
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_carom::LANGUAGE.into())?;
//! let tree = parser.parse("puzzle lunar\n  board:\n    @ . + A\n", None);
//! ```

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_carom() -> *const ();
}

/// The grammar.
// SAFETY: the function is the one that tree-sitter generated into parser.c.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_carom) };

/// The types of nodes, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// What has which colour.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// What is written in another language: comments.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// Where names are bound: pieces in their puzzle.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// What a list of a file's contents names: puzzles.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");
