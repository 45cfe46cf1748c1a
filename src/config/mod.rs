//! What a project sets: the levels of rules, and what a search may spend.
//!
//! `carom.toml` and an editor's `carom.*` settings are read into one shape, so
//! that they mean the same.

mod find;
mod size;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use crate::analysis::{Level, Levels, Rule};

pub use find::{FILE_NAME, find};
pub use size::bytes;

/// What is set; the rest is left to whoever asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The levels of the rules that are named.
    pub rules: Vec<(Rule, Level)>,
    /// Positions to search for each puzzle.
    pub max_positions: Option<u64>,
    /// Bytes for all searches together.
    pub max_memory: Option<u64>,
    /// Time for each puzzle.
    pub time_limit: Option<Duration>,
    /// Searches at the same time.
    pub jobs: Option<usize>,
    /// What a server logs, as `tracing` filters it.
    pub log: Option<String>,
}

/// A configuration that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What is wrong.
    pub message: String,
    /// Where in the text, in bytes, if it is known.
    pub span: Option<std::ops::Range<usize>>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Broken {}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    rules: BTreeMap<String, String>,
    limits: WrittenLimits,
    log: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenLimits {
    #[serde(alias = "maxPositions")]
    max_positions: Option<u64>,
    #[serde(alias = "maxMemory")]
    max_memory: Option<Size>,
    #[serde(alias = "timeLimit")]
    time_limit: Option<String>,
    jobs: Option<usize>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Size {
    Bytes(u64),
    Text(String),
}

impl Config {
    /// Reads a `carom.toml`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn from_toml(text: &str) -> Result<Self, Broken> {
        let written: Written = toml::from_str(text).map_err(|error| Broken {
            message: error.message().to_owned(),
            span: error.span(),
        })?;
        Self::read(written)
    }

    /// Reads an editor's settings under `carom`.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn from_settings(settings: &serde_json::Value) -> Result<Self, Broken> {
        if settings.is_null() {
            return Ok(Self::default());
        }
        let written = Written::deserialize(settings).map_err(|error| broken(error.to_string()))?;
        Self::read(written)
    }

    fn read(written: Written) -> Result<Self, Broken> {
        let mut rules = Vec::new();
        for (code, level) in written.rules {
            let rule: Rule = code
                .parse()
                .map_err(|error| broken(format!("`{code}`: {error}")))?;
            let level = level
                .parse()
                .map_err(|()| broken(format!("`{level}` is no level: deny, warn, hint, allow")))?;
            rules.push((rule, level));
        }
        let limits = written.limits;
        let max_memory = match limits.max_memory {
            None => None,
            Some(Size::Bytes(bytes)) => Some(bytes),
            Some(Size::Text(text)) => Some(bytes(&text).map_err(broken)?),
        };
        let time_limit = limits.time_limit.map(|text| {
            humantime::parse_duration(&text).map_err(|error| broken(format!("{text}: {error}")))
        });
        if limits.jobs == Some(0) {
            return Err(broken("`jobs` is at least 1".to_owned()));
        }
        Ok(Self {
            rules,
            max_positions: limits.max_positions,
            max_memory,
            time_limit: time_limit.transpose()?,
            jobs: limits.jobs,
            log: written.log,
        })
    }

    /// What this sets, and else what `other` sets.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let mut rules = other.rules.clone();
        rules.extend(self.rules.iter().copied());
        Self {
            rules,
            max_positions: self.max_positions.or(other.max_positions),
            max_memory: self.max_memory.or(other.max_memory),
            time_limit: self.time_limit.or(other.time_limit),
            jobs: self.jobs.or(other.jobs),
            log: self.log.clone().or_else(|| other.log.clone()),
        }
    }

    /// The levels of all rules.
    pub fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        for &(rule, level) in &self.rules {
            levels.set(rule, level);
        }
        levels
    }
}

fn broken(message: String) -> Broken {
    Broken {
        message,
        span: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_settings_mean_the_same() {
        let toml = "[rules]\nduplicate-name = \"allow\"\n[limits]\nmax-positions = 5\nmax-memory = \"1KiB\"\ntime-limit = \"2s\"\n";
        let settings = serde_json::json!({
            "rules": {"duplicate-name": "allow"},
            "limits": {"maxPositions": 5, "maxMemory": 1024, "timeLimit": "2s"},
        });
        let config = Config::from_toml(toml).unwrap();
        assert_eq!(Config::from_settings(&settings), Ok(config.clone()));
        assert_eq!(config.max_memory, Some(1024));
        assert_eq!(config.levels().get(Rule::DuplicateName), Level::Allow);
        assert_eq!(config.levels().get(Rule::Syntax), Level::Deny);
    }

    #[test]
    fn what_cannot_be_meant_is_broken() {
        for text in [
            "[rules]\nduplicate-nam = \"allow\"",
            "[rules]\nsyntax = \"loud\"",
            "[limits]\nmax-memory = \"much\"",
            "[limits]\njobs = 0",
            "[limit]",
            "[",
        ] {
            assert!(Config::from_toml(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_of_two_wins() {
        let one = Config::from_toml("[rules]\nsyntax = \"warn\"").unwrap();
        let other = "[rules]\nsyntax = \"hint\"\nsolvable = \"hint\"\n[limits]\njobs = 3";
        let both = one.or(&Config::from_toml(other).unwrap());
        assert_eq!(both.levels().get(Rule::Syntax), Level::Warn);
        assert_eq!(both.levels().get(Rule::Solvable), Level::Hint);
        assert_eq!(both.jobs, Some(3));
    }
}
