//! The paths on the command line.

use std::path::PathBuf;

use clap::Args;

use crate::analysis::FileText;
use crate::project::{self, Failure, File, Source};
use crate::report;

#[derive(Args, Clone, Debug)]
pub(super) struct Paths {
    /// Files or folders; `-` is standard input [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The name of standard input in messages
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: String,
}

impl Paths {
    /// Whether standard input is among the paths.
    pub(super) fn has_standard_input(&self) -> bool {
        self.paths.iter().any(|path| path.as_os_str() == "-")
    }

    /// The files that the paths mean, each once, in the order of the paths.
    pub(super) fn sources(&self) -> Vec<Result<Source, Failure>> {
        if self.paths.is_empty() {
            project::sources(&[PathBuf::from(".")])
        } else {
            project::sources(&self.paths)
        }
    }

    /// The file of a source.
    pub(super) fn read(&self, source: Source) -> Result<File, Failure> {
        File::read(source, &self.stdin_name)
    }
}

/// A file as diagnostics and reporters look at it.
pub(super) fn view(file: &File) -> FileText<'_> {
    FileText {
        name: &file.name,
        text: &file.text,
        index: &file.index,
    }
}

/// A failure as reporters are told of it.
pub(super) fn told(failure: &Failure) -> report::Failure<'_> {
    report::Failure {
        file: failure.file.as_deref(),
        line: failure.line,
        reason: &failure.reason,
    }
}
