//! What all objects about a puzzle have in common.

use serde::{Deserialize, Serialize};

use crate::analysis::{Game, State, View, headline};

/// A position in a document, as in the Language Server Protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 0.
    pub line: u32,
    /// The column, from 0, in the units of the encoding.
    pub character: u32,
}

/// A range in a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// Its start.
    pub start: Position,
    /// The position after its last character.
    pub end: Position,
}

/// The place of a puzzle in its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleLocation {
    /// The version of the document.
    pub version: Option<i32>,
    /// The range of the puzzle, without trailing white space.
    pub range: Range,
    /// The line of its header, from 0.
    pub line: u32,
}

/// The common members of objects about a puzzle.
#[derive(Debug, Serialize)]
pub struct Heading {
    version: Option<i32>,
    range: Range,
    line: u32,
    game: Option<&'static str>,
    name: Option<String>,
    title: String,
    state: &'static str,
    summary: String,
}

impl Heading {
    /// Creates the heading of a puzzle, the one with this number from 0.
    pub fn new(place: PuzzleLocation, number: usize, view: &View<'_>) -> Self {
        let PuzzleLocation {
            version,
            range,
            line,
        } = place;
        Self {
            version,
            range,
            line,
            game: view.puzzle.game.map(Game::name),
            name: view.puzzle.name().map(ToOwned::to_owned),
            title: view.puzzle.title(number),
            state: State::from(view.known).name(),
            summary: headline(view.known),
        }
    }

    /// Adds the reason why the puzzle has no board to the summary.
    pub(super) fn add_reason(&mut self, reason: &str) {
        self.summary = format!("{}: {reason}", self.summary);
    }

    /// Marks the answer as incomplete, so that the client requests it again.
    pub(super) fn mark_solving(&mut self) {
        self.state = State::Solving.name();
    }
}
