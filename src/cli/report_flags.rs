//! The flags for reports: their formats and files.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command, Error, ValueEnum};

use super::output_file::OutputFile;
use super::share::Share;
use crate::project::{Failure, Source};
use crate::report::{
    GitHub, GitLab, JUnit, Json, RdJson, Reporter, RepositoryPaths, Sarif, Short, Text,
};
use crate::words::display_path;

#[derive(Args, Clone, Debug)]
pub(super) struct ReportFlags {
    /// Select the format; =FILE writes to a file at the end; repeatable [default: text]
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = TargetParser)]
    format: Vec<Target>,
    /// Add the page of the lint to each JSON diagnostic
    #[arg(long)]
    explain: bool,
    /// Write to a file at the end instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with excerpts
    Text,
    /// One line per diagnostic: `file:line:column: severity[code] message`
    Short,
    /// One JSON object per line
    Json,
    /// The diagnostic format of reviewdog
    Rdjson,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// `JUnit` XML: a suite per file, a test case per puzzle
    Junit,
    /// Annotations of GitHub workflows
    Github,
    /// A GitLab code quality report
    Gitlab,
}

/// A format and its file; `None` is standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Target {
    format: Format,
    file: Option<PathBuf>,
}

/// Parses `FORMAT` and `FORMAT=FILE`.
#[derive(Clone, Debug)]
struct TargetParser;

impl TypedValueParser for TargetParser {
    type Value = Target;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Target, Error> {
        let text = value.to_str();
        let (format, file) = match text.and_then(|text| text.split_once('=')) {
            Some((format, file)) => (OsStr::new(format), Some(file)),
            None => (value, None),
        };
        let format = EnumValueParser::<Format>::new().parse_ref(command, arg, format)?;
        if file == Some("") {
            let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
            let value = text.unwrap_or_default().to_owned();
            let name = "--format <FORMAT[=FILE]>".to_owned();
            error.insert(ContextKind::InvalidArg, ContextValue::String(name));
            error.insert(ContextKind::InvalidValue, ContextValue::String(value));
            return Err(error);
        }
        Ok(Target { format, file: file.filter(|file| *file != "-").map(PathBuf::from) })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let formats = Format::value_variants().iter();
        Some(Box::new(formats.filter_map(ValueEnum::to_possible_value)))
    }
}

impl ReportFlags {
    /// Whether a report goes to a file.
    pub(super) fn has_file(&self) -> bool {
        self.output.is_some() || self.format.iter().any(|target| target.file.is_some())
    }

    /// Returns the first format other than text.
    pub(super) fn for_programs(&self) -> Option<String> {
        let mut formats = self.format.iter().map(|target| target.format);
        let format = formats.find(|format| *format != Format::Text);
        format.map(Format::name)
    }

    /// Opens the outputs. None of the files may be an input.
    ///
    /// # Errors
    ///
    /// If two reports have the same destination, or a file cannot be written.
    pub(super) fn open(&self, inputs: &[Result<Source, Failure>]) -> io::Result<Outputs> {
        let text = [Target { format: Format::Text, file: None }];
        let targets = match self.format.as_slice() {
            [] => &text,
            targets => targets,
        };
        let mut standard = targets.iter().filter(|target| target.file.is_none());
        let (first, second) = (standard.next(), standard.next());
        if let (Some(first), Some(second)) = (first, second) {
            let (first, second) = (first.format.name(), second.format.name());
            return Err(io::Error::other(format!(
                "`--format {first}` and `--format {second}` both go to standard output; \
                 write one to a file: `--format {second}=FILE`"
            )));
        }
        let given = self.output.as_deref();
        let output = given.filter(|path| path.as_os_str() != "-");
        if let (Some(path), None) = (output, first) {
            return Err(io::Error::other(format!(
                "--output {}: every `--format` already has a file",
                display_path(path)
            )));
        }
        let mut outputs = Outputs { explain: self.explain, reports: Vec::new() };
        let mut places: Vec<PathBuf> = Vec::new();
        for target in targets {
            let (flag, path) = match &target.file {
                Some(path) => ("--format", Some(path.as_path())),
                None => ("--output", output),
            };
            let file = match path {
                Some(path) => Some(OutputFile::new(flag, path, inputs)?),
                None => None,
            };
            if let Some(file) = &file {
                let place = absolute(file.path());
                if places.contains(&place) {
                    return Err(io::Error::other(format!(
                        "{flag} {}: two reports would be written to it",
                        display_path(file.path())
                    )));
                }
                places.push(place);
            }
            outputs.reports.push((target.format, file));
        }
        Ok(outputs)
    }
}

/// Returns the absolute path with the links of its folder resolved. The file need not exist.
fn absolute(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    match (dunce::canonicalize(folder.unwrap_or(Path::new("."))), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

impl Format {
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The outputs of reports. Files are replaced when all reports are complete.
pub(super) struct Outputs {
    explain: bool,
    reports: Vec<(Format, Option<OutputFile>)>,
}

/// The writer used as standard output, and whether it is coloured.
pub(super) type Standard = (Box<dyn Write>, bool);

impl Outputs {
    /// Creates the reporters. `standard` opens standard output, and `folder` names in words the
    /// folder that was read, if no path was given.
    /// `share` is the share of the run that is checked.
    pub(super) fn reporters<'a>(
        &'a mut self,
        standard: impl FnOnce() -> Standard,
        paths: &RepositoryPaths,
        folder: &'static str,
        share: Option<Share>,
        is_fixing: bool,
    ) -> Vec<Box<dyn Reporter + 'a>> {
        let explain = self.explain;
        let mut standard = Some(standard);
        let mut has_summary = super::output::is_quiet();
        let reporters = self.reports.iter_mut().filter_map(|(format, file)| {
            let (out, is_coloured): (Box<dyn Write + 'a>, bool) = match file {
                Some(file) => (Box::new(&mut file.bytes), false),
                None => standard.take()?(),
            };
            let paths = paths.clone();
            let reporter: Box<dyn Reporter + 'a> = match format {
                Format::Text => {
                    // The first reporter writes the summary.
                    let messages: Box<dyn Write> = match std::mem::replace(&mut has_summary, true) {
                        true => Box::new(io::sink()),
                        false => Box::new(super::output::stderr()),
                    };
                    let text = Text::new(out, messages, is_coloured);
                    Box::new(text.of_folder(folder).with_fixes(is_fixing))
                }
                Format::Short => Box::new(Short::new(out)),
                Format::Rdjson => Box::new(RdJson::new(out)),
                Format::Json => Box::new(Json::new(out, explain)),
                Format::Sarif => Box::new(Sarif::new(out, paths, share.map(|share| share.name()))),
                Format::Junit => Box::new(JUnit::new(out, paths)),
                Format::Github => Box::new(GitHub::new(out, paths)),
                Format::Gitlab => Box::new(GitLab::new(out, paths)),
            };
            Some(reporter)
        });
        reporters.collect()
    }

    /// Replaces the output files.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be replaced.
    pub(super) fn persist(self) -> io::Result<()> {
        let files = self.reports.into_iter().filter_map(|(_, file)| file);
        files.into_iter().try_for_each(OutputFile::persist)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        flags: ReportFlags,
    }

    fn flags(arguments: &[&str]) -> ReportFlags {
        Line::parse_from([&["check"], arguments].concat()).flags
    }

    #[test]
    fn report_format_may_name_a_file() {
        let flags = flags(&["--format", "text", "--format=sarif=a=b.sarif", "--format=json=-"]);
        let target = |format, file: Option<&str>| Target { format, file: file.map(PathBuf::from) };
        assert_eq!(
            flags.format,
            [
                target(Format::Text, None),
                target(Format::Sarif, Some("a=b.sarif")),
                target(Format::Json, None),
            ]
        );
        for wrong in ["sari", "sarif=", "=a", ""] {
            assert!(Line::try_parse_from(["check", "--format", wrong]).is_err());
        }
    }

    #[test]
    fn two_reports_cannot_share_one_output() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("out");
        let place = place.to_str().unwrap();
        let (json, text) = (format!("json={place}"), format!("text={place}"));
        for wrong in [
            &["--format=text", "--format=json"][..],
            &["--format", &json, "--format", &text],
            &["--format", &json, "--format=text", "--output", place],
            &["--format", &json, "--output", "other"],
        ] {
            assert!(flags(wrong).open(&[]).is_err(), "{wrong:?}");
        }
        let opened = flags(&["--format", &json, "--format=text"]).open(&[]);
        assert_eq!(opened.unwrap().reports.len(), 2);
        assert!(!folder.path().join("out").exists());
    }
}
