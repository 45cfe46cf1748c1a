//! Errors of configurations.

use std::fmt;
use std::ops::Range;

use crate::analysis::nearest;

/// The first fault of a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigError {
    /// The message, a clause without a full stop.
    pub message: String,
    /// A line of help.
    pub help: Option<String>,
    /// The place in the text, in bytes.
    pub span: Option<Range<usize>>,
}

impl ConfigError {
    /// Creates an error without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }
}

impl From<toml::de::Error> for ConfigError {
    fn from(error: toml::de::Error) -> Self {
        Self { span: error.span(), ..Self::of_serde(error.message()) }
    }
}

impl ConfigError {
    /// Creates an error without a place from a message of serde.
    pub(super) fn of_serde(message: &str) -> Self {
        let message = message
            .replace("unknown field", "unknown setting")
            .replace("a nonzero usize", "a whole number of at least 1")
            .replace("expected u64", "expected a whole number");
        let (message, help) = match message.split_once(", expected ") {
            Some((unknown, expected)) if unknown.starts_with("unknown ") => {
                let mut names = message.split('`').skip(1).step_by(2);
                let name = names.next().unwrap_or_default();
                let help = match nearest(name, names) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("expected {expected}"),
                };
                (unknown.to_owned(), Some(help))
            }
            _ => (message, None),
        };
        Self { message, help, span: None }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ConfigError {}
