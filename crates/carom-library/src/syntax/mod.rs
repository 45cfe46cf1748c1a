//! The `.carom` format: parser, formatter and writer.
//!
//! Parsing never fails. [`sections`] splits a file into one section per puzzle.
//! The kind of each line follows from its structure alone, and a grammar reads
//! only within a line. So an error never hides the next line or the next
//! puzzle. The tree has keys, words, moves and rows. It knows no rule of any
//! game.
//!
//! All spans of a [`ParsedSection`] are relative to the start of its own text.

mod board;
mod board_line;
mod border;
mod draft;
mod drawing;
mod edges;
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

pub use draft::Draft;
pub use drawing::{Drawing, DrawnRow};
pub use edges::{EdgeLabels, edge_labels, is_diagram};
pub use error::{SyntaxError, SyntaxErrorKind};
pub use format::{Formatted, GlyphAlias, UnformattedSection, format};
pub use key::{Key, Shape};
pub use line::{conflict, escaped, invisible, without_invisible};
pub use moves::move_text;
pub use outline::{BYTE_ORDER_MARK, name, sections};
pub use parse::parse;
pub use tree::{
    BoardStyle, BoardText, Cell, Claim, Field, FieldValue, Header, MoveKind, MoveText,
    ParsedSection, QuotedName, Row, SpannedArrow, Wall, Word,
};
pub use typing::typed;
