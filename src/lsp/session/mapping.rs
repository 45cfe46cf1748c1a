//! A map as it is being filled in.

use std::sync::Arc;

use tower_lsp::ls_types::Uri;

use crate::analysis::{self, FileHead, Handle, Square, WhatIfSource, WhatIfSquare};
use crate::lsp::documents::{Document, Read, Section, known};
use crate::solving::{Asked, Limits, Service};

/// A puzzle as somebody asked about it, to be worked on while the document may
/// change.
#[derive(Clone)]
pub(in crate::lsp) struct Subject {
    pub(in crate::lsp) uri: Uri,
    /// The number of the puzzle, as far as no edit has changed it.
    number: usize,
    read: Arc<Read>,
    file: FileHead,
    limits: Limits,
}

impl Subject {
    /// The puzzle of this number; none where it is malformed.
    pub(in crate::lsp) fn new(document: &Document, number: usize) -> Option<Self> {
        let section = document.sections.get(number)?;
        section.read.puzzle.position()?;
        Some(Self {
            uri: document.uri.clone(),
            number,
            read: Arc::clone(&section.read),
            file: document.head.read.clone(),
            limits: section.asked.as_ref()?.question().limits(),
        })
    }

    /// The puzzle whose things are to stand elsewhere.
    pub(in crate::lsp) fn start(&self) -> WhatIfSource<'_> {
        WhatIfSource {
            text: &self.read.text,
            puzzle: &self.read.puzzle,
            file: &self.file,
            limits: self.limits,
        }
    }

    /// Whether both are about the same position of the same document.
    fn is_same(&self, other: &Self) -> bool {
        self.uri == other.uri
            && self.limits == other.limits
            && self.read.puzzle.position() == other.read.puzzle.position()
    }

    /// The puzzle as it stands in the document now, if it still does; its text
    /// may be another as long as its position is not.
    pub(in crate::lsp) fn section<'a>(&self, document: &'a Document) -> Option<&'a Section> {
        let is_it = |section: &&Section| {
            let question = section.asked.as_ref().map(|asked| asked.question());
            section.read.puzzle.position() == self.read.puzzle.position()
                && question.is_some_and(|question| question.limits() == self.limits)
        };
        let own = document.sections.get(self.number).filter(is_it);
        own.or_else(|| document.sections.iter().find(is_it))
    }
}

/// A thing of a puzzle whose map is wanted.
#[derive(Clone)]
pub(in crate::lsp) struct Wanted {
    pub(in crate::lsp) subject: Subject,
    pub(in crate::lsp) one: Handle,
}

impl Wanted {
    /// Whether both are of the same map.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.one == other.one && self.subject.is_same(&other.subject)
    }
}

/// A map that is being filled in. Once dropped, nothing more is searched for
/// it.
pub(in crate::lsp) struct Mapping {
    pub(in crate::lsp) wanted: Wanted,
    squares: Vec<(Square, Option<Arc<Asked>>)>,
    /// Of how many open squares the client was told last.
    pub(in crate::lsp) told: usize,
}

impl Mapping {
    /// Asks for every square of the map, which takes a while on a large board.
    pub(in crate::lsp) fn begin(wanted: Wanted, service: &Service) -> Self {
        let squares = wanted.subject.start().variants(&wanted.one).into_iter();
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
    pub(in crate::lsp) fn spots(&self) -> Vec<(Square, WhatIfSquare<'_>)> {
        let squares = self.squares.iter();
        let spots = squares.map(|(square, asked)| {
            let spot = match asked {
                None => WhatIfSquare::Taken,
                Some(asked) => WhatIfSquare::State(known(Some(asked))),
            };
            (*square, spot)
        });
        spots.collect()
    }

    /// Squares that are not proved yet.
    pub(in crate::lsp) fn open(&self) -> usize {
        let asked = self.squares.iter().filter_map(|(_, asked)| asked.as_ref());
        asked.filter(|asked| asked.found().is_none()).count()
    }

    /// In characters, as far as it is known.
    pub(in crate::lsp) fn text(&self) -> String {
        let position = self.wanted.subject.read.puzzle.position();
        let text =
            |position| analysis::what_if_text(position, &self.wanted.one.square, &self.spots());
        position.map(text).unwrap_or_default()
    }
}

/// The maps of a session, of which one is filled in for each who shows it.
#[derive(Default)]
pub(in crate::lsp) struct Maps {
    /// The one that the client asked for last.
    pub(in crate::lsp) shown: Slot,
    /// That of what was hovered over last, where the client shows none.
    pub(in crate::lsp) hovered: Slot,
}

/// The place of one map. A newer one takes it from an older.
#[derive(Default)]
pub(in crate::lsp) struct Slot {
    /// The map, once it has begun.
    pub(in crate::lsp) mapping: Option<Mapping>,
    /// Grows with each map that is wanted.
    turn: u64,
}

impl Slot {
    /// Gives up the map; the turn of the one that begins instead.
    pub(in crate::lsp) fn take(&mut self) -> u64 {
        self.mapping = None;
        self.turn += 1;
        self.turn
    }

    /// Takes in the map of a turn, if no later one began.
    pub(in crate::lsp) fn fill(&mut self, turn: u64, mapping: Mapping) {
        if self.turn == turn {
            self.mapping = Some(mapping);
        }
    }

    /// The map, if it is the one that is wanted.
    pub(in crate::lsp) fn of(&mut self, wanted: &Wanted) -> Option<&mut Mapping> {
        let mapping = self.mapping.as_mut();
        mapping.filter(|mapping| mapping.wanted.is_same(wanted))
    }
}
