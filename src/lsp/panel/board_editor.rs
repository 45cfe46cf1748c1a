//! `carom/board` and the command `carom.edit`: editing a puzzle on its board.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{TextDocumentPositionParams, Uri, WorkspaceEdit};

use super::solution::Heading;
use crate::analysis::{self, BoardEditor, EditOperation, Frame, Handle, PaletteEntry};
use crate::lsp::requests::commands::argument;
use crate::lsp::session::{NO_EDITS, PositionContext, Server, invalid};
use crate::picture;

/// The board of the puzzle at the position.
#[derive(Debug, Serialize)]
pub(in crate::lsp) struct Board {
    #[serde(flatten)]
    heading: Heading,
    /// The start position as text, unless the puzzle is malformed.
    text: Option<String>,
    svg: Option<String>,
    description: Option<String>,
    files: Option<u8>,
    ranks: Option<u8>,
    grid: Option<Grid>,
    pieces: Vec<Piece>,
    walls: bool,
    wall: Vec<[String; 2]>,
    palette: Vec<PaletteItem>,
}

/// The grid of squares in the picture.
#[derive(Debug, Serialize)]
struct Grid {
    x: i32,
    y: i32,
    cell: i32,
}

/// An item that can be dragged.
#[derive(Debug, Serialize)]
pub(super) struct Piece {
    id: String,
    kind: &'static str,
    square: String,
    label: String,
}

impl From<Handle> for Piece {
    fn from(handle: Handle) -> Self {
        Self {
            id: handle.id,
            kind: handle.kind,
            square: handle.square,
            label: handle.label,
        }
    }
}

/// An item that can be placed on a square.
#[derive(Debug, Serialize)]
struct PaletteItem {
    put: String,
    label: String,
    kind: &'static str,
}

impl From<PaletteEntry> for PaletteItem {
    fn from(choice: PaletteEntry) -> Self {
        Self {
            put: choice.put,
            label: choice.label,
            kind: choice.kind,
        }
    }
}

/// An operation in JSON; its members determine the variant.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum WireOperation {
    Move {
        #[serde(rename = "move")]
        id: String,
        to: String,
    },
    Wall {
        wall: [String; 2],
    },
    Put {
        put: String,
        at: String,
    },
    Clear {
        clear: String,
    },
    Hand {
        hand: String,
    },
}

impl From<WireOperation> for EditOperation {
    fn from(sent: WireOperation) -> Self {
        match sent {
            WireOperation::Move { id, to } => Self::Move { id, to },
            WireOperation::Wall { wall } => Self::Wall(wall),
            WireOperation::Put { put, at } => Self::Put { put, at },
            WireOperation::Clear { clear } => Self::Clear(clear),
            WireOperation::Hand { hand } => Self::Hand(hand),
        }
    }
}

impl Server {
    /// `carom/board`
    pub(in crate::lsp) async fn board(
        &self,
        at: TextDocumentPositionParams,
    ) -> Result<Option<Board>> {
        let found = self.at(&at, board)?;
        // Draw after the lock is released.
        Ok(found.map(|(board, start)| match start {
            None => board,
            Some(start) => drawn(board, &start),
        }))
    }

    /// `carom.edit`: applies an operation, and returns whether it was applied or why not.
    pub(in crate::lsp) async fn apply_operation(&self, arguments: &[Value]) -> Result<Value> {
        let wrong = || invalid("the argument is {\"uri\": …, \"line\": …, \"operation\": …}");
        let (uri, line) = argument(arguments).ok_or_else(wrong)?;
        let sent = arguments
            .first()
            .and_then(|argument| argument.get("gesture"));
        let sent = sent.and_then(|sent| WireOperation::deserialize(sent).ok());
        let operation = sent.ok_or_else(wrong)?.into();
        match self.edit_of(&uri, line, &operation)? {
            Err(refusal) => Ok(json!({"refused": refusal})),
            Ok((edit, now)) => self.edited(edit, now).await,
        }
    }

    fn edit_of(
        &self,
        uri: &Uri,
        line: u32,
        operation: &EditOperation,
    ) -> Result<std::result::Result<(WorkspaceEdit, Option<String>), String>> {
        self.with_puzzle(uri, line, |target| {
            let read = &target.section.read;
            let head = &target.document.head.read;
            let edited = analysis::apply_operation(&read.text, &read.puzzle, head, operation);
            edited.map(|edited| (target.edit(edited.edits), edited.now))
        })
    }

    /// Sends an edit to the client, and returns whether it was applied.
    pub(in crate::lsp) async fn edited(
        &self,
        edit: WorkspaceEdit,
        now: Option<String>,
    ) -> Result<Value> {
        if !self.shared.lock().client.capabilities.applies_edits() {
            return Ok(json!({"refused": NO_EDITS}));
        }
        let response = self.client.apply_edit(edit).await?;
        if !response.applied {
            let why = response.failure_reason;
            let why = why.unwrap_or_else(|| "the editor did not apply the edit".to_owned());
            return Ok(json!({"refused": why}));
        }
        Ok(match now {
            Some(now) => json!({"applied": true, "now": now}),
            None => json!({"applied": true}),
        })
    }
}

/// Returns the board without its picture, and the start position to draw.
fn board(place: &PositionContext<'_>) -> Option<(Board, Option<Frame>)> {
    let number = place.document.section_at(place.offset)?;
    let section = place.document.sections.get(number)?;
    let puzzle = &section.read.puzzle;
    let mut heading = Heading::new(place, number)?;
    let board_editor = analysis::board_editor(puzzle);
    if board_editor.is_none()
        && let Some(why) = analysis::error(puzzle)
    {
        heading.summary = format!("{}: {why}", heading.summary);
    }
    let start = board_editor
        .as_ref()
        .and_then(|_| analysis::start(&section.view()));
    let BoardEditor {
        handles,
        may_have_walls,
        walls,
        palette,
    } = board_editor.unwrap_or_default();
    let board = Board {
        heading,
        text: None,
        svg: None,
        description: None,
        files: None,
        ranks: None,
        grid: None,
        pieces: handles.into_iter().map(Piece::from).collect(),
        walls: may_have_walls,
        wall: walls
            .into_iter()
            .map(|wall| wall.map(|square| square.to_string()))
            .collect(),
        palette: palette.into_iter().map(PaletteItem::from).collect(),
    };
    Some((board, start))
}

fn drawn(board: Board, start: &Frame) -> Board {
    let position = &start.position;
    let picture::Grid { x, y, cell } = picture::grid(position);
    Board {
        text: Some(picture::diagram(position)),
        svg: Some(picture::svg(&start.picture())),
        description: Some(start.description.clone()),
        files: Some(position.board().columns()),
        ranks: Some(position.board().rows()),
        grid: Some(Grid { x, y, cell }),
        ..board
    }
}
