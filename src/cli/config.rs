//! `carom config`: prints the settings of a path and their origin.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::input::ConfigFlags;
use super::run_configs::failures;
use super::{Status, output};
use crate::config::{self, Config, Name, Place, Value};

use crate::words::{display_path, escape_controls};

/// Print the settings of a file or folder, and where each is set
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A carom.toml is looked for in the folder of each file and in those above it. The
nearest wins, key by key, up to one that says `root = true`; flags win over all.

Examples:
  carom config                         what holds for the files of this folder
  carom config levels/hard/deck.carom  what holds for one file
  carom config --schema                the JSON schema of a carom.toml")]
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
        Err(unusable) => {
            let failures = unusable.iter().flat_map(|unusable| failures(unusable));
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
        is_taken: (!is_folder).then(|| configs.take(path)),
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

/// What is shown.
struct Report<'a> {
    path: &'a Path,
    files: Vec<PathBuf>,
    /// Whether the file is taken of its folder.
    is_taken: Option<bool>,
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
            [] => writeln!(out, "# No carom.toml speaks of {path}.")?,
            files => writeln!(out, "# What speaks of {path}: {}.", files.join(", "))?,
        }
        if self.is_taken == Some(false) {
            writeln!(out, "# A run over its folder leaves it out.")?;
        }
        writeln!(out)?;
        let mut table = None;
        let lines: Vec<(Name, String, String)> = self.lines().collect();
        let width = lines.iter().map(|(_, set, _)| set.chars().count()).max();
        let width = width.unwrap_or_default().min(60);
        for (name, set, origin) in lines {
            if name.table != table {
                table = name.table;
                writeln!(out, "\n[{}]", table.unwrap_or_default())?;
            }
            writeln!(out, "{set:width$}  # {origin}")?;
        }
        Ok(())
    }

    /// The settings as lines, each with where it is set.
    fn lines(&self) -> impl Iterator<Item = (Name, String, String)> {
        self.settings().map(|(name, value, place)| {
            let origin = match (&value, place) {
                (_, Some(place)) => {
                    format!(
                        "{}:{}",
                        escape_controls(&self.short(&place.file)),
                        place.line
                    )
                }
                (Some(_), None) => "default".to_owned(),
                (None, None) => "not set".to_owned(),
            };
            let set = match value {
                Some(value) => format!("{} = {}", name.key, value.to_toml()),
                None => format!("# {}", name.key),
            };
            (name, set, origin)
        })
    }

    fn json(&self) -> serde_json::Value {
        let files: Vec<String> = self.files.iter().map(|file| self.short(file)).collect();
        let settings = self.settings().map(|(name, value, place)| {
            json!({
                "key": name.to_string(),
                "value": value.map(|value| value.to_json()),
                "file": place.map(|place| self.short(&place.file)),
                "line": place.map(|place| place.line),
            })
        });
        json!({
            "path": self.path.display().to_string(),
            "files": files,
            "taken": self.is_taken,
            "settings": settings.collect::<Vec<_>>(),
        })
    }

    fn settings(&self) -> impl Iterator<Item = (Name, Option<Value>, Option<&Place>)> {
        Name::of_files().map(|name| {
            let (value, place) = self.config.holding(name);
            (name, value, place)
        })
    }

    /// A path from the current folder on, where it lies there.
    fn short(&self, path: &Path) -> String {
        let inner = self.here.as_ref();
        let inner = inner.and_then(|here| path.strip_prefix(here).ok());
        inner.unwrap_or(path).display().to_string()
    }
}
