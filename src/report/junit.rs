//! JUnit XML, which most CI services read: a suite for each file, a test case for each
//! puzzle.

use std::collections::HashSet;
use std::io::{self, Write};
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Reporter, RepositoryPaths, Summary};
use crate::analysis::{FileDiagnostic, FileText, Lint, Severity, State};
use crate::json::Answered;
use crate::project::Failure;
use crate::words::escape_controls;

/// Collects the test cases of a run, and writes them with [`quick_junit`] at its end.
///
/// A puzzle with errors is a failure, and one that a limit left unsolved is skipped.
/// Others succeed, with their warnings as output. Diagnostics outside puzzles form a
/// case with the name of the file, and an unreadable file is a suite with an error.
#[derive(Debug)]
pub struct JUnit<W> {
    out: W,
    paths: RepositoryPaths,
    report: Report,
    file: OpenSuite,
}

/// The suite of the current file.
#[derive(Debug, Default)]
struct OpenSuite {
    path: String,
    /// The names used so far.
    names: HashSet<String>,
    cases: Vec<TestCase>,
    /// The diagnostics since the last puzzle.
    diagnostics: Vec<TextDiagnostic>,
    time: Duration,
    /// The diagnostics outside puzzles.
    beside: Vec<TextDiagnostic>,
}

/// A diagnostic formatted as text.
#[derive(Debug)]
struct TextDiagnostic {
    severity: Severity,
    lint: Lint,
    message: String,
    /// The message after its location.
    line: String,
}

impl<W: Write> JUnit<W> {
    /// Creates a reporter that writes to `out`. `paths` makes the names of files relative to the
    /// root of the repository.
    pub fn new(out: W, paths: RepositoryPaths) -> Self {
        Self { out, paths, report: Report::new("carom"), file: OpenSuite::default() }
    }
}

/// Escapes the characters that XML 1.0 does not allow, so that different texts stay different.
fn legible(text: &str) -> String {
    let text = escape_controls(text);
    text.replace('\u{FFFE}', "\\u{fffe}").replace('\u{FFFF}', "\\u{ffff}")
}

/// Creates a test case with these diagnostics.
fn case(name: &str, path: &str, diagnostics: &[TextDiagnostic], state: Option<State>) -> TestCase {
    let lines: Vec<&str> = diagnostics.iter().map(|of| of.line.as_str()).collect();
    let text = lines.join("\n");
    let first = diagnostics.iter().find(|of| of.severity == Severity::Error);
    let status = match (first, state) {
        (Some(first), _) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(first.lint.code()).set_message(&first.message).set_description(&text);
            status
        }
        (None, Some(State::Unknown)) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message("a limit was reached before the answer was known");
            status
        }
        (None, _) => TestCaseStatus::success(),
    };
    let mut case = TestCase::new(name, status);
    case.set_classname(path);
    case.extra.insert("file".into(), path.into());
    if first.is_none() && !diagnostics.is_empty() {
        case.set_system_out(&text);
    }
    case
}

impl<W: Write> Reporter for JUnit<W> {
    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        self.file =
            OpenSuite { path: legible(&self.paths.name(file.name)), ..OpenSuite::default() };
        Ok(())
    }

    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let start = file.place(diagnostic.span.start);
        let (path, line, column) = (&self.file.path, start.line + 1, start.column + 1);
        let (severity, lint) = (reported.severity.name(), diagnostic.lint);
        let message = legible(&diagnostic.message);
        let help = diagnostic
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!("\n  help: {}", legible(help)));
        self.file.diagnostics.push(TextDiagnostic {
            severity: reported.severity,
            lint,
            line: format!("{path}:{line}:{column}: {severity}[{lint}]: {message}{help}"),
            message,
        });
        Ok(())
    }

    fn puzzle(
        &mut self,
        text: FileText<'_>,
        answered: &Answered<'_>,
        diagnostics: &[FileDiagnostic],
    ) -> io::Result<()> {
        // In a file with too many diagnostics, only the worst of each further puzzle is reported.
        let worst = diagnostics.iter().min_by_key(|of| of.severity);
        if let (true, Some(worst)) = (self.file.diagnostics.is_empty(), worst) {
            self.report(text, worst)?;
        }
        let file = &mut self.file;
        // The diagnostics of the file come before those of its first puzzle.
        let beside = file.diagnostics.len().saturating_sub(diagnostics.len());
        file.beside.extend(file.diagnostics.drain(..beside));
        let line = answered.line(text);
        let mut name = match answered.puzzle.name() {
            Some(name) => legible(name),
            None => format!("line {line}"),
        };
        while file.names.contains(&name) {
            name = format!("{name} (line {line})");
        }
        let mut case = case(&name, &file.path, &file.diagnostics, Some(answered.state()));
        case.set_time(answered.time);
        case.extra.insert("line".into(), line.to_string().into());
        file.names.insert(name);
        file.diagnostics.clear();
        file.time += answered.time;
        file.cases.push(case);
        Ok(())
    }

    fn end_file(&mut self, _: FileText<'_>) -> io::Result<()> {
        let mut file = std::mem::take(&mut self.file);
        file.beside.append(&mut file.diagnostics);
        let mut suite = TestSuite::new(&file.path);
        suite.set_time(file.time);
        if !file.beside.is_empty() {
            suite.add_test_case(case(&file.path, &file.path, &file.beside, None));
        }
        suite.add_test_cases(file.cases);
        self.report.add_test_suite(suite);
        Ok(())
    }

    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let name = failure
            .file
            .as_ref()
            .map(|file| legible(&self.paths.name(file)))
            .unwrap_or_else(|| "carom".to_owned());
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        let reason = match failure.line {
            Some(line) => format!("line {line}: {}", failure.reason),
            None => failure.reason.clone(),
        };
        let reason = legible(&reason);
        status.set_type("unreadable").set_message(reason);
        let mut case = TestCase::new(&*name, status);
        case.set_classname(&*name);
        let mut suite = TestSuite::new(&*name);
        suite.add_test_case(case);
        self.report.add_test_suite(suite);
        Ok(())
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        let time = self.report.test_suites.iter().filter_map(|suite| suite.time).sum();
        self.report.set_time(time);
        let written = self.report.to_string().map_err(io::Error::other)?;
        self.out.write_all(written.as_bytes())?;
        self.out.flush()
    }
}
