//! What a project sets: the levels of rules, and what a search may spend.
//!
//! `carom.toml` and an editor's `carom.*` settings are read into one shape, so
//! that they mean the same.

mod broken;
mod find;
mod read;
mod size;
mod tree;

use std::time::Duration;

use crate::analysis::{Level, Levels, Rule};

pub use broken::{Broken, Fault};
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

impl Config {
    /// Reads a `carom.toml`.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn from_toml(text: &str) -> Result<Self, Broken> {
        let (table, errors) = tree::from_toml(text);
        read::config(&table, errors)
    }

    /// Reads an editor's settings under `carom`.
    ///
    /// # Errors
    ///
    /// All that is wrong with them.
    pub fn from_settings(settings: &serde_json::Value) -> Result<Self, Broken> {
        read::config(&tree::from_json(settings), Vec::new())
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
    fn all_that_is_wrong_is_told_at_once_with_its_place_and_what_was_meant() {
        let text = "colour = 1\n[rules]\nsyntax = \"loud\"\nno-humans = \"allow\"\n\
                    [limit]\n[limits]\njobs = \"many\"\nmax-position = 3\nmax-memory = -1\n";
        let broken = Config::from_toml(text).unwrap_err();
        let told = broken.faults.iter().map(|fault| {
            let place = fault.span.clone().map(|span| &text[span]);
            let help = fault.help.as_deref().unwrap_or_default();
            format!("{}: {}; {help}", place.unwrap_or_default(), fault.message)
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                "colour: there is no setting `colour`; the settings are rules, limits, log",
                "\"loud\": `loud` is no level; the levels are deny, warn, hint, allow",
                "no-humans: no rule is called `no-humans`; did you mean `no-human`?",
                "limit: there is no setting `limit`; did you mean `limits`?",
                "\"many\": `jobs` is a whole number, not a text; ",
                "max-position: there is no limit `max-position`; did you mean `max-positions`?",
                "-1: `max-memory` is a number of bytes, or a text such as \"1GiB\"; ",
            ]
        );
        let settings = serde_json::json!({"limits": {"maxPosition": 3}});
        let broken = Config::from_settings(&settings).unwrap_err();
        assert_eq!(
            broken.to_string(),
            "there is no limit `maxPosition`: did you mean `maxPositions`?"
        );
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
