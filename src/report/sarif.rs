//! SARIF 2.1.0, the exchange format of static analysis, for GitHub's code scanning and
//! others: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use std::io::{self, Write};
use std::mem;
use std::path::Path;

use serde_json::{Value, json};

use super::fingerprint::Fingerprints;
use super::{Reporter, RepositoryPaths, Summary, lint_page};
use crate::analysis::{
    FileDiagnostic, FileText, Fix, Level, Lint, Related, RelatedPlace, Severity,
};
use crate::project::{Failure, file_uri, uri_path};
use crate::text::{LineColumn, LineEnd, Span};
use crate::words::count;

/// The schema of the log.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The base of all URIs that are not absolute.
const ROOT: &str = "%SRCROOT%";

/// The largest number of results in a run that GitHub accepts.
const MAX_RESULTS: usize = 25_000;

/// Collects the results of a run, and writes its log at the end.
#[derive(Debug)]
pub struct Sarif<W> {
    out: W,
    paths: RepositoryPaths,
    /// The share of the run, if several machines divide it.
    share: Option<String>,
    fingerprints: Fingerprints,
    artifacts: Vec<Value>,
    results: Vec<(Severity, Value)>,
    /// The number of results that were left out.
    left_out: usize,
    /// The failures.
    notifications: Vec<Value>,
}

impl<W: Write> Sarif<W> {
    /// Creates a reporter that writes to `out`. `paths` makes the names of files relative to the
    /// root of the repository. `share` names the share of the run, if several machines divide it.
    pub fn new(out: W, paths: RepositoryPaths, share: Option<String>) -> Self {
        Self {
            out,
            paths,
            share,
            fingerprints: Fingerprints::default(),
            artifacts: Vec::new(),
            results: Vec::new(),
            left_out: 0,
            notifications: Vec::new(),
        }
    }

    /// Keeps the most severe results if there are too many.
    fn limit_results(&mut self) {
        let excess = self.results.len().saturating_sub(MAX_RESULTS);
        if excess > 0 {
            self.left_out += excess;
            self.results.sort_by_key(|(severity, _)| *severity);
            self.results.truncate(MAX_RESULTS);
        }
    }

    fn artifact(&self, name: &str) -> Value {
        artifact(&self.paths.path(name))
    }

    /// Returns a `physicalLocation`: a region of a file, or the whole file.
    fn place(&self, name: &str, region: Option<Value>) -> Value {
        object([("artifactLocation", self.artifact(name)), ("region", region.into())])
    }

    fn related(&self, file: FileText<'_>, related: &Related, id: usize) -> Value {
        let (name, region) = match &related.place {
            RelatedPlace::Here(span) => (file.name, region(file, *span)),
            RelatedPlace::Elsewhere(there) => (&there.file, between(there.start, there.end)),
        };
        json!({
            "id": id,
            "physicalLocation": self.place(name, Some(region)),
            "message": message(&related.message),
        })
    }

    fn fix(&self, file: FileText<'_>, fix: &Fix) -> Value {
        let replacements = fix.edits.iter().map(|edit| {
            json!({
                "deletedRegion": region(file, edit.span),
                "insertedContent": {"text": edit.replacement},
            })
        });
        json!({
            "description": message(&fix.title),
            "artifactChanges": [{
                "artifactLocation": self.artifact(file.name),
                "replacements": replacements.collect::<Value>(),
            }],
        })
    }
}

/// Returns an object without the members that are null or empty lists.
fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let is_given = |value: &Value| match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    let given = members.into_iter().filter(|(_, value)| is_given(value));
    given.collect()
}

/// Returns a message. Braces are doubled, because a single one starts or ends a placeholder
/// (§3.11.5).
fn message(text: &str) -> Value {
    json!({"text": text.replace('{', "{{").replace('}', "}}")})
}

/// Returns the location of a file: its path in the repository, or an absolute URI outside of it.
fn artifact(path: &Path) -> Value {
    match path.has_root() {
        true => json!({"uri": file_uri(path)}),
        false => json!({"uri": uri_path(path), "uriBaseId": ROOT}),
    }
}

fn region(file: FileText<'_>, span: Span) -> Value {
    between(file.place(span.start), file.place(span.end))
}

/// Returns a region. Lines and columns count from 1, and the end is after the last character.
fn between(start: LineColumn, end: LineColumn) -> Value {
    json!({
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    })
}

/// Describes a lint with its page.
fn descriptor(lint: Lint) -> Value {
    let level = lint.default_level();
    json!({
        "id": lint.code(),
        "shortDescription": message(lint.summary()),
        "fullDescription": message(lint.summary()),
        "help": {"text": lint_page(lint), "markdown": lint_page(lint)},
        "defaultConfiguration": {
            "level": match level {
                Level::Deny => "error",
                Level::Warn => "warning",
                Level::Hint => "note",
                Level::Allow => "none",
            },
            "enabled": level != Level::Allow,
        },
    })
}

impl<W: Write> Reporter for Sarif<W> {
    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        let location = self.artifact(file.name);
        self.artifacts.push(json!({"location": location, "roles": ["analysisTarget"]}));
        Ok(())
    }

    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let mut text = reported.said();
        if let Some(help) = &diagnostic.help {
            text.push('\n');
            text.push_str(help);
        }
        let path = self.paths.name(file.name);
        let fingerprint = self.fingerprints.of(&path, file, reported);
        let mut place = self.place(file.name, Some(region(file, diagnostic.span)));
        if let Some(location) = place.get_mut("artifactLocation").and_then(Value::as_object_mut) {
            let index = self.artifacts.len().checked_sub(1);
            location.insert("index".to_owned(), index.into());
        }
        let puzzle = reported.puzzle.iter().map(|name| json!({"name": name, "kind": "puzzle"}));
        let location =
            object([("physicalLocation", place), ("logicalLocations", puzzle.collect())]);
        let related =
            (1..).zip(&diagnostic.related).map(|(id, related)| self.related(file, related, id));
        let fixes = diagnostic.fixes.iter().map(|fix| self.fix(file, fix));
        let level = match reported.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "note",
        };
        let result = object([
            ("ruleId", diagnostic.lint.code().into()),
            ("ruleIndex", (diagnostic.lint as usize).into()),
            ("level", level.into()),
            ("message", message(&text)),
            ("locations", json!([location])),
            ("relatedLocations", related.collect()),
            ("fixes", fixes.collect()),
            // GitHub reads this name.
            ("partialFingerprints", json!({"primaryLocationLineHash": fingerprint})),
        ]);
        self.results.push((reported.severity, result));
        if self.results.len() >= 2 * MAX_RESULTS {
            self.limit_results();
        }
        Ok(())
    }

    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let region = failure.line.map(|line| json!({"startLine": line}));
        let location = failure.file.iter().map(|file| {
            let place = self.place(file, region.clone());
            json!({"physicalLocation": place})
        });
        self.notifications.push(object([
            ("level", "error".into()),
            ("message", message(&failure.reason)),
            ("locations", location.collect()),
        ]));
        Ok(())
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        let is_successful = self.notifications.is_empty();
        self.limit_results();
        if self.left_out > 0 {
            let results = count(self.left_out, "less severe result");
            let text = format!("{results} left out: a run has at most {MAX_RESULTS}");
            self.notifications.push(json!({"level": "warning", "message": message(&text)}));
        }
        let results = mem::take(&mut self.results).into_iter();
        let version = env!("CARGO_PKG_VERSION");
        let mut run = json!({
            "tool": {"driver": {
                "name": "carom",
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "version": version,
                "semanticVersion": version,
                "rules": Lint::ALL.iter().map(|&lint| descriptor(lint)).collect::<Value>(),
            }},
            "invocations": [{
                "executionSuccessful": is_successful,
                "toolExecutionNotifications": self.notifications,
            }],
            // Without its URI, which depends on the machine.
            "originalUriBaseIds": {ROOT: {"description": message("The root of the repository.")}},
            "newlineSequences": [
                // The longest first.
                LineEnd::CrLf.as_str(),
                LineEnd::Lf.as_str(),
                LineEnd::Cr.as_str(),
            ],
            "columnKind": "unicodeCodePoints",
            "artifacts": self.artifacts,
            "results": results.map(|(_, result)| result).collect::<Value>(),
        });
        if let (Some(share), Some(run)) = (&self.share, run.as_object_mut()) {
            // GitHub keeps one run of each category, which ends at the last slash.
            let details = json!({"id": format!("carom/{share}/")});
            run.insert("automationDetails".to_owned(), details);
        }
        let log = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [run],
        });
        serde_json::to_writer_pretty(&mut self.out, &log)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::Value;

    use super::*;
    use crate::analysis::Diagnostic;
    use crate::text::LineIndex;

    #[test]
    fn too_many_results_keep_the_most_severe() {
        let name: Arc<str> = "a.carom".into();
        let file = FileText { name: &name, text: "", index: &LineIndex::new("") };
        let mut log = Vec::new();
        let mut sarif = Sarif::new(&mut log, RepositoryPaths::default(), None);
        let severities = [Severity::Hint, Severity::Error, Severity::Warning];
        for (severity, number) in severities.into_iter().zip([30_000, 20_000, 10_000]) {
            for _ in 0..number {
                let reported = FileDiagnostic {
                    diagnostic: Diagnostic::new(Lint::Syntax, Span::new(0, 0), "wrong"),
                    severity,
                    puzzle: None,
                };
                sarif.report(file, &reported).unwrap();
            }
        }
        sarif.end(&Summary::default()).unwrap();
        let log: Value = serde_json::from_slice(&log).unwrap();
        let run = &log["runs"][0];
        let results = run["results"].as_array().unwrap();
        let count = |level: &str| results.iter().filter(|result| result["level"] == level).count();
        let counts = [count("error"), count("warning"), count("note")];
        assert_eq!(counts, [20_000, 5_000, 0]);
        let invocation = &run["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], true);
        assert_eq!(
            invocation["toolExecutionNotifications"][0]["message"]["text"],
            "35,000 less severe results left out: a run has at most 25000"
        );
    }
}
