//! The board of a puzzle with everything that can be edited on it, and the map of one item.

use serde::Serialize;

use super::solution::DrawnSize;
use super::{Heading, PuzzleLocation, Range};
use crate::analysis::{
    BoardEditor, FileHead, Frame, Handle, PaletteEntry, Square, View, WhatIfSquare, board_editor,
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
    pieces: Vec<Handle>,
    walls: bool,
    wall: Vec<[String; 2]>,
    palette: Vec<PaletteEntry>,
    transforms: Vec<String>,
    resize: bool,
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
                let view = View { text, puzzle, ..*view };
                Self::of_puzzle(heading, &view)
            }
            None => Self::of_puzzle(heading, view),
        }
    }

    /// Returns the same for a well-formed puzzle.
    pub fn of_puzzle(heading: Heading, view: &View<'_>) -> (Self, Option<Frame>) {
        let editor = board_editor(view.text, view.puzzle);
        let start = start(view);
        let BoardEditor { handles, may_have_walls, walls, palette, transforms, may_resize } =
            editor.unwrap_or_default();
        let walls = walls.into_iter();
        let board = Self {
            heading,
            text: None,
            svg: None,
            description: None,
            size: DrawnSize::default(),
            pieces: handles,
            walls: may_have_walls,
            wall: walls.map(|wall| wall.map(|square| square.to_string())).collect(),
            palette,
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

/// The map of one item.
#[derive(Debug, Serialize)]
pub struct PieceMap {
    /// The version of the document.
    version: Option<i32>,
    /// The range of the puzzle.
    range: Range,
    /// The line of its header.
    line: u32,
    piece: Handle,
    /// Whether all squares are solved.
    done: bool,
    /// The squares in reading order.
    squares: Vec<MapSquare>,
    text: String,
}

#[derive(Debug, Serialize)]
struct MapSquare {
    square: String,
    state: &'static str,
    answer: Option<String>,
    moves: Option<u32>,
}

impl PieceMap {
    /// Creates the map of an item from its squares, in reading order, and its text. `open` is
    /// the number of squares without an answer.
    pub fn new(
        place: PuzzleLocation,
        item: &Handle,
        squares: &[(Square, WhatIfSquare<'_>)],
        open: usize,
        text: String,
    ) -> Self {
        let squares = squares.iter().map(|(square, spot)| MapSquare {
            square: square.to_string(),
            state: spot.state(),
            answer: spot.answer(),
            moves: spot.moves(),
        });
        Self {
            version: place.version,
            range: place.range,
            line: place.line,
            piece: item.clone(),
            done: open == 0,
            squares: squares.collect(),
            text,
        }
    }
}
