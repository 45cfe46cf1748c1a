//! The diagnostic format of reviewdog.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{Reporter, Summary};
use crate::analysis::{FileDiagnostic, FileText, Fix, Severity};
use crate::project::Failure;
use crate::text::{Encoding, Span, apply};

/// Writes one `DiagnosticResult` of the Reviewdog Diagnostic Format.
#[derive(Debug)]
pub struct RdJson<W> {
    out: W,
    diagnostics: Vec<Value>,
}

impl<W: Write> RdJson<W> {
    /// Creates a reporter that writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, diagnostics: Vec::new() }
    }
}

/// Returns a range of lines and columns from 1. Columns count bytes.
fn range(file: FileText<'_>, span: Span) -> Value {
    let position = |offset| {
        let place = file.index.place(file.text, offset, Encoding::Utf8);
        json!({"line": place.line + 1, "column": place.column + 1})
    };
    json!({"start": position(span.start), "end": position(span.end)})
}

/// Returns a fix as the replacement of one range, because each suggestion is applied alone.
fn suggestion(file: FileText<'_>, fix: &Fix) -> Option<Value> {
    let whole = fix.edits.iter().map(|edit| edit.span).reduce(Span::cover)?;
    let fixed = apply(file.text, &fix.edits);
    let behind = file.text.len() - whole.range().end;
    let text = fixed.get(whole.range().start..fixed.len() - behind)?;
    Some(json!({"range": range(file, whole), "text": text}))
}

impl<W: Write> Reporter for RdJson<W> {
    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let suggestions: Vec<Value> =
            diagnostic.fixes.iter().filter_map(|fix| suggestion(file, fix)).collect();
        self.diagnostics.push(json!({
            "message": reported.said_with_help(),
            "location": {"path": &**file.name, "range": range(file, diagnostic.span)},
            "severity": match reported.severity {
                Severity::Error => "ERROR",
                Severity::Warning => "WARNING",
                Severity::Hint => "INFO",
            },
            "code": {"value": diagnostic.lint.code()},
            "suggestions": suggestions,
        }));
        Ok(())
    }

    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let mut location = Map::new();
        location.extend(failure.file.as_ref().map(|file| ("path".to_owned(), json!(file))));
        let range = failure.line.map(|line| json!({"start": {"line": line}}));
        location.extend(range.map(|range| ("range".to_owned(), range)));
        self.diagnostics.push(json!({
            "message": failure.reason,
            "location": location,
            "severity": "ERROR",
            "code": {"value": "unreadable"},
        }));
        Ok(())
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        let result = json!({"source": {"name": "carom"}, "diagnostics": self.diagnostics});
        serde_json::to_writer(&mut self.out, &result)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}
