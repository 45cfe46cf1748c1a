//! From a puzzle to an object.

use serde_json::{Value, json};

use super::setup::NotationOf;
use crate::analysis::setup_of;
use crate::board::{Board, Direction, Square};
use crate::exchange::format::Refusal;
use crate::exchange::record::{KeyValue, PuzzleRecord};
use crate::games::{BoardObject, Game, Placement, Role, on_board};
use crate::syntax::Key;

/// Writes a puzzle, one member a line. `notation` returns the part of a game.
pub(crate) fn write(record: &PuzzleRecord, notation: NotationOf) -> Result<String, Refusal> {
    let mut members = Members::default();
    members.add("game", record.position.game().name());
    if let Some(name) = &record.name {
        members.add("name", name.as_str());
    }
    let setup = setup_of(&record.position);
    members.add_list("rules", setup.rules().into_iter().map(Value::from));
    if record.position.game().has_floor() {
        members.add_board(setup.board());
        members.add_objects(record.position.game(), &setup.objects());
    }
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
    fn add_board(&mut self, board: &Board) {
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

    /// Adds the pieces, the targets and the diagonals of a game.
    fn add_objects(&mut self, game: Game, objects: &[Placement]) {
        let (mut pieces, mut targets, mut diagonals) = (Vec::new(), Vec::new(), Vec::new());
        for (object, square) in on_board(objects, |object, at| Some((object.clone(), name(at)))) {
            match object {
                BoardObject::Piece(glyph) => {
                    pieces.push(json!({"name": glyph.to_string(), "square": square}));
                }
                BoardObject::Target(glyph) => targets.push(match game.role(glyph) {
                    Role::Target(Some(robot)) => {
                        json!({"square": square, "robot": robot.to_string()})
                    }
                    _ => square,
                }),
                BoardObject::Diagonal(kind, robot) => {
                    let kind = kind.glyph().to_string();
                    diagonals.push(match robot {
                        Some(robot) => {
                            json!({"square": square, "kind": kind, "robot": robot.to_string()})
                        }
                        None => json!({"square": square, "kind": kind}),
                    });
                }
                BoardObject::Player | BoardObject::Item(_) | BoardObject::Block => {}
            }
        }
        for (member, values) in [("pieces", pieces), ("targets", targets), ("diagonals", diagonals)]
        {
            self.add_list(member, values.into_iter());
        }
    }
}

pub(crate) fn name(square: Square) -> Value {
    Value::from(square.to_string())
}
