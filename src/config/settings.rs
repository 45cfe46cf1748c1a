//! All settings, and their values for a file.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use super::Globs;
use super::reader::{Entry, Reader};
use super::values::{AnswerPlaces, Origin, RequiredKeys, Setting, SettingValue, Size, Time};
use crate::analysis::{Demands, Level, Levels, Lint, MovesRange, Policy};
use crate::text::LineEnding;

/// The default number of positions to search for each puzzle.
pub const MAX_POSITIONS: u64 = 200_000_000;

/// The default memory of all searches together, in bytes.
pub const MAX_MEMORY: u64 = 1 << 30;

/// The default size of the cache, in bytes.
pub const CACHE_SIZE: u64 = 256 << 20;

/// Declares the settings, each with its description, its [`Scope`], its key in
/// `carom.toml`, its type, and its default on the command line, if it has one.
macro_rules! settings {
    ($(
        $(#[doc = $about:literal])+
        $scope:ident $key:literal $field:ident: $type:ty $(= $default:expr)?;
    )+) => {
        /// The settings of a file. Settings that no layer sets are left to the program.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Config {
            $($(#[doc = $about])+ pub $field: Setting<$type>,)+
            /// The levels of lints.
            pub lints: BTreeMap<Lint, Setting<Level>>,
        }

        /// All settings except the levels of lints.
        pub static SETTINGS: &[SettingInfo] = &[$(SettingInfo {
            key: $key,
            scope: Scope::$scope,
            about: &[$($about),+],
            schema: <$type as SettingValue>::schema,
            default: || [$(<$type as SettingValue>::to_json(&$default))?].into_iter().next(),
        }),+];

        impl Config {
            /// Merges two configurations setting by setting. `self` wins.
            #[must_use]
            pub fn or(&self, other: &Self) -> Self {
                let mut lints = other.lints.clone();
                lints.extend(self.lints.clone());
                Self {
                    $($field: self.$field.or(&other.$field),)+
                    lints,
                }
            }

            /// Reads the value of the setting `key` of [`SETTINGS`].
            pub(super) fn read(&mut self, key: &str, reader: &mut Reader<'_>, entry: Entry<'_>) {
                match key {
                    $($key => self.$field = reader.setting(entry),)+
                    _ => {}
                }
            }

            /// Returns the settings of [`SETTINGS`] with their values on the command line.
            fn shown_settings(&self) -> Vec<ShownSetting<'_>> {
                vec![$({
                    let default = [$($default)?].into_iter().next();
                    ShownSetting::new($key.to_owned(), &self.$field, default)
                }),+]
            }
        }
    };
}

settings! {
    /// Take only these files of a folder (globs as in .gitignore).
    Folder "include" include: Globs;
    /// Skip these files of a folder (globs as in .gitignore).
    Folder "exclude" exclude: Globs;
    /// What the server logs, as a filter of `tracing`.
    Editor "log" log: String;
    /// Where to show the answer of a puzzle: in the line above it (lens), after its first
    /// line (hint), or both. The default is the line above it, if the editor shows lenses.
    Editor "answers" answers: AnswerPlaces;
    /// Whether hovering over a piece or a target also shows the answer for every other
    /// square. The default is true if the editor has no other place for it.
    Editor "hover-map" hover_map: bool;
    /// How formatted lines end: "auto" (like most lines of the file), "lf" or "crlf".
    Anywhere "format.line-ending" line_ending: LineEnding = LineEnding::Auto;
    /// The number of positions to search for each puzzle.
    Anywhere "limits.max-positions" max_positions: u64 = MAX_POSITIONS;
    /// The memory for all searches together, in bytes or with a unit.
    Anywhere "limits.max-memory" max_memory: Size = Size(MAX_MEMORY);
    /// The time for each puzzle. Answers then depend on the machine.
    Anywhere "limits.time-limit" time_limit: Time;
    /// The number of parallel searches, taken from the configuration of the current folder.
    /// The default is one per core.
    Run "limits.jobs" jobs: NonZeroUsize;
    /// The size of the cache, taken from the configuration of the current folder. Beyond it,
    /// the least recently used answers are dropped.
    Folder "cache.max-size" cache_size: Size = Size(CACHE_SIZE);
    /// Keys that each puzzle or its file must have (lint required-key).
    Anywhere "require.keys" required_keys: RequiredKeys = RequiredKeys::default();
    /// The allowed lengths of shortest solutions: "6..15" (inclusive), "6..", "..15" or "6"
    /// (lint moves-out-of-range).
    Anywhere "require.moves" required_moves: MovesRange;
    /// Whether each puzzle must have exactly one shortest solution (lint not-unique).
    Anywhere "require.unique" requires_unique: bool = false;
    /// Whether each robot must move in some shortest solution (lint idle-robot, an error by
    /// default if this is true).
    Anywhere "require.all-robots" requires_all_robots: bool = false;
}

/// The table of the levels of lints.
pub(super) const LINTS: &str = "lints";

/// The places where a setting is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// At the top of a `carom.toml`, in its overrides, and in an editor.
    Anywhere,
    /// At the top of a `carom.toml` and in an editor.
    Run,
    /// At the top of a `carom.toml`.
    Folder,
    /// In an editor.
    Editor,
}

/// The description of a setting.
#[derive(Debug)]
pub struct SettingInfo {
    /// The key in `carom.toml`, with its table: `limits.jobs`.
    pub key: &'static str,
    /// Where it is allowed.
    pub scope: Scope,
    /// The lines of its doc comment.
    about: &'static [&'static str],
    /// Returns the JSON schema of its values.
    pub(super) schema: fn() -> serde_json::Value,
    /// Returns the default on the command line.
    pub(super) default: fn() -> Option<serde_json::Value>,
}

impl SettingInfo {
    /// Returns the table and the key within it.
    pub fn path(&self) -> (Option<&'static str>, &'static str) {
        match self.key.split_once('.') {
            Some((table, key)) => (Some(table), key),
            None => (None, self.key),
        }
    }

    /// Returns a description of one or two sentences.
    pub(super) fn about(&self) -> String {
        self.about.concat().trim_start().to_owned()
    }
}

/// A setting as `carom config` prints it.
#[derive(Clone, Debug)]
pub struct ShownSetting<'a> {
    /// The key with its table: `limits.jobs`.
    pub key: String,
    /// The value that applies, in JSON.
    pub json: Option<serde_json::Value>,
    /// The value in TOML.
    pub toml: Option<String>,
    /// Where it is set. Defaults have no origin.
    pub origin: Option<&'a Origin>,
}

impl<'a> ShownSetting<'a> {
    fn new<T: SettingValue>(key: String, setting: &'a Setting<T>, default: Option<T>) -> Self {
        let value = setting.get().cloned().or(default);
        Self {
            key,
            json: value.as_ref().map(T::to_json),
            toml: value.as_ref().map(T::to_toml),
            origin: setting.origin(),
        }
    }
}

impl Config {
    /// Returns the policy of the lints. `shows_hints` says whether hints are reported.
    pub fn policy(&self, shows_hints: bool) -> Policy {
        Policy::new(self.levels(), self.demands(), shows_hints)
    }

    /// Returns the levels of all lints. If all robots must move, `idle-robot` is an error
    /// unless its level is set.
    pub fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        if self.demands().all_robots {
            levels.set(Lint::IdleRobot, Level::Deny);
        }
        for (&lint, level) in &self.lints {
            if let Some(&level) = level.get() {
                levels.set(lint, level);
            }
        }
        levels
    }

    /// Returns the requirements of puzzles.
    pub fn demands(&self) -> Demands {
        let origins = [
            (Lint::RequiredKey, self.required_keys.origin()),
            (Lint::MovesOutOfRange, self.required_moves.origin()),
            (Lint::NotUnique, self.requires_unique.origin()),
            (Lint::IdleRobot, self.requires_all_robots.origin()),
        ];
        let origins = origins
            .into_iter()
            .filter_map(|(lint, origin)| Some((lint, origin?.in_short()?)));
        Demands {
            origins: origins.collect(),
            keys: self.required_keys.get().cloned().unwrap_or_default().0,
            moves: self.required_moves.get().copied(),
            is_unique: self.requires_unique.get() == Some(&true),
            all_robots: self.requires_all_robots.get() == Some(&true),
        }
    }

    /// Whether the file at the absolute path `path` is included when its folder is read.
    pub fn includes(&self, path: &Path) -> bool {
        let is_match = |globs: &Globs| globs.is_match(path);
        self.include.get().is_none_or(is_match) && !self.exclude.get().is_some_and(is_match)
    }

    /// Returns all settings that a `carom.toml` may contain with the values that apply on the
    /// command line.
    pub fn shown(&self) -> impl Iterator<Item = ShownSetting<'_>> {
        let settings = SETTINGS.iter().zip(self.shown_settings());
        let settings = settings.filter(|(info, _)| info.scope != Scope::Editor);
        let levels = self.levels();
        let lints = Lint::ALL.iter().map(move |&lint| {
            let origin = match self.lints.get(&lint) {
                Some(level) => level.origin(),
                None if lint == Lint::IdleRobot && self.demands().all_robots => {
                    self.requires_all_robots.origin()
                }
                None => None,
            };
            let level = levels.get(lint);
            ShownSetting {
                key: format!("{LINTS}.{lint}"),
                json: Some(level.to_json()),
                toml: Some(level.to_toml()),
                origin,
            }
        });
        settings.map(|(_, shown)| shown).chain(lints)
    }
}
