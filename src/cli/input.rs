//! Finding and reading the files of a run.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use ignore::WalkBuilder;

use crate::analysis::FileText;
use crate::report;
use crate::text::LineIndex;

#[derive(Args, Clone, Debug)]
pub(super) struct Paths {
    /// Files or folders; `-` is standard input [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The name of standard input in messages
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: String,
}

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    StandardInput,
    File(PathBuf),
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct File {
    pub(super) source: Source,
    pub(super) name: Arc<str>,
    pub(super) text: String,
    pub(super) index: LineIndex,
}

impl File {
    /// As diagnostics and reporters look at it.
    pub(super) fn view(&self) -> FileText<'_> {
        FileText {
            name: &self.name,
            text: &self.text,
            index: &self.index,
        }
    }
}

/// A file or folder that could not be read or written, or a configuration that
/// cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// Its name, if it is known.
    pub(super) file: Option<String>,
    /// The line of it, from 1, if it is known.
    pub(super) line: Option<u32>,
    pub(super) reason: String,
    /// The same with the lines of the file that show it, if there are any.
    pub(super) drawn: Option<String>,
}

impl Failure {
    /// A file and what the matter is with it.
    pub(super) fn new(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            file: Some(file.into()),
            line: None,
            reason: reason.into(),
            drawn: None,
        }
    }

    /// As reporters are told of it.
    pub(super) fn told(&self) -> report::Failure<'_> {
        report::Failure {
            file: self.file.as_deref(),
            line: self.line,
            reason: &self.reason,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(drawn) = &self.drawn {
            return f.write_str(drawn);
        }
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl Paths {
    /// Whether standard input is among the paths.
    pub(super) fn has_standard_input(&self) -> bool {
        self.paths.iter().any(|path| path.as_os_str() == "-")
    }

    /// The files that the paths mean, each once, in a settled order: the order
    /// of the paths, and within a folder by name. Ignore files are honoured
    /// there.
    pub(super) fn sources(&self) -> Vec<Result<Source, Failure>> {
        let here = [PathBuf::from(".")];
        let paths = if self.paths.is_empty() {
            &here[..]
        } else {
            &self.paths
        };
        let mut sources = Vec::new();
        for path in paths {
            if path.as_os_str() == "-" {
                sources.push(Ok(Source::StandardInput));
            } else if path.is_dir() {
                walk(path, &mut sources);
            } else {
                sources.push(Ok(Source::File(path.clone())));
            }
        }
        let mut seen = HashSet::new();
        sources.retain(|source| match source {
            Ok(Source::File(path)) => {
                seen.insert(path.strip_prefix(".").unwrap_or(path).to_owned())
            }
            _ => true,
        });
        sources
    }

    /// The file of a source.
    pub(super) fn read(&self, source: Source) -> Result<File, Failure> {
        let mut bytes = Vec::new();
        let (name, result) = match &source {
            Source::StandardInput => (
                self.stdin_name.clone(),
                io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
            ),
            Source::File(path) => (display(path), fs::read(path).map(|read| bytes = read)),
        };
        result.map_err(|error| Failure::new(&name, reason(&error)))?;
        if u32::try_from(bytes.len()).is_err() {
            return Err(Failure::new(name, "the file is larger than 4 GiB"));
        }
        let text = String::from_utf8(bytes).map_err(|error| not_utf8(&name, &error))?;
        Ok(File {
            source,
            name: name.into(),
            index: LineIndex::new(&text),
            text,
        })
    }
}

/// The path as messages show it, without a leading `./`.
fn display(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    path.display().to_string()
}

fn walk(folder: &Path, sources: &mut Vec<Result<Source, Failure>>) {
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false)
        .sort_by_file_name(std::cmp::Ord::cmp);
    for entry in walk.build() {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| !kind.is_dir());
                let is_ours = entry.path().extension().is_some_and(|e| e == "carom");
                if is_file && is_ours {
                    sources.push(Ok(Source::File(entry.into_path())));
                }
            }
            Err(error) => sources.push(Err(not_walked(&error))),
        }
    }
}

/// What could not be looked into. The walker's own words already name it.
fn not_walked(error: &ignore::Error) -> Failure {
    Failure {
        file: None,
        line: None,
        reason: error.to_string(),
        drawn: None,
    }
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> Failure {
    let valid = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    let byte = bytes.get(valid).copied().unwrap_or_default();
    let before = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
    let line = LineIndex::new(&before).line(u32::MAX) + 1;
    let reason = format!(
        "not UTF-8: byte 0x{byte:02X} at offset {valid}, in line {line}; \
         save the file as UTF-8"
    );
    Failure::new(name, reason)
}

/// What the system says, without its number.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((reason, _)) => reason.to_owned(),
        None => text,
    }
}
