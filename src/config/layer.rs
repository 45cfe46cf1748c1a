//! Configuration files and the settings of editors.

use std::path::Path;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::DeValue;

use super::Globs;
use super::reader::{ConfigError, Entry, Reader, entries};
use super::settings::{Config, LINTS, SETTINGS, Scope, SettingInfo};
use crate::analysis::{Lint, nearest};
use crate::exchange::{FORMATS, Format, format};
use crate::text::LineIndex;

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
    format: &'static Format,
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
        let mut reader = Reader::new(Some((path.into(), LineIndex::new(text))), folder);
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
    pub fn format_of(&self, path: &Path) -> Option<&'static Format> {
        let mut sources = self.sources.iter();
        let source = sources.find(|source| source.include.is_match(path))?;
        Some(source.format)
    }

    /// Returns the globs of files in other formats.
    pub fn sources(&self) -> impl Iterator<Item = &Globs> {
        self.sources.iter().map(|source| &source.include)
    }

    /// Whether some overrides apply only to some files.
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
        let mut reader = Reader::new(None, Path::new(""));
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

impl Reader<'_> {
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
        let (mut include, mut format) = (None, None);
        for entry in entries(table) {
            match entry.key() {
                "include" => include = self.value(entry),
                "format" => format = self.read_format(entry),
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
            format: format?,
        })
    }

    fn read_format(&mut self, entry: Entry<'_>) -> Option<&'static Format> {
        let name: String = self.value(entry)?;
        let found = format(&name).filter(|format| format.read.is_some());
        if found.is_none() {
            let names = FORMATS.iter().filter(|format| format.read.is_some());
            let names: Vec<&str> = names.map(|format| format.name).collect();
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
}
