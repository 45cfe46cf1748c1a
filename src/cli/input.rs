//! The paths on the command line.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::analysis::FileText;
use crate::exchange::{FORMS, Form, form};
use crate::project::{self, Configs, Failure, File, Selection, Source};
use crate::report;
use crate::words::{display_path, join_list};

#[derive(Args, Clone, Debug)]
pub(super) struct Paths {
    /// Files or folders; `-` is standard input [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The name of standard input in messages
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: String,
    /// Leave out what matches a glob, as in a .gitignore of the current folder
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Take files too that an ignore file excludes or whose name is hidden
    #[arg(long)]
    no_ignore: bool,
    /// Do not mind if there is no puzzle file
    #[arg(long)]
    allow_empty: bool,
}

impl Paths {
    /// The paths as they were given.
    pub(super) fn given(&self) -> &[PathBuf] {
        &self.paths
    }

    /// What messages call standard input.
    pub(super) fn stdin_name(&self) -> &str {
        &self.stdin_name
    }

    /// Whether standard input is among the paths.
    pub(super) fn has_standard_input(&self) -> bool {
        self.paths.iter().any(|path| path.as_os_str() == "-")
    }

    /// The files that the paths mean, each once, in the order of the paths. That
    /// there are none is a failure too, unless it is allowed.
    pub(super) fn sources(&self) -> Vec<Result<Source, Failure>> {
        self.selected(None, false)
    }

    /// The same, taking from folders what ends in these extensions.
    pub(super) fn sources_ending(
        &self,
        extensions: Vec<&'static str>,
    ) -> Vec<Result<Source, Failure>> {
        self.selected(Some(extensions), false)
    }

    /// The same, taking from folders what is of this form; without one, puzzle
    /// files and what a configuration says to be of another form.
    pub(super) fn sources_of(&self, form: Option<&Form>) -> Vec<Result<Source, Failure>> {
        let Some(form) = form else {
            return self.selected(None, true);
        };
        let mut sources = self.selected(Some(form.extensions.to_vec()), false);
        // A folder may hold a README, too.
        sources.retain(|source| match source {
            Ok(Source::File(path)) if !self.paths.contains(path) => {
                let text = fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                text.map_or(true, |text| (form.recognises)(&text))
            }
            _ => true,
        });
        if sources.is_empty() && !self.allow_empty {
            return vec![Err(self.nothing(form.name))];
        }
        sources
    }

    fn selected(
        &self,
        extensions: Option<Vec<&'static str>>,
        takes_forms: bool,
    ) -> Vec<Result<Source, Failure>> {
        let kind = match extensions.as_deref() {
            None => ".carom".to_owned(),
            Some(extensions) => format!(".{}", join_list(extensions.iter(), "or .")),
        };
        let selection = Selection {
            takes_ignored: self.no_ignore,
            exclude: self.exclude.clone(),
            extensions,
            takes_forms,
        };
        let sources = project::sources(&self.folders(), &selection, &Configs::default());
        if sources.is_empty() && !self.allow_empty {
            return vec![Err(self.nothing(&kind))];
        }
        sources
    }

    /// Whether a source is one of the paths, not found in a folder.
    pub(super) fn names(&self, source: &Source) -> bool {
        match source {
            Source::StandardInput => true,
            Source::File(path) => self.paths.contains(path),
        }
    }

    /// The paths that are searched: the current folder where none was given.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        match self.paths.as_slice() {
            [] => vec![PathBuf::from(".")],
            paths => paths.to_vec(),
        }
    }

    /// The folders of a file below the path that led to it; of a file that was
    /// named itself there are none.
    pub(super) fn folder_within(&self, source: &Source) -> PathBuf {
        let Source::File(path) = source else {
            return PathBuf::new();
        };
        let folders = self.folders();
        let mut within = folders.iter().filter_map(|folder| {
            // What is found in the current folder goes without its dot.
            let folder = folder.strip_prefix(".").unwrap_or(folder);
            let path = path.strip_prefix(".").unwrap_or(path);
            path.strip_prefix(folder).ok()?.parent()
        });
        if self.names(source) {
            return PathBuf::new();
        }
        within.next().unwrap_or(Path::new("")).to_owned()
    }

    /// That no puzzle file was found, and where.
    fn nothing(&self, kind: &str) -> Failure {
        let paths = self.paths.iter().map(|path| display_path(path));
        let place = match self.paths.as_slice() {
            [] => "the current folder".to_owned(),
            _ => join_list(paths, "and"),
        };
        Failure::unnamed(format!(
            "no {kind} file found in {place}; if that is well, say `--allow-empty`"
        ))
    }

    /// The file of a source.
    pub(super) fn read(&self, source: Source) -> Result<File, Failure> {
        File::read(source, &self.stdin_name)
    }
}

/// The form that files are said to be of.
#[derive(Args, Clone, Debug)]
pub(super) struct FromFlag {
    /// Take the files as they are, of another form: `carom convert` lists them
    #[arg(long, value_name = "FORM", value_parser = readable())]
    from: Option<String>,
}

impl FromFlag {
    /// The form, if one is said.
    pub(super) fn form(&self) -> Option<&'static Form> {
        self.from.as_deref().and_then(form)
    }
}

fn readable() -> PossibleValuesParser {
    let forms = FORMS.iter().filter(|form| form.read.is_some());
    PossibleValuesParser::new(forms.map(|form| form.name))
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
