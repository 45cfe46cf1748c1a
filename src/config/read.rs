//! Reads configurations. Every fault is collected: one bad value hides no other.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::settings::LINTS;
use super::{Config, Globs, Origin, SETTINGS, Scope, Setting, SettingInfo, SettingValue};
use crate::analysis::{Lint, nearest};
use crate::exchange::{FORMS, Form, form};
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
    /// What is wrong, as a clause.
    pub message: String,
    /// What to do about it.
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

/// One parsed `carom.toml`.
#[derive(Debug, Default)]
pub struct Layer {
    /// Whether `carom.toml` files in parent folders are ignored.
    pub is_root: bool,
    config: Config,
    overrides: Vec<Override>,
    sources: Vec<SourceFormat>,
}

/// Settings of some files.
#[derive(Debug)]
struct Override {
    paths: Globs,
    config: Config,
}

/// The format of some files.
#[derive(Debug)]
struct SourceFormat {
    include: Globs,
    form: &'static Form,
}

impl Layer {
    /// Parses the text of the `carom.toml` at `path`. Its globs are relative to `folder`,
    /// which is absolute.
    ///
    /// # Errors
    ///
    /// Returns all faults.
    pub fn read(path: &Path, folder: &Path, text: &str) -> Result<Self, ConfigError> {
        let mut layer = Self::default();
        let mut reader = Reader {
            file: Some((path.into(), LineIndex::new(text))),
            folder,
            faults: Vec::new(),
        };
        reader.read_text(text, |reader, entry| {
            match (entry.key(), entry.value.get_ref()) {
                ("root", _) => layer.is_root = reader.value(entry).unwrap_or_default(),
                ("overrides", DeValue::Array(items)) => {
                    let overrides = items.iter().map(|item| reader.read_override(entry, item));
                    layer.overrides = overrides.flatten().collect();
                }
                ("source", DeValue::Array(items)) => {
                    let sources = items.iter().map(|item| reader.read_source(entry, item));
                    layer.sources = sources.flatten().collect();
                }
                ("overrides" | "source", _) => reader.expect_tables(entry, entry.value),
                _ => reader.read_entry(&mut layer.config, Part::Top, entry),
            }
        });
        reader.finish(layer)
    }

    /// Returns the settings of the file at the absolute path `path`. The last override for it
    /// wins, and overrides win over the rest.
    pub fn config(&self, path: &Path) -> Config {
        let matching = self.overrides.iter().filter(|one| one.paths.is_match(path));
        matching.fold(self.config.clone(), |config, one| one.config.or(&config))
    }

    /// Returns the format of the file at the absolute path `path`, if the layer sets it.
    pub fn form_of(&self, path: &Path) -> Option<&'static Form> {
        let mut sources = self.sources.iter();
        let source = sources.find(|source| source.include.is_match(path))?;
        Some(source.form)
    }

    /// Returns the globs of files in other formats.
    pub fn sources(&self) -> impl Iterator<Item = &Globs> {
        self.sources.iter().map(|source| &source.include)
    }

    /// Whether some files have settings of their own.
    pub fn has_overrides(&self) -> bool {
        !self.overrides.is_empty()
    }
}

impl Config {
    /// Reads an editor's settings below `carom`.
    ///
    /// # Errors
    ///
    /// Returns all faults.
    pub fn from_editor(settings: &Json) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        let mut reader = Reader {
            file: None,
            folder: Path::new(""),
            faults: Vec::new(),
        };
        // As TOML, one reader serves both.
        match toml::to_string(&without_null(settings)) {
            Ok(text) => reader.read_text(&text, |reader, entry| {
                reader.read_entry(&mut config, Part::Editor, entry);
            }),
            Err(error) => reader.fault(None, error.to_string(), None),
        }
        reader.finish(config)
    }
}

/// Returns the members of an object that have a value.
fn without_null(settings: &Json) -> serde_json::Map<String, Json> {
    let members = settings.as_object().into_iter().flatten();
    let members = members.filter(|(_, value)| !value.is_null());
    let members = members.map(|(key, value)| match value {
        Json::Object(_) => (key.clone(), without_null(value).into()),
        value => (key.clone(), value.clone()),
    });
    members.collect()
}

/// A part of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The top of a `carom.toml`.
    Top,
    /// A table `[[overrides]]`.
    Override,
    /// The settings of an editor.
    Editor,
}

impl Part {
    /// Whether the part may contain settings of this scope.
    pub(super) const fn allows(self, scope: Scope) -> bool {
        match scope {
            Scope::Anywhere => true,
            Scope::Run => !matches!(self, Self::Override),
            Scope::Folder => matches!(self, Self::Top),
            Scope::Editor => matches!(self, Self::Editor),
        }
    }

    /// Returns the key as this part spells it: an editor's keys are in camel case.
    fn spell(self, key: &str) -> String {
        if self != Self::Editor {
            return key.to_owned();
        }
        let mut words = key.split('-');
        let first = words.next().unwrap_or_default().to_owned();
        words.fold(first, |all, word| {
            let (initial, rest) = word.split_at(word.len().min(1));
            all + &initial.to_uppercase() + rest
        })
    }

    /// Returns the keys at the top of the part, or in a table of it.
    fn keys(self, table: Option<&str>) -> Vec<String> {
        let own: &[&str] = match self {
            _ if table.is_some() => &[],
            Self::Top => &["root", "overrides", "source", LINTS],
            Self::Override => &["paths", LINTS],
            Self::Editor => &[LINTS],
        };
        let mut keys: Vec<String> = own.iter().map(|&key| key.to_owned()).collect();
        for info in SETTINGS.iter().filter(|info| self.allows(info.scope)) {
            let key = match info.path() {
                (found, key) if found == table => self.spell(key),
                (Some(found), _) if table.is_none() => found.to_owned(),
                _ => continue,
            };
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }
}

/// A key and its value.
#[derive(Clone, Copy)]
pub(super) struct Entry<'t> {
    key: &'t Spanned<DeString<'t>>,
    value: &'t Spanned<DeValue<'t>>,
}

impl<'t> Entry<'t> {
    fn key(self) -> &'t str {
        self.key.get_ref()
    }
}

/// Returns the entries of a table in the order of the text.
fn entries<'t>(table: &'t DeTable<'t>) -> Vec<Entry<'t>> {
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

impl Reader<'_> {
    /// Reads the top of a text with `read`, as far as it is valid TOML.
    fn read_text(&mut self, text: &str, mut read: impl FnMut(&mut Self, Entry<'_>)) {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            self.fault(error.span(), error.message().to_owned(), None);
        }
        for entry in entries(table.get_ref()) {
            read(self, entry);
        }
    }

    /// Returns what was read if it has no faults.
    fn finish<T>(mut self, read: T) -> Result<T, ConfigError> {
        if self.faults.is_empty() {
            return Ok(read);
        }
        let start = |fault: &Fault| fault.span.as_ref().map(|span| span.start);
        self.faults.sort_by_key(start);
        Err(ConfigError {
            faults: self.faults,
        })
    }

    /// Reads a table `[[overrides]]`.
    fn read_override(&mut self, entry: Entry<'_>, item: &Spanned<DeValue<'_>>) -> Option<Override> {
        let DeValue::Table(table) = item.get_ref() else {
            self.expect_tables(entry, item);
            return None;
        };
        let mut config = Config::default();
        let (mut paths, mut has_paths) = (None, false);
        for entry in entries(table) {
            if entry.key() == "paths" {
                (paths, has_paths) = (self.value(entry), true);
            } else {
                self.read_entry(&mut config, Part::Override, entry);
            }
        }
        if !has_paths {
            let help = "add the files it applies to, as in `paths = [\"hard/**\"]`";
            let message = "missing `paths` in `[[overrides]]`".to_owned();
            self.fault(Some(item.span()), message, Some(help.to_owned()));
        }
        let paths = paths?;
        Some(Override { paths, config })
    }

    /// Reads a table `[[source]]`.
    fn read_source(
        &mut self,
        entry: Entry<'_>,
        item: &Spanned<DeValue<'_>>,
    ) -> Option<SourceFormat> {
        let DeValue::Table(table) = item.get_ref() else {
            self.expect_tables(entry, item);
            return None;
        };
        let (mut include, mut form) = (None, None);
        for entry in entries(table) {
            match entry.key() {
                "include" => include = self.value(entry),
                "format" => form = self.read_form(entry),
                _ => self.unknown(entry, Some("source"), &["format".into(), "include".into()]),
            }
        }
        for key in ["format", "include"] {
            if !table.contains_key(key) {
                let help = "add both, as in `format = \"skub\"` and `include = [\"puzzles/*.md\"]`";
                let message = format!("missing `{key}` in `[[source]]`");
                self.fault(Some(item.span()), message, Some(help.to_owned()));
            }
        }
        Some(SourceFormat {
            include: include?,
            form: form?,
        })
    }

    fn read_form(&mut self, entry: Entry<'_>) -> Option<&'static Form> {
        let name: String = self.value(entry)?;
        let found = form(&name).filter(|form| form.read.is_some());
        if found.is_none() {
            let names = FORMS.iter().filter(|form| form.read.is_some());
            let names: Vec<&str> = names.map(|form| form.name).collect();
            let help = match nearest(&name, names.iter().copied()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("the formats are {}", names.join(", ")),
            };
            let message = format!("unknown format `{name}`");
            self.fault(Some(entry.value.span()), message, Some(help));
        }
        found
    }

    /// Reads a setting or a table of settings.
    fn read_entry(&mut self, config: &mut Config, part: Part, entry: Entry<'_>) {
        let key = entry.key();
        let is_table = key == LINTS || SETTINGS.iter().any(|info| info.path().0 == Some(key));
        match entry.value.get_ref() {
            DeValue::Table(table) if is_table => {
                for entry in entries(table) {
                    match key {
                        LINTS => self.read_level(config, entry),
                        _ => self.read_setting(config, part, Some(key), entry),
                    }
                }
            }
            _ if is_table => self.expected(entry, "a table", entry.value),
            _ => self.read_setting(config, part, None, entry),
        }
    }

    /// Reads a setting of a table, or at the top.
    fn read_setting(
        &mut self,
        config: &mut Config,
        part: Part,
        table: Option<&str>,
        entry: Entry<'_>,
    ) {
        let is_named = |info: &&SettingInfo| {
            let (in_table, key) = info.path();
            in_table == table && part.spell(key) == entry.key()
        };
        match SETTINGS.iter().find(is_named) {
            Some(info) if part.allows(info.scope) => config.read(info.key, self, entry),
            Some(info) if part == Part::Override && Part::Top.allows(info.scope) => {
                let message = format!("`{}` is not allowed in `[[overrides]]`", entry.key());
                let help = "set it at the top of the file".to_owned();
                self.fault(Some(entry.key.span()), message, Some(help));
            }
            _ => self.unknown(entry, table, &part.keys(table)),
        }
    }

    fn read_level(&mut self, config: &mut Config, entry: Entry<'_>) {
        // The level is checked even if the lint is unknown.
        let level = self.setting(entry);
        match entry.key().parse::<Lint>() {
            Ok(lint) => {
                config.lints.insert(lint, level);
            }
            Err(unknown) => {
                let help = match unknown.nearest {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => "run `carom explain` to list the lints".to_owned(),
                };
                let message = format!("unknown lint `{}`", entry.key());
                self.fault(Some(entry.key.span()), message, Some(help));
            }
        }
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
    fn value<T: SettingValue>(&mut self, entry: Entry<'_>) -> Option<T> {
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

    /// Reports that `serde` cannot read a value, in the words of carom if it is about the type.
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

    fn expect_tables(&mut self, entry: Entry<'_>, item: &Spanned<DeValue<'_>>) {
        self.expected(entry, &format!("tables `[[{}]]`", entry.key()), item);
    }

    fn expected(&mut self, entry: Entry<'_>, expected: &str, found: &Spanned<DeValue<'_>>) {
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

    fn unknown(&mut self, entry: Entry<'_>, table: Option<&str>, known: &[String]) {
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

    fn fault(&mut self, span: Option<Range<usize>>, message: String, help: Option<String>) {
        self.faults.push(Fault {
            message,
            help,
            // The user has not seen an editor's settings as TOML.
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
