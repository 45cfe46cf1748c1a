//! All settings, and their values for a file.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Globs;
use super::values::{AnswerPlaces, RequiredKey, Size, Time, line_ending, moves_range};
use crate::analysis::{Demands, Level, Levels, Lint, MovesRange, Policy};
use crate::text::LineEnding;

/// The default number of positions to search for each puzzle.
pub const MAX_POSITIONS: u64 = 200_000_000;

/// The default memory of all searches together, in bytes.
pub const MAX_MEMORY: u64 = 1 << 30;

/// The default size of the cache, in bytes.
pub const CACHE_SIZE: u64 = 256 << 20;

/// Declares a table of settings, each `None` where nothing sets it.
macro_rules! table {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[$doc])* pub $field: Option<$type>,)+
        }

        impl $name {
            /// Takes the settings that are not set from another table.
            fn fill(&mut self, other: &Self) {
                $(if self.$field.is_none() {
                    self.$field.clone_from(&other.$field);
                })+
            }
        }
    };
}

table! {
    /// How files are formatted.
    FormatSettings {
        /// How formatted lines end: "auto" (like most lines of the file), "lf" or "crlf".
        #[schemars(schema_with = "line_ending")]
        line_ending: LineEnding,
    }
}

table! {
    /// Limits of searches.
    Limits {
        /// The number of positions to search for each puzzle (default 200,000,000).
        max_positions: u64,
        /// The memory for all searches together, in bytes or with a unit (default "1GiB").
        max_memory: Size,
        /// The time for each puzzle. Answers then depend on the machine.
        time_limit: Time,
        /// The number of parallel searches, taken from the configuration of the current folder.
        /// The default is one per core.
        jobs: NonZeroUsize,
        /// The number of positions to search in a whole `carom check`, taken from the configuration
        /// of the current folder.
        total_positions: u64,
    }
}

/// Limits of searches for some files.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OverrideLimits {
    /// The number of positions to search for each puzzle.
    max_positions: Option<u64>,
    /// The memory for all searches together, in bytes or with a unit.
    max_memory: Option<Size>,
    /// The time for each puzzle. Answers then depend on the machine.
    time_limit: Option<Time>,
}

table! {
    /// The cache of answers.
    Cache {
        /// The size of the cache, taken from the configuration of the current folder (default
        /// "256MiB"). Beyond it, the least recently used answers are dropped.
        max_size: Size,
    }
}

table! {
    /// Requirements of puzzles.
    Require {
        /// Keys that each puzzle or its file must have (lint required-key).
        keys: Vec<RequiredKey>,
        /// The allowed lengths of shortest solutions: "6..15" (inclusive), "6..", "..15" or "6"
        /// (lint moves-out-of-range).
        #[schemars(schema_with = "moves_range")]
        moves: MovesRange,
        /// Whether each puzzle must have exactly one shortest solution (lint not-unique).
        unique: bool,
        /// Whether each robot must move in some shortest solution (lint idle-robot, an error by
        /// default if this is true).
        all_robots: bool,
    }
}

table! {
    /// Settings that only an editor has.
    EditorSettings {
        /// What the server logs, as a filter of `tracing`.
        log: String,
        /// Where to show the answer of a puzzle. The default is the line above it, if the editor
        /// shows lenses.
        answers: AnswerPlaces,
        /// Whether hovering over a piece or a target also shows the answer for every other
        /// square. The default is true if the editor has no other place for it.
        hover_map: bool,
        /// Whether to report what a puzzle misses while it is being written for the first time. By
        /// default, this waits until the file is saved or the editing goes on elsewhere.
        show_unfinished: bool,
    }
}

/// The settings of a file. Those that nothing sets are left to the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Config {
    /// The only files to take from a folder.
    pub include: Option<Globs>,
    /// Files to skip in a folder.
    pub exclude: Option<Globs>,
    /// How files are formatted.
    pub format: FormatSettings,
    /// Limits of searches.
    pub limits: Limits,
    /// The cache of answers.
    pub cache: Cache,
    /// Requirements of puzzles.
    pub require: Require,
    /// The levels of lints.
    pub lints: BTreeMap<Lint, Level>,
    /// Settings that only an editor has.
    #[serde(skip)]
    pub editor: EditorSettings,
}

impl From<OverrideLimits> for Limits {
    fn from(limits: OverrideLimits) -> Self {
        Self {
            max_positions: limits.max_positions,
            max_memory: limits.max_memory,
            time_limit: limits.time_limit,
            ..Self::default()
        }
    }
}

impl Config {
    /// Takes the settings that are not set from another configuration.
    pub fn fill(&mut self, other: &Self) {
        for (globs, other) in
            [(&mut self.include, &other.include), (&mut self.exclude, &other.exclude)]
        {
            if globs.is_none() {
                globs.clone_from(other);
            }
        }
        self.format.fill(&other.format);
        self.limits.fill(&other.limits);
        self.cache.fill(&other.cache);
        self.require.fill(&other.require);
        self.editor.fill(&other.editor);
        for (&lint, &level) in &other.lints {
            self.lints.entry(lint).or_insert(level);
        }
    }

    /// Returns the settings with the defaults of the command line.
    #[must_use]
    pub fn with_defaults(&self) -> Self {
        let levels = self.levels();
        let defaults = Self {
            format: FormatSettings { line_ending: Some(LineEnding::Auto) },
            limits: Limits {
                max_positions: Some(MAX_POSITIONS),
                max_memory: Some(Size(MAX_MEMORY)),
                ..Limits::default()
            },
            cache: Cache { max_size: Some(Size(CACHE_SIZE)) },
            require: Require {
                keys: Some(Vec::new()),
                moves: None,
                unique: Some(false),
                all_robots: Some(false),
            },
            lints: Lint::ALL.iter().map(|&lint| (lint, levels.get(lint))).collect(),
            ..Self::default()
        };
        let mut config = self.clone();
        config.fill(&defaults);
        config
    }

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
        for (&lint, &level) in &self.lints {
            levels.set(lint, level);
        }
        levels
    }

    /// Returns the requirements of puzzles.
    pub fn demands(&self) -> Demands {
        let keys = self.require.keys.iter().flatten();
        Demands {
            keys: keys.map(|RequiredKey(key)| key.clone()).collect(),
            moves: self.require.moves,
            is_unique: self.require.unique == Some(true),
            all_robots: self.require.all_robots == Some(true),
        }
    }

    /// Whether the file at the absolute path `path` is included when its folder is read.
    pub fn includes(&self, path: &Path) -> bool {
        let is_match = |globs: &Globs| globs.is_match(path);
        self.include.as_ref().is_none_or(is_match) && !self.exclude.as_ref().is_some_and(is_match)
    }
}
