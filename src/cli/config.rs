//! `carom config`: prints the settings of a path and the files they come from.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::input::ConfigFlags;
use super::{Status, output};
use crate::config;
use crate::report::config_failure;
use crate::words::{display_path, join_list};

/// Print the settings of a file or folder, and the files they come from
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
    /// Print the JSON schema of carom.toml, and exit
    #[arg(long, conflicts_with_all = ["path", "config", "isolated"])]
    schema: bool,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    if arguments.schema {
        writeln!(out, "{:#}", config::schema())?;
        out.flush()?;
        return Ok(Status::Clean);
    }
    let path = &arguments.path;
    let metadata = path.metadata();
    let is_folder = metadata.map_err(|error| output::named(path, &error))?.is_dir();
    let configs = arguments.config.configs();
    let read = match is_folder {
        true => configs.of_folder(path),
        false => configs.of_file(path),
    };
    let config = match read {
        Ok(config) => config,
        Err(malformed) => {
            for malformed in malformed {
                output::error(&config_failure(&malformed));
            }
            return Ok(Status::Failed);
        }
    };
    let files = match is_folder {
        true => configs.files(&path.join("*")),
        false => configs.files(path),
    };
    let here = env::current_dir().and_then(dunce::canonicalize).unwrap_or_default();
    let names = files.iter().map(|file| display_path(file.strip_prefix(&here).unwrap_or(file)));
    let files = match names.len() {
        0 => "the defaults".to_owned(),
        _ => join_list(names, "and"),
    };
    writeln!(out, "# Settings of {} from {files}", display_path(path))?;
    if !is_folder && !configs.take(path) {
        writeln!(out, "# The settings exclude this file from its folder")?;
    }
    let settings = toml::to_string(&config.with_defaults()).map_err(io::Error::other)?;
    writeln!(out, "\n{}", settings.trim_end())?;
    out.flush()?;
    Ok(Status::Clean)
}
