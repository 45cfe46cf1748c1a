//! A configuration as it is written, in TOML or in JSON: one shape for both.

use std::ops::Range;

use super::Fault;
use toml::de::{DeTable, DeValue};

/// A key and its value, with their places in a text that has them.
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_span: Option<Range<usize>>,
    pub(super) value: Value,
    pub(super) span: Option<Range<usize>>,
}

/// A value.
pub(super) enum Value {
    Table(Vec<Entry>),
    Text(String),
    Number(u64),
    /// Anything else, and what it is called.
    Other(&'static str),
}

impl Value {
    /// What a value of this kind is called.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Table(_) => "a table",
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
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
        value: toml_value(value.get_ref()),
        span: Some(value.span()),
    });
    let mut entries: Vec<Entry> = entries.collect();
    entries.sort_by_key(|entry| entry.key_span.as_ref().map(|span| span.start));
    entries
}

fn toml_value(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::Table(table) => Value::Table(toml_table(table)),
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix())
            .map_or(Value::Other("such a number"), Value::Number),
        DeValue::Float(_) => Value::Other("a fraction"),
        DeValue::Boolean(_) => Value::Other("true or false"),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(_) => Value::Other("a list"),
    }
}

/// Reads an object of JSON; a member without a value is not there.
pub(super) fn from_json(value: &serde_json::Value) -> Vec<Entry> {
    let members = value.as_object().into_iter().flatten();
    let members = members.filter(|(_, value)| !value.is_null());
    let entries = members.map(|(key, value)| Entry {
        key: key.clone(),
        key_span: None,
        value: json_value(value),
        span: None,
    });
    entries.collect()
}

fn json_value(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Object(_) => Value::Table(from_json(value)),
        serde_json::Value::String(text) => Value::Text(text.clone()),
        serde_json::Value::Number(number) => number
            .as_u64()
            .map_or(Value::Other("such a number"), Value::Number),
        serde_json::Value::Bool(_) => Value::Other("true or false"),
        serde_json::Value::Array(_) => Value::Other("a list"),
        serde_json::Value::Null => Value::Other("nothing"),
    }
}
