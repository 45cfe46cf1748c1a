//! Workflow commands, which GitHub shows as annotations.

use std::io::{self, Write};

use super::{Reporter, RepositoryPaths, Summary};
use crate::analysis::{FileDiagnostic, FileText, Severity};
use crate::project::Failure;
use crate::words::is_invisible;

/// The largest number of annotations of a kind that GitHub shows for a step.
const MAX_SHOWN: usize = 10;

/// Writes `::error file=…` lines.
#[derive(Debug)]
pub struct GitHub<W> {
    out: W,
    paths: RepositoryPaths,
    failures: usize,
}

impl<W: Write> GitHub<W> {
    /// Creates a reporter that writes to `out`. `paths` makes the names of files relative to the
    /// root of the repository.
    pub const fn new(out: W, paths: RepositoryPaths) -> Self {
        Self { out, paths, failures: 0 }
    }
}

/// Encodes the value of a property.
fn property(text: &str) -> String {
    escaped(text, ":,")
}

/// Encodes the text of a workflow command.
fn message(text: &str) -> String {
    escaped(text, "")
}

/// Percent-encodes special characters, and escapes invisible ones.
fn escaped(text: &str, special: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            _ if "%\r\n".contains(character) || special.contains(character) => {
                escaped.push_str(&format!("%{:02X}", u32::from(character)));
            }
            _ if is_invisible(character) => escaped.extend(character.escape_default()),
            _ => escaped.push(character),
        }
    }
    escaped
}

impl<W: Write> Reporter for GitHub<W> {
    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let start = file.place(diagnostic.span.start);
        let end = file.place(diagnostic.span.end);
        let command = match reported.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "notice",
        };
        let mut text = reported.said();
        if let Some(help) = &diagnostic.help {
            text.push('\n');
            text.push_str(help);
        }
        write!(
            self.out,
            "::{command} file={},line={},endLine={}",
            property(&self.paths.name(file.name)),
            start.line + 1,
            end.line + 1
        )?;
        // GitHub supports columns only within one line.
        if start.line == end.line {
            let last = end.column.max(start.column + 1);
            write!(self.out, ",col={},endColumn={last}", start.column + 1)?;
        }
        let title = format!("carom {}", diagnostic.lint);
        writeln!(self.out, ",title={}::{}", property(&title), message(&text))?;
        self.out.flush()
    }

    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.failures += 1;
        write!(self.out, "::error ")?;
        if let Some(file) = &failure.file {
            write!(self.out, "file={},", property(&self.paths.name(file)))?;
        }
        if let Some(line) = failure.line {
            write!(self.out, "line={line},")?;
        }
        writeln!(self.out, "title=carom::{}", message(&failure.reason))
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        let kinds = [summary.errors + self.failures, summary.warnings, summary.hints];
        if kinds.into_iter().any(|number| number > MAX_SHOWN) {
            writeln!(
                self.out,
                "GitHub shows the first {MAX_SHOWN} annotations of each kind; this log has all"
            )?;
        }
        self.out.flush()
    }
}
