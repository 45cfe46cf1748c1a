//! The `.carom` format: from text to a tree, and back in one layout.
//!
//! Reading never fails. A file is cut at its `puzzle` lines into sections
//! ([`sections`]), a section into lines whose kind shows from their structure
//! alone, and only within a line does a grammar decide. So a fault never hides
//! the next line, let alone the next puzzle. The tree knows keys, words,
//! moves and rows, but no rule of any game.
//!
//! All spans of a [`Section`] count from the start of its own text.

mod board;
mod board_line;
mod border;
mod certain;
mod draft;
mod drawing;
mod fault;
mod format;
mod key;
mod layout;
mod line;
mod moves;
mod outline;
mod parse;
mod slips;
mod tree;
mod typing;

pub use draft::{Draft, DraftValue};
pub use drawing::{Drawing, DrawnRow};
pub use fault::{Fault, FaultKind};
pub use format::{Formatted, GlyphAlias, LeftSection, format};
pub use key::{Key, Shape};
pub use line::escaped;
pub use moves::move_text;
pub use outline::{BYTE_ORDER_MARK, name, sections};
pub use parse::parse;
pub use tree::{
    Arrow, Board, Cell, Claim, Field, Header, MoveKind, MoveText, Name, Row, Section, Spelling,
    Step, Value, Wall, Word,
};
pub use typing::typed;
