//! The board of a puzzle with everything that can be edited on it.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use super::Heading;
use super::solution::DrawnSize;
use crate::analysis::{
    BoardEditor, EditOperation, FileHead, Frame, Handle, PaletteEntry, View, board_editor,
    stand_in, start,
};
use crate::picture;

/// The board of a puzzle.
#[derive(Debug, Serialize)]
pub struct Board {
    #[serde(flatten)]
    heading: Heading,
    /// The start position as text, unless the puzzle is malformed beyond single squares.
    text: Option<String>,
    svg: Option<String>,
    description: Option<String>,
    #[serde(flatten)]
    size: DrawnSize,
    pieces: Vec<Piece>,
    walls: bool,
    wall: Vec<[String; 2]>,
    palette: Vec<PaletteItem>,
    transforms: Vec<String>,
    resize: bool,
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
    Fix {
        fix: String,
    },
    Transform {
        transform: String,
    },
    Resize {
        resize: String,
        grows: bool,
        #[serde(default = "one")]
        count: NonZeroU8,
    },
}

/// Returns the number of rows or columns of an operation that gives none.
const fn one() -> NonZeroU8 {
    NonZeroU8::MIN
}

impl From<Operation> for EditOperation {
    fn from(sent: Operation) -> Self {
        match sent {
            Operation::Move { id, to } => Self::Move { id, to },
            Operation::Wall { wall } => Self::Wall(wall),
            Operation::Put { put, at } => Self::Put { put, at },
            Operation::Clear { clear } => Self::Clear(clear),
            Operation::Hand { hand } => Self::Hand(hand),
            Operation::Fix { fix } => Self::Fix(fix),
            Operation::Transform { transform } => Self::Transform(transform),
            Operation::Resize {
                resize,
                grows,
                count,
            } => Self::Resize {
                side: resize,
                grows,
                count,
            },
        }
    }
}

impl Board {
    /// Returns the board without its picture, and the start position to
    /// [draw](Self::drawn). `file` is the head of the puzzle's file. A malformed puzzle has the
    /// board without its faulty squares.
    pub fn new(heading: Heading, view: &View<'_>, file: &FileHead) -> (Self, Option<Frame>) {
        let stand_in = match view.puzzle.placed {
            Some(_) => None,
            None => stand_in(view.text, view.puzzle, file),
        };
        match &stand_in {
            Some((text, puzzle)) => {
                let view = View {
                    text,
                    puzzle,
                    ..*view
                };
                Self::of_puzzle(heading, &view)
            }
            None => Self::of_puzzle(heading, view),
        }
    }

    /// Returns the same for a well-formed puzzle.
    pub fn of_puzzle(heading: Heading, view: &View<'_>) -> (Self, Option<Frame>) {
        let editor = board_editor(view.text, view.puzzle);
        let start = start(view);
        let BoardEditor {
            handles,
            may_have_walls,
            walls,
            palette,
            transforms,
            may_resize,
        } = editor.unwrap_or_default();
        let walls = walls.into_iter();
        let board = Self {
            heading,
            text: None,
            svg: None,
            description: None,
            size: DrawnSize::default(),
            pieces: handles.into_iter().map(Piece::from).collect(),
            walls: may_have_walls,
            wall: walls
                .map(|wall| wall.map(|square| square.to_string()))
                .collect(),
            palette: palette.into_iter().map(PaletteItem::from).collect(),
            transforms,
            resize: may_resize,
        };
        (board, start)
    }

    /// Adds the picture of the start position.
    #[must_use]
    pub fn drawn(self, start: &Frame) -> Self {
        let position = &start.position;
        Self {
            text: Some(picture::diagram(position)),
            svg: Some(picture::svg(&start.picture())),
            description: Some(start.description.clone()),
            size: DrawnSize::of(Some(start)),
            ..self
        }
    }
}
