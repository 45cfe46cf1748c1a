//! What the plugins for editors have in common with the rest of the project.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The version that a plugin asks for is one that there is.
#[test]
fn the_plugin_for_neovim_asks_for_no_later_version() {
    let server = root().join("editors/nvim/lua/carom/server.lua");
    let server = fs::read_to_string(server).unwrap();
    let oldest = server.split("M.oldest = \"").nth(1).unwrap();
    let numbers = |version: &str| -> Vec<u32> {
        let parts = version.split('.').map(|part| part.parse().unwrap());
        parts.collect()
    };
    let oldest = numbers(oldest.split('"').next().unwrap());
    assert!(oldest <= numbers(env!("CARGO_PKG_VERSION")));
}

/// Each editor is set up by three commands at the most.
#[test]
fn installing_takes_three_commands() {
    let text = fs::read_to_string(root().join("editors/README.md")).unwrap();
    let mut blocks = 0;
    for block in text.split("```sh\n").skip(1) {
        let commands = block.split("```").next().unwrap().trim().lines();
        assert!(commands.count() <= 3, "{block}");
        blocks += 1;
    }
    assert!(blocks >= 5);
}
