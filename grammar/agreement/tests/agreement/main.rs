//! The tree-sitter grammar and carom's own reader, held together: on every
//! file of the project, and on thousands of files made from them by mutation.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

mod files;
mod mutation;

use carom_grammar_agreement::{difference, parser};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use tree_sitter::{InputEdit, Point};

use mutation::{Mutation, mutations};

/// The same cases in every run; a failure shrinks to the fewest mutations.
fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x00c4_2011),
        ..Config::default()
    })
}

#[test]
fn on_every_file_of_the_project() {
    let mut parser = parser();
    for (name, text) in files::all() {
        let tree = parser.parse(&text, None).unwrap();
        let difference = difference(&text, &tree);
        assert!(difference.is_none(), "{name}:\n{}", difference.unwrap());
    }
}

#[test]
fn on_mutated_files() {
    let bases = files::small();
    let strategy = (prop::sample::select(bases), mutations());
    runner(20_000)
        .run(&strategy, |(base, mutations)| {
            let text = mutation::apply_all(&base, &mutations);
            let tree = parser().parse(&text, None).unwrap();
            let difference = difference(&text, &tree);
            prop_assert!(difference.is_none(), "{text:?}\n{}", difference.unwrap());
            Ok(())
        })
        .unwrap();
}

/// A tree that was brought up to date after an edit is the tree of the text.
#[test]
fn after_every_edit() {
    let bases = files::small();
    let strategy = (prop::sample::select(bases), mutations());
    runner(4_000)
        .run(&strategy, |(base, mutations)| {
            let mut parser = parser();
            let mut text = base;
            let mut tree = parser.parse(&text, None).unwrap();
            for mutation in &mutations {
                let edited = mutation.apply(&text);
                tree.edit(&edit(&text, &edited));
                tree = parser.parse(&edited, Some(&tree)).unwrap();
                let fresh = parser.parse(&edited, None).unwrap();
                prop_assert_eq!(
                    tree.root_node().to_sexp(),
                    fresh.root_node().to_sexp(),
                    "{:?} to {:?} by {:?}",
                    text,
                    edited,
                    mutation
                );
                let difference = difference(&edited, &tree);
                prop_assert!(difference.is_none(), "{}", difference.unwrap());
                text = edited;
            }
            Ok(())
        })
        .unwrap();
}

/// The edit that turns one text into the other, as an editor would tell it.
fn edit(before: &str, after: &str) -> InputEdit {
    let (old, new) = (before.as_bytes(), after.as_bytes());
    let is_boundary = |at: usize| before.is_char_boundary(at) && after.is_char_boundary(at);
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let start = (0..=same).rev().find(|&at| is_boundary(at)).unwrap();
    let limit = old.len().min(new.len()) - start;
    let same =
        old.iter().rev().zip(new.iter().rev()).take(limit).take_while(|(a, b)| a == b).count();
    let is_boundary = |kept: usize| {
        before.is_char_boundary(old.len() - kept) && after.is_char_boundary(new.len() - kept)
    };
    let kept = (0..=same).rev().find(|&kept| is_boundary(kept)).unwrap();
    InputEdit {
        start_byte: start,
        old_end_byte: old.len() - kept,
        new_end_byte: new.len() - kept,
        start_position: point(before, start),
        old_end_position: point(before, old.len() - kept),
        new_end_position: point(after, new.len() - kept),
    }
}

/// The row and the column in bytes, as the library counts them.
fn point(text: &str, at: usize) -> Point {
    let before = &text[..at];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    Point::new(before.matches('\n').count(), at - line)
}

#[test]
fn mutations_do_what_they_say() {
    for (mutation, expected) in [
        (Mutation::DeleteLine(1), "a\nc"),
        (Mutation::RepeatLine(4), "a\nb\nb\nc"),
        (Mutation::SwapLines(0, 1), "b\na\nc"),
        (Mutation::InsertLine(1, "x".into()), "a\nx\nb\nc"),
        (Mutation::Insert(2, "é".into()), "a\néb\nc"),
        (Mutation::Replace(2, "é".into()), "a\né\nc"),
        (Mutation::Delete(1, 3), "ac"),
        (Mutation::SwapCharacters(1), "ab\n\nc"),
        (Mutation::Truncate(3), "a\nb"),
        (Mutation::LineEnds("\r\n".into()), "a\r\nb\r\nc"),
        (Mutation::Prepend("\u{feff}".into()), "\u{feff}a\nb\nc"),
    ] {
        assert_eq!(mutation.apply("a\nb\nc"), expected, "{mutation:?}");
    }
}
