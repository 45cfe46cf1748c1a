//! What-if maps while their squares are being solved.

use std::sync::Arc;

use tower_lsp::ls_types::Uri;

use super::state::State;
use crate::analysis::{self, FileHead, Handle, Square, WhatIfSource, WhatIfSquare};
use crate::lsp::documents::{Document, Read, Section, answer_state};
use crate::solving::{AnswerHandle, Limits, Service};

/// A snapshot of a puzzle, for work that continues while the document may change.
#[derive(Clone)]
pub(crate) struct PuzzleSnapshot {
    pub(crate) uri: Uri,
    /// The number of the puzzle in the document at the time of the snapshot.
    number: usize,
    read: Arc<Read>,
    file: FileHead,
    limits: Limits,
}

impl PuzzleSnapshot {
    /// Takes a snapshot of a puzzle. Returns `None` if it is malformed.
    pub(crate) fn new(document: &Document, number: usize) -> Option<Self> {
        let section = document.sections.get(number)?;
        section.read.puzzle.position()?;
        Some(Self {
            uri: document.uri.clone(),
            number,
            read: Arc::clone(&section.read),
            file: document.head.read.clone(),
            limits: section.handle.as_ref()?.question().limits(),
        })
    }

    /// Returns the puzzle as the source of variants.
    pub(crate) fn start(&self) -> WhatIfSource<'_> {
        WhatIfSource {
            text: &self.read.text,
            puzzle: &self.read.puzzle,
            file: &self.file,
            limits: self.limits,
        }
    }

    /// Whether both have the same position, in the same document.
    fn is_same(&self, other: &Self) -> bool {
        self.uri == other.uri
            && self.limits == other.limits
            && self.read.puzzle.position() == other.read.puzzle.position()
    }

    /// Returns the current section of the puzzle. Its text may have changed, but not its position.
    pub(crate) fn section<'a>(&self, document: &'a Document) -> Option<&'a Section> {
        let is_it = |section: &&Section| {
            let question = section.handle.as_ref().map(|handle| handle.question());
            section.read.puzzle.position() == self.read.puzzle.position()
                && question.is_some_and(|question| question.limits() == self.limits)
        };
        let at_number = document.sections.get(self.number).filter(is_it);
        at_number.or_else(|| document.sections.iter().find(is_it))
    }
}

/// Why a command changes no puzzle of a snapshot whose position has changed.
pub(crate) const CHANGED: &str = "the puzzle has changed meanwhile";

impl State {
    /// Whether the puzzle still has the position of a snapshot.
    pub(crate) fn has(&self, puzzle: &PuzzleSnapshot) -> bool {
        let document = self.workspace.documents.get(&puzzle.uri);
        document.is_some_and(|document| puzzle.section(document).is_some())
    }
}

/// A piece, target or other item whose map is requested.
#[derive(Clone)]
pub(crate) struct MapRequest {
    pub(crate) snapshot: PuzzleSnapshot,
    pub(crate) item: Handle,
}

impl MapRequest {
    /// Whether both request the same map.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.item == other.item && self.snapshot.is_same(&other.snapshot)
    }
}

/// A map whose squares are being solved. Dropping it cancels its searches.
pub(crate) struct MapSearch {
    pub(crate) request: MapRequest,
    squares: Vec<(Square, Option<Arc<AnswerHandle>>)>,
    /// The number of unsolved squares last reported to the client.
    pub(crate) reported_open: usize,
}

impl MapSearch {
    /// Starts the searches for all squares. This takes some time on a large board.
    pub(crate) fn begin(request: MapRequest, service: &Service) -> Self {
        let squares = request.snapshot.start().variants(&request.item).into_iter();
        let ask = |question| service.ask_in_spare_time(question);
        let squares: Vec<_> =
            squares.map(|elsewhere| (elsewhere.square, elsewhere.question.map(ask))).collect();
        let mut search = Self { request, squares, reported_open: 0 };
        search.reported_open = search.open();
        search
    }

    /// Returns the state of each square, in reading order.
    pub(crate) fn spots(&self) -> Vec<(Square, WhatIfSquare<'_>)> {
        let squares = self.squares.iter();
        let spots = squares.map(|(square, handle)| {
            let spot = match handle {
                None => WhatIfSquare::Taken,
                Some(handle) => WhatIfSquare::State(answer_state(Some(handle))),
            };
            (*square, spot)
        });
        spots.collect()
    }

    /// The number of squares without an answer.
    pub(crate) fn open(&self) -> usize {
        let handle = self.squares.iter().filter_map(|(_, handle)| handle.as_ref());
        handle.filter(|handle| handle.result().is_none()).count()
    }

    /// Returns the map as text, as far as it is known.
    pub(crate) fn text(&self) -> String {
        let position = self.request.snapshot.read.puzzle.position();
        let text =
            |position| analysis::what_if_text(position, &self.request.item.square, &self.spots());
        position.map(text).unwrap_or_default()
    }
}

#[derive(Default)]
pub(crate) struct Maps {
    /// The map last requested by the client.
    pub(crate) shown: MapSlot,
    /// The map of the last hover, for clients that show no maps.
    pub(crate) hovered: MapSlot,
}

/// A place for one map. A newer map replaces an older one.
#[derive(Default)]
pub(crate) struct MapSlot {
    /// The map, once its searches have started.
    pub(crate) search: Option<MapSearch>,
    /// The number of maps requested so far.
    turn: u64,
}

impl MapSlot {
    /// Cancels the map, and returns the turn of the next one.
    pub(crate) fn take(&mut self) -> u64 {
        self.search = None;
        self.turn += 1;
        self.turn
    }

    /// Stores the map of a turn, unless a later one was requested.
    pub(crate) fn fill(&mut self, turn: u64, search: MapSearch) {
        if self.turn == turn {
            self.search = Some(search);
        }
    }

    /// Returns the map if it is the requested one.
    pub(crate) fn of(&mut self, request: &MapRequest) -> Option<&mut MapSearch> {
        let search = self.search.as_mut();
        search.filter(|search| search.request.is_same(request))
    }
}
