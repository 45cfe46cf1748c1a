//! `carom/solution`: a puzzle and its solution, drawn move by move.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentPositionParams};

use crate::analysis::{self, Author, Frame, Game, State};
use crate::lsp::session::{PositionContext, Server};
use crate::picture;

/// The parameters of the request.
#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct SolutionParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    #[serde(default)]
    of: SolutionSource,
}

/// The source of the moves.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SolutionSource {
    #[default]
    Solver,
    File,
}

/// The common fields of responses about a puzzle.
#[derive(Debug, Serialize)]
pub(super) struct Heading {
    /// The version of the document.
    version: Option<i32>,
    /// The range of the puzzle.
    range: Range,
    /// The line of its header.
    line: u32,
    game: Option<&'static str>,
    name: Option<String>,
    /// The name, or `puzzle N`.
    title: String,
    state: &'static str,
    pub(super) summary: String,
}

/// The puzzle at the position.
#[derive(Debug, Serialize)]
pub(in crate::lsp) struct Solution {
    #[serde(flatten)]
    heading: Heading,
    frames: Vec<DrawnFrame>,
}

/// A drawn position.
#[derive(Debug, Serialize)]
pub(super) struct DrawnFrame {
    #[serde(rename = "move")]
    played: Option<String>,
    label: String,
    turn: usize,
    description: String,
    text: String,
    svg: String,
}

impl From<Frame> for DrawnFrame {
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
    /// Creates the heading of a puzzle.
    pub(super) fn new(place: &PositionContext<'_>, number: usize) -> Option<Self> {
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

    /// Marks the answer as incomplete, so that the client requests it again.
    pub(super) fn mark_solving(&mut self) {
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
        // Draw after the lock is released.
        Ok(found.map(|(heading, frames)| Solution {
            heading,
            frames: frames.into_iter().map(DrawnFrame::from).collect(),
        }))
    }
}

/// Returns the heading, and the frames to draw.
fn solution(place: &PositionContext<'_>, of: SolutionSource) -> Option<(Heading, Vec<Frame>)> {
    let number = place.document.section_at(place.offset)?;
    let section = place.document.sections.get(number)?;
    let author = match of {
        SolutionSource::Solver => Author::Solver,
        SolutionSource::File => Author::File,
    };
    let frames = analysis::frames(&section.view(), author);
    Some((Heading::new(place, number)?, frames))
}
