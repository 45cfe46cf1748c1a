//! From a puzzle to an object.

use serde_json::Value;

use super::members::Members;
use super::setup::NotationOf;
use crate::analysis::setup_of;
use crate::exchange::format::Refusal;
use crate::exchange::record::{KeyValue, PuzzleRecord};
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
    keys.sort_by_key(|entry| Key::ALL.iter().position(|key| *key == entry.key));
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
    let comments = record
        .comments
        .iter()
        .map(|comment| Value::from(comment.as_str()));
    members.add_list("comments", comments);
    let members = members.0.iter();
    let lines = members.map(|(name, value)| format!("  {}: {value}", Value::from(name.as_str())));
    Ok(format!(
        "{{\n{}\n}}\n",
        lines.collect::<Vec<_>>().join(",\n")
    ))
}
