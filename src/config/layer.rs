//! Configuration files and the settings of editors.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use serde_path_to_error::Segment;

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
    /// Reads an editor's settings below `carom`. Also returns the wrong ones, which are left out.
    pub fn from_editor(settings: &Json) -> (Self, Vec<WrongSetting>) {
        let mut settings = Json::Object(in_kebab_case(settings));
        let mut wrong = Vec::new();
        let editor: Editor = loop {
            match serde_path_to_error::deserialize(&settings) {
                Ok(editor) => break editor,
                Err(error) => {
                    let names = error.path().iter().map_while(|segment| match segment {
                        Segment::Map { key } => Some(key.clone()),
                        _ => None,
                    });
                    let path: Vec<String> = names.collect();
                    wrong.push(WrongSetting::new(&path, error.inner()));
                    // With each round, one setting less is left.
                    if !remove(&mut settings, &path) {
                        break Editor::default();
                    }
                }
            }
        };
        let config = Self {
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
        };
        (config, wrong)
    }
}

/// A setting of an editor with a wrong value, or an unknown one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongSetting {
    /// Its name in the editor, such as `carom.limits.maxMemory`.
    pub setting: String,
    /// What is wrong, as a clause.
    pub message: String,
}

impl WrongSetting {
    fn new(path: &[String], error: &serde_json::Error) -> Self {
        let mut setting = "carom".to_owned();
        for (number, name) in path.iter().enumerate() {
            setting.push('.');
            // The names of lints are the same everywhere.
            let is_lint = number > 0 && path.first().is_some_and(|first| first == "lints");
            setting.push_str(&if is_lint { name.clone() } else { in_camel_case(name) });
        }
        let error = ConfigError::of_serde(&error.to_string());
        let help = error.help.map(|help| format!("; {help}")).unwrap_or_default();
        let message = format!("{}{help}", error.message);
        let is_unknown = message.starts_with("unknown setting");
        let message = if is_unknown { in_camel_case(&message) } else { message };
        Self { setting, message }
    }
}

/// Removes the member at a path. Returns whether there was one.
fn remove(settings: &mut Json, path: &[String]) -> bool {
    let Some((last, parents)) = path.split_last() else {
        return false;
    };
    let parent = parents.iter().try_fold(settings, |parent, name| parent.get_mut(name));
    let members = parent.and_then(Json::as_object_mut);
    members.and_then(|members| members.remove(last)).is_some()
}

/// Returns a name of a `carom.toml` as in the settings of an editor.
fn in_camel_case(name: &str) -> String {
    let mut parts = name.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |camel, part| {
        let (initial, rest) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
        camel + &initial.to_ascii_uppercase() + rest
    })
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
