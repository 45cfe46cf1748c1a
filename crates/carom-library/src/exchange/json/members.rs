//! The members of an object that is written.

use serde_json::{Value, json};

use crate::board::{Board, Direction, Square};
use crate::games::Piece;

/// The members in the order of the object.
#[derive(Default)]
pub(crate) struct Members(pub(super) Vec<(String, Value)>);

impl Members {
    /// Adds a member.
    pub(crate) fn add(&mut self, name: &str, value: impl Into<Value>) {
        self.0.push((name.to_owned(), value.into()));
    }

    /// Adds a list, unless it is empty.
    pub(crate) fn add_list(&mut self, name: &str, values: impl Iterator<Item = Value>) {
        let values: Vec<Value> = values.collect();
        if !values.is_empty() {
            self.add(name, values);
        }
    }

    /// Adds the size, the blocks and the walls.
    pub(crate) fn add_board(&mut self, board: &Board) {
        self.add("size", json!([board.columns(), board.rows()]));
        self.add_list("blocks", board.blocks().iter().map(name));
        let walls = board.all_walls().map(|(square, side)| {
            let side = match side {
                Direction::Up => "up",
                Direction::Right => "right",
                Direction::Down => "down",
                Direction::Left => "left",
            };
            json!({"square": name(square), "side": side})
        });
        self.add_list("walls", walls);
    }

    /// Adds the pieces.
    pub(crate) fn add_pieces(&mut self, pieces: impl Iterator<Item = Piece>) {
        let pieces = pieces
            .map(|piece| json!({"name": piece.name.to_string(), "square": name(piece.square)}));
        self.add_list("pieces", pieces);
    }
}

/// Returns the name of a square.
pub(crate) fn name(square: Square) -> Value {
    Value::from(square.to_string())
}
