//! `carom/solution`: a puzzle and its solution, drawn move by move.

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentPositionParams;

use crate::analysis::{self, Author, Frame};
use crate::json::{Heading, Solution, WrittenMoves};
use crate::lsp::documents::Section;
use crate::lsp::session::{PositionContext, Server};

/// The parameters of the request.
#[derive(Debug, Deserialize)]
pub(crate) struct SolutionParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    #[serde(default)]
    of: Author,
}

/// Returns the puzzle at the position, and its heading.
pub(super) fn heading<'a>(place: &PositionContext<'a>) -> Option<(&'a Section, Heading)> {
    let document = place.document;
    let number = document.section_at(place.offset)?;
    let section = document.sections.get(number)?;
    let at = document.puzzle_location(section, place.encoding);
    Some((section, Heading::new(at, number, &section.view())))
}

impl Server {
    /// `carom/solution`
    pub(crate) async fn solution(&self, params: SolutionParams) -> Result<Option<Solution>> {
        let found = self.at(&params.at, |place| solution(place, params.of))?;
        // Draw after the lock is released.
        Ok(found.map(|(heading, written, frames)| Solution::new(heading, written, frames)))
    }
}

/// Returns the heading, the moves as written, and the frames to draw.
fn solution(
    place: &PositionContext<'_>,
    of: Author,
) -> Option<(Heading, WrittenMoves, Vec<Frame>)> {
    let (section, heading) = heading(place)?;
    let view = section.view();
    let offset = place.offset.saturating_sub(section.start);
    let written = WrittenMoves::new(&view, offset, |span| {
        place.document.json_range(span.shifted(section.start), place.encoding)
    });
    Some((heading, written, analysis::frames(&view, of)))
}
