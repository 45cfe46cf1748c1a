//! What the plugins for editors have in common with the rest of the project.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The queries of the grammar that Neovim reads; it has no use for `tags`.
const QUERIES: [&str; 6] = [
    "highlights",
    "folds",
    "indents",
    "injections",
    "locals",
    "textobjects",
];

/// The plugin works where it is copied to, so it has the queries with it.
#[test]
fn the_queries_of_the_plugin_for_neovim_are_those_of_the_grammar() {
    let (grammar, plugin) = (
        "grammar/tree-sitter-carom/queries",
        "editors/nvim/queries/carom",
    );
    for name in QUERIES {
        let read = |folder: &str| fs::read_to_string(root().join(format!("{folder}/{name}.scm")));
        assert!(
            read(grammar).unwrap() == read(plugin).unwrap(),
            "copy it: cp {grammar}/{name}.scm {plugin}/"
        );
    }
    let count = fs::read_dir(root().join(plugin)).unwrap().count();
    assert_eq!(count, QUERIES.len());
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
