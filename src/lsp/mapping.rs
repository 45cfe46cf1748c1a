//! A map as it is being filled in.

use std::sync::Arc;

use tower_lsp::ls_types::Uri;

use super::document::Document;
use super::section::{Section, known};
use crate::analysis::{self, Spot, Square, Standing, Start};
use crate::solving::{Asked, Service};

/// A thing of a puzzle whose map is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) uri: Uri,
    /// The number of the puzzle, as far as no edit has changed it.
    pub(super) number: usize,
    pub(super) start: Start,
    pub(super) one: Standing,
}

/// The position and the limits of a puzzle; none of a malformed one.
pub(super) fn start(section: &Section) -> Option<Start> {
    Some(Start {
        position: section.read.puzzle.position()?.clone(),
        limits: section.asked.as_ref()?.question().limits(),
    })
}

impl Wanted {
    /// The puzzle as it stands in the document now, if it still does.
    pub(super) fn section<'a>(&self, document: &'a Document) -> Option<&'a Section> {
        let is_it = |section: &&Section| {
            let question = section.asked.as_ref().map(|asked| asked.question());
            section.read.puzzle.position() == Some(&self.start.position)
                && question.is_some_and(|question| question.limits() == self.start.limits)
        };
        let own = document.sections.get(self.number).filter(is_it);
        own.or_else(|| document.sections.iter().find(is_it))
    }
}

/// A map that is being filled in. Once dropped, nothing more is searched for
/// it.
pub(super) struct Mapping {
    pub(super) wanted: Wanted,
    squares: Vec<(Square, Option<Arc<Asked>>)>,
    /// Of how many open squares the client was told last.
    pub(super) told: usize,
}

impl Mapping {
    /// Asks for every square of the map.
    pub(super) fn begin(wanted: Wanted, service: &Service) -> Self {
        let squares = wanted.start.elsewhere(&wanted.one).into_iter();
        let ask = |question| service.ask_in_spare_time(question);
        let squares: Vec<_> = squares
            .map(|elsewhere| (elsewhere.square, elsewhere.question.map(ask)))
            .collect();
        let mut mapping = Self {
            wanted,
            squares,
            told: 0,
        };
        mapping.told = mapping.open();
        mapping
    }

    /// What is known of each square, in reading order.
    pub(super) fn spots(&self) -> Vec<(Square, Spot<'_>)> {
        let squares = self.squares.iter();
        let spots = squares.map(|(square, asked)| {
            let spot = match asked {
                None => Spot::Taken,
                Some(asked) => Spot::Known(known(Some(asked))),
            };
            (*square, spot)
        });
        spots.collect()
    }

    /// Squares that are not proved yet.
    pub(super) fn open(&self) -> usize {
        let asked = self.squares.iter().filter_map(|(_, asked)| asked.as_ref());
        asked.filter(|asked| asked.found().is_none()).count()
    }

    /// In characters, as far as it is known.
    pub(super) fn text(&self) -> String {
        let Wanted { start, one, .. } = &self.wanted;
        analysis::map_text(&start.position, one, &self.spots())
    }
}
