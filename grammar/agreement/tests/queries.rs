//! The queries fit the grammar, and the names of their captures are known to
//! the editors.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tree_sitter::{Language, Query};

/// The names in the highlight queries that Neovim documents in
/// `:h treesitter-highlight-groups` (and `@spell`).
const NEOVIM: &[&str] = &[
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
    "number",
    "operator",
    "property",
    "punctuation.delimiter",
    "spell",
    "string",
    "string.escape",
    "type",
    "variable",
    "variable.builtin",
    "variable.parameter",
];

/// Those that Helix documents in its page on themes.
const HELIX: &[&str] = &[
    "attribute",
    "comment",
    "constant",
    "constant.builtin",
    "constant.character.escape",
    "constant.numeric",
    "diff.minus",
    "diff.plus",
    "function",
    "keyword",
    "keyword.directive",
    "label",
    "operator",
    "punctuation.delimiter",
    "string",
    "type",
    "variable",
    "variable.builtin",
    "variable.other.member",
    "variable.parameter",
];

/// What Neovim and Helix read in the other queries.
const OTHERS: &[(&str, &[&str])] = &[
    ("folds.scm", &["fold"]),
    (
        "indents.scm",
        &["extend", "indent", "indent.auto", "indent.begin"],
    ),
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

/// The last capture of a pattern is the one that has the say.
fn last_capture(query: &Query, pattern: usize) -> &str {
    let quantifiers = query.capture_quantifiers(pattern);
    let of_pattern = query.capture_names().iter().zip(quantifiers);
    let is_used = |quantifier| quantifier != tree_sitter::CaptureQuantifier::Zero;
    of_pattern
        .filter(|&(name, &quantifier)| is_used(quantifier) && *name != "spell")
        .map(|(name, _)| *name)
        .next_back()
        .unwrap()
}

#[test]
fn highlights_are_of_both_editors() {
    let query = query("highlights.scm");
    for pattern in 0..query.pattern_count() {
        let capture = last_capture(&query, pattern);
        let settings = query.property_settings(pattern);
        let has_priority = settings.iter().any(|setting| &*setting.key == "priority");
        // With a priority it is for Neovim, and Helix has its own behind it;
        // Neovim then prefers the first.
        let is_known = if has_priority {
            let next = last_capture(&query, pattern + 1);
            NEOVIM.contains(&capture) && HELIX.contains(&next)
        } else {
            let is_second = pattern > 0 && {
                let before = query.property_settings(pattern - 1);
                before.iter().any(|setting| &*setting.key == "priority")
            };
            HELIX.contains(&capture) && (is_second || NEOVIM.contains(&capture))
        };
        assert!(is_known, "@{capture}");
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
