//! The result of reading a text in any format.

use crate::analysis::MAX_OF_FILE;
use crate::board::{Direction, Square};
use crate::games::Position;
use crate::syntax::Key;
use crate::text::Span;

/// The result of reading a text. All spans are of the original text.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The puzzles, in the order of the text.
    pub records: Vec<PuzzleRecord>,
    /// Parts that could not be read. A puzzle with a fault has no record.
    pub faults: Vec<Note>,
    /// Parts that a puzzle file cannot hold.
    pub warnings: Vec<Note>,
    /// Claims that count by other rules.
    pub unchecked: Vec<Note>,
}

/// A puzzle with its name, claims and comments, independent of a format.
#[derive(Clone, Debug)]
pub struct PuzzleRecord {
    /// The whole puzzle.
    pub span: Span,
    /// The span for diagnostics about the whole puzzle, such as its first line.
    pub head: Span,
    /// Its name.
    pub name: Option<String>,
    /// The position at the start.
    pub position: Position,
    /// Keys of puzzle files, such as claims, the solution and the author.
    pub keys: Vec<KeyValue<Key>>,
    /// Custom keys, which start with `x-`.
    pub own_keys: Vec<KeyValue<String>>,
    /// Comments, without the comment mark.
    pub comments: Vec<String>,
    /// The spans of squares that are drawn or listed, as far as known. Diagnostics use the first
    /// span of a square.
    pub squares: Vec<(Square, Span)>,
    /// The spans of walls that are drawn or listed, each wall by a square and its side. Diagnostics
    /// use the first span of a wall.
    pub walls: Vec<(Square, Direction, Span)>,
    /// The span of each move of the solution, if each has one.
    pub moves: Vec<Span>,
}

impl From<Result<PuzzleRecord, Vec<Note>>> for Import {
    /// Returns the result of reading a text with one puzzle.
    fn from(puzzle: Result<PuzzleRecord, Vec<Note>>) -> Self {
        let mut import = Self::default();
        import.add(puzzle);
        import
    }
}

impl Import {
    /// Adds a puzzle, or its faults.
    pub(super) fn add(&mut self, puzzle: Result<PuzzleRecord, Vec<Note>>) {
        match puzzle {
            Ok(record) => self.records.push(record),
            Err(faults) => add_notes(&mut self.faults, faults),
        }
    }

    /// Gives comments below the last puzzle to it.
    pub(super) fn add_comments(&mut self, comments: Vec<String>) {
        if let Some(last) = self.records.last_mut() {
            last.comments.extend(comments);
        }
    }
}

impl PuzzleRecord {
    /// Creates a record with a position only.
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

    /// Returns the value of a key.
    pub fn key_value(&self, key: Key) -> Option<&KeyValue<Key>> {
        self.keys.iter().find(|said| said.key == key)
    }

    /// Returns the value of a custom key.
    pub fn own_value(&self, key: &str) -> Option<&str> {
        let said = self.own_keys.iter().find(|said| said.key == key)?;
        Some(&said.value)
    }

    /// Adds a key with the span of its value.
    pub fn set_key(&mut self, key: Key, value: impl Into<String>, span: Span) {
        let value = value.into();
        self.keys.push(KeyValue { key, value, span });
    }

    /// Adds a custom key.
    pub fn set_own_key(&mut self, key: &str, value: impl Into<String>, span: Span) {
        self.own_keys.push(KeyValue { key: key.to_owned(), value: value.into(), span });
    }
}

/// A key with its value and the span of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyValue<K> {
    /// The key.
    pub key: K,
    /// Its value, as written in puzzle files.
    pub value: String,
    /// The span of the value in the text.
    pub span: Span,
}

/// A message about a span of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The span.
    pub span: Span,
    /// The problem, and what was expected.
    pub message: String,
    /// How to fix it, if known.
    pub help: Option<String>,
}

/// Adds notes up to the limit of a file. The last one says that there are more.
pub(super) fn add_notes(notes: &mut Vec<Note>, more: impl IntoIterator<Item = Note>) {
    for note in more.into_iter().take(MAX_OF_FILE.saturating_sub(notes.len())) {
        notes.push(match notes.len() + 1 {
            MAX_OF_FILE => Note::new(note.span, "more problems from here on are not shown"),
            _ => note,
        });
    }
}

impl From<Note> for Vec<Note> {
    fn from(note: Note) -> Self {
        vec![note]
    }
}

impl Note {
    /// Creates a note without help.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    /// Adds help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
