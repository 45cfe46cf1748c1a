//! The answer of a puzzle with one item on each other square.

use serde::Serialize;

use super::{Piece, PuzzleLocation, Range};
use crate::analysis::{Handle, Square, WhatIfSquare};

/// The map of one item.
#[derive(Debug, Serialize)]
pub struct PieceMap {
    /// The version of the document.
    version: Option<i32>,
    /// The range of the puzzle.
    range: Range,
    /// The line of its header.
    line: u32,
    piece: Piece,
    /// Whether all squares are solved.
    done: bool,
    /// The squares in reading order.
    squares: Vec<MapSquare>,
    text: String,
}

/// A square of a map.
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
            piece: Piece::from(item.clone()),
            done: open == 0,
            squares: squares.collect(),
            text,
        }
    }
}
