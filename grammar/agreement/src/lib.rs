//! What carom's own reader and the tree-sitter grammar say about a text, in
//! the same terms, so that a test can hold them together.
//!
//! [`of_carom`] and [`of_tree`] list the faults of a text and
//! its parts, with the bytes they cover. They have to be equal on any text: a
//! tree has an error exactly where carom reports a fault that shows from a
//! line and what kind of line it is ([`shows`]), and what is no fault is cut
//! into the same keys, words, cells, walls, moves and comments.

mod carom_side;
mod tree_side;

use std::collections::BTreeSet;
use std::ops::Range;

pub use carom_side::shows;
pub use tree_side::parser;

/// A part of a text and where it stands, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The first byte.
    pub start: usize,
    /// The first byte behind it.
    pub end: usize,
    /// What it is.
    pub kind: Kind,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Fault,
    Comment,
    Puzzle,
    Game,
    Name,
    Key,
    Text,
    Word,
    Move,
    Direction,
    Cell,
    Wall,
    /// What only a tree can have: something inserted, or an error around more
    /// than faults. Always a defect of the grammar.
    Stray,
}

/// All parts of a text.
pub type Reading = BTreeSet<Part>;

fn part(range: Range<usize>, kind: Kind) -> Part {
    Part { start: range.start, end: range.end, kind }
}

/// What carom reads in a text.
pub fn of_carom(text: &str) -> Reading {
    carom_side::read(text)
}

/// What the grammar's tree says about a text.
pub fn of_tree(text: &str, tree: &tree_sitter::Tree) -> Reading {
    tree_side::read(text, tree)
}

/// Where the two differ, as a list of lines; nothing where they agree. Puzzles
/// in which carom reads a slip as it was meant are passed over, and so are tabs,
/// of which carom reports the first alone.
pub fn difference(text: &str, tree: &tree_sitter::Tree) -> Option<String> {
    let mended = carom_side::mended(text);
    let compared = |mut reading: Reading| {
        reading.retain(|part| {
            let meets = |range: &Range<usize>| part.start < range.end && range.start < part.end;
            let slice = text.get(part.start..part.end).unwrap_or_default();
            let is_tab = part.kind == Kind::Fault && slice.bytes().all(|byte| byte == b'\t');
            !is_tab && !mended.iter().any(meets)
        });
        reading
    };
    let (carom, tree) = (compared(of_carom(text)), compared(of_tree(text, tree)));
    let list = |who: &str, parts: &mut dyn Iterator<Item = &Part>| {
        let lines = parts.map(|part| {
            let slice = text.get(part.start..part.end).unwrap_or("?");
            format!("only {who}: {part:?} {slice:?}\n")
        });
        lines.collect::<String>()
    };
    let only =
        list("carom", &mut carom.difference(&tree)) + &list("tree", &mut tree.difference(&carom));
    (!only.is_empty()).then_some(only)
}
