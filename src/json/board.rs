//! The board of a puzzle with everything that can be edited on it.

use serde::{Deserialize, Serialize};

use super::Heading;
use crate::analysis::{
    BoardEditor, EditOperation, Frame, Handle, PaletteEntry, View, board_editor, error, start,
};
use crate::picture;

/// The board of a puzzle.
#[derive(Debug, Serialize)]
pub struct Board {
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
pub struct Piece {
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
#[expect(missing_docs, reason = "`EditOperation` describes them")]
pub enum Operation {
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

impl From<Operation> for EditOperation {
    fn from(sent: Operation) -> Self {
        match sent {
            Operation::Move { id, to } => Self::Move { id, to },
            Operation::Wall { wall } => Self::Wall(wall),
            Operation::Put { put, at } => Self::Put { put, at },
            Operation::Clear { clear } => Self::Clear(clear),
            Operation::Hand { hand } => Self::Hand(hand),
        }
    }
}

impl Board {
    /// Returns the board without its picture, and the start position to
    /// [draw](Self::drawn).
    pub fn new(mut heading: Heading, view: &View<'_>) -> (Self, Option<Frame>) {
        let editor = board_editor(view.puzzle);
        if editor.is_none()
            && let Some(why) = error(view.puzzle)
        {
            heading.add_reason(why);
        }
        let start = editor.as_ref().and_then(|_| start(view));
        let BoardEditor {
            handles,
            may_have_walls,
            walls,
            palette,
        } = editor.unwrap_or_default();
        let walls = walls.into_iter();
        let board = Self {
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
                .map(|wall| wall.map(|square| square.to_string()))
                .collect(),
            palette: palette.into_iter().map(PaletteItem::from).collect(),
        };
        (board, start)
    }

    /// Adds the picture of the start position.
    #[must_use]
    pub fn drawn(self, start: &Frame) -> Self {
        let position = &start.position;
        let picture::Grid { x, y, cell } = picture::grid(position);
        Self {
            text: Some(picture::diagram(position)),
            svg: Some(picture::svg(&start.picture())),
            description: Some(start.description.clone()),
            files: Some(position.board().columns()),
            ranks: Some(position.board().rows()),
            grid: Some(Grid { x, y, cell }),
            ..self
        }
    }
}
