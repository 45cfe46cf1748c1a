//! `carom/map`: the answer of a puzzle with one item on each other square, as the squares are
//! solved.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, TextDocumentPositionParams, Uri};

use crate::analysis;
use crate::json::PieceMap;
use crate::lsp::requests::{features, markup};
use crate::lsp::session::{
    MapRequest, MapSearch, Maps, PanelState, PositionContext, PuzzleSnapshot, Server, Shared,
    State, Workspace,
};

/// The delay after a change, to report several squares together.
const DELAY: Duration = Duration::from_millis(150);

/// The parameters of the request.
#[derive(Debug, Deserialize)]
pub(crate) struct MapParams {
    #[serde(flatten)]
    at: TextDocumentPositionParams,
    /// The id of the item; without it, the item at the position.
    #[serde(default)]
    piece: Option<String>,
}

/// A notification that more of a map is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct MapUpdate {
    uri: Uri,
    /// The line of the puzzle's header.
    line: u32,
    piece: String,
    /// The number of squares without an answer.
    open: usize,
}

impl Notification for MapUpdate {
    type Params = Self;
    const METHOD: &'static str = "carom/mapped";
}

/// Returns the map to compute: of the named item, or of the one at the position.
fn map_request(place: &PositionContext<'_>, named: Option<&str>) -> Option<MapRequest> {
    let number = place.document.section_at(place.offset)?;
    let section = place.document.sections.get(number)?;
    let item = match named {
        Some(id) => {
            let mut items = analysis::handles(&section.read.puzzle)?.into_iter();
            items.find(|item| item.id == id)?
        }
        None => analysis::handle_at(&section.view(), place.offset - section.start)?,
    };
    let snapshot = PuzzleSnapshot::new(place.document, number)?;
    Some(MapRequest { snapshot, item })
}

/// Converts a map. Returns `None` if the puzzle has changed.
fn drawn(search: &mut MapSearch, state: &State) -> Option<PieceMap> {
    let MapRequest { snapshot, item } = &search.request;
    let document = state.workspace.documents.get(&snapshot.uri)?;
    let section = snapshot.section(document)?;
    let place = document.puzzle_location(section, state.client.encoding);
    let open = search.open();
    search.reported_open = open;
    let map = PieceMap::new(place, item, &search.spots(), open, search.text());
    Some(map)
}

impl State {
    /// Returns the map shown by the client, with the number of squares without an answer.
    pub(crate) fn map_progress(&self) -> Option<serde_json::Value> {
        let search = self.panel.maps.shown.search.as_ref()?;
        let snapshot = &search.request.snapshot;
        let document = self.workspace.documents.get(&snapshot.uri)?;
        let update = MapUpdate {
            uri: snapshot.uri.clone(),
            line: document.line_of(snapshot.section(document)?),
            piece: search.request.item.id.clone(),
            open: search.open(),
        };
        serde_json::to_value(update).ok()
    }

    /// Drops the maps of changed puzzles, and returns the update of the map shown by the client.
    fn map_news(&mut self) -> Option<MapUpdate> {
        let Self {
            panel: PanelState { maps: Maps { shown, hovered }, .. },
            workspace: Workspace { documents, .. },
            client,
            ..
        } = self;
        let line = |search: &MapSearch| {
            let snapshot = &search.request.snapshot;
            let document = documents.get(&snapshot.uri)?;
            Some(document.line_of(snapshot.section(document)?))
        };
        hovered.search.take_if(|search| line(search).is_none());
        shown.search.take_if(|search| line(search).is_none());
        let search = shown.search.as_mut()?;
        let open = search.open();
        let is_new = open != search.reported_open && client.capabilities.wants_maps();
        search.reported_open = open;
        is_new.then(|| {
            Some(MapUpdate {
                uri: search.request.snapshot.uri.clone(),
                line: line(search)?,
                piece: search.request.item.id.clone(),
                open,
            })
        })?
    }
}

impl Server {
    /// `carom/map`
    pub(crate) async fn map(&self, params: MapParams) -> Result<Option<PieceMap>> {
        let request = self.at(&params.at, |place| map_request(place, params.piece.as_deref()))?;
        let turn = {
            let mut state = self.shared.lock();
            let Some(request) = &request else {
                state.panel.maps.shown.take();
                return Ok(None);
            };
            let is_shown = state.panel.maps.shown.of(request).is_some();
            if is_shown && let Some(mut search) = state.panel.maps.shown.search.take() {
                let map = drawn(&mut search, &state);
                state.panel.maps.shown.search = Some(search);
                return Ok(map);
            }
            state.panel.maps.shown.take()
        };
        let Some(mut search) = self.begin(request).await? else {
            return Ok(None);
        };
        let mut state = self.shared.lock();
        let map = drawn(&mut search, &state);
        state.panel.maps.shown.fill(turn, search);
        Ok(map)
    }

    /// Starts the searches of a map on a thread that no message waits for.
    async fn begin(&self, request: Option<MapRequest>) -> Result<Option<MapSearch>> {
        let service = self.shared.service.clone();
        let begin = move || request.map(|request| MapSearch::begin(request, &service));
        let begun = tokio::task::spawn_blocking(begin).await;
        begun.map_err(|_| Error::internal_error())
    }

    /// `textDocument/hover`, with the map of the item under the cursor as far as it is known.
    pub(crate) async fn hover_at(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = &params.text_document_position_params;
        let found = self.at(at, |place| {
            let (markdown, range) = features::hover(place)?;
            let hover_map = place.document.config.editor.hover_map;
            let shows_map = hover_map.unwrap_or(!place.state.client.capabilities.wants_maps());
            let request = map_request(place, None)
                .filter(|request| shows_map && !matches!(request.item.kind, "block" | "diagonal"));
            Some((markdown, range, request))
        })?;
        Ok(found.map(|(mut markdown, range, request)| {
            let mut state = self.shared.lock();
            if let Some(request) = request {
                markdown.push_str(&self.hovered_map(&mut state, request));
            }
            Hover {
                contents: HoverContents::Markup(markup(
                    state.client.capabilities.hover_markup(),
                    markdown,
                )),
                range,
            }
        }))
    }

    /// Returns the text of a map for a hover. The first hover starts the searches and does not wait
    /// for them.
    fn hovered_map(&self, state: &mut State, request: MapRequest) -> String {
        let heading = "The answer with it on each square";
        if let Some(search) = state.panel.maps.hovered.of(&request) {
            return format!("\n\n{heading}:\n\n```text\n{}\n```\n", search.text());
        }
        let turn = state.panel.maps.hovered.take();
        let shared = Arc::clone(&self.shared);
        tokio::task::spawn_blocking(move || {
            let search = MapSearch::begin(request, &shared.service);
            shared.lock().panel.maps.hovered.fill(turn, search);
        });
        format!("\n\n{heading} is being computed: hover again to see it.\n")
    }
}

/// Notifies the client of updates of the map it shows, until the end of the session.
pub(crate) async fn run(client: Client, shared: Arc<Shared>) {
    let mut updated = shared.updated.subscribe();
    while updated.changed().await.is_ok() {
        tokio::time::sleep(DELAY).await;
        let news = shared.lock().map_news();
        if let Some(news) = news {
            client.send_notification::<MapUpdate>(news).await;
        }
    }
}
