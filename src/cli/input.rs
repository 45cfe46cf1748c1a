//! The paths of the command line.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{Status, output};
use crate::analysis::FileText;
use crate::exchange::{AUTO, FORMATS, Format, SourceFile, format};
use crate::limited;
use crate::project::{
    self, Configs, Failure, File, MAX_FILE, MalformedConfig, Selection, Source, Staged,
};
use crate::report::{Reporter, Verbose, config_failure};
use crate::words::{count, display_path, join_list};

#[derive(Args, Clone, Debug, Default)]
pub(super) struct Paths {
    /// Read these files or folders; `-` is standard input [default: the current folder]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Call standard input NAME in messages
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: String,
    /// Skip files that match this glob (gitignore syntax)
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Also skip named files that the `exclude` of their carom.toml matches
    #[arg(long)]
    force_exclude: bool,
    /// Include hidden files and files that ignore files exclude; fail if a file is skipped
    #[arg(long)]
    no_ignore: bool,
    /// Succeed even if no puzzle is found
    #[arg(long)]
    allow_empty: bool,
    #[command(flatten)]
    config: ConfigFlags,
    /// Set once the skipped files were reported.
    #[arg(skip)]
    reported: OnceLock<()>,
    /// The files in the git index, if they are read instead of those on disk.
    #[arg(skip)]
    staged: OnceLock<Arc<Staged>>,
}

/// The flags that select the configuration files.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ConfigFlags {
    /// Take the settings from this file alone
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    config: Option<PathBuf>,
    /// Ignore all carom.toml files
    #[arg(long)]
    isolated: bool,
    #[arg(skip)]
    configs: OnceLock<Arc<Configs>>,
}

impl ConfigFlags {
    /// Returns the configurations of the run, each read once.
    pub(super) fn configs(&self) -> Arc<Configs> {
        let configs = self.configs.get_or_init(|| {
            Arc::new(match &self.config {
                Some(file) => Configs::of_one(file),
                None if self.isolated => Configs::isolated(),
                None => Configs::default(),
            })
        });
        Arc::clone(configs)
    }
}

/// The malformed configuration files that were already reported.
#[derive(Debug, Default)]
pub(super) struct ReportedConfigs(HashSet<PathBuf>);

impl ReportedConfigs {
    /// Returns the faults of those that were not reported yet.
    pub(super) fn failures(&mut self, malformed: Vec<Arc<MalformedConfig>>) -> Vec<Failure> {
        let malformed = malformed.iter();
        let new = malformed.filter(|malformed| self.0.insert(malformed.path.clone()));
        new.map(|malformed| config_failure(malformed)).collect()
    }
}

impl Paths {
    pub(super) fn of_file(path: &Path, config: &ConfigFlags) -> Self {
        Self {
            paths: vec![path.to_owned()],
            stdin_name: "<stdin>".to_owned(),
            config: config.clone(),
            ..Self::default()
        }
    }

    /// Returns the paths with one more in front.
    pub(super) fn with_first(&self, path: Option<&str>) -> Self {
        let mut paths = self.clone();
        paths.paths.splice(0..0, path.map(PathBuf::from));
        paths
    }

    /// Returns the file and the number of its puzzle for a path such as `a.carom:19`, as
    /// diagnostics print it. Returns `None` unless it is the only path, and such a file exists.
    ///
    /// # Errors
    ///
    /// Fails if there is no puzzle at the line.
    pub(super) fn at_line(
        &self,
        format: Option<&'static Format>,
    ) -> Result<Option<(Self, String)>, Failure> {
        let [path] = self.paths.as_slice() else {
            return Ok(None);
        };
        let name = path.to_str().and_then(|path| path.rsplit_once(':'));
        let line = name.and_then(|(file, line)| Some((PathBuf::from(file), line.parse().ok()?)));
        let Some((path, line)) = line.filter(|(file, _)| !path.exists() && file.is_file()) else {
            return Ok(None);
        };
        let format = format.or_else(|| self.configs().format_of(&path));
        let file = File::read(Source::File(path.clone()), &self.stdin_name)?;
        let lines = file.index.line(u32::MAX) + 1;
        let sections = SourceFile::split(&file.text, format).sections;
        let starts = sections.iter().map(|section| file.index.line(section.span.start) + 1);
        let number = starts.take_while(|start| *start <= line).count();
        let reason = match number {
            _ if line > lines => {
                format!("no line {line}: the file has {}", count(lines as usize, "line"))
            }
            0 => format!("no puzzle at line {line}"),
            _ => {
                let paths = Self { paths: vec![path], ..self.clone() };
                return Ok(Some((paths, number.to_string())));
            }
        };
        Err(file.failure(reason))
    }

    /// Reads the git index, and takes the files and settings from there instead of the disk.
    pub(super) fn stage(&self, format: Option<&Format>) -> Result<(), Failure> {
        let staged = Staged::read(&self.folders(), format, |settings| {
            let configs = &self.config;
            if configs.config.is_none() && !configs.isolated {
                let _ = configs.configs.set(Arc::new(Configs::staged(settings)));
            }
            configs.configs()
        })?;
        let _ = self.staged.set(Arc::new(staged));
        Ok(())
    }

    /// Returns the files in the git index, if they are read instead of those on disk.
    pub(super) fn staged(&self) -> Option<Arc<Staged>> {
        self.staged.get().cloned()
    }

    /// Returns the paths as given. Without any, a file that is redirected to standard input is read.
    pub(super) fn given(&self) -> &[PathBuf] {
        static STANDARD_INPUT: LazyLock<[PathBuf; 1]> = LazyLock::new(|| [PathBuf::from("-")]);
        match self.paths.as_slice() {
            [] if project::is_stdin_a_file() => STANDARD_INPUT.as_slice(),
            paths => paths,
        }
    }

    /// Returns the name of standard input in messages.
    pub(super) fn stdin_name(&self) -> &str {
        &self.stdin_name
    }

    /// Returns the configurations of the run.
    pub(super) fn configs(&self) -> Arc<Configs> {
        self.config.configs()
    }

    /// Whether standard input is among the paths.
    pub(super) fn has_standard_input(&self) -> bool {
        self.given().iter().any(|path| path.as_os_str() == "-")
    }

    /// Returns the puzzle files at the paths, each once, in the order of the paths. Finding
    /// none is a failure, unless `--allow-empty` is given.
    pub(super) fn sources(&self) -> Vec<Result<Source, Failure>> {
        self.selected(None, false)
    }

    /// Like [`sources`](Self::sources), for files with these extensions.
    pub(super) fn sources_ending(
        &self,
        extensions: Vec<&'static str>,
    ) -> Vec<Result<Source, Failure>> {
        self.selected(Some(extensions), false)
    }

    /// Like [`sources`](Self::sources), for files of this format. Without one, returns
    /// puzzle files and the files whose configuration names a foreign format.
    pub(super) fn sources_of(&self, format: Option<&Format>) -> Vec<Result<Source, Failure>> {
        let Some(format) = format else {
            return self.selected(None, true);
        };
        let mut sources = self.selected(Some(format.extensions.to_vec()), false);
        // A folder may also contain a README with the same extension.
        sources.retain(|source| match source {
            Ok(Source::File(path)) if project::is_puzzle_file(path) => true,
            Ok(Source::File(path)) if !self.paths.contains(path) => {
                let staged = self.staged.get().and_then(|staged| staged.contents(path));
                let read = || limited::read(path, MAX_FILE);
                let bytes = staged.map_or_else(read, |bytes| Ok(bytes.to_vec()));
                bytes.map_or(true, |bytes| (format.recognises)(&String::from_utf8_lossy(&bytes)))
            }
            _ => true,
        });
        if sources.is_empty() && !self.allow_empty {
            return vec![Err(self.nothing(format.name))];
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
            Some(extensions) => join_list(extensions.iter().map(|end| format!(".{end}")), "or"),
        };
        let selection = Selection {
            takes_ignored: self.no_ignore,
            exclude: self.exclude.clone(),
            force_exclude: self.force_exclude,
            extensions,
            takes_forms,
            staged: self.staged.get().cloned(),
        };
        let selected = project::sources(&self.folders(), &selection, &self.configs());
        self.reported.get_or_init(|| report_skipped(&selected.skipped));
        // A hook may name only excluded files.
        if selected.sources.is_empty() && !self.allow_empty && !self.force_exclude {
            return vec![Err(self.nothing(&kind))];
        }
        selected.sources
    }

    /// Whether the source was given by its path, rather than found in a folder.
    pub(super) fn names(&self, source: &Source) -> bool {
        match source {
            Source::StandardInput => true,
            Source::File(path) => self.paths.contains(path),
        }
    }

    /// Returns the paths, or the current folder if none was given.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        match self.given() {
            [] => vec![PathBuf::from(".")],
            paths => paths.to_vec(),
        }
    }

    /// Returns the words of a summary for the folder that was read because no path was given.
    pub(super) fn implied_folder(&self) -> &'static str {
        match self.given() {
            [] => " of the current folder",
            _ => "",
        }
    }

    /// Returns the folder of a file relative to the given path that contains it. Empty for a file
    /// that was given by its path.
    pub(super) fn folder_within(&self, source: &Source) -> PathBuf {
        let Source::File(path) = source else {
            return PathBuf::new();
        };
        let folders = self.folders();
        let mut within = folders.iter().filter_map(|folder| {
            // The names of files in the current folder have no leading `./`.
            path.strip_prefix(".")
                .unwrap_or(path)
                .strip_prefix(folder.strip_prefix(".").unwrap_or(folder))
                .ok()?
                .parent()
        });
        if self.names(source) {
            return PathBuf::new();
        }
        within.next().unwrap_or(Path::new("")).to_owned()
    }

    /// Reports that these files have no puzzles, and fails, unless `--allow-empty` is given.
    pub(super) fn without_puzzles(&self, files: usize) -> Status {
        // A hook may name only excluded or empty files.
        if self.allow_empty || self.force_exclude || files == 0 {
            return Status::Clean;
        }
        let files = count(files, "file");
        output::error(&format!("no puzzles found in {files}; add `--allow-empty` if that is fine"));
        Status::Failed
    }

    /// Returns the failure that no puzzle file was found.
    fn nothing(&self, kind: &str) -> Failure {
        let paths = self.paths.iter().map(|path| display_path(path));
        let place = match self.paths.as_slice() {
            [] => "the current folder".to_owned(),
            _ => join_list(paths, "and"),
        };
        Failure::unnamed(format!(
            "no {kind} file found in {place}; add `--allow-empty` if that is fine"
        ))
    }

    /// Reads a source.
    pub(super) fn read(&self, source: Source) -> Result<File, Failure> {
        match (source, self.staged()) {
            (Source::File(path), Some(staged)) => staged.file(path),
            (source, _) => File::read(source, &self.stdin_name),
        }
    }
}

/// Returns the reporter for `--verbose` if the flag is given.
pub(super) fn verbose_reporter() -> Option<Box<dyn Reporter>> {
    output::is_verbose().then(|| Box::new(Verbose::new(output::stderr())) as Box<dyn Reporter>)
}

/// Prints the number of skipped files, or with `--verbose` each of them.
fn report_skipped(skipped: &[Failure]) {
    if output::is_verbose() {
        for failure in skipped {
            output::say(&failure.to_string());
        }
    } else if !skipped.is_empty() {
        let files = count(skipped.len(), "file");
        output::warn(&format!("{files} skipped; `-v` lists them"));
    }
}

/// The flag `--from`.
#[derive(Args, Clone, Debug)]
pub(super) struct FromFlag {
    /// Read files in a foreign format; `auto` detects it from the contents of each file
    #[arg(long, value_name = "FORMAT", value_parser = readable())]
    from: Option<String>,
}

impl FromFlag {
    /// Returns the format, if the flag is given.
    pub(super) fn format(&self) -> Option<&'static Format> {
        match self.from.as_deref()? {
            "auto" => Some(&AUTO),
            name => format(name),
        }
    }
}

/// Returns the names for `--from`.
pub(super) fn readable() -> PossibleValuesParser {
    let formats = FORMATS.iter().filter(|format| format.read.is_some());
    PossibleValuesParser::new([&AUTO].into_iter().chain(formats).map(|format| format.name))
}

/// Returns the name, text and lines of a file.
pub(super) fn view(file: &File) -> FileText<'_> {
    FileText { name: &file.name, text: &file.text, index: &file.index }
}
