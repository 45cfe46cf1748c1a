//! The queries fit the grammar, and the names of their captures are known to
//! the editors.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tree_sitter::{Language, Query};

/// What has queries: the grammar itself, and each editor that takes them.
const FOLDERS: [&str; 4] = [
    "grammar/tree-sitter-carom/queries",
    "editors/nvim/queries/carom",
    "editors/helix/queries/carom",
    "editors/zed/languages/carom",
];

/// The names that stand in Neovim's `:h treesitter-highlight-groups`, on Helix's
/// page on themes, and on Zed's page on languages, as far as the highlights use
/// them.
const COMMON: &[&str] = &[
    "attribute",
    "comment",
    "function",
    "keyword",
    "label",
    "operator",
    "punctuation.delimiter",
    "string",
    "string.special.symbol",
    "type",
];

/// The names that the highlights of each folder have beside those.
const HIGHLIGHTS: [&[&str]; 4] = [
    &[
        "constant",
        "constant.builtin",
        "diff.minus",
        "diff.plus",
        "keyword.directive",
        "string.special",
        "tag",
        "variable",
        "variable.builtin",
        "variable.parameter",
    ],
    &[
        "constant.builtin",
        "number",
        "property",
        "punctuation.floor",
        "spell",
        "string.escape",
        "variable.builtin",
        "variable.parameter",
        "variable.robot",
        "variable.robot.blue",
        "variable.robot.green",
        "variable.robot.red",
        "variable.robot.silver",
        "variable.robot.yellow",
    ],
    &[
        "constant.builtin",
        "constant.character.escape",
        "constant.numeric.integer",
        "diff.minus",
        "diff.plus",
        "keyword.directive",
        "variable",
        "variable.builtin",
        "variable.other.member",
        "variable.parameter",
    ],
    &[
        "comment.doc",
        "constant",
        "enum",
        "number",
        "property",
        "string.escape",
        "tag",
        "variable",
        "variable.special",
        "variant",
    ],
];

/// What is read in the other queries of each folder.
const OTHERS: [&[(&str, &[&str])]; 4] = [
    &[
        ("injections.scm", &["injection.content"]),
        ("locals.scm", &["local.definition", "local.reference", "local.scope"]),
        ("tags.scm", &["definition.class", "name"]),
    ],
    &[
        ("folds.scm", &["fold"]),
        ("indents.scm", &["indent.auto", "indent.begin"]),
        ("injections.scm", &["injection.content"]),
        ("locals.scm", &["local.definition", "local.reference", "local.scope"]),
        (
            "textobjects.scm",
            &[
                "assignment.inner",
                "assignment.lhs",
                "assignment.outer",
                "assignment.rhs",
                "class.inner",
                "class.outer",
                "comment.inner",
                "comment.outer",
                "function.inner",
                "function.outer",
                "parameter.inner",
                "parameter.outer",
            ],
        ),
    ],
    &[
        ("indents.scm", &["extend", "indent"]),
        ("injections.scm", &["injection.content"]),
        ("tags.scm", &["definition.class", "name"]),
        (
            "textobjects.scm",
            &[
                "class.around",
                "class.inside",
                "comment.around",
                "comment.inside",
                "entry.around",
                "entry.inside",
                "function.around",
                "function.inside",
                "parameter.around",
                "parameter.inside",
            ],
        ),
    ],
    &[
        ("indents.scm", &["indent"]),
        ("outline.scm", &["context", "item", "name"]),
        ("overrides.scm", &["comment.inclusive", "string"]),
        (
            "textobjects.scm",
            &[
                "class.around",
                "class.inside",
                "comment.around",
                "function.around",
                "function.inside",
            ],
        ),
    ],
];

fn path(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
}

fn query(folder: &str, name: &str) -> Query {
    let text = fs::read_to_string(path(folder).join(name)).unwrap();
    let language = Language::from(tree_sitter_carom::LANGUAGE);
    Query::new(&language, &text).unwrap_or_else(|error| panic!("{folder}/{name}: {error}"))
}

fn captures(query: &Query) -> BTreeSet<&str> {
    query.capture_names().iter().copied().collect()
}

#[test]
fn highlights_are_of_each_editor() {
    for (folder, own) in FOLDERS.iter().zip(HIGHLIGHTS) {
        let query = query(folder, "highlights.scm");
        let known = COMMON.iter().chain(own).copied();
        assert_eq!(captures(&query), known.collect(), "{folder}");
    }
}

#[test]
fn other_captures_are_known() {
    for (folder, others) in FOLDERS.iter().zip(OTHERS) {
        let files = fs::read_dir(path(folder)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let count = names.filter(|name| name.ends_with(".scm")).count();
        assert_eq!(count, others.len() + 1, "{folder}");
        for (name, expected) in others {
            let query = query(folder, name);
            let expected: BTreeSet<_> = expected.iter().copied().collect();
            assert_eq!(captures(&query), expected, "{folder}/{name}");
        }
    }
}

/// Helix refuses a query with a property that it does not know.
#[test]
fn properties_are_known_to_every_editor() {
    for (folder, others) in FOLDERS.iter().zip(OTHERS) {
        let names = others.iter().map(|(name, _)| *name);
        for name in names.chain(["highlights.scm"]) {
            let query = query(folder, name);
            for pattern in 0..query.pattern_count() {
                for property in query.property_settings(pattern) {
                    assert_eq!(&*property.key, "injection.language", "{folder}/{name}");
                }
            }
        }
    }
}

/// Neovim 0.10 can load nothing newer.
#[test]
fn every_editor_can_load_the_grammar() {
    assert_eq!(Language::from(tree_sitter_carom::LANGUAGE).abi_version(), 14);
}
