//! `carom/map`: what a puzzle would be with one thing on another square, for
//! every square, filled in as it is proved.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{
    Hover, HoverContents, HoverParams, Range, TextDocumentPositionParams, Uri,
};

use super::desk::Piece;
use crate::analysis;
use crate::lsp::requests::{features, markup};
use crate::lsp::session::{Mapping, Maps, Place, Server, Shared, State, Subject, Wanted};

/// Between two looks at the maps.
const INTERVAL: Duration = Duration::from_millis(150);

/// What a client asks for.
#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct MapParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    /// The thing whose map it is; what stands at the place without one.
    #[serde(default)]
    piece: Option<String>,
}

/// The map of one thing.
#[derive(Debug, Serialize)]
pub(in crate::lsp) struct Map {
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
    let one = match named {
        Some(id) => {
            let all = analysis::handles(&section.read.puzzle)?;
            all.into_iter().find(|one| one.id == id)?
        }
        None => analysis::handle_at(&section.view(), place.offset - section.start)?,
    };
    let subject = Subject::new(place.document, number)?;
    Some(Wanted { subject, one })
}

/// The map as the client gets it; nothing where the puzzle is another by now.
fn drawn(mapping: &mut Mapping, state: &State) -> Option<Map> {
    let Wanted { subject, one } = &mapping.wanted;
    let document = state.documents.get(&subject.uri)?;
    let section = subject.section(document)?;
    let piece = Piece::from(one.clone());
    let open = mapping.open();
    mapping.told = open;
    let squares = mapping.spots().into_iter().map(|(square, spot)| Drawn {
        square: square.to_string(),
        state: spot.state(),
        answer: spot.answer(),
        moves: spot.moves(),
    });
    Some(Map {
        version: document.version,
        range: document.range_of(section, state.encoding),
        line: document.line_of(section, state.encoding),
        piece,
        done: open == 0,
        squares: squares.collect(),
        text: mapping.text(),
    })
}

impl State {
    /// Gives up the maps of puzzles that are others by now; what there is to
    /// tell of the one that the client asked for.
    fn map_news(&mut self) -> Option<Mapped> {
        let Self {
            maps: Maps { shown, hovered },
            documents,
            encoding,
            client,
            ..
        } = self;
        let line = |mapping: &Mapping| {
            let subject = &mapping.wanted.subject;
            let document = documents.get(&subject.uri)?;
            Some(document.line_of(subject.section(document)?, *encoding))
        };
        hovered.mapping.take_if(|mapping| line(mapping).is_none());
        shown.mapping.take_if(|mapping| line(mapping).is_none());
        let mapping = shown.mapping.as_mut()?;
        let open = mapping.open();
        let is_new = open != mapping.told && client.wants_maps();
        mapping.told = open;
        is_new.then(|| {
            Some(Mapped {
                uri: mapping.wanted.subject.uri.clone(),
                line: line(mapping)?,
                piece: mapping.wanted.one.id.clone(),
                open,
            })
        })?
    }
}

impl Server {
    /// `carom/map`
    pub(in crate::lsp) async fn map(&self, params: MapParams) -> Result<Option<Map>> {
        let wanted = self.at(&params.at, |place| wanted(place, params.piece.as_deref()))?;
        let turn = {
            let mut state = self.shared.lock();
            let Some(wanted) = &wanted else {
                state.maps.shown.take();
                return Ok(None);
            };
            let known = state.maps.shown.of(wanted).is_some();
            if known && let Some(mut mapping) = state.maps.shown.mapping.take() {
                let map = drawn(&mut mapping, &state);
                state.maps.shown.mapping = Some(mapping);
                return Ok(map);
            }
            state.maps.shown.take()
        };
        let Some(mut mapping) = self.begin(wanted).await? else {
            return Ok(None);
        };
        let mut state = self.shared.lock();
        let map = drawn(&mut mapping, &state);
        state.maps.shown.fill(turn, mapping);
        Ok(map)
    }

    /// Begins a map where nobody has to wait for it.
    async fn begin(&self, wanted: Option<Wanted>) -> Result<Option<Mapping>> {
        let service = self.shared.service.clone();
        let begin = move || wanted.map(|wanted| Mapping::begin(wanted, &service));
        let begun = tokio::task::spawn_blocking(begin).await;
        begun.map_err(|_| Error::internal_error())
    }

    /// `textDocument/hover`: what there is to say, and of a thing on a board
    /// its map, as far as it is proved.
    pub(in crate::lsp) async fn hover_at(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = &params.text_document_position_params;
        let found = self.at(at, |place| {
            let (markdown, range) = features::hover(place)?;
            let hover_map = place.document.config.hover_map.get().copied();
            let shows_map = hover_map.unwrap_or(!place.state.client.wants_maps());
            let wanted = wanted(place, None)
                .filter(|wanted| shows_map && !matches!(wanted.one.kind, "block" | "diagonal"));
            Some((markdown, range, wanted))
        })?;
        Ok(found.map(|(mut markdown, range, wanted)| {
            let mut state = self.shared.lock();
            if let Some(wanted) = wanted {
                markdown.push_str(&self.hovered_map(&mut state, wanted));
            }
            Hover {
                contents: HoverContents::Markup(markup(state.client.hover_markup(), markdown)),
                range,
            }
        }))
    }

    /// What a hover tells of a map: as much of it as is proved. One that nobody
    /// has hovered over before begins then, and the hover does not wait for it.
    fn hovered_map(&self, state: &mut State, wanted: Wanted) -> String {
        let heading = "The answer with it on each square";
        if let Some(mapping) = state.maps.hovered.of(&wanted) {
            return format!("\n\n{heading}:\n\n```text\n{}\n```\n", mapping.text());
        }
        let turn = state.maps.hovered.take();
        let shared = Arc::clone(&self.shared);
        tokio::task::spawn_blocking(move || {
            let mapping = Mapping::begin(wanted, &shared.service);
            shared.lock().maps.hovered.fill(turn, mapping);
        });
        format!("\n\n{heading} is being proved; the next hover tells it.\n")
    }
}

/// Tells the client of what is found of the map that it asked for last, until
/// the end of the session.
pub(in crate::lsp) async fn run(client: Client, shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(INTERVAL).await;
        let news = shared.lock().map_news();
        if let Some(news) = news {
            client.send_notification::<Mapped>(news).await;
        }
    }
}
