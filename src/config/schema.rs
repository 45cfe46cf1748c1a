//! What a `carom.toml` may hold, as a JSON schema: the table of settings in
//! another form.

use serde_json::{Map, Value, json};

use super::setting::{
    FORM, INCLUDE, LINTS, OVERRIDES, PATHS, Part, ROOT, SETTINGS, SOURCE, Setting,
};
use super::value::LEVELS;
use super::{Answers, Kind};
use crate::analysis::{Demands, Lint};
use crate::exchange::FORMS;
use crate::text::LineEnding;

/// The JSON schema (draft 7, which editors of TOML know) of a `carom.toml`.
pub fn schema() -> Value {
    let mut top = part(Part::Top);
    top.insert(
        ROOT.to_owned(),
        json!({
            "type": "boolean",
            "default": false,
            "description": "Whether to ignore carom.toml files in parent folders.",
        }),
    );
    let mut overriding = part(Part::Override);
    overriding.insert(
        PATHS.to_owned(),
        described(
            kind(Kind::Globs),
            "The files that this is for, by globs as in a .gitignore.",
        ),
    );
    let mut overriding = object(overriding);
    insert(&mut overriding, "required", json!([PATHS]));
    top.insert(
        OVERRIDES.to_owned(),
        json!({
            "type": "array",
            "items": overriding,
            "description": "What is set for some files; the last that means a file wins.",
        }),
    );
    top.insert(
        SOURCE.to_owned(),
        json!({
            "type": "array",
            "items": source(),
            "description": "Which files are of another form; the first that means a file wins.",
        }),
    );
    let mut schema = object(top);
    insert(
        &mut schema,
        "$schema",
        json!("http://json-schema.org/draft-07/schema#"),
    );
    insert(&mut schema, "title", json!("carom.toml"));
    insert(
        &mut schema,
        "description",
        json!(
            "What carom reports of puzzles, what it may spend on them, and what a project demands of them."
        ),
    );
    schema
}

/// The members of a part of a configuration.
fn part(part: Part) -> Map<String, Value> {
    let here = || SETTINGS.iter().filter(move |one| one.scope.has(part));
    let mut members = Map::new();
    for setting in here() {
        let Some(table) = setting.table else {
            members.insert(setting.key.to_owned(), of_setting(setting));
            continue;
        };
        let keys = here().filter(|one| one.table == Some(table));
        let keys = keys.map(|one| (one.key.to_owned(), of_setting(one)));
        members.insert(table.to_owned(), object(keys.collect()));
    }
    let lints = Lint::ALL.iter().map(|lint| {
        let mut level = described(kind(Kind::Level), lint.summary());
        insert(&mut level, "default", json!(lint.default_level().name()));
        (lint.code().to_owned(), level)
    });
    members.insert(LINTS.to_owned(), object(lints.collect()));
    members
}

/// What says that files are of another form.
fn source() -> Value {
    let forms = FORMS.iter().filter(|form| form.read.is_some());
    let forms: Vec<&str> = forms.map(|form| form.name).collect();
    let form = described(json!({"enum": forms}), "The form that the files are of.");
    let globs = "The files, by globs as in a .gitignore.";
    let include = described(kind(Kind::Globs), globs);
    let members = [(FORM, form), (INCLUDE, include)];
    let members = members.map(|(key, schema)| (key.to_owned(), schema));
    let mut source = object(members.into_iter().collect());
    insert(&mut source, "required", json!([FORM, INCLUDE]));
    source
}

fn of_setting(setting: &Setting) -> Value {
    let mut schema = described(kind(setting.kind), setting.about);
    if let Some(default) = &setting.default {
        insert(&mut schema, "default", default.to_json());
    }
    schema
}

fn kind(kind: Kind) -> Value {
    match kind {
        Kind::Level => json!({"enum": LEVELS}),
        Kind::Count => json!({"type": "integer", "minimum": 0}),
        Kind::Positive => json!({"type": "integer", "minimum": 1}),
        Kind::Size => json!({"anyOf": [
            {"type": "integer", "minimum": 0},
            {
                "type": "string",
                "pattern": r"^[0-9]+(\.[0-9]*)?\s*([bB]|[kKmMgG]([iI]?[bB])?)?$",
                "examples": ["512MiB", "1GiB"],
            },
        ]}),
        Kind::Time => json!({"type": "string", "examples": ["10s", "2min"]}),
        Kind::Text => json!({"type": "string"}),
        Kind::Answers => json!({"enum": Answers::ALL.map(|(word, _)| word)}),
        Kind::Globs => json!({"type": "array", "items": {"type": "string", "minLength": 1}}),
        Kind::LineEnding => json!({"enum": LineEnding::ALL.map(LineEnding::name)}),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Keys => {
            let keys: Vec<&str> = Demands::keys().collect();
            let own = json!({"type": "string", "pattern": "^x-"});
            json!({"type": "array", "items": {"anyOf": [{"enum": keys}, own]}})
        }
        Kind::Moves => json!({"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": u32::MAX},
            {
                "type": "string",
                "pattern": r"^\s*([0-9]+|[0-9]+\s*\.\.\s*[0-9]*|\.\.\s*[0-9]+)\s*$",
                "examples": ["6..15", "6..", "..15", "6"],
            },
        ]}),
    }
}

/// An object of these members and no others.
fn object(members: Map<String, Value>) -> Value {
    json!({"type": "object", "properties": members, "additionalProperties": false})
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
