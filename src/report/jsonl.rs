//! Output lines of `solve --jsonl`.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::analysis::FileText;
use crate::json::{AnswerObject, Answered};

/// An input line.
#[derive(Clone, Copy, Debug)]
pub struct RequestLine<'a> {
    /// Its member `id`; `None` for `null`.
    pub id: Option<&'a RawValue>,
    /// The name of the input file.
    pub file: &'a str,
    /// The line number, from 1.
    pub line: u32,
}

#[derive(Serialize)]
struct Line<'a> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    object: AnswerObject<'a>,
}

impl RequestLine<'_> {
    /// Formats the answer.
    ///
    /// # Errors
    ///
    /// Never fails in practice: all values can be serialized.
    pub fn answer(&self, text: FileText<'_>, of: &Answered<'_>) -> serde_json::Result<String> {
        let mut object = AnswerObject::new(text, of);
        object.file = self.file;
        object.line = self.line;
        self.line(object)
    }

    /// Formats the answer `invalid` with a reason.
    ///
    /// # Errors
    ///
    /// Never fails in practice: all values can be serialized.
    pub fn refusal(&self, reason: &str) -> serde_json::Result<String> {
        let mut object = AnswerObject::invalid(self.file, self.line);
        object.reason = Some(format!("line {}: {reason}", self.line));
        self.line(object)
    }

    fn line(&self, object: AnswerObject<'_>) -> serde_json::Result<String> {
        let mut line = serde_json::to_string(&Line {
            id: self.id,
            object,
        })?;
        line.push('\n');
        Ok(line)
    }
}
