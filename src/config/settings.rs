//! What is set, and where.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::setting::{LINTS, SETTINGS, Scope};
use super::{Answers, Globs, Value};
use crate::analysis::{Demands, Level, Levels, Lint, MovesRange, Policy};
use crate::text::LineEnding;

/// The name of a setting: its table, if it stands in one, and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The table.
    pub table: Option<&'static str>,
    /// The key in it.
    pub key: &'static str,
}

impl Name {
    /// All settings that a `carom.toml` may hold, those of lints at the end.
    pub fn of_files() -> impl Iterator<Item = Self> {
        let settings = SETTINGS.iter();
        let settings = settings.filter(|setting| setting.scope != Scope::Editor);
        let settings = settings.map(|setting| Self {
            table: setting.table,
            key: setting.key,
        });
        settings.chain(Lint::ALL.iter().map(|&lint| Self::of_lint(lint)))
    }

    /// The level of a lint.
    pub const fn of_lint(lint: Lint) -> Self {
        Self {
            table: Some(LINTS),
            key: lint.code(),
        }
    }

    /// The value on the command line where nothing is set.
    pub fn default_value(self) -> Option<Value> {
        if self.table == Some(LINTS) {
            let lint: Lint = self.key.parse().ok()?;
            return Some(Value::Level(lint.default_level()));
        }
        let mut settings = SETTINGS.iter();
        let setting = settings.find(|one| (one.table, one.key) == (self.table, self.key))?;
        setting.default.clone()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(table) = self.table {
            write!(f, "{table}.")?;
        }
        f.write_str(self.key)
    }
}

/// Where something is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The configuration file.
    pub file: Arc<Path>,
    /// The line of it, from 1.
    pub line: u32,
}

/// A value, and where it is set; an editor's settings have no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The value.
    pub value: Value,
    /// Where it is set.
    pub place: Option<Place>,
}

/// The demand that every robot moves, which raises the level of its lint.
const ALL_ROBOTS: Name = Name {
    table: Some("require"),
    key: "all-robots",
};

/// What is set; the rest is left to whoever asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    held: BTreeMap<Name, Held>,
}

impl Config {
    /// Sets a value.
    pub(super) fn set(&mut self, name: Name, held: Held) {
        self.held.insert(name, held);
    }

    /// What is set under a name, and where.
    pub fn get(&self, name: Name) -> Option<&Held> {
        self.held.get(&name)
    }

    /// The value that holds on the command line, if there is one, and where it is
    /// set.
    pub fn holding(&self, name: Name) -> (Option<Value>, Option<&Place>) {
        if let Some(held) = self.get(name) {
            return (Some(held.value.clone()), held.place.as_ref());
        }
        let demand = self.get(ALL_ROBOTS);
        if name == Name::of_lint(Lint::IdleRobot) && self.demands().all_robots {
            let level = self.levels().get(Lint::IdleRobot);
            let place = demand.and_then(|held| held.place.as_ref());
            return (Some(Value::Level(level)), place);
        }
        (name.default_value(), None)
    }

    /// What this sets, and else what `other` sets, key by key.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let mut held = other.held.clone();
        held.extend(self.held.iter().map(|(name, held)| (*name, held.clone())));
        Self { held }
    }

    fn value(&self, table: &'static str, key: &'static str) -> Option<&Value> {
        let table = Some(table).filter(|table| !table.is_empty());
        Some(&self.get(Name { table, key })?.value)
    }

    /// What is reported where no flag says otherwise, and whether hints are.
    pub fn policy(&self, shows_hints: bool) -> Policy {
        Policy::new(self.levels(), self.demands(), shows_hints)
    }

    /// The levels of all lints. Who demands that all robots move does not want
    /// a mere hint.
    pub fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        if self.demands().all_robots {
            levels.set(Lint::IdleRobot, Level::Deny);
        }
        for &lint in Lint::ALL {
            if let Some(level) = self.level(lint) {
                levels.set(lint, level);
            }
        }
        levels
    }

    fn level(&self, lint: Lint) -> Option<Level> {
        match self.value(LINTS, lint.code()) {
            Some(Value::Level(level)) => Some(*level),
            _ => None,
        }
    }

    /// Returns the requirements of puzzles.
    pub fn demands(&self) -> Demands {
        let flag = |key| matches!(self.value("require", key), Some(Value::Flag(true)));
        Demands {
            keys: match self.value("require", "keys") {
                Some(Value::Texts(keys)) => keys.clone(),
                _ => Vec::new(),
            },
            moves: self.required_moves(),
            is_unique: flag("unique"),
            all_robots: flag("all-robots"),
        }
    }

    fn required_moves(&self) -> Option<MovesRange> {
        match self.value("require", "moves") {
            Some(Value::Moves(range)) => Some(*range),
            _ => None,
        }
    }

    /// Positions to search for each puzzle.
    pub fn max_positions(&self) -> Option<u64> {
        match self.value("limits", "max-positions") {
            Some(Value::Number(positions)) => Some(*positions),
            _ => None,
        }
    }

    /// Bytes for all searches together.
    pub fn max_memory(&self) -> Option<u64> {
        match self.value("limits", "max-memory") {
            Some(Value::Size(bytes)) => Some(*bytes),
            _ => None,
        }
    }

    /// Time for each puzzle.
    pub fn time_limit(&self) -> Option<Duration> {
        match self.value("limits", "time-limit") {
            Some(Value::Time(time)) => Some(*time),
            _ => None,
        }
    }

    /// How lines end where a file is laid out.
    pub fn line_ending(&self) -> LineEnding {
        match self.value("format", "line-ending") {
            Some(Value::LineEnding(ending)) => *ending,
            _ => LineEnding::default(),
        }
    }

    /// Searches at the same time.
    pub fn jobs(&self) -> Option<usize> {
        match self.value("limits", "jobs") {
            Some(Value::Number(jobs)) => usize::try_from(*jobs).ok(),
            _ => None,
        }
    }

    /// Bytes of answers that are kept between runs.
    pub fn cache_size(&self) -> Option<u64> {
        match self.value("cache", "max-size") {
            Some(Value::Size(bytes)) => Some(*bytes),
            _ => None,
        }
    }

    /// What a server logs, as `tracing` filters it.
    pub fn log(&self) -> Option<&str> {
        match self.value("", "log") {
            Some(Value::Text(filter)) => Some(filter),
            _ => None,
        }
    }

    /// Where an editor tells the answers.
    pub fn answers(&self) -> Option<Answers> {
        match self.value("", "answers") {
            Some(Value::Text(name)) => Answers::from_name(name),
            _ => None,
        }
    }

    /// Whether a hover tells the answers for all squares, if that is said.
    pub fn hover_map(&self) -> Option<bool> {
        match self.value("", "hover-map") {
            Some(Value::Flag(is_on)) => Some(*is_on),
            _ => None,
        }
    }

    /// Whether the file at `path`, which is absolute, is taken of its folder.
    pub fn takes(&self, path: &Path) -> bool {
        let globs = |key| match self.value("", key) {
            Some(Value::Globs(globs)) => Some(globs),
            _ => None,
        };
        let mean = |globs: &Globs| globs.mean(path);
        globs("include").is_none_or(mean) && !globs("exclude").is_some_and(mean)
    }
}
