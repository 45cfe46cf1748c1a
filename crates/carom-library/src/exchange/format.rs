//! The description of a format.

use std::fmt;
use std::path::Path;

use super::record::{Import, Note, PuzzleRecord};
use crate::board::{Board, Square};
use crate::games::Game;
use crate::syntax::conflict;
use crate::text::Span;

/// A function that reads a text.
pub type Read = fn(&str) -> Import;

/// A function that writes a puzzle.
pub type Write = fn(&PuzzleRecord) -> Result<String, Refusal>;

/// A format of puzzle files.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name for `--from` and `--to`.
    pub name: &'static str,
    /// A description, as a lower-case phrase.
    pub about: &'static str,
    /// Its game; `None` if it holds puzzles of all games.
    pub game: Option<Game>,
    /// File name extensions; the first is used for writing.
    pub extensions: &'static [&'static str],
    /// The separator of puzzles in one text; `None` if a text holds one puzzle only.
    pub between: Option<&'static str>,
    /// The texts around several puzzles in one text.
    pub around: Option<[&'static str; 2]>,
    /// The prefix of a line that applies to all puzzles below it. In a text with several puzzles it
    /// is written only when it changes.
    pub heading: Option<&'static str>,
    /// Additional files to write: name and text of each.
    pub companions: &'static [(&'static str, &'static str)],
    /// Whether it can hold everything that a puzzle file can.
    pub is_lossless: bool,
    /// Whether it counts consecutive slides of one piece as one move (`rules: grouped`).
    pub grouped: bool,
    /// Returns what it cannot hold of a puzzle, besides names, keys and comments.
    pub loses: fn(&PuzzleRecord) -> Vec<Loss>,
    /// Whether a text looks like this format, even if it is malformed.
    pub recognises: fn(&str) -> bool,
    /// Reads a text.
    pub read: Option<Read>,
    /// Writes a puzzle; the text ends with a line break.
    pub write: Option<Write>,
}

/// The result of writing a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Its text.
    pub text: String,
    /// The information that the format cannot hold.
    pub losses: Vec<Loss>,
}

/// A piece of information that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// The name of the puzzle.
    Name,
    /// A key.
    Key(String),
    /// Comments.
    Comments,
    /// A human that is on its target before the first move: its name and square.
    Departed(char, Square),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("the name"),
            Self::Key(key) => write!(f, "`{key}`"),
            Self::Comments => f.write_str("comments"),
            Self::Departed(name, square) => {
                write!(f, "the human {name}, who is already home on {square}")
            }
        }
    }
}

/// The reason why a format cannot express a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub reason: String,
    /// The square it is about, if any.
    pub square: Option<Square>,
}

impl Refusal {
    /// Creates a refusal about the whole puzzle.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), square: None }
    }

    /// Creates a refusal of a board whose size is not the `expected` one.
    pub(super) fn size(expected: &str, board: &Board) -> Self {
        let (columns, rows) = (board.columns(), board.rows());
        Self::new(format!("expected {expected}, found {columns}×{rows}"))
    }

    /// Refuses a board with walls.
    pub(super) fn of_walls(board: &Board) -> Result<(), Self> {
        let mut squares = board.squares();
        match squares.find(|&square| !board.walls(square).is_empty()) {
            Some(square) => Err(Self::at(square, "the format has no walls")),
            None => Ok(()),
        }
    }

    /// Creates a refusal about a square.
    pub fn at(square: Square, reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), square: Some(square) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square {
            Some(square) => write!(f, "{square}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Refusal {}

/// Returns the fault of a text that Git LFS did not fetch, or that has a merge conflict.
pub(super) fn left_by_git(text: &str) -> Option<Note> {
    lfs_pointer(text).or_else(|| {
        // Markdown underlines a heading like the middle of a conflict.
        let is_labelled = text.contains("<<<<<<< ") || text.contains(">>>>>>> ");
        let marker = conflict(text).filter(|_| is_labelled)?;
        let note = Note::new(marker, "unresolved merge conflict");
        Some(note.with_help("keep one side, and remove the lines of markers"))
    })
}

/// Returns the fault of a text that Git LFS did not fetch.
pub(super) fn lfs_pointer(text: &str) -> Option<Note> {
    let first = text.lines().next()?;
    let is_pointer = first.starts_with("version https://git-lfs.github.com/spec/");
    let note = Note::new(Span::of(text, first), "Git LFS pointer in place of the file");
    is_pointer.then(|| note.with_help("fetch the file with `git lfs pull`"))
}

impl Format {
    /// A text format with one puzzle per text.
    pub(super) const TEXT: Self = Self {
        name: "",
        about: "",
        game: None,
        extensions: &["txt"],
        between: None,
        around: None,
        heading: None,
        companions: &[],
        is_lossless: false,
        grouped: false,
        loses: |_| Vec::new(),
        recognises: |_| false,
        read: None,
        write: None,
    };

    /// Reads a text, or returns what Git left in its place. Returns `None` if the format cannot be
    /// read.
    pub fn import(&self, text: &str) -> Option<Import> {
        let read = self.read?;
        Some(match left_by_git(text) {
            Some(fault) => Import::from(Err(vec![fault])),
            None => read(text),
        })
    }

    /// Whether it is carom's own format.
    pub fn is_own(&self) -> bool {
        self.name == "carom"
    }

    /// Whether it can hold puzzles of `game`.
    pub fn has(&self, game: Game) -> bool {
        self.game.is_none_or(|own| own == game)
    }

    /// Whether a path ends in one of its extensions.
    pub fn has_extension_of(&self, path: &Path) -> bool {
        let extension = path.extension();
        self.extensions.iter().any(|wanted| extension.is_some_and(|found| found == *wanted))
    }
}
