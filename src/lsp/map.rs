//! `carom/map`: what a puzzle would be with one thing on another square, for
//! every square, filled in as it is proved.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{Range, TextDocumentPositionParams, Uri};

use super::mapping::{self, Mapping, Wanted};
use super::server::{Place, Server};
use super::shared::Shared;
use super::state::State;
use crate::analysis::{self, Standing};

/// Between two looks at the maps.
const INTERVAL: Duration = Duration::from_millis(150);

/// What a client asks for.
#[derive(Debug, Deserialize)]
pub(super) struct MapParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    /// The thing whose map it is; what stands at the place without one.
    #[serde(default)]
    piece: Option<String>,
}

/// The map of one thing.
#[derive(Debug, Serialize)]
pub(super) struct Map {
    /// The version of the document that this is about.
    version: Option<i32>,
    /// The puzzle, up to the next one.
    range: Range,
    /// The line of its header.
    line: u32,
    piece: Piece,
    /// Whether there is nothing left to find out.
    done: bool,
    /// In reading order.
    squares: Vec<Drawn>,
    text: String,
}

/// What the map is of, as `carom/board` tells it.
#[derive(Debug, Serialize)]
struct Piece {
    id: String,
    kind: &'static str,
    square: String,
    label: String,
}

impl From<&Standing> for Piece {
    fn from(one: &Standing) -> Self {
        Self {
            id: one.id.to_string(),
            kind: one.kind.name(),
            square: one.square.to_string(),
            label: one.label.clone(),
        }
    }
}

/// A square as it goes over the wire.
#[derive(Debug, Serialize)]
struct Drawn {
    square: String,
    state: &'static str,
    answer: Option<String>,
    moves: Option<u32>,
}

/// That more of a map is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Mapped {
    uri: Uri,
    /// The line of the puzzle's header.
    line: u32,
    piece: String,
    /// Squares that are not proved yet.
    open: usize,
}

impl Notification for Mapped {
    type Params = Self;
    const METHOD: &'static str = "carom/mapped";
}

/// What to map at a place: the thing that is named, or what stands there.
fn wanted(place: &Place<'_>, named: Option<&str>) -> Option<Wanted> {
    let number = place.document.section_at(place.offset)?;
    let section = place.document.sections.get(number)?;
    let start = mapping::start(section)?;
    let one = match named {
        Some(id) => start.named(id)?,
        None => analysis::standing_at(&section.view(), place.offset - section.start)?,
    };
    Some(Wanted {
        uri: place.document.uri.clone(),
        number,
        start,
        one,
    })
}

/// The map as the client gets it; nothing where the puzzle is another by now.
fn drawn(mapping: &mut Mapping, state: &State) -> Option<Map> {
    let document = state.documents.get(&mapping.wanted.uri)?;
    let section = mapping.wanted.section(document)?;
    let text = section.read.text.trim_end();
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let position = |offset| document.position(section.start + offset, state.encoding);
    mapping.told = mapping.open();
    let squares = mapping.spots().into_iter().map(|(square, spot)| Drawn {
        square: square.to_string(),
        state: spot.state(),
        answer: spot.answer(),
        moves: spot.moves(),
    });
    let squares: Vec<Drawn> = squares.collect();
    Some(Map {
        version: document.version,
        range: Range::new(position(0), position(length)),
        line: position(section.read.puzzle.header_span().start).line,
        piece: Piece::from(&mapping.wanted.one),
        done: mapping.told == 0,
        squares,
        text: mapping.text(),
    })
}

impl State {
    /// Gives up the maps of puzzles that are others by now; what there is to
    /// tell of the one that the client asked for.
    fn map_news(&mut self) -> Option<Mapped> {
        let documents = &self.documents;
        let section = |mapping: &Mapping| {
            let document = documents.get(&mapping.wanted.uri)?;
            Some((document, mapping.wanted.section(document)?))
        };
        if self
            .hovered
            .as_ref()
            .is_some_and(|map| section(map).is_none())
        {
            self.hovered = None;
        }
        let Some((document, section)) = self.map.as_ref().and_then(section) else {
            self.map = None;
            return None;
        };
        let header = section.start + section.read.puzzle.header_span().start;
        let line = document.position(header, self.encoding).line;
        let mapping = self.map.as_mut()?;
        let open = mapping.open();
        let is_new = open != mapping.told && self.client.wants_maps();
        mapping.told = open;
        is_new.then(|| Mapped {
            uri: mapping.wanted.uri.clone(),
            line,
            piece: mapping.wanted.one.id.to_string(),
            open,
        })
    }
}

impl Server {
    /// `carom/map`
    pub(super) async fn map(&self, params: MapParams) -> Result<Option<Map>> {
        let wanted = self.at(&params.at, |place| wanted(place, params.piece.as_deref()))?;
        let Some(wanted) = wanted else {
            self.shared.lock().map = None;
            return Ok(None);
        };
        let mut state = self.shared.lock();
        let mapping = state.map.take().filter(|mapping| mapping.wanted == wanted);
        let mut mapping = match mapping {
            Some(mapping) => mapping,
            None => {
                drop(state);
                let mapping = Mapping::begin(wanted, &self.shared.service);
                state = self.shared.lock();
                mapping
            }
        };
        let map = drawn(&mut mapping, &state);
        state.map = map.as_ref().map(|_| mapping);
        Ok(map)
    }
}

/// Tells the client of what is found of the map that it asked for last, until
/// the end of the session.
pub(super) async fn run(client: Client, shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        let news = shared.lock().map_news();
        if let Some(news) = news {
            client.send_notification::<Mapped>(news).await;
        }
    }
}
