//! An answer to a line of JSON, as a line of JSON.

use serde::Serialize;
use serde_json::value::RawValue;

use super::Answered;
use super::answer::Object;
use crate::analysis::FileText;

/// A line that was asked, to be answered.
#[derive(Clone, Copy, Debug)]
pub struct AskedLine<'a> {
    /// What it is known by to who asks; none for `null`.
    pub id: Option<&'a RawValue>,
    /// Where it was read from.
    pub file: &'a str,
    /// Its number there, from 1.
    pub line: u32,
}

#[derive(Serialize)]
struct Line<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    object: Object<'a>,
}

impl AskedLine<'_> {
    /// The answer to its puzzle.
    ///
    /// # Errors
    ///
    /// None that a caller could cause.
    pub fn answer(&self, text: FileText<'_>, of: &Answered<'_>) -> serde_json::Result<String> {
        let mut object = Object::new(text, of);
        object.file = self.file;
        object.line = self.line;
        self.line(object)
    }

    /// The answer that there is nothing to be answered, and why.
    ///
    /// # Errors
    ///
    /// None that a caller could cause.
    pub fn refusal(&self, reason: &str) -> serde_json::Result<String> {
        let mut object = Object::invalid(self.file, self.line);
        object.reason = Some(format!("line {}: {reason}", self.line));
        self.line(object)
    }

    fn line(&self, object: Object<'_>) -> serde_json::Result<String> {
        let mut line = serde_json::to_string(&Line {
            id: self.id,
            object,
        })?;
        line.push('\n');
        Ok(line)
    }
}
