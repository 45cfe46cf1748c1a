//! What a text of a form says.

use crate::board::{Direction, Square};
use crate::games::Position;
use crate::syntax::Key;
use crate::text::Span;

/// What a text says. All places are of the text as it was given.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The puzzles, in the order of the text.
    pub drafts: Vec<Draft>,
    /// What could not be read. A puzzle with a fault is not among the drafts.
    pub faults: Vec<Note>,
    /// What was read, and has no place in a puzzle.
    pub warnings: Vec<Note>,
}

/// A puzzle between two forms.
#[derive(Clone, Debug)]
pub struct Draft {
    /// All of the puzzle.
    pub span: Span,
    /// Where reports about the puzzle as a whole go: its first line, say.
    pub head: Span,
    /// What the text calls it.
    pub name: Option<String>,
    /// The position at the start.
    pub position: Position,
    /// What is said beside the position: claims, the solution, the author.
    pub keys: Vec<Said<Key>>,
    /// Keys of the user's own, which start with `x-`.
    pub own_keys: Vec<Said<String>>,
    /// Comments, without what starts one.
    pub comments: Vec<String>,
    /// Where squares are drawn or listed, as far as that is known; of several
    /// places of a square the first is the one to show.
    pub squares: Vec<(Square, Span)>,
    /// Where walls are drawn or listed, each by a square and its side; of several
    /// places of a wall the first is the one to show.
    pub walls: Vec<(Square, Direction, Span)>,
    /// Where each move of the solution stands, if each has a place of its own.
    pub moves: Vec<Span>,
}

impl Draft {
    /// A puzzle of which nothing but its position is known.
    pub fn new(span: Span, position: Position) -> Self {
        Self {
            span,
            head: span,
            name: None,
            position,
            keys: Vec::new(),
            own_keys: Vec::new(),
            comments: Vec::new(),
            squares: Vec::new(),
            walls: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// What the text says of `key`.
    pub fn said(&self, key: Key) -> Option<&Said<Key>> {
        self.keys.iter().find(|said| said.key == key)
    }

    /// What the text says of a key of the user's own.
    pub fn own(&self, key: &str) -> Option<&str> {
        let said = self.own_keys.iter().find(|said| said.key == key)?;
        Some(&said.value)
    }

    /// Notes a key with the place of its value.
    pub fn say(&mut self, key: Key, value: impl Into<String>, span: Span) {
        let value = value.into();
        self.keys.push(Said { key, value, span });
    }

    /// Notes a key of the user's own.
    pub fn say_own(&mut self, key: &str, value: impl Into<String>, span: Span) {
        self.own_keys.push(Said {
            key: key.to_owned(),
            value: value.into(),
            span,
        });
    }
}

/// A key, its value as a puzzle file has it, and where the text says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<K> {
    /// The key.
    pub key: K,
    /// Its value in the notation of puzzle files.
    pub value: String,
    /// The place of the value in the text.
    pub span: Span,
}

/// Something that is to be told about a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where.
    pub span: Span,
    /// What is the matter, and what was expected.
    pub message: String,
    /// What to do about it, if that can be known.
    pub help: Option<String>,
}

impl Note {
    /// A note without help.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: None,
        }
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
