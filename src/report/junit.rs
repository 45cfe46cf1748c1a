//! JUnit XML, which most CI services read: a suite for each file, a test case for each
//! puzzle.

use std::collections::HashSet;
use std::io::{self, Write};
use std::time::Duration;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{Reporter, RepositoryPaths, Summary};
use crate::analysis::{FileDiagnostic, FileText, Lint, PuzzleState, Severity};
use crate::json::Answered;
use crate::project::Failure;
use crate::words::escape_controls;

/// Writes a suite at the end of its file, because the number of its failures comes first. Until
/// then its test cases are kept as XML.
///
/// A puzzle with errors is a failure, and one that a limit left unsolved is skipped.
/// Others succeed, with their warnings as output. Diagnostics outside puzzles form a
/// case with the name of the file, and an unreadable file is a suite with an error.
#[derive(Debug)]
pub struct JUnit<W> {
    out: W,
    paths: RepositoryPaths,
    is_begun: bool,
    suite: Suite,
}

/// The suite of the current file.
#[derive(Debug, Default)]
struct Suite {
    path: String,
    /// The names used so far.
    names: HashSet<String>,
    /// The test cases, as XML.
    cases: Vec<u8>,
    tests: usize,
    skipped: usize,
    errors: usize,
    failures: usize,
    time: Duration,
    /// The diagnostics since the last puzzle.
    diagnostics: Vec<TextDiagnostic>,
    /// The diagnostics outside puzzles.
    beside: Vec<TextDiagnostic>,
}

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
        Self { out, paths, is_begun: false, suite: Suite::default() }
    }

    /// Writes the start of the document before its first suite.
    fn begin(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_begun, true) {
            let mut writer = Writer::new(&mut self.out);
            writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
            let start = BytesStart::new("testsuites").with_attributes([("name", "carom")]);
            writer.write_event(Event::Start(start))?;
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn write_suite(&mut self, suite: &Suite) -> io::Result<()> {
        self.begin()?;
        let mut start = BytesStart::new("testsuite").with_attributes([("name", &*suite.path)]);
        let counts = [
            ("tests", suite.tests),
            ("skipped", suite.skipped),
            ("errors", suite.errors),
            ("failures", suite.failures),
        ];
        for (name, count) in counts {
            start.push_attribute((name, count.to_string().as_str()));
        }
        start.push_attribute(("time", seconds(suite.time).as_str()));
        let mut writer = Writer::new(&mut self.out);
        writer.write_event(Event::Start(start))?;
        writer.get_mut().write_all(b"\n")?;
        writer.get_mut().write_all(&suite.cases)?;
        writer.write_event(Event::End(BytesEnd::new("testsuite")))?;
        self.out.write_all(b"\n")
    }
}

/// Escapes the characters that XML 1.0 does not allow, so that different texts stay different.
fn legible(text: &str) -> String {
    let text = escape_controls(text);
    text.replace('\u{FFFE}', "\\u{fffe}").replace('\u{FFFF}', "\\u{ffff}")
}

/// Whether a name is one of a puzzle without a name.
fn is_of_line(name: &str) -> bool {
    name.strip_prefix("line ").is_some_and(|line| line.bytes().all(|byte| byte.is_ascii_digit()))
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// The result of a test case.
enum Outcome<'a> {
    Success,
    Skipped,
    Failure(&'a TextDiagnostic),
    /// The file is unreadable, for this reason.
    Error(&'a str),
}

/// Writes a test case. `text` is the description of a failure or the output of another case, if it
/// is not empty.
fn write_case(
    cases: &mut Vec<u8>,
    attributes: &[(&str, &str)],
    outcome: &Outcome<'_>,
    text: &str,
) -> io::Result<()> {
    let mut writer = Writer::new_with_indent(&mut *cases, b' ', 4);
    let case = writer.create_element("testcase").with_attributes(attributes.iter().copied());
    let result = match outcome {
        Outcome::Success => None,
        Outcome::Skipped => {
            Some(("skipped", vec![("message", "a limit was reached before the answer was known")]))
        }
        Outcome::Failure(first) => {
            Some(("failure", vec![("message", &*first.message), ("type", first.lint.code())]))
        }
        Outcome::Error(reason) => {
            Some(("error", vec![("message", *reason), ("type", "unreadable")]))
        }
    };
    if result.is_none() && text.is_empty() {
        case.write_empty()?;
    } else {
        case.write_inner_content(|writer| {
            let mut text = text;
            if let Some((element, attributes)) = result {
                let element = writer.create_element(element).with_attributes(attributes);
                match outcome {
                    Outcome::Failure(_) if !text.is_empty() => {
                        element.write_text_content(BytesText::new(std::mem::take(&mut text)))?
                    }
                    _ => element.write_empty()?,
                };
            }
            if !text.is_empty() {
                let output = writer.create_element("system-out");
                output.write_text_content(BytesText::new(text))?;
            }
            Ok(())
        })?;
    }
    cases.push(b'\n');
    Ok(())
}

/// Returns the outcome of a case with these diagnostics, and their text.
fn outcome(diagnostics: &[TextDiagnostic], state: Option<PuzzleState>) -> (Outcome<'_>, String) {
    let lines: Vec<&str> = diagnostics.iter().map(|of| of.line.as_str()).collect();
    let first = diagnostics.iter().find(|of| of.severity == Severity::Error);
    let outcome = match (first, state) {
        (Some(first), _) => Outcome::Failure(first),
        (None, Some(PuzzleState::Unknown)) => Outcome::Skipped,
        (None, _) => Outcome::Success,
    };
    (outcome, lines.join("\n"))
}

impl<W: Write> Reporter for JUnit<W> {
    fn begin_file(&mut self, file: FileText<'_>) -> io::Result<()> {
        self.suite = Suite { path: legible(&self.paths.name(file.name)), ..Suite::default() };
        Ok(())
    }

    fn report(&mut self, file: FileText<'_>, reported: &FileDiagnostic) -> io::Result<()> {
        let diagnostic = &reported.diagnostic;
        let start = file.place(diagnostic.span.start);
        let (path, line, column) = (&self.suite.path, start.line + 1, start.column + 1);
        let (severity, lint) = (reported.severity.name(), diagnostic.lint);
        let message = legible(&diagnostic.message);
        let help = diagnostic
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!("\n  help: {}", legible(help)));
        self.suite.diagnostics.push(TextDiagnostic {
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
        // In a file with too many diagnostics, a further puzzle still fails with its first error.
        let error = diagnostics.iter().find(|reported| reported.is_error());
        let is_hidden = self.suite.diagnostics.is_empty();
        if let (true, Some(error)) = (is_hidden, error) {
            self.report(text, error)?;
        }
        let suite = &mut self.suite;
        // The diagnostics of the file come before those of its first puzzle.
        let beside = suite.diagnostics.len().saturating_sub(diagnostics.len());
        suite.beside.extend(suite.diagnostics.drain(..beside));
        let line = answered.line(text);
        let name = match answered.puzzle.name() {
            Some(name) => {
                let mut name = legible(name);
                while is_of_line(&name) || suite.names.contains(&name) {
                    name = format!("{name} (line {line})");
                }
                suite.names.insert(name.clone());
                name
            }
            // Unique, because the line of a puzzle with such a name follows it.
            None => format!("line {line}"),
        };
        let (outcome, mut text) = outcome(&suite.diagnostics, Some(answered.state()));
        if is_hidden {
            text.clear();
        }
        let attributes = [
            ("name", name.as_str()),
            ("classname", &suite.path),
            ("time", &seconds(answered.time)),
            ("file", &suite.path),
            ("line", &line.to_string()),
        ];
        write_case(&mut suite.cases, &attributes, &outcome, &text)?;
        suite.tests += 1;
        suite.failures += usize::from(matches!(outcome, Outcome::Failure(_)));
        suite.skipped += usize::from(matches!(outcome, Outcome::Skipped));
        suite.time += answered.time;
        suite.diagnostics.clear();
        Ok(())
    }

    fn end_file(&mut self, _: FileText<'_>) -> io::Result<()> {
        let mut suite = std::mem::take(&mut self.suite);
        suite.beside.append(&mut suite.diagnostics);
        if !suite.beside.is_empty() {
            let (outcome, text) = outcome(&suite.beside, None);
            let path = suite.path.as_str();
            let attributes = [("name", path), ("classname", path), ("file", path)];
            write_case(&mut suite.cases, &attributes, &outcome, &text)?;
            suite.tests += 1;
            suite.failures += usize::from(matches!(outcome, Outcome::Failure(_)));
        }
        self.write_suite(&suite)
    }

    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let file = failure.file.as_ref().map(|file| legible(&self.paths.name(file)));
        let path = file.unwrap_or_else(|| "carom".to_owned());
        let reason = match failure.line {
            Some(line) => format!("line {line}: {}", failure.reason),
            None => failure.reason.clone(),
        };
        let mut suite = Suite { tests: 1, errors: 1, ..Suite::default() };
        let attributes = [("name", path.as_str()), ("classname", &path)];
        write_case(&mut suite.cases, &attributes, &Outcome::Error(&legible(&reason)), "")?;
        suite.path = path;
        self.write_suite(&suite)
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.begin()?;
        self.out.write_all(b"</testsuites>\n")?;
        self.out.flush()
    }
}
