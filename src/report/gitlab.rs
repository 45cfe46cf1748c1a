//! GitLab's code quality reports.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::fingerprint::Fingerprints;
use super::{Reporter, RepositoryPaths, Summary};
use crate::analysis::{FileDiagnostic, FileText, Severity};
use crate::project::Failure;

/// Writes one array with the subset of Code Climate's issues that GitLab supports.
#[derive(Debug)]
pub struct GitLab<W> {
    out: W,
    paths: RepositoryPaths,
    fingerprints: Fingerprints,
    issues: Vec<Value>,
}

impl<W: Write> GitLab<W> {
    /// Creates a reporter that writes to `out`. `paths` makes the names of files relative to the
    /// root of the repository.
    pub fn new(out: W, paths: RepositoryPaths) -> Self {
        Self { out, paths, fingerprints: Fingerprints::default(), issues: Vec::new() }
    }
}

impl<W: Write> Reporter for GitLab<W> {
    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let path = self.paths.name(file.name);
        let line = |offset| file.place(offset).line + 1;
        self.issues.push(json!({
            "type": "issue",
            "description": reported.said_with_help(),
            "check_name": diagnostic.lint.code(),
            "categories": ["Bug Risk"],
            "fingerprint": self.fingerprints.of(&path, file, reported),
            "severity": match reported.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Hint => "info",
            },
            "location": {
                "path": path,
                "lines": {"begin": line(diagnostic.span.start), "end": line(diagnostic.span.end)},
            },
        }));
        Ok(())
    }

    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        // An issue needs a file.
        let path = self.paths.name(failure.file.as_deref().unwrap_or("."));
        let line = failure.line.unwrap_or(1);
        let fingerprint = [&*path, "unreadable", &failure.reason];
        self.issues.push(json!({
            "type": "issue",
            "description": failure.reason,
            "check_name": "unreadable",
            "categories": ["Bug Risk"],
            "fingerprint": self.fingerprints.number(&fingerprint),
            "severity": "blocker",
            "location": {"path": path, "lines": {"begin": line, "end": line}},
        }));
        Ok(())
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, &self.issues)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}
