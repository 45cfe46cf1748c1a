//! Reads values of a configuration. Every fault is collected: one bad value hides no other.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::values::{Origin, Setting, SettingValue};
use crate::analysis::nearest;
use crate::text::LineIndex;

/// A configuration with faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// At least one fault, in the order of the text.
    pub faults: Vec<Fault>,
}

/// A fault of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The message, a clause without a full stop.
    pub message: String,
    /// A line of help.
    pub help: Option<String>,
    /// The place in the text, in bytes. Faults of an editor's settings have none.
    pub span: Option<Range<usize>>,
}

impl From<std::io::Error> for ConfigError {
    fn from(error: std::io::Error) -> Self {
        Self {
            faults: vec![Fault {
                message: error.to_string(),
                help: None,
                span: None,
            }],
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, ": {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.faults.iter().map(Fault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl std::error::Error for ConfigError {}

/// A key and its value.
#[derive(Clone, Copy)]
pub(super) struct Entry<'t> {
    pub(super) key: &'t Spanned<DeString<'t>>,
    pub(super) value: &'t Spanned<DeValue<'t>>,
}

impl<'t> Entry<'t> {
    pub(super) fn key(self) -> &'t str {
        self.key.get_ref()
    }
}

/// Returns the entries of a table in the order of the text.
pub(super) fn entries<'t>(table: &'t DeTable<'t>) -> Vec<Entry<'t>> {
    let entries = table.iter().map(|(key, value)| Entry { key, value });
    let mut entries: Vec<Entry<'_>> = entries.collect();
    entries.sort_by_key(|entry| entry.key.span().start);
    entries
}

/// A configuration that is being read.
pub(super) struct Reader<'a> {
    /// The file and its lines; `None` for an editor's settings.
    file: Option<(Arc<Path>, LineIndex)>,
    /// The folder that globs are relative to.
    folder: &'a Path,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    /// Creates a reader of a `file`, or of an editor's settings.
    pub(super) const fn new(file: Option<(Arc<Path>, LineIndex)>, folder: &'a Path) -> Self {
        Self {
            file,
            folder,
            faults: Vec::new(),
        }
    }

    /// Reads the top of a text with `read`, as far as it is valid TOML.
    pub(super) fn read_text(&mut self, text: &str, mut read: impl FnMut(&mut Self, Entry<'_>)) {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            self.fault(error.span(), error.message().to_owned(), None);
        }
        for entry in entries(table.get_ref()) {
            read(self, entry);
        }
    }

    /// Returns what was read if it has no faults.
    pub(super) fn finish<T>(mut self, read: T) -> Result<T, ConfigError> {
        if self.faults.is_empty() {
            return Ok(read);
        }
        let start = |fault: &Fault| fault.span.as_ref().map(|span| span.start);
        self.faults.sort_by_key(start);
        Err(ConfigError {
            faults: self.faults,
        })
    }

    /// Reads a value with its origin.
    pub(super) fn setting<T: SettingValue>(&mut self, entry: Entry<'_>) -> Setting<T> {
        let origin = match &self.file {
            Some((path, lines)) => Origin::File {
                path: Arc::clone(path),
                line: lines.line(u32::try_from(entry.key.span().start).unwrap_or(u32::MAX)) + 1,
            },
            None => Origin::Editor,
        };
        Setting(self.value(entry).map(|value| (value, origin)))
    }

    /// Reads a value. Each wrong item of a list is reported.
    pub(super) fn value<T: SettingValue>(&mut self, entry: Entry<'_>) -> Option<T> {
        match parse::<T>(entry.value.clone()) {
            Ok(mut value) => {
                value.set_folder(self.folder);
                return Some(value);
            }
            Err(error) => match entry.value.get_ref() {
                DeValue::Array(items) if list_of::<T>(None).is_ok() => {
                    for item in items {
                        if let Err(error) = list_of::<T>(Some(item)) {
                            self.invalid::<T>(entry, item, &error);
                        }
                    }
                }
                _ => self.invalid::<T>(entry, entry.value, &error),
            },
        }
        None
    }

    /// Reports that `serde` cannot read a value. Faults of its type get carom's own message.
    fn invalid<T: SettingValue>(
        &mut self,
        entry: Entry<'_>,
        item: &Spanned<DeValue<'_>>,
        error: &toml::de::Error,
    ) {
        let message = error.message();
        let mismatches = [
            "invalid type",
            "invalid value",
            "unknown variant",
            "wanted ",
        ];
        if mismatches.iter().any(|start| message.starts_with(start)) {
            return self.expected(entry, T::EXPECTED, item);
        }
        let message = format!("`{}`: {message}", entry.key());
        self.fault(Some(item.span()), message, None);
    }

    pub(super) fn expect_tables(&mut self, entry: Entry<'_>, item: &Spanned<DeValue<'_>>) {
        self.expected(entry, &format!("tables `[[{}]]`", entry.key()), item);
    }

    pub(super) fn expected(
        &mut self,
        entry: Entry<'_>,
        expected: &str,
        found: &Spanned<DeValue<'_>>,
    ) {
        let found_value = match found.get_ref() {
            DeValue::Table(_) => "a table".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::String(text) => format!("{text:?}"),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(date) => date.to_string(),
        };
        let message = format!(
            "`{}`: expected {expected}, found {found_value}",
            entry.key()
        );
        self.fault(Some(found.span()), message, None);
    }

    pub(super) fn unknown(&mut self, entry: Entry<'_>, table: Option<&str>, known: &[String]) {
        let help = match nearest(entry.key(), known.iter().map(String::as_str)) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("the settings are {}", known.join(", ")),
        };
        let message = match table {
            None => format!("unknown setting `{}`", entry.key()),
            Some(table) => format!("unknown setting `{}` in `{table}`", entry.key()),
        };
        self.fault(Some(entry.key.span()), message, Some(help));
    }

    pub(super) fn fault(
        &mut self,
        span: Option<Range<usize>>,
        message: String,
        help: Option<String>,
    ) {
        self.faults.push(Fault {
            message,
            help,
            // The user has never seen the settings of an editor as TOML.
            span: span.filter(|_| self.file.is_some()),
        });
    }
}

fn parse<T: SettingValue>(value: Spanned<DeValue<'_>>) -> Result<T, toml::de::Error> {
    T::deserialize(ValueDeserializer::from(value))
}

/// Reads a list of at most one item.
fn list_of<'t, T: SettingValue>(item: Option<&Spanned<DeValue<'t>>>) -> Result<T, toml::de::Error> {
    let list = DeValue::Array(item.into_iter().cloned().collect());
    parse(Spanned::new(0..0, list))
}
