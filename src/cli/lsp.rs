//! `carom lsp`: the language server.

use std::io::{self, IsTerminal};

use clap::Args;

use super::cache::CacheFlags;
use super::{Status, output};
use crate::project::Configs;

/// Run the language server on standard input and output
#[derive(Args, Clone, Debug)]
#[command(after_help = "An editor starts this for files that end in .carom. In Neovim:
  vim.lsp.start { name = \"carom\", cmd = { \"carom\", \"lsp\" } }

Example: carom lsp < session.txt")]
pub(super) struct Arguments {
    /// Use standard input and output (the default)
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    cache: CacheFlags,
}

const ON_A_TERMINAL: &str = "\
This is carom's language server. It speaks the Language Server Protocol on
standard input and output, so an editor starts it, not a person: tell yours to
run `carom lsp` for files that end in .carom. In Neovim, for example:

  vim.lsp.start { name = \"carom\", cmd = { \"carom\", \"lsp\" } }

To check files here and now, run `carom check`.";

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    if io::stdin().is_terminal() {
        output::say(ON_A_TERMINAL);
        return Ok(Status::Failed);
    }
    let warn = Box::new(|message: &str| tracing::warn!("{message}"));
    let cache = arguments.cache.cache_warning(&Configs::default(), warn);
    crate::lsp::run(cache)?;
    Ok(Status::Clean)
}
