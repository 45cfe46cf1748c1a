//! `carom preview`: shows a file in a browser, without an editor.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::cache::CacheFlags;
use super::replace::{Replaced, is_replaceable, replace_if_unchanged};
use super::{Status, output};
use crate::lsp::{PreviewOptions, PreviewedFile, preview_file};
use crate::project::{Configs, Failure, File, Source, reason};
use crate::words::path_name;

/// Show the boards of a file in a browser, and edit and play them there
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The page follows changes of the file, and writes the changes made on the board.
Stop with Ctrl+C. Editors show the same page with the command carom.preview.

Example: carom preview deck.carom"
)]
pub(super) struct Arguments {
    /// The puzzle file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Listen on this port of 127.0.0.1 [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Only print the address
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    cache: CacheFlags,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let named = |failure: Failure| Failure { file: Some(path_name(&arguments.file)), ..failure };
    let path = std::path::absolute(&arguments.file)
        .map_err(|error| named(Failure::unnamed(reason(&error))))?;
    let source = Source::File(path.clone());
    is_replaceable(&source).map_err(named)?;
    File::read(source, "-").map_err(named)?;
    let cache = arguments.cache.cache(&Configs::default());
    let options = PreviewOptions { port: arguments.port, open: !arguments.no_open };
    preview_file(PreviewedFile { path, replace }, options, cache, |address| {
        writeln!(io::stdout(), "{address}")?;
        output::say("stop with Ctrl+C");
        Ok(())
    })?;
    Ok(Status::Clean)
}

fn replace(path: &Path, old: &str, new: &str) -> io::Result<bool> {
    let replaced = replace_if_unchanged(path, old.as_bytes(), new.as_bytes())?;
    Ok(replaced == Replaced::Yes)
}
