//! `carom/solution`: a puzzle and its solution, drawn move by move, so that
//! every editor can show it.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentPositionParams};

use crate::analysis::{self, Author, Frame, Game, State};
use crate::lsp::session::{Place, Server};
use crate::picture;

/// What a client asks for.
#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct SolutionParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    #[serde(default)]
    of: Of,
}

/// Whose moves are shown.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Of {
    #[default]
    Solver,
    File,
}

/// What is said of a puzzle before all else.
#[derive(Debug, Serialize)]
pub(super) struct Heading {
    /// The version of the document that this is about.
    version: Option<i32>,
    /// The puzzle, up to the next one.
    range: Range,
    /// The line of its header.
    line: u32,
    game: Option<&'static str>,
    name: Option<String>,
    /// What to call it.
    title: String,
    state: &'static str,
    pub(super) summary: String,
}

/// The puzzle at the place.
#[derive(Debug, Serialize)]
pub(in crate::lsp) struct Solution {
    #[serde(flatten)]
    heading: Heading,
    frames: Vec<Drawn>,
}

/// A frame as it goes over the wire.
#[derive(Debug, Serialize)]
pub(super) struct Drawn {
    #[serde(rename = "move")]
    played: Option<String>,
    label: String,
    turn: usize,
    description: String,
    text: String,
    svg: String,
}

impl From<Frame> for Drawn {
    fn from(frame: Frame) -> Self {
        Self {
            text: picture::diagram(&frame.position),
            svg: picture::svg(&frame.picture()),
            played: frame.played.map(|played| played.to_string()),
            label: frame.label,
            turn: frame.turn,
            description: frame.description,
        }
    }
}

impl Heading {
    /// The heading of the puzzle of this number.
    pub(super) fn new(place: &Place<'_>, number: usize) -> Option<Self> {
        let document = place.document;
        let section = document.sections.get(number)?;
        let puzzle = &section.read.puzzle;
        let known = section.view().known;
        Some(Self {
            version: document.version,
            range: document.range_of(section, place.encoding),
            line: document.line_of(section, place.encoding),
            game: puzzle.game.map(Game::name),
            name: puzzle.name().map(ToOwned::to_owned),
            title: document.title(number),
            state: State::from(known).name(),
            summary: analysis::headline(known),
        })
    }

    /// Tells that the client is to ask again.
    pub(super) fn ask_again(&mut self) {
        self.state = State::Solving.name();
    }
}

impl Server {
    /// `carom/solution`
    pub(in crate::lsp) async fn solution(
        &self,
        params: SolutionParams,
    ) -> Result<Option<Solution>> {
        let found = self.at(&params.at, |place| solution(place, params.of))?;
        // Drawn when the documents are free again: nobody waits for pictures.
        Ok(found.map(|(heading, frames)| Solution {
            heading,
            frames: frames.into_iter().map(Drawn::from).collect(),
        }))
    }
}

/// What is known of the puzzle, and the frames that are yet to be drawn.
fn solution(place: &Place<'_>, of: Of) -> Option<(Heading, Vec<Frame>)> {
    let number = place.document.section_at(place.offset)?;
    let section = place.document.sections.get(number)?;
    let author = match of {
        Of::Solver => Author::Solver,
        Of::File => Author::File,
    };
    let frames = analysis::frames(&section.view(), author);
    Some((Heading::new(place, number)?, frames))
}
