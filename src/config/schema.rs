//! The JSON schema of `carom.toml`, generated from the table of settings.

use serde_json::{Map, Value, json};

use super::layer::Part;
use super::settings::LINTS;
use super::{Globs, SETTINGS, SettingInfo, SettingValue};
use crate::analysis::{Level, Lint};
use crate::exchange::FORMATS;

/// Returns the JSON schema (draft 7, which TOML editors support) of a `carom.toml`.
pub fn schema() -> Value {
    let mut top = part(Part::Top);
    top.insert(
        "root".to_owned(),
        json!({
            "type": "boolean",
            "default": false,
            "description": "Whether to ignore carom.toml files in parent folders.",
        }),
    );
    let globs = |description| described(Globs::schema(), description);
    let mut overriding = part(Part::Override);
    let paths = globs("The files that these settings apply to (globs as in .gitignore).");
    overriding.insert("paths".to_owned(), paths);
    top.insert(
        "overrides".to_owned(),
        json!({
            "type": "array",
            "items": object(overriding, &["paths"]),
            "description": "Settings of some files. The last override for a file wins.",
        }),
    );
    let formats = FORMATS.iter().filter(|format| format.read.is_some());
    let formats: Vec<&str> = formats.map(|format| format.name).collect();
    let source = [
        (
            "format",
            described(json!({"enum": formats}), "The format of the files."),
        ),
        ("include", globs("The files (globs as in .gitignore).")),
    ];
    let source = source.map(|(key, schema)| (key.to_owned(), schema));
    top.insert(
        "source".to_owned(),
        json!({
            "type": "array",
            "items": object(source.into_iter().collect(), &["format", "include"]),
            "description": "Files in foreign formats. The first entry for a file wins.",
        }),
    );
    let mut schema = object(top, &[]);
    let dialect = json!("http://json-schema.org/draft-07/schema#");
    insert(&mut schema, "$schema", dialect);
    insert(&mut schema, "title", json!("carom.toml"));
    let description = "Levels of lints, limits of searches, and requirements of puzzles.";
    described(schema, description)
}

/// Returns the properties of a part of a configuration.
fn part(part: Part) -> Map<String, Value> {
    let here = || SETTINGS.iter().filter(|info| part.allows(info.scope));
    let mut properties = Map::new();
    for info in here() {
        let schema = match info.path() {
            (None, _) => setting(info),
            (table, _) => {
                let keys = here().filter(|info| info.path().0 == table);
                let keys = keys.map(|info| (info.path().1.to_owned(), setting(info)));
                object(keys.collect(), &[])
            }
        };
        properties.insert(info.path().0.unwrap_or(info.key).to_owned(), schema);
    }
    let lints = Lint::ALL.iter().map(|lint| {
        let mut level = described(Level::schema(), lint.summary());
        insert(&mut level, "default", json!(lint.default_level()));
        (lint.code().to_owned(), level)
    });
    properties.insert(LINTS.to_owned(), object(lints.collect(), &[]));
    properties
}

fn setting(info: &SettingInfo) -> Value {
    let mut schema = described((info.schema)(), &info.about());
    if let Some(default) = (info.default)() {
        insert(&mut schema, "default", default);
    }
    schema
}

/// Returns the schema of a table with these keys and no others.
fn object(properties: Map<String, Value>, required: &[&str]) -> Value {
    let mut schema =
        json!({"type": "object", "properties": properties, "additionalProperties": false});
    if !required.is_empty() {
        insert(&mut schema, "required", json!(required));
    }
    schema
}

fn described(mut schema: Value, description: &str) -> Value {
    insert(&mut schema, "description", json!(description));
    schema
}

fn insert(schema: &mut Value, keyword: &str, value: Value) {
    if let Some(members) = schema.as_object_mut() {
        members.insert(keyword.to_owned(), value);
    }
}
