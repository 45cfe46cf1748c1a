//! GitLab's code quality reports.

use std::io::{self, Write};

use serde::Serialize;

use super::fingerprint::Fingerprints;
use super::{Failure, Reporter, RepositoryPaths, Summary};
use crate::analysis::{FileDiagnostic, FileText, Severity};

/// Writes one array with the subset of Code Climate's issues that GitLab supports.
#[derive(Debug)]
pub struct GitLab<W> {
    out: W,
    paths: RepositoryPaths,
    fingerprints: Fingerprints,
    issues: Vec<Issue>,
}

#[derive(Debug, Serialize)]
struct Issue {
    #[serde(rename = "type")]
    kind: &'static str,
    description: String,
    check_name: &'static str,
    categories: [&'static str; 1],
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Debug, Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Debug, Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

impl<W: Write> GitLab<W> {
    /// Creates a reporter that writes to `out`. `paths` makes the names of files relative to the
    /// root of the repository.
    pub fn new(out: W, paths: RepositoryPaths) -> Self {
        Self {
            out,
            paths,
            fingerprints: Fingerprints::default(),
            issues: Vec::new(),
        }
    }
}

impl<W: Write> Reporter for GitLab<W> {
    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let path = self.paths.name(file.name);
        let line = |offset| file.place(offset).line + 1;
        self.issues.push(Issue {
            kind: "issue",
            description: reported.said_with_help(),
            check_name: diagnostic.lint.code(),
            categories: ["Bug Risk"],
            fingerprint: self.fingerprints.of(&path, file, reported),
            severity: match reported.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Hint => "info",
            },
            location: Location {
                path,
                lines: Lines {
                    begin: line(diagnostic.span.start),
                    end: line(diagnostic.span.end),
                },
            },
        });
        Ok(())
    }

    fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        // An issue needs a file.
        let path = self.paths.name(failure.file.unwrap_or("."));
        let line = failure.line.unwrap_or(1);
        self.issues.push(Issue {
            kind: "issue",
            description: failure.reason.to_owned(),
            check_name: "unreadable",
            categories: ["Bug Risk"],
            fingerprint: self
                .fingerprints
                .number(&[&path, "unreadable", failure.reason]),
            severity: "blocker",
            location: Location {
                path,
                lines: Lines {
                    begin: line,
                    end: line,
                },
            },
        });
        Ok(())
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, &self.issues)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}
