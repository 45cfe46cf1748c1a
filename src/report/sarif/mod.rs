//! SARIF 2.1.0, the exchange format of static analysis, for GitHub's code scanning and
//! others: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

mod log;

use std::borrow::Cow;
use std::io::{self, Write};
use std::mem;
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

use super::fingerprint::Fingerprints;
use super::{Failure, Reporter, RepositoryPaths, Start, Summary, lint_page};
use crate::analysis::{self, FileDiagnostic, FileText, Level, Lint, RelatedPlace, Severity};
use crate::text::{LineColumn, LineEnd, Span};
use crate::words::count;
use log::{
    Artifact, ArtifactChange, ArtifactContent, ArtifactLocation, BaseId, BaseIds, Configuration,
    Driver, Fix, Help, Invocation, Location, Log, LogicalLocation, Message, Notification, Outcome,
    PartialFingerprints, PhysicalLocation, ROOT, Region, Replacement, ReportingDescriptor, Run,
    Tool,
};

/// The largest number of results in a run that GitHub accepts.
const MAX_RESULTS: usize = 25_000;

/// Collects the results of a run, and writes its log at the end.
#[derive(Debug)]
pub struct Sarif<W> {
    out: W,
    paths: RepositoryPaths,
    fingerprints: Fingerprints,
    version: String,
    artifacts: Vec<Artifact>,
    results: Vec<Outcome>,
    /// The number of results that were left out.
    left_out: usize,
    /// The failures.
    notifications: Vec<Notification>,
}

impl<W: Write> Sarif<W> {
    /// Creates a reporter that writes to `out`. `paths` makes the names of files relative to the
    /// root of the repository.
    pub fn new(out: W, paths: RepositoryPaths) -> Self {
        Self {
            out,
            paths,
            fingerprints: Fingerprints::default(),
            version: String::new(),
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
            self.results.sort_by_key(|result| match result.level {
                "error" => 0,
                "warning" => 1,
                _ => 2,
            });
            self.results.truncate(MAX_RESULTS);
        }
    }

    fn artifact(&self, name: &str) -> ArtifactLocation {
        artifact(&self.paths.path(name))
    }

    fn location(&self, name: &str, region: Option<Region>) -> Location {
        Location {
            id: None,
            physical_location: PhysicalLocation {
                artifact_location: self.artifact(name),
                region,
            },
            logical_locations: Vec::new(),
            message: None,
        }
    }

    fn related(&self, file: FileText<'_>, related: &analysis::Related, id: usize) -> Location {
        let (name, region) = match &related.place {
            RelatedPlace::Here(span) => (file.name, region(file, *span)),
            RelatedPlace::Elsewhere(there) => (&there.file, between(there.start, there.end)),
        };
        Location {
            id: Some(id),
            message: Some(Message::new(&related.message)),
            ..self.location(name, Some(region))
        }
    }

    fn fix(&self, file: FileText<'_>, fix: &analysis::Fix) -> Fix {
        let replacements = fix.edits.iter().map(|edit| Replacement {
            deleted_region: region(file, edit.span),
            inserted_content: ArtifactContent {
                text: edit.replacement.clone(),
            },
        });
        Fix {
            description: Message::new(&fix.title),
            artifact_changes: [ArtifactChange {
                artifact_location: self.artifact(file.name),
                replacements: replacements.collect(),
            }],
        }
    }
}

/// The characters that are escaped in the path of a URI.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Returns the location of a file: its path in the repository, or an absolute URI outside of it.
fn artifact(path: &Path) -> ArtifactLocation {
    let uri = percent_encode(&bytes(path), ESCAPED).to_string();
    let is_absolute = path.has_root();
    ArtifactLocation {
        uri: if is_absolute {
            format!("file://{uri}")
        } else {
            uri
        },
        uri_base_id: (!is_absolute).then_some(ROOT),
        index: None,
    }
}

#[cfg(unix)]
fn bytes(path: &Path) -> Cow<'_, [u8]> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().into()
}

#[cfg(not(unix))]
fn bytes(path: &Path) -> Cow<'_, [u8]> {
    path.to_string_lossy()
        .replace('\\', "/")
        .into_bytes()
        .into()
}

fn region(file: FileText<'_>, span: Span) -> Region {
    between(file.place(span.start), file.place(span.end))
}

const fn between(start: LineColumn, end: LineColumn) -> Region {
    Region {
        start_line: start.line + 1,
        start_column: Some(start.column + 1),
        end_line: Some(end.line + 1),
        end_column: Some(end.column + 1),
    }
}

/// Describes a lint with its page.
fn descriptor(lint: Lint) -> ReportingDescriptor {
    let level = lint.default_level();
    ReportingDescriptor {
        id: lint.code(),
        short_description: Message::new(lint.summary()),
        full_description: Message::new(lint.summary()),
        help: Help {
            text: lint_page(lint),
            markdown: lint_page(lint),
        },
        default_configuration: Configuration {
            level: match level {
                Level::Deny => "error",
                Level::Warn => "warning",
                Level::Hint => "note",
                Level::Allow => "none",
            },
            enabled: level != Level::Allow,
        },
    }
}

impl<W: Write> Reporter for Sarif<W> {
    fn begin(&mut self, start: &Start<'_>) -> io::Result<()> {
        start.version.clone_into(&mut self.version);
        Ok(())
    }

    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        self.artifacts.push(Artifact {
            location: self.artifact(file.name),
            roles: ["analysisTarget"],
        });
        Ok(())
    }

    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let mut text = reported.said();
        if let Some(help) = &diagnostic.help {
            text.push('\n');
            text.push_str(help);
        }
        let mut location = self.location(file.name, Some(region(file, diagnostic.span)));
        location.physical_location.artifact_location.index = self.artifacts.len().checked_sub(1);
        location.logical_locations = reported
            .puzzle
            .iter()
            .map(|puzzle| LogicalLocation {
                name: puzzle.clone(),
                kind: "puzzle",
            })
            .collect();
        let related = (1..).zip(&diagnostic.related);
        let related = related.map(|(id, related)| self.related(file, related, id));
        let related = related.collect();
        let fixes = diagnostic.fixes.iter().map(|fix| self.fix(file, fix));
        let fixes = fixes.collect();
        let path = self.paths.name(file.name);
        self.results.push(Outcome {
            rule_id: diagnostic.lint.code(),
            rule_index: diagnostic.lint as usize,
            level: match reported.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Hint => "note",
            },
            message: Message::new(&text),
            locations: [location],
            related_locations: related,
            fixes,
            partial_fingerprints: PartialFingerprints {
                primary_location_line_hash: self.fingerprints.of(&path, file, reported),
            },
        });
        if self.results.len() >= 2 * MAX_RESULTS {
            self.limit_results();
        }
        Ok(())
    }

    fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        let region = failure.line.map(|line| Region {
            start_line: line,
            start_column: None,
            end_line: None,
            end_column: None,
        });
        let location = failure.file.map(|file| self.location(file, region));
        self.notifications.push(Notification {
            level: "error",
            message: Message::new(failure.reason),
            locations: location.into_iter().collect(),
        });
        Ok(())
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        let version = mem::take(&mut self.version);
        let execution_successful = self.notifications.is_empty();
        self.limit_results();
        if self.left_out > 0 {
            let results = count(self.left_out, "less severe result");
            let message = format!("{results} left out: a run has at most {MAX_RESULTS}");
            self.notifications.push(Notification {
                level: "warning",
                message: Message::new(&message),
                locations: Vec::new(),
            });
        }
        let log = Log::new(Run {
            tool: Tool {
                driver: Driver {
                    name: "carom",
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    semantic_version: version.clone(),
                    version,
                    rules: Lint::ALL.iter().map(|&lint| descriptor(lint)).collect(),
                },
            },
            invocations: [Invocation {
                execution_successful,
                tool_execution_notifications: mem::take(&mut self.notifications),
            }],
            original_uri_base_ids: BaseIds {
                root: BaseId {
                    description: Message::new("The root of the repository."),
                },
            },
            newline_sequences: [
                LineEnd::CrLf.as_str(),
                LineEnd::Lf.as_str(),
                LineEnd::Cr.as_str(),
            ],
            column_kind: "unicodeCodePoints",
            artifacts: mem::take(&mut self.artifacts),
            results: mem::take(&mut self.results),
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
        let file = FileText {
            name: &name,
            text: "",
            index: &LineIndex::new(""),
        };
        let mut log = Vec::new();
        let mut sarif = Sarif::new(&mut log, RepositoryPaths::default());
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
        let count = |level: &str| {
            let results = results.iter().filter(|result| result["level"] == level);
            results.count()
        };
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
