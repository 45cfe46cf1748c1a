//! From a puzzle to an object.

use serde_json::{Value, json};

use super::setup::NotationOf;
use crate::analysis::setup_of;
use crate::board::{Board, Direction, Square};
use crate::exchange::format::Refusal;
use crate::exchange::record::{KeyValue, PuzzleRecord};
use crate::games::Piece;
use crate::syntax::Key;

/// Writes a puzzle, one member a line. `notation` returns the part of a game.
pub(crate) fn write(record: &PuzzleRecord, notation: NotationOf) -> Result<String, Refusal> {
    let mut members = Members::default();
    members.add("game", record.position.game().name());
    if let Some(name) = &record.name {
        members.add("name", name.as_str());
    }
    let rules = setup_of(&record.position).rules();
    members.add_list("rules", rules.into_iter().map(Value::from));
    (notation(record.position.game()).write)(&record.position, &mut members);
    // Objects have no order, so equal puzzles are written the same.
    let mut keys: Vec<&KeyValue<Key>> = record.keys.iter().collect();
    keys.sort_by_key(|entry| entry.key);
    for entry in keys {
        let value = match entry.key {
            Key::Moves => match entry.value.parse::<u32>() {
                Ok(moves) => moves.into(),
                Err(_) => Value::from(entry.value.as_str()),
            },
            Key::Tags => entry.value.split(',').map(str::trim).collect(),
            Key::Notes => entry.value.split('\n').collect(),
            Key::Solution => entry.value.split_whitespace().collect(),
            _ => Value::from(entry.value.as_str()),
        };
        members.add(entry.key.name(), value);
    }
    let mut own_keys: Vec<&KeyValue<String>> = record.own_keys.iter().collect();
    own_keys.sort_by_key(|entry| &entry.key);
    for entry in own_keys {
        members.add(&entry.key, entry.value.as_str());
    }
    let comments = record.comments.iter().map(|comment| Value::from(comment.as_str()));
    members.add_list("comments", comments);
    let lines =
        members.0.iter().map(|(name, value)| format!("  {}: {value}", Value::from(name.as_str())));
    Ok(format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n")))
}

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

pub(crate) fn name(square: Square) -> Value {
    Value::from(square.to_string())
}
