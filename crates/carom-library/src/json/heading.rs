//! What all objects about a puzzle have in common.

use serde::{Deserialize, Serialize};

use crate::analysis::{
    Game, PuzzleState, SquareFault, View, error, headline, notes, square_faults, wrong_claims,
};

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
    /// The faulty squares of a malformed puzzle.
    faults: Vec<Fault>,
    /// A claim that the answer contradicts.
    claimed: Option<String>,
    /// The author's notes.
    notes: Option<String>,
}

/// A fault on a square.
#[derive(Debug, Serialize)]
struct Fault {
    square: String,
    message: String,
    glyph: Option<char>,
    fix: Option<String>,
}

impl From<SquareFault> for Fault {
    fn from(fault: SquareFault) -> Self {
        Self {
            square: fault.square.to_string(),
            message: fault.message,
            glyph: fault.glyph,
            fix: fault.fix,
        }
    }
}

impl Heading {
    /// Creates the heading of a puzzle, the one with this number from 0.
    pub fn new(place: PuzzleLocation, number: usize, view: &View<'_>) -> Self {
        let PuzzleLocation { version, range, line } = place;
        Self {
            version,
            range,
            line,
            game: view.puzzle.game.map(Game::name),
            name: view.puzzle.name().map(ToOwned::to_owned),
            title: view.puzzle.title(number),
            state: PuzzleState::from(view.known).name(),
            summary: match error(view.puzzle).filter(|_| view.puzzle.placed.is_none()) {
                Some(why) => format!("{}: {why}", headline(view.known)),
                None => headline(view.known),
            },
            faults: square_faults(view.puzzle).into_iter().map(Fault::from).collect(),
            claimed: wrong_claims(view).map(|claims| claims.claimed),
            notes: notes(view),
        }
    }

    /// Marks the answer as incomplete, so that the client requests it again.
    pub(super) fn mark_solving(&mut self) {
        self.state = PuzzleState::Solving.name();
    }
}
