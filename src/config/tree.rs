//! A configuration as it is written, in TOML or in JSON: one shape for both.

use std::ops::Range;

use super::Fault;
use toml::de::{DeTable, DeValue};

/// A key and its value, with the key's place in a text that has one.
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_span: Option<Range<usize>>,
    pub(super) item: Item,
}

/// A value with its place.
pub(super) struct Item {
    pub(super) value: Raw,
    pub(super) span: Option<Range<usize>>,
}

/// A value as it is written.
pub(super) enum Raw {
    Table(Vec<Entry>),
    List(Vec<Item>),
    Text(String),
    Number(u64),
    Flag(bool),
    /// Anything else, and what it is called.
    Other(&'static str),
}

impl Raw {
    /// What a value of this kind is called.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Table(_) => "a table",
            Self::List(_) => "a list",
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::Other(kind) => kind,
        }
    }
}

/// Reads TOML as far as it can be read, in the order of the text.
pub(super) fn from_toml(text: &str) -> (Vec<Entry>, Vec<Fault>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let errors = errors.iter();
    let faults = errors.map(|error| Fault::new(error.message(), error.span()));
    (toml_table(table.get_ref()), faults.collect())
}

fn toml_table(table: &DeTable<'_>) -> Vec<Entry> {
    let entries = table.iter().map(|(key, value)| Entry {
        key: key.get_ref().to_string(),
        key_span: Some(key.span()),
        item: Item {
            value: toml_value(value.get_ref()),
            span: Some(value.span()),
        },
    });
    let mut entries: Vec<Entry> = entries.collect();
    entries.sort_by_key(|entry| entry.key_span.as_ref().map(|span| span.start));
    entries
}

fn toml_value(value: &DeValue<'_>) -> Raw {
    match value {
        DeValue::Table(table) => Raw::Table(toml_table(table)),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| Item {
                value: toml_value(item.get_ref()),
                span: Some(item.span()),
            });
            Raw::List(items.collect())
        }
        DeValue::String(text) => Raw::Text(text.to_string()),
        DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix())
            .map_or(Raw::Other("such a number"), Raw::Number),
        DeValue::Float(_) => Raw::Other("a fraction"),
        DeValue::Boolean(flag) => Raw::Flag(*flag),
        DeValue::Datetime(_) => Raw::Other("a date"),
    }
}

/// Reads an object of JSON; a member without a value is not there.
pub(super) fn from_json(value: &serde_json::Value) -> Vec<Entry> {
    let members = value.as_object().into_iter().flatten();
    let members = members.filter(|(_, value)| !value.is_null());
    let entries = members.map(|(key, value)| Entry {
        key: key.clone(),
        key_span: None,
        item: json_item(value),
    });
    entries.collect()
}

fn json_item(value: &serde_json::Value) -> Item {
    let value = match value {
        serde_json::Value::Object(_) => Raw::Table(from_json(value)),
        serde_json::Value::Array(items) => Raw::List(items.iter().map(json_item).collect()),
        serde_json::Value::String(text) => Raw::Text(text.clone()),
        serde_json::Value::Number(number) => number
            .as_u64()
            .map_or(Raw::Other("such a number"), Raw::Number),
        serde_json::Value::Bool(flag) => Raw::Flag(*flag),
        serde_json::Value::Null => Raw::Other("nothing"),
    };
    Item { value, span: None }
}
