//! A form: its names, and how it is read and written.

use std::fmt;

use super::draft::{Draft, Reading};
use crate::board::Square;
use crate::games::Game;
use crate::syntax::Key;

/// Reads a text.
pub type Read = fn(&str) -> Reading;

/// Writes a puzzle.
pub type Write = fn(&Draft) -> Result<String, Refusal>;

/// A form of puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The name, as `--from` and `--to` take it.
    pub name: &'static str,
    /// What it is, as the end of a sentence.
    pub about: &'static str,
    /// The game; none for a form of all games.
    pub game: Option<Game>,
    /// What the names of its files end in, the first for those that are written.
    pub extensions: &'static [&'static str],
    /// Whether a text may hold several puzzles; if so, what stands between two.
    pub between: Option<&'static str>,
    /// Files that stand beside what is written: the name and the text of each.
    pub companions: &'static [(&'static str, &'static str)],
    /// What it has a place for beside the position.
    pub keeps: Keeps,
    /// Whether a text looks as if it were of this form, if broken perhaps.
    pub recognises: fn(&str) -> bool,
    /// Reads a text.
    pub read: Option<Read>,
    /// Writes a puzzle, its text ended by a line end.
    pub write: Option<Write>,
}

/// What a form has a place for beside the position.
#[derive(Clone, Copy, Debug)]
pub struct Keeps {
    /// Whether it has a place for such a name of the puzzle.
    pub name: fn(&str) -> bool,
    /// Comments.
    pub comments: bool,
    /// Keys that puzzle files know.
    pub keys: &'static [Key],
    /// Keys of the user's own, by their names, as far as it understands what
    /// they say.
    pub own_keys: &'static [&'static str],
    /// Whether it keeps all keys of the user's own.
    pub all_own_keys: bool,
    /// Whether it keeps all there is.
    pub all: bool,
    /// What it has no place for in this puzzle, though it has in others.
    pub but: fn(&Draft) -> Vec<Lost>,
}

impl Keeps {
    /// The position is all it has a place for.
    pub const NOTHING: Self = Self {
        name: |_| false,
        comments: false,
        keys: &[],
        own_keys: &[],
        all_own_keys: false,
        all: false,
        but: |_| Vec::new(),
    };

    /// It has a place for all there is.
    pub const ALL: Self = Self {
        name: |_| true,
        comments: true,
        all: true,
        ..Self::NOTHING
    };
}

/// A puzzle that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its text.
    pub text: String,
    /// What the form has no place for.
    pub lost: Vec<Lost>,
}

/// Something that a form has no place for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lost {
    /// The name of the puzzle.
    Name,
    /// A key.
    Key(String),
    /// Comments.
    Comments,
    /// A human that is home before the first move: its name, and where it stands.
    Departed(char, Square),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("the name"),
            Self::Key(key) => write!(f, "`{key}`"),
            Self::Comments => f.write_str("comments"),
            Self::Departed(name, square) => {
                write!(
                    f,
                    "the human {name} on {square}, who is home from the start"
                )
            }
        }
    }
}

/// Why a form cannot say a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub reason: String,
    /// The square that shows it, if one does.
    pub square: Option<Square>,
}

impl Refusal {
    /// A reason that has to do with the puzzle as a whole.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            square: None,
        }
    }

    /// A reason that shows on a square.
    pub fn at(square: Square, reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            square: Some(square),
        }
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

impl Form {
    /// Whether it is the form of puzzle files.
    pub fn is_own(&self) -> bool {
        self.name == "carom"
    }

    /// Whether it has puzzles of `game`.
    pub fn has(&self, game: Game) -> bool {
        self.game.is_none_or(|own| own == game)
    }
}
