//! `carom config`: prints the settings of a path and their origin.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::input::ConfigFlags;
use super::run_configs::failures;
use super::{Status, output};
use crate::config::{self, Config, Origin, ShownSetting};
use crate::words::{display_path, escape_controls};

/// Print the settings of a file or folder, and where each is set
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every carom.toml in the folder of a file and its parent folders applies, up to one
with `root = true`. The nearest file that sets a key wins; flags win over all files.

Examples:
  carom config                         settings of the files of this folder
  carom config levels/hard/deck.carom  settings of one file
  carom config --schema                JSON schema of carom.toml")]
pub(super) struct Arguments {
    /// Print the settings of this file, or of a folder without overrides
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
    #[command(flatten)]
    config: ConfigFlags,
    /// Select the format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print the JSON schema of carom.toml, and exit
    #[arg(long, conflicts_with_all = ["path", "format", "config", "isolated"])]
    schema: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A complete carom.toml
    Text,
    /// JSON
    Json,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    if arguments.schema {
        writeln!(out, "{:#}", config::schema())?;
        out.flush()?;
        return Ok(Status::Clean);
    }
    let path = &arguments.path;
    let is_folder = path
        .metadata()
        .map_err(|error| output::named(path, &error))?
        .is_dir();
    let configs = arguments.config.configs();
    let read = match is_folder {
        true => configs.of_folder(path),
        false => configs.of_file(path),
    };
    let config = match read {
        Ok(config) => config,
        Err(malformed) => {
            let failures = malformed.iter().flat_map(|malformed| failures(malformed));
            failures.for_each(|failure| output::complain(&failure));
            return Ok(Status::Failed);
        }
    };
    let report = Report {
        path,
        files: match is_folder {
            true => configs.files(&path.join("*")),
            false => configs.files(path),
        },
        is_included: (!is_folder).then(|| configs.take(path)),
        config: &config,
        here: env::current_dir().and_then(|here| here.canonicalize()).ok(),
    };
    match arguments.format {
        Format::Text => report.text(&mut out)?,
        Format::Json => writeln!(out, "{}", report.json())?,
    }
    out.flush()?;
    Ok(Status::Clean)
}

/// The output of the command.
struct Report<'a> {
    path: &'a Path,
    files: Vec<PathBuf>,
    /// Whether a run over its folder includes the file.
    is_included: Option<bool>,
    config: &'a Config,
    here: Option<PathBuf>,
}

impl Report<'_> {
    fn text(&self, out: &mut impl Write) -> io::Result<()> {
        let path = display_path(self.path);
        let files = self.files.iter();
        let files: Vec<String> = files
            .map(|file| escape_controls(&self.short(file)))
            .collect();
        match files.as_slice() {
            [] => writeln!(out, "# No carom.toml applies to {path}.")?,
            files => writeln!(out, "# Configuration of {path}: {}.", files.join(", "))?,
        }
        if self.is_included == Some(false) {
            writeln!(out, "# A run over its folder skips it.")?;
        }
        writeln!(out)?;
        let lines: Vec<_> = self.config.shown().map(|shown| self.line(&shown)).collect();
        let width = lines.iter().map(|(_, set, _)| set.chars().count()).max();
        let width = width.unwrap_or_default().min(60);
        let mut current = String::new();
        for (table, set, origin) in lines {
            if table != current {
                writeln!(out, "\n[{table}]")?;
                current = table;
            }
            writeln!(out, "{set:width$}  # {origin}")?;
        }
        Ok(())
    }

    /// Returns the table of a setting, its line, and its origin.
    fn line(&self, shown: &ShownSetting<'_>) -> (String, String, String) {
        let (table, key) = shown.key.split_once('.').unwrap_or(("", &shown.key));
        let origin = match (&shown.toml, self.place(shown)) {
            (_, Some((file, line))) => format!("{}:{line}", escape_controls(&file)),
            (Some(_), None) => "default".to_owned(),
            (None, None) => "not set".to_owned(),
        };
        let set = match &shown.toml {
            Some(value) => format!("{key} = {value}"),
            None => format!("# {key}"),
        };
        (table.to_owned(), set, origin)
    }

    fn json(&self) -> serde_json::Value {
        let files: Vec<String> = self.files.iter().map(|file| self.short(file)).collect();
        let settings = self.config.shown().map(|shown| {
            let place = self.place(&shown);
            json!({
                "key": shown.key,
                "value": shown.json,
                "file": place.as_ref().map(|(file, _)| file),
                "line": place.as_ref().map(|(_, line)| line),
            })
        });
        json!({
            "path": self.path.display().to_string(),
            "files": files,
            "taken": self.is_included,
            "settings": settings.collect::<Vec<_>>(),
        })
    }

    /// Returns the file and line that set a value.
    fn place(&self, shown: &ShownSetting<'_>) -> Option<(String, u32)> {
        match shown.origin? {
            Origin::File { path, line } => Some((self.short(path), *line)),
            Origin::Editor => None,
        }
    }

    /// Returns a path relative to the current folder, if it is there.
    fn short(&self, path: &Path) -> String {
        let inner = self.here.as_ref();
        let inner = inner.and_then(|here| path.strip_prefix(here).ok());
        inner.unwrap_or(path).display().to_string()
    }
}
