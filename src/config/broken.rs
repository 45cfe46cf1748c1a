//! What is wrong with a configuration.

use std::fmt;
use std::ops::Range;

/// A configuration that cannot be used, with all that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// At least one, in the order of the text.
    pub faults: Vec<Fault>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is, as a clause.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where in the text, in bytes, if it is known.
    pub span: Option<Range<usize>>,
}

impl Fault {
    pub(super) fn new(message: impl Into<String>, span: Option<Range<usize>>) -> Self {
        Self {
            message: message.into(),
            help: None,
            span,
        }
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A configuration that cannot even be read.
impl From<std::io::Error> for Broken {
    fn from(error: std::io::Error) -> Self {
        Self {
            faults: vec![Fault::new(error.to_string(), None)],
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, ": {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.faults.iter().map(Fault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl std::error::Error for Broken {}
