//! Configuration files and the settings of editors.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::settings::OverrideLimits;
use super::values::{Patterns, SourceFormat, lints};
use super::{Cache, Config, ConfigError, EditorSettings, FormatSettings, Globs, Limits, Require};
use crate::analysis::{Level, Lint};
use crate::exchange::Format;

/// The largest `carom.toml`, in bytes.
pub const MAX_FILE_SIZE: u64 = 64 << 10;

/// The largest number of globs in a `carom.toml`.
const MAX_GLOBS: usize = 1_000;

/// Levels of lints, limits of searches, and requirements of puzzles.
#[derive(Deserialize, Default, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "carom.toml")]
struct File {
    /// Whether to ignore carom.toml files in parent folders.
    root: bool,
    /// Take only these files of a folder (globs as in .gitignore).
    include: Option<Patterns>,
    /// Skip these files of a folder (globs as in .gitignore).
    exclude: Option<Patterns>,
    /// Levels of lints.
    #[schemars(schema_with = "lints")]
    lints: BTreeMap<Lint, Level>,
    format: FormatSettings,
    limits: Limits,
    cache: Cache,
    require: Require,
    /// Settings of some files. The last override for a file wins.
    overrides: Vec<Override>,
    /// Files in foreign formats. The first entry for a file wins.
    source: Vec<Source>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Override {
    /// The files that these settings apply to (globs as in .gitignore).
    paths: Patterns,
    /// Levels of lints.
    #[serde(default)]
    #[schemars(schema_with = "lints")]
    lints: BTreeMap<Lint, Level>,
    #[serde(default)]
    format: FormatSettings,
    #[serde(default)]
    limits: OverrideLimits,
    #[serde(default)]
    require: Require,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Source {
    /// The format of the files.
    format: SourceFormat,
    /// The files (globs as in .gitignore).
    include: Patterns,
}

/// The settings of an editor.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Editor {
    lints: BTreeMap<Lint, Level>,
    format: FormatSettings,
    limits: Limits,
    require: Require,
    log: Option<String>,
    answers: Option<super::AnswerPlaces>,
    hover_map: Option<bool>,
    show_unfinished: Option<bool>,
}

/// One parsed `carom.toml`.
#[derive(Debug, Default)]
pub struct Layer {
    /// Whether `carom.toml` files in parent folders are ignored.
    pub is_root: bool,
    config: Config,
    overrides: Vec<(Globs, Config)>,
    sources: Vec<(Globs, &'static Format)>,
}

impl Layer {
    /// Parses the text of a `carom.toml`. Its globs are relative to `folder`, which is
    /// absolute.
    ///
    /// # Errors
    ///
    /// Returns the first fault.
    pub fn parse(folder: &Path, text: &str) -> Result<Self, ConfigError> {
        if u64::try_from(text.len()).is_ok_and(|size| size > MAX_FILE_SIZE) {
            return Err(ConfigError::new("the file is larger than 64 KiB"));
        }
        let file: File = toml::from_str(text)?;
        let includes = file.source.iter().map(|source| &source.include);
        let paths = file.overrides.iter().map(|one| &one.paths);
        let globs =
            [&file.include, &file.exclude].into_iter().flatten().chain(includes).chain(paths);
        let number: usize = globs.map(|Patterns(globs)| globs.len()).sum();
        if number > MAX_GLOBS {
            let message = format!("the file has {number} globs, expected at most {MAX_GLOBS}");
            return Err(ConfigError::new(message));
        }
        let compile = |Patterns(globs): Patterns| Globs::new(folder, &globs);
        let overrides = file.overrides.into_iter().map(|one| {
            let config = Config {
                lints: one.lints,
                format: one.format,
                limits: one.limits.into(),
                require: one.require,
                ..Config::default()
            };
            Ok((compile(one.paths)?, config))
        });
        let sources = file.source.into_iter().map(|source| {
            let SourceFormat(format) = source.format;
            Ok((compile(source.include)?, format))
        });
        Ok(Self {
            is_root: file.root,
            config: Config {
                include: file.include.map(compile).transpose()?,
                exclude: file.exclude.map(compile).transpose()?,
                lints: file.lints,
                format: file.format,
                limits: file.limits,
                cache: file.cache,
                require: file.require,
                editor: EditorSettings::default(),
            },
            overrides: overrides.collect::<Result<_, ConfigError>>()?,
            sources: sources.collect::<Result<_, ConfigError>>()?,
        })
    }

    /// Adds the settings of the file at the absolute path `path` that `config` does not set. The
    /// last override for it wins, and overrides win over the rest.
    pub fn fill(&self, config: &mut Config, path: &Path) {
        for (paths, settings) in self.overrides.iter().rev() {
            if paths.is_match(path) {
                config.fill(settings);
            }
        }
        config.fill(&self.config);
    }

    /// Returns the format of the file at the absolute path `path`, if the layer sets it.
    pub fn format_of(&self, path: &Path) -> Option<&'static Format> {
        let mut sources = self.sources.iter();
        let (_, format) = sources.find(|(include, _)| include.is_match(path))?;
        Some(format)
    }

    /// Returns the globs of files in other formats.
    pub fn sources(&self) -> impl Iterator<Item = &Globs> {
        self.sources.iter().map(|(include, _)| include)
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
    /// Returns the first fault. It has no place, because no one has seen the text.
    pub fn from_editor(settings: &Json) -> Result<Self, ConfigError> {
        // As TOML, a fault has a place, which names its setting.
        let text = toml::to_string(&in_kebab_case(settings))
            .map_err(|error| ConfigError::new(error.to_string()))?;
        let editor: Editor = toml::from_str(&text).map_err(|error| {
            let error = ConfigError::from(error);
            let start = error.span.map_or(0, |span| span.start);
            let line = text
                .lines()
                .scan(0, |end, line| {
                    *end += line.len() + 1;
                    Some((*end, line))
                })
                .into_iter()
                .find(|&(end, _)| end > start);
            ConfigError {
                message: format!("{} in `{}`", error.message, line.map_or("", |(_, line)| line)),
                help: error.help,
                span: None,
            }
        })?;
        Ok(Self {
            lints: editor.lints,
            format: editor.format,
            limits: editor.limits,
            require: editor.require,
            editor: EditorSettings {
                log: editor.log,
                answers: editor.answers,
                hover_map: editor.hover_map,
                show_unfinished: editor.show_unfinished,
            },
            ..Self::default()
        })
    }
}

/// Returns the members of an object that have a value, with their names as in a `carom.toml`.
fn in_kebab_case(settings: &Json) -> Map<String, Json> {
    let members = settings.as_object().into_iter().flatten();
    let given = members.filter(|(_, value)| !value.is_null());
    let renamed = given.map(|(key, value)| {
        let mut kebab = String::new();
        for c in key.chars() {
            if c.is_ascii_uppercase() {
                kebab.push('-');
            }
            kebab.push(c.to_ascii_lowercase());
        }
        match value {
            Json::Object(_) => (kebab, in_kebab_case(value).into()),
            value => (kebab, value.clone()),
        }
    });
    renamed.collect()
}

/// Returns the JSON schema (draft 7, which TOML editors support) of a `carom.toml`.
pub fn schema() -> Json {
    // TOML has no null.
    let without_null = RecursiveTransform(|schema: &mut schemars::Schema| {
        let default = schema.get("default");
        if default.is_some_and(|default| default.is_null() || default.is_object()) {
            schema.remove("default");
        }
        // The formats are those of Rust's numbers.
        schema.remove("format");
        if let Some(Json::Array(types)) = schema.get_mut("type") {
            types.retain(|name| name != "null");
            if let [name] = types.as_slice() {
                let name = name.clone();
                schema.insert("type".to_owned(), name);
            }
        }
        if let Some(Json::Array(schemas)) = schema.get_mut("anyOf") {
            schemas.retain(|schema| schema.get("type") != Some(&Json::from("null")));
            if let [Json::Object(only)] = schemas.as_slice() {
                let only = only.clone();
                schema.remove("anyOf");
                for (keyword, value) in only {
                    let object = schema.ensure_object();
                    object.entry(keyword).or_insert(value);
                }
            }
        }
    });
    SchemaSettings::draft07()
        .with(|settings| settings.inline_subschemas = true)
        .with_transform(without_null)
        .into_generator()
        .into_root_schema_for::<File>()
        .to_value()
}
