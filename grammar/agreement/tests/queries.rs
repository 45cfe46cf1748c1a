//! The queries fit the grammar, and the names of their captures are known to
//! the editors.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tree_sitter::{Language, Query};

/// The names that stand both in Neovim's `:h treesitter-highlight-groups` and
/// on Helix's page on themes, as far as the highlights use them. Helix refuses
/// a query that sets a priority, so no name can be for Neovim alone.
const COMMON: &[&str] = &[
    "attribute",
    "comment",
    "constant",
    "constant.builtin",
    "diff.minus",
    "diff.plus",
    "function",
    "keyword",
    "keyword.directive",
    "label",
    "operator",
    "punctuation.delimiter",
    "string",
    "string.special",
    "string.special.symbol",
    "tag",
    "type",
    "variable",
    "variable.builtin",
    "variable.parameter",
];

/// What Neovim and Helix read in the other queries.
const OTHERS: &[(&str, &[&str])] = &[
    ("folds.scm", &["fold"]),
    ("indents.scm", &["indent", "indent.auto", "indent.begin"]),
    ("injections.scm", &["injection.content"]),
    (
        "locals.scm",
        &["local.definition", "local.reference", "local.scope"],
    ),
    ("tags.scm", &["definition.class", "name"]),
    (
        "textobjects.scm",
        &[
            "assignment.inner",
            "assignment.lhs",
            "assignment.outer",
            "assignment.rhs",
            "class.around",
            "class.inner",
            "class.inside",
            "class.outer",
            "comment.around",
            "comment.inner",
            "comment.inside",
            "comment.outer",
            "entry.around",
            "entry.inside",
            "function.around",
            "function.inner",
            "function.inside",
            "function.outer",
            "parameter.around",
            "parameter.inner",
            "parameter.inside",
            "parameter.outer",
        ],
    ),
];

fn query(name: &str) -> Query {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tree-sitter-carom/queries");
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let language = Language::from(tree_sitter_carom::LANGUAGE);
    Query::new(&language, &text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn highlights_are_of_both_editors() {
    let query = query("highlights.scm");
    let names: BTreeSet<_> = query.capture_names().iter().copied().collect();
    let common = COMMON.iter().copied();
    // Neovim alone reads `@spell`, and colours nothing by it.
    assert_eq!(names, common.chain(["spell"]).collect());
}

/// Helix refuses a query with a property that it does not know.
#[test]
fn properties_are_known_to_helix() {
    for name in [
        "highlights.scm",
        "folds.scm",
        "indents.scm",
        "injections.scm",
        "locals.scm",
        "textobjects.scm",
    ] {
        let query = query(name);
        for pattern in 0..query.pattern_count() {
            for property in query.property_settings(pattern) {
                assert_eq!(&*property.key, "injection.language", "{name}");
            }
        }
    }
}

#[test]
fn other_captures_are_known() {
    for (name, expected) in OTHERS {
        let query = query(name);
        let names: BTreeSet<_> = query.capture_names().iter().copied().collect();
        let expected: BTreeSet<_> = expected.iter().copied().collect();
        assert_eq!(names, expected, "{name}");
    }
}

/// Neovim 0.10 can load nothing newer.
#[test]
fn every_editor_can_load_the_grammar() {
    assert_eq!(
        Language::from(tree_sitter_carom::LANGUAGE).abi_version(),
        14
    );
}
