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
    let name = path_name(&arguments.file);
    let failed = |reason: String| {
        output::error(&Failure::new(&name, reason));
        Ok(Status::Failed)
    };
    let path = match std::path::absolute(&arguments.file) {
        Ok(path) => path,
        Err(error) => return failed(reason(&error)),
    };
    let file = TextFile { path };
    if let Err(failure) = is_replaceable(&file.source()) {
        return failed(failure.reason);
    }
    if let Err(reason) = file.read() {
        return failed(reason);
    }
    let cache = arguments.cache.cache(&Configs::default());
    let options = PreviewOptions { port: arguments.port, opens: !arguments.no_open };
    preview_file(file, options, cache, |address| {
        writeln!(io::stdout(), "{address}")?;
        output::say("stop with Ctrl+C");
        Ok(())
    })?;
    Ok(Status::Clean)
}

/// A file by its absolute path.
struct TextFile {
    path: PathBuf,
}

impl TextFile {
    fn source(&self) -> Source {
        Source::File(self.path.clone())
    }
}

impl PreviewedFile for TextFile {
    fn path(&self) -> &Path {
        &self.path
    }

    fn read(&self) -> Result<String, String> {
        let file = File::read(self.source(), "-");
        file.map(|file| file.text).map_err(|failure| failure.reason)
    }

    fn replace(&self, old: &str, new: &str) -> Result<bool, String> {
        let replaced = replace_if_unchanged(&self.path, old.as_bytes(), new.as_bytes())
            .map_err(|error| reason(&error))?;
        Ok(replaced == Replaced::Yes)
    }
}
