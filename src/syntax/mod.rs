//! The `.carom` format: from text to a tree, and back in one layout.
//!
//! Reading never fails. A file is cut at its `puzzle` lines into sections
//! ([`sections`]), a section into lines whose kind shows from their structure
//! alone, and only within a line does a grammar decide. So a error never hides
//! the next line, let alone the next puzzle. The tree knows keys, words,
//! moves and rows, but no rule of any game.
//!
//! All spans of a [`ParsedSection`] count from the start of its own text.

mod board;
mod board_line;
mod border;
mod draft;
mod drawing;
mod error;
mod format;
mod key;
mod layout;
mod line;
mod moves;
mod outline;
mod parse;
mod row_repair;
mod tree;
mod typing;
mod typos;

pub use draft::{Draft, DraftValue};
pub use drawing::{Drawing, DrawnRow};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use format::{Formatted, GlyphAlias, UnformattedSection, format};
pub use key::{Key, Shape};
pub use line::escaped;
pub use moves::move_text;
pub use outline::{BYTE_ORDER_MARK, name, sections, starts_with_header};
pub use parse::parse;
pub use tree::{
    Arrow, BoardStyle, BoardText, Cell, Claim, Field, FieldValue, Header, MoveKind, MoveText,
    ParsedSection, QuotedName, Row, SpannedArrow, Wall, Word,
};
pub use typing::typed;
