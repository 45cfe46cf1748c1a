//! The settings that there are: what reads them, what shows them, and the
//! schema all go by this one table.

use super::{Kind, Value};
use crate::text::LineEnding;

/// Where a setting may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Wherever settings stand: at the top of a `carom.toml`, in its overrides,
    /// among an editor's settings.
    Anywhere,
    /// The same without overrides: it is no matter of a single file.
    Run,
    /// At the top of a `carom.toml`.
    Folder,
    /// Among an editor's settings.
    Editor,
}

/// A part of a configuration in which settings stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Top,
    Override,
    Editor,
}

impl Scope {
    /// Whether a setting of this scope may stand in that part.
    pub(super) const fn has(self, part: Part) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Run => !matches!(part, Part::Override),
            Self::Folder => matches!(part, Part::Top),
            Self::Editor => matches!(part, Part::Editor),
        }
    }
}

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// The table that it stands in; none at the top.
    pub table: Option<&'static str>,
    /// Its key, as `carom.toml` writes it.
    pub key: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// Where it may stand.
    pub scope: Scope,
    /// What it is for, in one or two sentences.
    pub about: &'static str,
    /// What holds on the command line where nothing is set.
    pub default: Option<Value>,
}

/// Positions to search for each puzzle, where nothing else is said.
pub const MAX_POSITIONS: u64 = 200_000_000;

/// Bytes for all searches together, where nothing else is said.
pub const MAX_MEMORY: u64 = 1 << 30;

/// Bytes of answers that are kept, where nothing else is said.
pub const CACHE_SIZE: u64 = 256 << 20;

/// The table of the levels of lints, which are settings too.
pub(super) const LINTS: &str = "lints";

/// Keys of a `carom.toml` that are no settings: whether those above have no say,
/// what is said of some files, by their paths, and which files are of another
/// form.
pub(super) const ROOT: &str = "root";
pub(super) const OVERRIDES: &str = "overrides";
pub(super) const PATHS: &str = "paths";
pub(super) const SOURCE: &str = "source";
pub(super) const FORM: &str = "form";
pub(super) const INCLUDE: &str = "include";

/// All settings but the levels of lints.
pub static SETTINGS: &[Setting] = &[
    Setting {
        table: None,
        key: "include",
        kind: Kind::Globs,
        scope: Scope::Folder,
        about: "The only files that are taken of a folder, by globs as in a .gitignore.",
        default: None,
    },
    Setting {
        table: None,
        key: "exclude",
        kind: Kind::Globs,
        scope: Scope::Folder,
        about: "Files that are not taken of a folder, by globs as in a .gitignore.",
        default: None,
    },
    Setting {
        table: None,
        key: "log",
        kind: Kind::Text,
        scope: Scope::Editor,
        about: "What the server logs, as `tracing` filters it.",
        default: None,
    },
    Setting {
        table: None,
        key: "answers",
        kind: Kind::Answers,
        scope: Scope::Editor,
        about: "Where the answer of a puzzle is told: in the line above it (lens), behind its first line (hint), or both; by default above it, where the editor shows such lines.",
        default: None,
    },
    Setting {
        table: None,
        key: "hover-map",
        kind: Kind::Flag,
        scope: Scope::Editor,
        about: "Whether hovering over a piece or a target also tells the answer of the puzzle with it on each other square; by default where the editor has no other place for that.",
        default: None,
    },
    Setting {
        table: Some("format"),
        key: "line-ending",
        kind: Kind::LineEnding,
        scope: Scope::Anywhere,
        about: "How lines end where a file is laid out: \"auto\", as most of them do, \"lf\" or \"crlf\".",
        default: Some(Value::LineEnding(LineEnding::Auto)),
    },
    Setting {
        table: Some("limits"),
        key: "max-positions",
        kind: Kind::Count,
        scope: Scope::Anywhere,
        about: "Positions to search for each puzzle.",
        default: Some(Value::Number(MAX_POSITIONS)),
    },
    Setting {
        table: Some("limits"),
        key: "max-memory",
        kind: Kind::Size,
        scope: Scope::Anywhere,
        about: "Memory for all searches together, in bytes or with a unit.",
        default: Some(Value::Size(MAX_MEMORY)),
    },
    Setting {
        table: Some("limits"),
        key: "time-limit",
        kind: Kind::Time,
        scope: Scope::Anywhere,
        about: "Time for each puzzle; answers then depend on the machine.",
        default: None,
    },
    Setting {
        table: Some("limits"),
        key: "jobs",
        kind: Kind::Positive,
        scope: Scope::Run,
        about: "Searches at the same time, from the folder that a run is started in; all cores by default.",
        default: None,
    },
    Setting {
        table: Some("cache"),
        key: "max-size",
        kind: Kind::Size,
        scope: Scope::Folder,
        about: "Size beyond which answers that were not used for longest are dropped, from the folder that a run is started in.",
        default: Some(Value::Size(CACHE_SIZE)),
    },
    Setting {
        table: Some("require"),
        key: "keys",
        kind: Kind::Keys,
        scope: Scope::Anywhere,
        about: "Keys that each puzzle has, or its file for it (lint required-key).",
        default: Some(Value::Texts(Vec::new())),
    },
    Setting {
        table: Some("require"),
        key: "moves",
        kind: Kind::Moves,
        scope: Scope::Anywhere,
        about: "How many moves the shortest solution of each puzzle has, both ends within: \"6..15\", \"6..\", \"..15\" or \"6\" (lint moves-out-of-range).",
        default: None,
    },
    Setting {
        table: Some("require"),
        key: "unique",
        kind: Kind::Flag,
        scope: Scope::Anywhere,
        about: "Whether each puzzle has one shortest solution and no more (lint not-unique).",
        default: Some(Value::Flag(false)),
    },
    Setting {
        table: Some("require"),
        key: "all-robots",
        kind: Kind::Flag,
        scope: Scope::Anywhere,
        about: "Whether each robot moves in some shortest solution of its puzzle (lint idle-robot, which then counts as an error where its level is not set).",
        default: Some(Value::Flag(false)),
    },
];

/// The key as an editor's settings write it.
pub(super) fn camel(key: &str) -> String {
    let mut words = key.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        all + &initial.to_uppercase() + rest
    })
}
